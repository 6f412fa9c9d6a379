#include "transport/http/request_record.hpp"

#include <cstdint>

#include "jsonrpc/errors.hpp"
#include "transport/http/status_text.hpp"

namespace mcp::transport::http {

void write_access_log_line(Writer& line, const RequestRecord& record, std::string_view peer, std::string_view time,
                           const protocol::http::AccessLogEntry& entry, bool broken_off) {
  const auto member = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    line.raw(name);
    line.string(value);
  };
  line.raw(R"({"time":)");
  line.string(time);
  line.raw(R"(,"peer":)");
  line.string(peer);
  if (!record.path.empty()) {
    member(R"(,"method":)", name_of(record.verb));
    member(R"(,"path":)", protocol::to_utf8(record.path));
  }
  line.raw(R"(,"status":)");
  line.integer(static_cast<int>(record.status));
  line.raw(R"(,"bytes_in":)");
  line.integer(static_cast<std::int64_t>(record.bytes_in));
  line.raw(R"(,"bytes_out":)");
  line.integer(static_cast<std::int64_t>(record.bytes_out));
  line.raw(R"(,"ms":)");
  const auto taken = std::chrono::steady_clock::now() - record.began;
  line.integer(std::chrono::duration_cast<std::chrono::milliseconds>(taken).count());
  member(R"(,"rpc":)", entry.method);
  member(R"(,"name":)", entry.name);
  if (entry.error == "tool") {
    member(R"(,"error":)", entry.error);
  } else if (!entry.error.empty()) {
    line.raw(R"(,"error":)");
    line.raw(entry.error);
  }
  member(R"(,"trace":)", entry.trace_id);
  if (broken_off) line.raw(R"(,"broken_off":true)");
  line.raw("}");
}

}  // namespace mcp::transport::http
