// Conversion between paths and file URIs (RFC 8089).
#include <mcp/files.hpp>

#include <mcp/spec/percent.hpp>
#include <mcp/spec/uri.hpp>

#include "base/percent.hpp"

namespace mcp {

namespace {

/// `pchar` of RFC 3986, and '/'.
bool stays(char c) { return spec::is_unreserved(c) || spec::is_sub_delimiter(c) || spec::is_one_of(c, "/:@"); }

}  // namespace

std::string percent_encoded_path(std::string_view path) {
  std::string encoded;
  for (const char c : path) {
    if (stays(c)) {
      encoded += c;
    } else {
      protocol::append_percent_encoded(c, encoded);
    }
  }
  return encoded;
}

std::string file_uri(const std::filesystem::path& path) {
  return "file://" + percent_encoded_path(std::filesystem::absolute(path).lexically_normal().native());
}

std::optional<std::filesystem::path> path_of_file_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  constexpr std::string_view kHost = "localhost";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with(kHost)) uri.remove_prefix(kHost.size());
  if (!uri.starts_with('/')) return std::nullopt;
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (stays(uri[i])) {
      path += uri[i];
      continue;
    }
    const std::optional<unsigned char> byte = spec::percent_byte(uri.substr(i));
    if (!byte || *byte == 0) return std::nullopt;
    path += static_cast<char>(*byte);
    i += 2;
  }
  return path;
}

}  // namespace mcp
