#include "jsonrpc/message_writer.hpp"

#include "registry/members.hpp"

namespace mcp::protocol {

namespace {

void write_method(Writer& to, std::string_view method, std::string_view params) {
  to.raw(R"("method":")");
  to.raw(method);
  to.raw('"');
  if (!params.empty()) {
    to.raw(R"(,"params":)");
    to.raw(params);
  }
  to.raw('}');
}

}  // namespace

void write_request(Writer& to, std::int64_t id, std::string_view method, std::string_view params) {
  to.raw(kResponseHead);
  to.integer(id);
  to.raw(',');
  write_method(to, method, params);
}

void write_notification(Writer& to, std::string_view method, std::string_view params) {
  to.raw(kMessageHead);
  write_method(to, method, params);
}

void write_cancelled(Writer& to, std::int64_t id, std::string_view reason) {
  Writer params;
  detail::write_object(params, [&](detail::Members& members) {
    members.add("requestId", [&](Writer& number) { number.integer(id); });
    members.text("reason", reason);
  });
  write_notification(to, "notifications/cancelled", params.view());
}

}  // namespace mcp::protocol
