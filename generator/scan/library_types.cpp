// Classes of the standard library, of nlohmann's and of this project's own.
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>

#include "model/type_table.hpp"
#include "scan/names.hpp"
#include "scan/type_reader.hpp"

namespace mcpgen {
namespace {

using declared::TypeKind;
using Instance = clang::ClassTemplateSpecializationDecl;

clang::QualType type_argument(const Instance& record, unsigned index) {
  const clang::TemplateArgumentList& arguments = record.getTemplateArgs();
  if (index >= arguments.size() || arguments[index].getKind() != clang::TemplateArgument::Type) return {};
  return arguments[index].getAsType().getCanonicalType();
}

const clang::CXXRecordDecl* record_of(clang::QualType type) {
  return type.isNull() ? nullptr : type->getAsCXXRecordDecl();
}

/// Is `type` an instance of the template `space::name`?
bool is_instance(clang::QualType type, llvm::StringRef space, llvm::StringRef name) {
  const clang::CXXRecordDecl* record = record_of(type);
  return record != nullptr && is_named(*record, space, name);
}

bool is_std_string(clang::QualType type) {
  const auto* record = llvm::dyn_cast_or_null<Instance>(record_of(type));
  return record != nullptr && is_named(*record, "std", "basic_string") && is_char(type_argument(*record, 0)) &&
         is_instance(type_argument(*record, 1), "std", "char_traits") &&
         is_instance(type_argument(*record, 2), "std", "allocator");
}

/// Is `type` the function object `std::name` for `key`, or the one for all types?
bool is_standard_function(clang::QualType type, llvm::StringRef name, clang::QualType key) {
  const auto* record = llvm::dyn_cast_or_null<Instance>(record_of(type));
  if (record == nullptr || !is_named(*record, "std", name)) return false;
  const clang::QualType argument = type_argument(*record, 0);
  return !argument.isNull() && (argument->isVoidType() || argument == key);
}

bool is_standard_order(clang::QualType type, clang::QualType key) {
  return is_standard_function(type, "less", key) || is_standard_function(type, "greater", key);
}

/// basic_json<std::map, std::vector, std::string, …>: nlohmann::json, and not nlohmann::ordered_json.
bool is_nlohmann_json(const Instance& record) {
  const clang::TemplateArgumentList& arguments = record.getTemplateArgs();
  if (!is_named(record, "nlohmann", "basic_json") || arguments.size() < 3) return false;
  const auto is_template = [](const clang::TemplateArgument& argument, llvm::StringRef name) {
    if (argument.getKind() != clang::TemplateArgument::Template) return false;
    const clang::TemplateDecl* declaration = argument.getAsTemplate().getAsTemplateDecl();
    return declaration != nullptr && is_named(*declaration, "std", name);
  };
  return is_template(arguments[0], "map") && is_template(arguments[1], "vector") &&
         is_std_string(type_argument(record, 2));
}

/// What to write instead of a class of the standard library that has no mapping.
std::string std_class_reason(llvm::StringRef name) {
  struct Advice {
    llvm::StringRef name;
    llvm::StringRef instead;
  };
  static constexpr auto kAdvice = std::to_array<Advice>({
      {"any", "std::variant of the types that it may hold"},
      {"basic_string", "std::string"},
      {"basic_string_view", "std::string"},
      {"bitset", "std::vector<bool>"},
      {"complex", "a struct with named members"},
      {"expected", "mcp::Result<T>"},
      {"atomic", "the type that it holds"},
      {"initializer_list", "std::vector"},
      {"priority_queue", "std::vector"},
      {"queue", "std::vector"},
      {"reference_wrapper", "the type that it refers to"},
      {"stack", "std::vector"},
      {"multimap", "std::map<std::string, std::vector<T>>"},
      {"unordered_multimap", "std::map<std::string, std::vector<T>>"},
      {"valarray", "std::vector"},
      {"weak_ptr", "std::shared_ptr"},
      {"time_point", "std::chrono::system_clock's time_point"},
      {"year_month", "std::chrono::year_month_day"},
      {"hh_mm_ss", "a std::chrono::duration"},
  });
  if (name == "function" || name == "move_only_function") {
    return "a function cannot be sent as JSON; take a value that says what to do, an enum for instance";
  }
  std::string reason = "std::" + name.str() + " has no mapping to JSON";
  for (const Advice& advice : kAdvice) {
    if (advice.name == name) return reason + "; use " + advice.instead.str();
  }
  return reason;
}

/// The numerator and the denominator of a std::ratio.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;
};

Ratio ratio_of(clang::QualType type) {
  const auto* record = llvm::dyn_cast_or_null<Instance>(record_of(type));
  if (record == nullptr || !is_named(*record, "std", "ratio")) return {};
  const clang::TemplateArgumentList& arguments = record->getTemplateArgs();
  return {arguments[0].getAsIntegral().getExtValue(), arguments[1].getAsIntegral().getExtValue()};
}

/// A std::chrono::duration.
struct Duration {
  bool is_duration = false;
  bool is_integral = false;  // its count is an integer of at most 64 bits
  bool is_real = false;      // its count is a float or double
  Ratio period;
};

Duration duration_of(clang::QualType type) {
  const auto* record = llvm::dyn_cast_or_null<Instance>(record_of(type));
  if (record == nullptr || !is_named(*record, "std::chrono", "duration")) return {};
  const clang::QualType count = type_argument(*record, 0);
  Duration duration;
  duration.is_duration = true;
  duration.is_integral = count->isIntegerType() && !count->isBooleanType() && !count->isEnumeralType() &&
                         !count->isSpecificBuiltinType(clang::BuiltinType::Int128) &&
                         !count->isSpecificBuiltinType(clang::BuiltinType::UInt128);
  duration.is_real = count->isSpecificBuiltinType(clang::BuiltinType::Float) ||
                     count->isSpecificBuiltinType(clang::BuiltinType::Double);
  duration.period = ratio_of(type_argument(*record, 1));
  return duration;
}

/// What functions behind other annotations than MCP_TOOL return. False: `name` is none of it.
bool read_answer(llvm::StringRef name, declared::Type& type) {
  struct Answer {
    llvm::StringRef name;
    llvm::StringRef macro;
  };
  static constexpr auto kAnswers = std::to_array<Answer>({{"ResourceContents", "MCP_RESOURCE"},
                                                          {"Resource", "MCP_RESOURCE_LIST"},
                                                          {"PromptMessage", "MCP_PROMPT"},
                                                          {"PromptResult", "MCP_PROMPT"},
                                                          {"Completion", "MCP_COMPLETE"}});
  for (const Answer& answer : kAnswers) {
    if (answer.name != name) continue;
    type.kind = TypeKind::Answer;
    type.text = name.str();
    type.reason = "it goes out as the result of a function behind " + answer.macro.str() + ", and nothing else";
    return true;
  }
  return false;
}

constexpr std::string_view kOnlyStandardAllocator = "only the standard allocator is mapped; drop the other one";

}  // namespace

