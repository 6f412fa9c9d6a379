#include "mrtr/request_facts.hpp"

#include <mcp/json.hpp>

#include "codec/value_text.hpp"

namespace mcp::protocol {

namespace {

std::string_view text_member(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? std::string_view(found->get_ref<const std::string&>())
                                                     : std::string_view();
}

/// The JSON text of a value.
void assign_json(std::string& to, Value value) {
  Writer text;
  write_value(value, text);
  to.assign(text.view());
}

}  // namespace

void forget(std::string& text) noexcept {
  constexpr std::size_t kKept = 4096;
  if (text.capacity() > kKept) text = std::string();
  text.clear();
}

void RequestFacts::read(const Request& request) {
  revision_ = request.revision;
  if (request.client != nullptr) legacy_ = *request.client;
  principal_.assign(request.principal);
  peer_.assign(request.peer);
  if (!request.meta) return;
  const RequestMeta& meta = *request.meta;
  assign_json(meta_text_, meta.object);
  // Whether it is a token was checked for modern requests alone.
  if (meta.has_progress_token()) assign_json(progress_token_, meta.progress_token.value);
  if (!is_modern(revision_)) return;
  if (meta.capabilities.count != 0) read_capabilities(meta.capabilities.value, revision_, client_, knows_tasks_);
  if (Implementation said; meta.client_info.count != 0 && read_members(meta.client_info.value, said)) {
    set_client_info(said, client_);
  }
  LogLevel level{};
  if (is_string(meta.log_level) && read_log_level(meta.log_level.value.string(), level)) log_level_ = level;
}

void RequestFacts::clear() noexcept {
  legacy_.reset();
  client_ = {};
  knows_tasks_ = false;
  log_level_.reset();
  forget(principal_);
  forget(peer_);
  forget(progress_token_);
  forget(meta_text_);
  meta_.reset();
}

bool RequestFacts::wants(LogLevel level) const noexcept {
  if (is_modern(revision_)) return log_level_ && level >= *log_level_;
  return legacy_ && level >= legacy_->log_level.load(std::memory_order_relaxed);
}

const nlohmann::json& RequestFacts::meta() {
  const std::lock_guard lock(meta_mutex_);
  if (!meta_) {
    meta_ = std::make_shared<const nlohmann::json>(meta_text_.empty() ? nlohmann::json()
                                                                      : nlohmann::json::parse(meta_text_));
  }
  return *meta_;
}

TraceContext RequestFacts::trace_context() {
  const nlohmann::json& all = meta();
  if (!all.is_object()) return {};
  return {text_member(all, "traceparent"), text_member(all, "tracestate"), text_member(all, "baggage")};
}

}  // namespace mcp::protocol
