// One request that a host has read, and its response.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <mcp/http/endpoint.hpp>

#include "http/exchange.hpp"
#include "http/kept_request.hpp"
#include "http/response_writer.hpp"
#include "transport/hosted/hosted_loop.hpp"
#include "transport/http/request_record.hpp"
#include "transport/threads/object_count.hpp"

namespace mcp::transport::hosted {

/// What all exchanges of an endpoint share.
struct HostedOptions {
  const HttpOptions& http;
  ObjectCount& exchanges;
};

/// Kept alive by its loop until it is complete, and by a call that runs. Functions are for the loop unless they say
/// otherwise.
class HostedExchange final : public protocol::http::ResponseWriter,
                             public std::enable_shared_from_this<HostedExchange> {
 public:
  /// What is passed outlives it.
  HostedExchange(HostedLoop& loop, const HostedOptions& options, std::shared_ptr<mcp::http::ResponseSink> sink);
  ~HostedExchange() = default;
  HostedExchange(const HostedExchange&) = delete;
  HostedExchange& operator=(const HostedExchange&) = delete;

  /// Copies the request, and hands it to the loop. From any thread.
  void start(const mcp::http::Request& request);
  /// From any thread.
  void post_sent();
  void post_client_gone();
  void post_client_half_closed();

  void tick(std::chrono::steady_clock::time_point now);
  void leave();
  /// The response breaks off.
  void abort();

  std::size_t place = 0;  // for the loop: where it is among the others

  void respond(const protocol::http::Response& response) override;
  void open_stream(std::string_view fields) override;
  void write(std::string_view events) override;
  [[nodiscard]] bool ready() const override { return unsent() == 0; }
  [[nodiscard]] bool congested() override { return unsent() > options_.http.max_queued; }
  void close_stream(bool and_connection) override;

 private:
  [[nodiscard]] std::size_t unsent() const noexcept { return sink_ != nullptr ? sink_->unsent() : 0; }
  void keep(const mcp::http::Request& request);
  void take();
  void refuse(unsigned status, std::string_view why);
  void begin(unsigned status, std::string_view content_type, std::string_view fields, std::optional<std::size_t> length,
             bool close);
  /// Calls a function of the sink; a sink that throws has lost its client.
  template <class F>
  void tell(F&& what) noexcept;
  void client_gone();
  void end(bool close);
  void write_log_line(bool broken_off);
  void forget_sink();

  const ObjectCount::Counted counted_;
  HostedLoop& loop_;
  const HostedOptions& options_;
  std::shared_ptr<mcp::http::ResponseSink> sink_;  // null: the response is complete, or the client gone
  std::unique_ptr<const protocol::http::KeptRequest> request_;
  std::string refusal_;  // why the request is refused; empty: it is not
  unsigned refusal_status_ = 0;
  std::string peer_;
  http::RequestRecord record_;
  bool has_begun_ = false;                                            // the head was sent
  std::optional<std::chrono::steady_clock::time_point> half_closed_;  // until the client is probed for
  protocol::http::Exchange exchange_;
};

}  // namespace mcp::transport::hosted
