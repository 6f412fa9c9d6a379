// The benchmarked server without a transport: the bytes of a message in, the bytes of its answer out.
#pragma once

#include <string>
#include <string_view>

#include "base/log_sink.hpp"
#include "bench_in_process.mcp.hpp"
#include "methods/dispatcher.hpp"
#include "session/connection.hpp"
#include "transport/threads/timer_thread.hpp"

namespace bench {

class InProcess {
 public:
  /// `message` has mcp::kJsonPadding readable bytes behind it.
  const std::string& answer(std::string_view message) {
    connection_.receive(message);
    connection_.submit_queued();
    return out_.bytes();
  }

 private:
  class LastMessage final : public mcp::protocol::MessageSink {
   public:
    void send(std::string_view message) override { bytes_.assign(message); }
    void notify(std::string_view) override {}
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

   private:
    std::string bytes_;
  };

  const mcp::Server server_ = mcp::generated::bench_in_process::server();
  mcp::protocol::NoLog log_;
  mcp::transport::TimerThread timers_;
  const mcp::protocol::Dispatcher dispatcher_{server_, {}, log_, timers_};
  LastMessage out_;
  mcp::protocol::InlineExecutor executor_;
  mcp::protocol::Connection connection_{dispatcher_, out_, executor_};
};

}  // namespace bench