void TypeReader::read_library_class(const clang::CXXRecordDecl& record, clang::SourceLocation at,
                                    declared::Type& type) {
  // An instance that nothing has asked for yet has no definition, and then no template arguments' defaults are missing.
  if (read_string_class(record, type) || read_time(record, type)) return;
  const llvm::StringRef name = record.getName();
  if (const auto* instance = llvm::dyn_cast<Instance>(&record)) {
    if (is_in_namespace(record, "nlohmann")) {
      type.kind = TypeKind::Json;
      if (!is_nlohmann_json(*instance)) refuse(type, "only nlohmann::json itself is mapped; use nlohmann::json");
      need_codec("json");
      return;
    }
    if (read_sequence(*instance, at, type) || read_associative(*instance, at, type) ||
        read_holder(*instance, at, type) || read_product(*instance, at, type)) {
      return;
    }
  }
  refuse(type, std_class_reason(name));
}

bool TypeReader::read_class_of_table(const clang::CXXRecordDecl& record, declared::Type& type) {
  const std::span<const TypeRow> table = type_table();
  const auto row = std::ranges::find(table, qualified_name(record), &TypeRow::cpp_class);
  if (row == table.end()) return false;
  type.kind = row->kind;
  if (!row->codec.empty()) need_codec(row->codec);
  return true;
}

bool TypeReader::read_string_class(const clang::CXXRecordDecl& record, declared::Type& type) {
  if (is_named(record, "std::filesystem", "path")) {
    type.kind = TypeKind::String;
    type.is_path = true;
    need_codec("filesystem");
    return true;
  }
  const auto* instance = llvm::dyn_cast<Instance>(&record);
  if (instance == nullptr || !is_in_namespace(record, "std")) return false;
  if (is_std_string(scan_.ast.getRecordType(&record))) {
    type.kind = TypeKind::String;
    return true;
  }
  if (record.getName() != "basic_string_view" || !is_char(type_argument(*instance, 0))) return false;
  type.kind = TypeKind::String;
  type.is_view = true;
  return true;
}

