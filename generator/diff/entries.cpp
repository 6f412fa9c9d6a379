#include "diff/entries.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

#include "diff/schema_difference.hpp"

namespace mcpgen::diff {

namespace {

/// The text of a field; empty: there is none.
std::string text_of(const Json& entry, const char* field) {
  const Json* value = find(entry, field);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

/// What tells the entries of a list apart. Resources may share a name.
std::string identity(const Json& entry) {
  if (const std::string argument = text_of(entry, "argument"); !argument.empty()) {
    const std::string prompt = text_of(entry, "prompt");
    return (prompt.empty() ? text_of(entry, "resource") : prompt) + ": " + argument;
  }
  for (const char* field : {"uri", "uriTemplate", "name"}) {
    if (std::string text = text_of(entry, field); !text.empty()) return text;
  }
  throw std::runtime_error("an entry without a name: " + entry.dump());
}

/// Calls `both(old, new)` for entries of one name; tells what was removed and added.
void match(const std::string& noun, const Json& before, const Json& after, Changes& changes,
           const std::function<Weight(const Json&)>& weight_of_added,
           const std::function<void(const std::string& subject, const Json&, const Json&)>& both) {
  std::map<std::string, const Json*> old_entries;
  std::map<std::string, const Json*> new_entries;
  for (const Json& entry : before) old_entries.emplace(identity(entry), &entry);
  for (const Json& entry : after) new_entries.emplace(identity(entry), &entry);
  for (const auto& [name, entry] : old_entries) {
    const std::string subject = noun + ' ' + ticked(name);
    if (const auto twin = new_entries.find(name); twin != new_entries.end()) {
      both(subject, *entry, *twin->second);
    } else {
      changes.add(Weight::Breaking, subject + " was removed");
    }
  }
  for (const auto& [name, entry] : new_entries) {
    if (!old_entries.contains(name)) changes.add(weight_of_added(*entry), noun + ' ' + ticked(name) + " was added");
  }
}

/// Calls `changed(field, old, new)` for each field that differs; null stands for an absent one.
void match_fields(const Json& before, const Json& after,
                  const std::function<void(const std::string&, const Json*, const Json*)>& changed) {
  for (const Json* side : {&before, &after}) {
    for (const auto& [field, value] : side->items()) {
      const Json* old_value = find(before, field);
      const Json* new_value = find(after, field);
      if (side == &after && old_value != nullptr) continue;
      if (old_value != nullptr && new_value != nullptr && same(*old_value, *new_value)) continue;
      changed(field, old_value, new_value);
    }
  }
}

/// A hint that the specification gives a default.
struct Hint {
  const char* name;
  bool by_default;
  bool safer;      // the value that promises more
  bool of_writer;  // means something only where readOnlyHint is false
};
constexpr std::array<Hint, 4> kHints = {{{"readOnlyHint", false, true, false},
                                         {"destructiveHint", true, false, true},
                                         {"idempotentHint", false, true, true},
                                         {"openWorldHint", true, false, false}}};

void compare_hints(const std::string& subject, const Json* before, const Json* after, Changes& changes) {
  static const Json kNone = Json::object();
  const Json& old_hints = before != nullptr ? *before : kNone;
  const Json& new_hints = after != nullptr ? *after : kNone;
  const auto value = [](const Json& hints, const Hint& hint) { return hints.value(hint.name, hint.by_default); };
  const bool writes = !value(old_hints, kHints[0]) && !value(new_hints, kHints[0]);
  std::set<std::string> reported;
  for (const Hint& hint : kHints) {
    const bool was = value(old_hints, hint);
    const bool is = value(new_hints, hint);
    if (was == is || (hint.of_writer && !writes)) continue;
    changes.add(is == hint.safer ? Weight::Compatible : Weight::Breaking,
                subject + ": " + ticked(hint.name) + " is now " + (is ? "true" : "false"));
    reported.insert(hint.name);
  }
  match_fields(old_hints, new_hints, [&](const std::string& field, const Json* old_value, const Json* new_value) {
    if (reported.contains(field)) return;
    const bool known =
        is_wording(field) || std::ranges::any_of(kHints, [&](const Hint& hint) { return hint.name == field; });
    changes.add(known ? Weight::Wording : Weight::Breaking, subject + ": " + replaced(field, old_value, new_value));
  });
}

void compare_tool(const std::string& subject, const Json& before, const Json& after, Changes& changes) {
  match_fields(before, after, [&](const std::string& field, const Json* old_value, const Json* new_value) {
    if (field == "annotations") {
      compare_hints(subject, old_value, new_value, changes);
    } else if (field == "inputSchema" && old_value != nullptr && new_value != nullptr) {
      compare_schemas(*old_value, *new_value, Direction::Input, subject, changes);
    } else if (field == "outputSchema" && old_value != nullptr && new_value != nullptr) {
      compare_schemas(*old_value, *new_value, Direction::Output, subject, changes);
    } else if (field == "outputSchema") {
      changes.add(old_value == nullptr ? Weight::Compatible : Weight::Breaking,
                  subject + (old_value == nullptr ? " now has" : " no longer has") + " an output schema");
    } else if (field == "taskSupport") {
      // A client that knows tasks also accepts immediate results; one that does not cannot call a tool that requires
      // tasks.
      const bool is_required = new_value != nullptr && *new_value == "required";
      changes.add(is_required ? Weight::Breaking : Weight::Compatible,
                  subject + ' ' + replaced(field, old_value, new_value));
    } else {
      changes.add(is_wording(field) ? Weight::Wording : Weight::Breaking,
                  subject + ' ' + replaced(field, old_value, new_value));
    }
  });
}

/// All values of an argument that is an enum or a bool; null: a function computes them.
void compare_values(const std::string& subject, const Json* before, const Json* after, Changes& changes) {
  if (before == nullptr || after == nullptr || !before->is_array() || !after->is_array()) {
    changes.add(Weight::Compatible,
                subject + " is completed " + (after == nullptr ? "by a function now" : "by itself now"));
    return;
  }
  const auto lacks = [](const Json& list, const Json& value) { return std::ranges::find(list, value) == list.end(); };
  const std::size_t reported = changes.all().size();
  for (const Json& value : *before) {
    if (lacks(*after, value)) changes.add(Weight::Breaking, subject + " no longer has the value " + value.dump());
  }
  for (const Json& value : *after) {
    if (lacks(*before, value)) changes.add(Weight::Compatible, subject + " now has the value " + value.dump());
  }
  if (changes.all().size() == reported) changes.add(Weight::Wording, subject + " has its values in another order");
}

/// Whether a change of a resource's field is compatible: hints and display texts.
bool is_hint_of_resource(std::string_view list, std::string_view field) {
  if (list != "resources" && list != "resourceTemplates") return false;
  return field == "name" || field == "size" || field == "annotations";
}

/// The arguments of a prompt.
void compare_arguments(const std::string& subject, const Json& before, const Json& after, Changes& changes) {
  const auto is_required = [](const Json& argument) { return argument.value("required", false); };
  match(
      subject + ": argument", before, after, changes,
      [&](const Json& added) { return is_required(added) ? Weight::Breaking : Weight::Compatible; },
      [&](const std::string& argument, const Json& old_one, const Json& new_one) {
        match_fields(old_one, new_one, [&](const std::string& field, const Json* old_value, const Json* new_value) {
          if (field != "required") {
            changes.add(is_wording(field) ? Weight::Wording : Weight::Breaking,
                        argument + ' ' + replaced(field, old_value, new_value));
          } else if (is_required(old_one) != is_required(new_one)) {
            const bool is = is_required(new_one);
            changes.add(is ? Weight::Breaking : Weight::Compatible,
                        argument + (is ? " is now required" : " is no longer required"));
          }
        });
      });
}

std::string singular(std::string_view list) {
  if (list == "resourceTemplates") return "resource template";
  return std::string(list.ends_with('s') ? list.substr(0, list.size() - 1) : list);
}

}  // namespace

bool is_wording(std::string_view field) {
  static constexpr std::array<std::string_view, 4> kFields = {"title", "description", "icons", "$comment"};
  return std::ranges::find(kFields, field) != kFields.end();
}

void compare_tools(const Json& before, const Json& after, Changes& changes) {
  match(
      "tool", before, after, changes, [](const Json&) { return Weight::Compatible; },
      [&](const std::string& subject, const Json& old_tool, const Json& new_tool) {
        compare_tool(subject, old_tool, new_tool, changes);
      });
}

void compare_entries(std::string_view list, const Json& before, const Json& after, Changes& changes) {
  static const Json kNone = Json::array();
  match(
      singular(list), before, after, changes, [](const Json&) { return Weight::Compatible; },
      [&](const std::string& subject, const Json& old_entry, const Json& new_entry) {
        match_fields(old_entry, new_entry, [&](const std::string& field, const Json* old_value, const Json* new_value) {
          if (field == "arguments") {
            compare_arguments(subject, old_value != nullptr ? *old_value : kNone,
                              new_value != nullptr ? *new_value : kNone, changes);
          } else if (list == "completions" && field == "values") {
            compare_values(subject, old_value, new_value, changes);
          } else {
            const bool is_harmless = is_wording(field) || is_hint_of_resource(list, field);
            changes.add(is_harmless ? Weight::Wording : Weight::Breaking,
                        subject + ' ' + replaced(field, old_value, new_value));
          }
        });
      });
}

}  // namespace mcpgen::diff
