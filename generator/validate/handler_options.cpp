#include "validate/handler_options.hpp"

#include <algorithm>

#include <mcp/spec/media_type.hpp>
#include <mcp/spec/text.hpp>
#include <mcp/spec/uri.hpp>

#include "model/json_text.hpp"
#include "validate/options.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;
using mcp::spec::is_alphanumeric;
using mcp::spec::is_letter;
using mcp::spec::is_one_of;

namespace {

/// "com.example": labels that begin with a letter and end with a letter or a digit.
bool is_meta_prefix(std::string_view prefix) {
  while (true) {
    const std::string_view label = prefix.substr(0, prefix.find('.'));
    if (label.empty() || !is_letter(label.front()) || !is_alphanumeric(label.back()) ||
        !std::ranges::all_of(label, [](char c) { return is_alphanumeric(c) || c == '-'; })) {
      return false;
    }
    if (label.size() == prefix.size()) return true;
    prefix.remove_prefix(label.size() + 1);
  }
}

bool is_meta_name(std::string_view name) {
  if (name.empty()) return true;
  return is_alphanumeric(name.front()) && is_alphanumeric(name.back()) &&
         std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || is_one_of(c, "-_."); });
}

/// "io.modelcontextprotocol/…", "dev.mcp/…": the second label is the protocol's own. Up to 2025-06-18 any label but the
/// last is: "mcp.dev/…".
bool is_reserved_prefix(std::string_view prefix) {
  for (std::size_t number = 1; !prefix.empty(); ++number) {
    const std::string_view label = prefix.substr(0, prefix.find('.'));
    const bool is_last = label.size() == prefix.size();
    if ((label == "modelcontextprotocol" || label == "mcp") && (number == 2 || !is_last)) return true;
    prefix.remove_prefix(is_last ? prefix.size() : label.size() + 1);
  }
  return false;
}

/// What is wrong with a key of _meta (specification, basic, "_meta"); empty: nothing.
std::string_view why_bad_meta_key(std::string_view key) {
  const std::size_t slash = key.find('/');
  const std::string_view name = slash == std::string_view::npos ? key : key.substr(slash + 1);
  if (key.empty() || !is_meta_name(name))
    return "its name must begin and end with a letter or digit, with - _ . between";
  if (slash == std::string_view::npos) return {};
  const std::string_view prefix = key.substr(0, slash);
  if (!is_meta_prefix(prefix)) return "its prefix must be labels with dots between, as in com.example/";
  if (is_reserved_prefix(prefix)) return "its prefix is reserved for the protocol";
  return {};
}

bool is_size(std::string_view text) {
  if (text == "any") return true;
  const std::size_t by = text.find('x');
  const auto is_number = [](std::string_view digits) {
    return !digits.empty() && std::ranges::all_of(digits, mcp::spec::is_digit);
  };
  return by != std::string_view::npos && is_number(text.substr(0, by)) && is_number(text.substr(by + 1));
}

bool are_sizes(std::string_view text) {
  while (!text.empty()) {
    const std::string_view size = text.substr(0, text.find(' '));
    if (!is_size(size)) return false;
    text.remove_prefix(std::min(text.size(), size.size() + 1));
  }
  return true;
}

std::string_view why_bad_icon(const model::Icon& icon) {
  if (!icon.src.starts_with("https://") && !icon.src.starts_with("data:")) {
    return "its `.src` must begin with https:// or data:, since clients load no other addresses";
  }
  if (!mcp::spec::is_uri(icon.src)) return "its `.src` must be a URI, which has spaces, quotes and the like as %XX";
  if (!icon.mime_type.empty() && !mcp::spec::is_media_type(icon.mime_type)) {
    return "its `.mime_type` must be one, as in image/png";
  }
  if (!are_sizes(icon.sizes)) return "its `.sizes` must be such as \"48x48 96x96\" or \"any\"";
  if (!icon.theme.empty() && icon.theme != "light" && icon.theme != "dark") {
    return "its `.theme` must be \"light\" or \"dark\"";
  }
  return {};
}

}  // namespace