bool TypeReader::read_sequence(const Instance& record, clang::SourceLocation at, declared::Type& type) {
  const llvm::StringRef name = record.getName();
  const clang::TemplateArgumentList& arguments = record.getTemplateArgs();
  if (name == "array") {
    type.kind = TypeKind::Array;
    type.extent = arguments[1].getAsIntegral().getZExtValue();
    read_element(arguments[0].getAsType(), at, type);
    return true;
  }
  if (name == "span") {
    const llvm::APSInt extent = arguments[1].getAsIntegral();
    type.is_view = true;
    need_codec("containers");
    type.kind = extent.isMaxValue() || extent.isAllOnes() ? TypeKind::List : TypeKind::Array;
    if (type.kind == TypeKind::Array) type.extent = extent.getZExtValue();
    read_element(arguments[0].getAsType().getUnqualifiedType(), at, type);
    return true;
  }
  if (name != "vector" && name != "list" && name != "deque" && name != "forward_list") return false;
  if (!is_instance(type_argument(record, 1), "std", "allocator")) {
    refuse(type, std::string(kOnlyStandardAllocator));
    return true;
  }
  if (const auto* element = type_argument(record, 0)->getAs<clang::EnumType>();
      name == "vector" && element != nullptr && is_named(*element->getDecl(), "std", "byte")) {
    type.kind = TypeKind::Bytes;
    need_codec("bytes");
    return true;
  }
  type.kind = TypeKind::List;
  type.is_vector = name == "vector";
  if (!type.is_vector) need_codec("containers");
  read_element(arguments[0].getAsType(), at, type);
  return true;
}

bool TypeReader::read_associative(const Instance& record, clang::SourceLocation at, declared::Type& type) {
  const llvm::StringRef name = record.getName();
  const bool is_map = name == "map" || name == "unordered_map";
  const bool is_set = name == "set" || name == "unordered_set";
  const bool is_multiset = name == "multiset" || name == "unordered_multiset";
  if (!is_map && !is_set && !is_multiset) return false;
  const bool is_unordered = name.starts_with("unordered_");
  const unsigned after_values = is_map ? 2 : 1;
  const clang::QualType key = type_argument(record, 0);
  if (!is_unordered && !is_standard_order(type_argument(record, after_values), key)) {
    refuse(type, "an order of its own could hold for equal what JSON tells apart; use std::less");
    return true;
  }
  if (is_unordered && !is_standard_function(type_argument(record, after_values + 1), "equal_to", key)) {
    refuse(type, "an equality of its own could hold for equal what JSON tells apart; use std::equal_to");
    return true;
  }
  if (!is_instance(type_argument(record, after_values + (is_unordered ? 2 : 1)), "std", "allocator")) {
    refuse(type, std::string(kOnlyStandardAllocator));
    return true;
  }
  if (is_map) {
    type.kind = TypeKind::Map;
    if (is_unordered || !is_std_string(key)) need_codec("containers");
    read_element(record.getTemplateArgs()[0].getAsType(), at, type);
    if (declared::Type& read_key = type.arguments.front(); read_key.kind == TypeKind::String && !is_std_string(key)) {
      refuse(read_key, "the key of a map must be a std::string, an enum or an integer");
    }
    read_element(record.getTemplateArgs()[1].getAsType(), at, type);
    return true;
  }
  type.kind = is_set ? TypeKind::Set : TypeKind::List;
  need_codec("containers");
  read_element(record.getTemplateArgs()[0].getAsType(), at, type);
  return true;
}

bool TypeReader::read_holder(const Instance& record, clang::SourceLocation at, declared::Type& type) {
  const llvm::StringRef name = record.getName();
  if (name != "optional" && name != "unique_ptr" && name != "shared_ptr") return false;
  const clang::QualType element = record.getTemplateArgs()[0].getAsType();
  type.kind = TypeKind::Optional;
  if (name == "optional") {
    read_element(element, at, type);
    return true;
  }
  if (element->isArrayType()) {
    refuse(type, "a pointer to an array does not know its size; use std::vector");
  } else if (name == "unique_ptr" && !is_instance(type_argument(record, 1), "std", "default_delete")) {
    refuse(type, "a deleter of its own cannot be made from JSON; use std::unique_ptr<T>");
  } else {
    need_codec("pointers");
    read_element(element.getUnqualifiedType(), at, type);
  }
  return true;
}

