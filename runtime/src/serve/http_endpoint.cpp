#include <mcp/http/endpoint.hpp>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "catalog/executor_bindings.hpp"
#include "scheduling/main_thread_queue.hpp"
#include "serve/preparation.hpp"
#include "serve/server_runtime.hpp"
#include "transport/hosted/hosted_server.hpp"

namespace mcp::http {

ResponseSink::~ResponseSink() = default;

void ResponseSink::on_sent() noexcept {
  try {
    if (const auto exchange = exchange_.lock()) exchange->post_sent();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // There is no memory: it goes on with the next tick.
  }
}

void ResponseSink::on_client_gone() noexcept {
  try {
    if (const auto exchange = exchange_.lock()) exchange->post_client_gone();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // There is no memory: what is written goes nowhere.
  }
}

void ResponseSink::on_client_half_closed() noexcept {
  try {
    if (const auto exchange = exchange_.lock()) exchange->post_client_half_closed();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // There is no memory: the client counts as one that reads.
  }
}

class MCP_HIDDEN Endpoint::Impl {
 public:
  Impl(const Server& server, const ServeOptions& options)
      : options_(options), executors_(server.executors()), runtime_(server, options) {
    serve::warn_about_executors(server, runtime_.log());
  }
  ~Impl() {
    try {
      (void)stop(options_.http.grace);
    } catch (const std::exception& error) {
      runtime_.log().write(error.what());  // of a job that the program posted to its own thread
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void warn_about_keys(const Server& server) { serve::warn_about_keys(server, options_, runtime_.log()); }

  void handle(const Request& request, std::shared_ptr<ResponseSink> sink) {
    std::unique_lock lock(mutex_);
    if (is_stopped_) {
      lock.unlock();
      return refuse(*sink);
    }
    if (!hosted_) hosted_.emplace(runtime_.dispatcher(), options_.http, serve::parts_of(options_), runtime_.log());
    ++handling_;
    lock.unlock();
    const Handling handling{*this};
    hosted_->handle(request, std::move(sink));
  }

  ServeCounters counters() {
    const std::lock_guard lock(mutex_);
    return hosted_ ? hosted_->counters() : ServeCounters();
  }

  bool stop(std::chrono::milliseconds grace) {
    std::unique_lock lock(mutex_);
    if (std::exchange(is_stopped_, true)) {
      stopped_.wait(lock, [this] { return result_.has_value(); });
      return *result_;
    }
    handled_.wait(lock, [this] { return handling_ == 0; });
    lock.unlock();
    const bool ended = !hosted_ || internal::poll_while(executors_.executors(), [&] { return hosted_->stop(grace); });
    lock.lock();
    result_ = ended;
    stopped_.notify_all();
    return ended;
  }

  const ServeOptions options_;

 private:
  /// A thread is within handle().
  struct Handling {
    Impl& impl;
    ~Handling() {
      const std::lock_guard lock(impl.mutex_);
      if (--impl.handling_ == 0) impl.handled_.notify_all();
    }
  };

  static void refuse(ResponseSink& sink) {
    constexpr std::string_view kText = "the server has ended\n";
    const Field fields[] = {{"Content-Type", "text/plain; charset=utf-8"}};
    sink.begin({.status = 503, .fields = fields, .content_length = kText.size(), .close = true});
    sink.write(kText);
    sink.end(true);
  }

  const protocol::ExecutorBindings& executors_;
  serve::ServerRuntime runtime_;
  std::optional<transport::hosted::HostedServer> hosted_;  // since the first request
  std::mutex mutex_;                                       // guards what follows, and who makes `hosted_`
  std::condition_variable handled_, stopped_;
  std::size_t handling_ = 0;
  bool is_stopped_ = false;
  std::optional<bool> result_;  // of stop()
};

Endpoint::Endpoint(Server& server, ServeOptions options) {
  serve::prepare_http(server, options);
  impl_ = std::make_unique<Impl>(server, options);
  impl_->warn_about_keys(server);
}

Endpoint::Endpoint(Endpoint&& other) noexcept = default;
Endpoint& Endpoint::operator=(Endpoint&& other) noexcept = default;
Endpoint::~Endpoint() = default;

void Endpoint::handle(const Request& request, std::shared_ptr<ResponseSink> sink) {
  impl_->handle(request, std::move(sink));
}

ServeCounters Endpoint::counters() const { return impl_->counters(); }

bool Endpoint::stop() { return impl_->stop(impl_->options_.http.grace); }

bool Endpoint::stop(std::chrono::milliseconds grace) { return impl_->stop(grace); }

}  // namespace mcp::http
