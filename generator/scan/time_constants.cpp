#include "scan/time_constants.hpp"

#include <clang/AST/DeclTemplate.h>

#include <array>
#include <chrono>
#include <cstdlib>

#include <mcp/spec/rfc3339.hpp>

#include "scan/names.hpp"
#include "text/cpp_literals.hpp"

namespace mcpgen {
namespace {

using declared::TypeKind;

const clang::TemplateArgumentList* template_arguments(clang::QualType type) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getCanonicalType()->getAsCXXRecordDecl());
  return record == nullptr ? nullptr : &record->getTemplateArgs();
}

struct Period {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
};

/// Of a duration, or of the duration of a time point.
Period period_of(clang::QualType type) {
  const clang::TemplateArgumentList* arguments = template_arguments(type);
  if (arguments == nullptr) return {};
  const auto* record = type.getCanonicalType()->getAsCXXRecordDecl();
  if (is_named(*record, "std::chrono", "time_point")) return period_of((*arguments)[1].getAsType());
  const clang::TemplateArgumentList* ratio = template_arguments((*arguments)[1].getAsType());
  if (ratio == nullptr) return {};
  return {(*ratio)[0].getAsIntegral().getExtValue(), (*ratio)[1].getAsIntegral().getExtValue()};
}

bool is_expressible(const std::chrono::year_month_day& date) {
  return date.ok() && static_cast<int>(date.year()) >= 0 && static_cast<int>(date.year()) <= 9999;
}

std::optional<Constant> date_of(const std::vector<const clang::APValue*>& leaves, const std::string& name) {
  if (leaves.size() == 1 && leaves[0]->isInt()) {
    const std::int64_t days = leaves[0]->getInt().getExtValue();
    constexpr std::int64_t kFarthest = 4'000'000;  // days; beyond the year 9999
    if (std::abs(days) > kFarthest) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
    if (!is_expressible(date)) return std::nullopt;
    return Constant{mcp::spec::date_text(date),
                    "::mcp::detail::time_of<" + name + ">(" + signed_literal(days, 32) + ')'};
  }
  if (leaves.size() != 3) return std::nullopt;
  std::array<std::int64_t, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!leaves[i]->isInt()) return std::nullopt;
    parts[i] = leaves[i]->getInt().getExtValue();
  }
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(parts[0])),
                                         std::chrono::month(static_cast<unsigned>(parts[1])),
                                         std::chrono::day(static_cast<unsigned>(parts[2]))};
  if (!is_expressible(date)) return std::nullopt;
  return Constant{mcp::spec::date_text(date), name + "(::std::chrono::year(" + std::to_string(parts[0]) +
                                                  "), ::std::chrono::month(" + std::to_string(parts[1]) +
                                                  "), ::std::chrono::day(" + std::to_string(parts[2]) + "))"};
}

}  // namespace

void collect_leaves(const clang::APValue& value, std::vector<const clang::APValue*>& leaves) {
  if (!value.isStruct()) return leaves.push_back(&value);
  for (unsigned i = 0; i < value.getStructNumBases(); ++i) collect_leaves(value.getStructBase(i), leaves);
  for (unsigned i = 0; i < value.getStructNumFields(); ++i) collect_leaves(value.getStructField(i), leaves);
}

std::optional<Constant> constant_of_time(const std::vector<const clang::APValue*>& leaves, clang::QualType target,
                                         TypeKind kind, const std::string& name) {
  if (kind == TypeKind::Date) return date_of(leaves, name);
  if (leaves.size() != 1) return std::nullopt;
  const Period period = period_of(target);
  if (leaves[0]->isFloat()) {
    const double count = leaves[0]->getFloat().convertToDouble();
    if (kind != TypeKind::Seconds || !leaves[0]->getFloat().isFinite()) return std::nullopt;
    const double seconds = count * static_cast<double>(period.numerator) / static_cast<double>(period.denominator);
    return Constant{seconds, name + '(' + shortest(count) + ')'};
  }
  if (!leaves[0]->isInt()) return std::nullopt;
  const std::int64_t count = leaves[0]->getInt().getExtValue();
  const std::string literal = signed_literal(count, 64);
  // In units of a denominator-th of a second; what nears the end of 64 bits is no documentation.
  std::int64_t scaled = 0;
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  if (__builtin_mul_overflow(count, period.numerator, &scaled) || scaled > kMost || scaled < -kMost) {
    return std::nullopt;
  }
  if (kind == TypeKind::Duration) {
    if (count < 0) return std::nullopt;
    return Constant{mcp::spec::duration_text(static_cast<mcp::spec::UnsignedWide>(scaled)), name + '(' + literal + ')'};
  }
  if (kind == TypeKind::Seconds) {
    const double seconds = static_cast<double>(scaled) / static_cast<double>(period.denominator);
    return Constant{seconds, name + '(' + literal + ')'};
  }
  // A time point: whole seconds only, so that the text is the value.
  if (scaled % period.denominator != 0) return std::nullopt;
  const std::int64_t seconds = scaled / period.denominator;
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  if (!is_expressible(std::chrono::floor<std::chrono::days>(time))) return std::nullopt;
  return Constant{mcp::spec::second_text(time) + 'Z', "::mcp::detail::time_of<" + name + ">(" + literal + ')'};
}

}  // namespace mcpgen