bool TypeReader::read_product(const Instance& record, clang::SourceLocation at, declared::Type& type) {
  const llvm::StringRef name = record.getName();
  if (name == "pair") {
    type.kind = TypeKind::Tuple;
    need_codec("tuples");
    for (const clang::TemplateArgument& argument : record.getTemplateArgs().asArray()) {
      read_element(argument.getAsType(), at, type);
    }
    return true;
  }
  if (name != "tuple" && name != "variant") return false;
  type.kind = name == "tuple" ? TypeKind::Tuple : TypeKind::Variant;
  need_codec(name == "tuple" ? "tuples" : "variants");
  for (const clang::TemplateArgument& argument : record.getTemplateArgs()[0].pack_elements()) {
    read_element(argument.getAsType(), at, type);
  }
  return true;
}

bool TypeReader::read_time(const clang::CXXRecordDecl& record, declared::Type& type) {
  if (!is_in_namespace(record, "std::chrono")) return false;
  need_codec("chrono");
  const clang::QualType self = scan_.ast.getRecordType(&record);
  if (const Duration duration = duration_of(self); duration.is_duration) {
    if (!duration.is_integral && !duration.is_real) {
      refuse(type, "the count of a duration must be an integer of at most 64 bits, a float or a double");
    } else {
      const bool is_whole = duration.is_integral && duration.period.denominator == 1;
      type.kind = is_whole ? TypeKind::Duration : TypeKind::Seconds;
    }
    return true;
  }
  const auto* instance = llvm::dyn_cast<Instance>(&record);
  if (instance == nullptr || record.getName() != "time_point") return false;
  if (!is_instance(type_argument(*instance, 0), "std::chrono", "system_clock")) {
    refuse(type, "only the system's clock tells a date; use std::chrono::system_clock's time_point");
    return true;
  }
  const Duration duration = duration_of(type_argument(*instance, 1));
  if (!duration.is_integral) {
    refuse(type, "the count of a time point must be an integer of at most 64 bits");
    return true;
  }
  constexpr std::int64_t kSecondsOfDay = 86400;
  const bool is_date = duration.period.denominator == 1 && duration.period.numerator == kSecondsOfDay;
  if (duration.period.numerator > kSecondsOfDay) {
    refuse(type, "a time point in units longer than a day cannot hold every date; use std::chrono::sys_days");
    return true;
  }
  type.kind = is_date ? TypeKind::Date : TypeKind::DateTime;
  return true;
}

bool TypeReader::read_own_class(const clang::CXXRecordDecl& record, clang::SourceLocation at, declared::Type& type) {
  static constexpr auto kContent =
      std::to_array<llvm::StringRef>({"Text", "Image", "Audio", "ResourceLink", "EmbeddedResource"});
  const llvm::StringRef name = record.getName();
  const auto* instance = llvm::dyn_cast<Instance>(&record);
  if (instance != nullptr && name == "Literal") {
    type.kind = TypeKind::Literal;
    type.text = fixed_string_text(instance->getTemplateArgs()[0]).value_or("");
    need_codec("variants");
    return true;
  }
  if (instance != nullptr && name == "Result") {
    type.kind = TypeKind::Result;
    declared::Type& value = type.arguments.emplace_back(read(instance->getTemplateArgs()[0].getAsType(), at));
    if (value.kind == TypeKind::Result) refuse(value, "a result of a result says the same thing twice");
    if (value.kind == TypeKind::Task) refuse(value, "it is the other way round: mcp::Task<mcp::Result<T>>");
    return true;
  }
  if (instance != nullptr && name == "Task") {
    const clang::QualType result = instance->getTemplateArgs()[0].getAsType();
    type.kind = TypeKind::Task;
    type.reason = "a task is the whole result of a tool, and nothing else";
    declared::Type& value = type.arguments.emplace_back(read(result, at));
    if (value.kind == TypeKind::Task) refuse(value, "the server awaits one task; await the inner one in the outer one");
    if (result->isReferenceType()) refuse(value, "a task owns its result; make it a value");
    return true;
  }
  if (instance != nullptr) return false;
  for (const llvm::StringRef content : kContent) {
    if (name != content) continue;
    type.kind = TypeKind::Content;
    type.text = name.str();
    return true;
  }
  return read_answer(name, type);
}

}  // namespace mcpgen
