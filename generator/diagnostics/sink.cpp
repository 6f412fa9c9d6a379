// Collects each diagnostic once, and asserts that its slug is in the table.
#include <algorithm>
#include <cassert>
#include <utility>

#include "diagnostics/diagnostic.hpp"
#include "diagnostics/slugs.hpp"

namespace mcpgen {
namespace {

// Notes are not compared: the same message at the same place is the same diagnostic.
bool same(const Diagnostic& a, const Diagnostic& b) {
  return a.severity == b.severity && a.slug == b.slug && a.at == b.at && a.message == b.message;
}

}  // namespace

void Sink::add(Diagnostic diagnostic) {
  assert((diagnostic.slug.empty() || find_slug(diagnostic.slug) != nullptr) && "the slug is missing in slugs.cpp");
  if (std::ranges::any_of(diagnostics_, [&](const Diagnostic& seen) { return same(seen, diagnostic); })) return;
  if (diagnostic.severity == Severity::Error) ++errors_;
  diagnostics_.push_back(std::move(diagnostic));
}

void Sink::error(std::string_view slug, const Location& at, std::string message, std::vector<Note> notes) {
  add({Severity::Error, std::string(slug), at, std::move(message), std::move(notes)});
}

void Sink::warning(std::string_view slug, const Location& at, std::string message, std::vector<Note> notes) {
  add({Severity::Warning, std::string(slug), at, std::move(message), std::move(notes)});
}

}  // namespace mcpgen
