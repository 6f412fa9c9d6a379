// The lines that the access log has of a connection's requests.
#include <chrono>
#include <string>
#include <string_view>

#include <mcp/codec/writer.hpp>

#include "jsonrpc/errors.hpp"
#include "transport/http/connection.hpp"
#include "transport/http/status_text.hpp"

namespace mcp::transport::http {

void Connection::note_target() {
  if (!loop_.common().options.access_log) return;
  verb_ = reader_.request().verb;
  path_.assign(reader_.request().path);
}

void Connection::log_access(bool broken_off) {
  Writer line;
  line.raw(R"({"time":)");
  line.string(loop_.time_text());
  line.raw(R"(,"peer":)");
  line.string(peer_.empty() ? permit_->address : peer_);
  if (!path_.empty()) {
    line.raw(R"(,"method":)");
    line.string(name_of(verb_));
    line.raw(R"(,"path":)");
    line.string(protocol::to_utf8(path_));
  }
  line.raw(R"(,"status":)");
  line.integer(static_cast<int>(status_));
  line.raw(R"(,"bytes_in":)");
  line.integer(static_cast<std::int64_t>(bytes_in_));
  line.raw(R"(,"bytes_out":)");
  line.integer(static_cast<std::int64_t>(bytes_out_));
  line.raw(R"(,"ms":)");
  line.integer(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_).count());
  const protocol::http::AccessLogEntry& note = exchange_.note();
  const auto member = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    line.raw(name);
    line.string(value);
  };
  member(R"(,"rpc":)", note.method);
  member(R"(,"name":)", note.name);
  if (note.error == "tool") {
    member(R"(,"error":)", note.error);
  } else if (!note.error.empty()) {
    line.raw(R"(,"error":)");
    line.raw(note.error);
  }
  member(R"(,"trace":)", note.trace_id);
  if (broken_off) line.raw(R"(,"broken_off":true)");
  line.raw("}");
  path_.clear();
  exchange_.forget_note();
  loop_.common().log.write(line.view());
}

}  // namespace mcp::transport::http