std::vector<model::Icon> read_icons(const declared::Annotation& annotation, std::string_view what, Sink& sink) {
  std::vector<model::Icon> icons;
  const declared::Option* option = find_option(annotation, "icons");
  if (option == nullptr) return icons;
  for (const Json& each : option->value) {
    const auto text = [&](const char* name) { return each.value(name, std::string()); };
    model::Icon icon{text("src"), text("mime_type"), text("sizes"), text("theme")};
    if (const std::string_view problem = why_bad_icon(icon); !problem.empty()) {
      sink.error("bad-icon", option->at,
                 "icon " + std::to_string(icons.size() + 1) + " of " + std::string(what) +
                     " must be one that clients can show: " + std::string(problem));
    }
    icons.push_back(std::move(icon));
  }
  return icons;
}

std::string read_website(const declared::Annotation& annotation, Sink& sink) {
  std::string website = text_option(annotation, "website");
  const declared::Option* option = find_option(annotation, "website");
  if (option != nullptr && !mcp::spec::is_web_address(website)) {
    sink.error("bad-website", option->at,
               "`.website` of MCP_SERVER must be the address of a page, as in \"https://example.com/weather\", not " +
                   option->value.dump());
  }
  return website;
}

Json read_meta(const declared::Annotation& annotation, const std::string& what, Sink& sink) {
  const declared::Option* option = find_option(annotation, "meta");
  if (option == nullptr) return nullptr;
  Json read = parse_json_option(*option, what, sink);
  if (read.is_discarded()) return nullptr;
  if (!read.is_object()) {
    sink.error("bad-json", option->at,
               "`.meta` of " + what + " must be a JSON object, as in R\"({\"team\": \"maps\"})\"");
    return nullptr;
  }
  for (const auto& [key, value] : read.items()) {
    if (const std::string_view problem = why_bad_meta_key(key); !problem.empty()) {
      sink.error("bad-meta-key", option->at,
                 "the key `" + key + "` in `.meta` of " + what +
                     " must be one that a server may choose: " + std::string(problem));
    }
  }
  return read;
}

std::string read_scopes(const declared::Annotation& annotation, const std::string& what, Sink& sink) {
  const declared::Option* option = find_option(annotation, "scopes");
  if (option == nullptr) return {};
  std::string scopes = option->value.get<std::string>();
  // RFC 6749, 3.3.
  const bool good = !scopes.empty() && scopes.front() != ' ' && scopes.back() != ' ' &&
                    scopes.find("  ") == std::string::npos &&
                    std::ranges::all_of(scopes, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (!good) {
    sink.error("bad-scopes", option->at,
               "`.scopes` of " + what + " must be names with single spaces between, as in \"files:read files:write\"");
  }
  return scopes;
}

std::uint32_t read_timeout(const declared::Annotation& annotation, const std::string& what, Sink& sink) {
  const declared::Option* option = find_option(annotation, "timeout_ms");
  if (option == nullptr) return 0;
  constexpr std::int64_t kLongest = std::int64_t{24} * 60 * 60 * 1000;
  const Json& value = option->value;
  if (value.is_number_integer() && value >= 1 && value <= kLongest) return value.get<std::uint32_t>();
  sink.error("bad-timeout", option->at,
             "`.timeout_ms` of " + what + " must be a whole number from 1 to 86400000 (a day), not " + value.dump());
  return 0;
}

std::string read_executor(const declared::Annotation& annotation, const std::string& what, Sink& sink) {
  const declared::Option* option = find_option(annotation, "executor");
  if (option == nullptr) return {};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string name = option->value.get<std::string>();
  const bool good = !name.empty() && is_letter(name.front()) &&
                    std::ranges::all_of(name, [&](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
  if (!good) {
    sink.error("bad-executor", option->at,
               "`.executor` of " + what +
                   " must be a name of letters, digits, `_` and `-` that starts with a letter or `_`, not " +
                   option->value.dump());
  }
  return name;
}

}  // namespace mcpgen
