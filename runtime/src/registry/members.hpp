// Writes JSON objects member by member, with the path to each for failures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <mcp/bytes.hpp>
#include <mcp/codec/bytes.hpp>
#include <mcp/codec/writer.hpp>
#include <mcp/spec/uri.hpp>

namespace mcp::detail {

inline constexpr std::string_view kNoUri = "is not a URI (RFC 3986)";

class Members;
template <class F>
void write_object(Writer& to, F&& fill);

/// Writes the members of an object; write_object() writes what is around them.
class Members {
 public:
  explicit Members(Writer& to) : to_(to) {}

  /// Starts a member; `write` writes its value. `name` needs no escape.
  template <class F>
  void add(std::string_view name, F&& write) {
    const PathScope scope(to_, name);
    if (!first_) to_.raw(',');
    first_ = false;
    to_.raw('"');
    to_.raw(name);
    to_.raw("\":");
    write(to_);
  }
  /// A member that is an object; `fill` adds its members.
  template <class F>
  void object(std::string_view name, F&& fill) {
    add(name, [&](Writer& to) { write_object(to, fill); });
  }
  /// A member that is a list of whatever `elements` has; `write` writes one of them.
  template <class Range, class F>
  void list(std::string_view name, const Range& elements, F&& write) {
    add(name, [&](Writer& to) {
      to.raw('[');
      std::size_t i = 0;
      for (const auto& element : elements) {
        const PathScope at(to, i);
        if (i++ != 0) to.raw(',');
        write(element, to);
      }
      to.raw(']');
    });
  }
  void text(std::string_view name, std::string_view value) {
    add(name, [&](Writer& to) { to.string(value); });
  }
  void optional_text(std::string_view name, const std::optional<std::string>& value) {
    if (value) text(name, *value);
  }
  void base64(std::string_view name, const Bytes& value) {
    add(name, [&](Writer& to) { codec<Bytes>::encode(value, to); });
  }
  void uri(const std::string& value) {
    add("uri", [&](Writer& to) {
      if (!spec::is_uri(value)) return to.fail(kNoUri);
      to.string(value);
    });
  }
  void mime_type(const std::string& value) { filled("mimeType", value); }
  /// Text that must not be empty.
  void filled(std::string_view name, const std::string& value) {
    add(name, [&](Writer& to) {
      if (value.empty()) return to.fail("is empty");
      to.string(value);
    });
  }

 private:
  Writer& to_;
  bool first_ = true;
};

template <class F>
void write_object(Writer& to, F&& fill) {
  to.raw('{');
  Members members(to);
  fill(members);
  to.raw('}');
}

}  // namespace mcp::detail
