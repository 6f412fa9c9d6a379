#include "model/tool_options.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>

#include "model/headers.hpp"
#include "model/json_text.hpp"
#include "model/options.hpp"
#include "model/raw_schema.hpp"

namespace mcpgen {

using Json = nlohmann::ordered_json;

namespace {

bool is_alphanumeric(char c) {
  return static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// "com.example": labels that begin with a letter and end with a letter or a digit.
bool is_meta_prefix(std::string_view prefix) {
  while (true) {
    const std::string_view label = prefix.substr(0, prefix.find('.'));
    if (label.empty() || !is_alphanumeric(label.front()) ||
        std::isdigit(static_cast<unsigned char>(label.front())) != 0 || !is_alphanumeric(label.back()) ||
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
         std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
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

void read_meta(const declared::Annotation& annotation, const std::string& what, Json& meta, Sink& sink) {
  const declared::Option* option = find_option(annotation, "meta");
  if (option == nullptr) return;
  Json read = parse_json_option(*option, what, sink);
  if (read.is_discarded()) return;
  if (!read.is_object()) {
    sink.error("bad-json", option->at,
               "`.meta` of " + what + " must be a JSON object, as in R\"({\"team\": \"maps\"})\"");
    return;
  }
  for (const auto& [key, value] : read.items()) {
    if (const std::string_view problem = why_bad_meta_key(key); !problem.empty()) {
      sink.error("bad-meta-key", option->at,
                 "the key `" + key + "` in `.meta` of " + what +
                     " must be one that a server may choose: " + std::string(problem));
    }
  }
  meta = std::move(read);
}

bool is_size(std::string_view text) {
  if (text == "any") return true;
  const std::size_t by = text.find('x');
  const auto is_number = [](std::string_view digits) {
    return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
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
    return "its `.src` must begin with https:// or data:, since clients load nothing else";
  }
  if (icon.src.find_first_of(" \t\n\r") != std::string::npos) return "its `.src` must hold no spaces";
  if (!icon.mime_type.empty() && icon.mime_type.find('/') == std::string::npos) {
    return "its `.mime_type` must be one, as in image/png";
  }
  if (!are_sizes(icon.sizes)) return "its `.sizes` must be such as \"48x48 96x96\" or \"any\"";
  if (!icon.theme.empty() && icon.theme != "light" && icon.theme != "dark") {
    return "its `.theme` must be \"light\" or \"dark\"";
  }
  return {};
}

void check_scopes(const declared::Annotation& annotation, const model::Tool& tool, Sink& sink) {
  const declared::Option* option = find_option(annotation, "scopes");
  if (option == nullptr) return;
  // RFC 6749, 3.3.
  const bool good =
      !tool.scopes.empty() && tool.scopes.front() != ' ' && tool.scopes.back() != ' ' &&
      tool.scopes.find("  ") == std::string::npos &&
      std::ranges::all_of(tool.scopes, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (good) return;
  sink.error("bad-scopes", option->at,
             "`.scopes` of tool `" + tool.name +
                 "` must be names with single spaces between, as in \"files:read files:write\"");
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

/// The schema; null after reporting what is wrong with it.
Json read_schema(const declared::Option& option, const model::Tool& tool, Sink& sink) {
  RawSchema checked = check_schema(option.value.get_ref<const std::string&>(), SchemaRoot::Object);
  if (checked.problems.empty()) return std::move(checked.schema);
  std::vector<Note> notes;
  for (const std::string& problem : checked.problems) notes.push_back(unplaced_note(problem));
  sink.error("bad-schema", option.at,
             "`." + option.name + "` of tool `" + tool.name +
                 "` must be a JSON Schema of draft 2020-12 for an object, all in one text",
             std::move(notes));
  return nullptr;
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

void read_raw_schemas(const declared::Function& function, model::Tool& tool, Sink& sink) {
  if (const declared::Option* option = find_option(function.annotation, "input_schema")) {
    const auto is_argument = [](const model::Parameter& each) { return each.source == model::Source::Argument; };
    const auto first = std::ranges::find_if(tool.parameters, is_argument);
    if (std::ranges::count_if(tool.parameters, is_argument) != 1 || first->type.kind != model::TypeKind::Json) {
      sink.error("raw-schema-signature", option->at,
                 "tool `" + tool.name +
                     "` has an `.input_schema`, so it must take one mcp::json, which receives all arguments, and "
                     "nothing else but mcp::Context& or std::stop_token");
    } else {
      tool.raw_input_schema = read_schema(*option, tool, sink);
      check_raw_headers(*option, tool.raw_input_schema, tool, sink);
    }
  }
  if (const declared::Option* option = find_option(function.annotation, "output_schema")) {
    if (function.result.kind != declared::TypeKind::Json) {
      sink.error("raw-schema-signature", option->at,
                 "tool `" + tool.name + "` has an `.output_schema`, so it must return mcp::json");
    } else {
      tool.raw_output_schema = read_schema(*option, tool, sink);
    }
  }
}

void read_tool_options(const declared::Function& function, model::Tool& tool, Sink& sink) {
  const declared::Annotation& annotation = function.annotation;
  tool.name = text_option(annotation, "name", function.name);
  tool.title = text_option(annotation, "title");
  tool.description = text_option(annotation, "description", function.doc.description);
  tool.read_only = flag_option(annotation, "read_only");
  tool.destructive = flag_option(annotation, "destructive");
  tool.idempotent = flag_option(annotation, "idempotent");
  tool.open_world = flag_option(annotation, "open_world");
  tool.scopes = text_option(annotation, "scopes");
  const std::string what = "tool `" + tool.name + '`';
  tool.icons = read_icons(annotation, what, sink);
  read_meta(annotation, what, tool.meta, sink);
  check_scopes(annotation, tool, sink);
  tool.timeout_ms = read_timeout(annotation, what, sink);
  if (tool.read_only.value_or(false) && tool.destructive.value_or(false)) {
    sink.warning("contradictory-hints", find_option(annotation, "destructive")->at,
                 what + " must not be both `.read_only` and `.destructive`: what changes nothing destroys nothing");
  }
}

}  // namespace mcpgen
