// What shows an event stream to its client.
#pragma once

namespace mcp::protocol::http {

/// Shows an event stream to a client.
class StreamObserver {
 public:
  /// There is something to pull(). From any thread, without locks.
  virtual void more() = 0;
  /// There are changes that Session::tell_changes() would add to the stream. From any thread, without locks, maybe in
  /// the midst of a call.
  virtual void on_available() = 0;

 protected:
  ~StreamObserver() = default;
};

}  // namespace mcp::protocol::http
