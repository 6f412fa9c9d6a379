#include "diagnostics/warning_options.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "diagnostics/slugs.hpp"

namespace mcpgen {

namespace {

enum class Verb { Show, Silence, Promote, Demote };

/// Longest first, since all begin with "-W".
constexpr std::array<std::pair<std::string_view, Verb>, 4> kVerbs = {
    {{"-Wno-error=", Verb::Demote}, {"-Werror=", Verb::Promote}, {"-Wno-", Verb::Silence}, {"-W", Verb::Show}}};

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

}  // namespace

WarningOptions::WarningOptions() {
  for (std::size_t i = 0; i < slug_count(); ++i) {
    if (slug_at(i).severity == Severity::Warning) treatments_.emplace(slug_at(i).name, Treatment{});
  }
}

std::string WarningOptions::add(std::string_view flag) {
  const auto* const verb = std::ranges::find_if(kVerbs, [&](const auto& each) { return flag.starts_with(each.first); });
  const std::string_view group = verb == kVerbs.end() ? std::string_view() : flag.substr(verb->first.size());
  if (group != "mcp" && !group.starts_with("mcp-")) {
    return '`' + std::string(flag) +
           "` must be one of -Wmcp, -Wno-mcp, -Werror=mcp, -Wno-error=mcp, or the same with " +
           "`-` and a warning behind `mcp`";
  }
  const auto change = [&](Treatment& treatment) {
    switch (verb->second) {
      case Verb::Show:
        treatment.shown = true;
        break;
      case Verb::Silence:
        treatment.shown = false;
        break;
      case Verb::Promote:
        treatment.is_error = true;
        // -Werror=mcp-<slug> also shows a silenced warning; -Werror=mcp leaves silenced warnings silent.
        if (group != "mcp") treatment.shown = true;
        break;
      case Verb::Demote:
        treatment.is_error = false;
        break;
    }
  };
  if (group == "mcp") {
    for (auto& [slug, treatment] : treatments_) change(treatment);
    return {};
  }
  const std::string_view slug = group.substr(std::string_view("mcp-").size());
  if (const auto known = treatments_.find(slug); known != treatments_.end()) {
    change(known->second);
    return {};
  }
  const std::string named = '`' + std::string(flag) + "`: ";
  if (find_slug(slug) != nullptr)
    return named + '`' + std::string(slug) + "` is an error, and errors cannot be switched";
  const auto nearest =
      std::ranges::min_element(treatments_, {}, [&](const auto& each) { return edit_distance(slug, each.first); });
  constexpr std::size_t kNear = 4;
  std::string problem = named + "there is no warning `" + std::string(slug) + '`';
  if (nearest != treatments_.end() && edit_distance(slug, nearest->first) <= kNear) {
    problem += "; did you mean `" + nearest->first + "`?";
  }
  return problem + " (`mcpgen --list-diagnostics` names them all)";
}

Sink WarningOptions::apply(const Sink& sink) const {
  Sink shown;
  for (Diagnostic diagnostic : sink.all()) {
    const auto treatment = treatments_.find(diagnostic.slug);
    if (diagnostic.severity == Severity::Warning && treatment != treatments_.end()) {
      if (!treatment->second.shown) continue;
      if (treatment->second.is_error) diagnostic.severity = Severity::Error;
    }
    shown.add(std::move(diagnostic));
  }
  return shown;
}

}  // namespace mcpgen
