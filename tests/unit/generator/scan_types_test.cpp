#include "scanned.hpp"

namespace mcpgen::test {
namespace {

using declared::TypeKind;

/// The type of the first parameter of `f`, in the notation of the tests below.
std::string notation(const declared::Type& type) {
  const auto argument = [&](std::size_t i) { return notation(type.arguments.at(i)); };
  switch (type.kind) {
    case TypeKind::Void:
      return "void";
    case TypeKind::Boolean:
      return "bool";
    case TypeKind::Integer:
      return (type.is_signed ? "i" : "u") + std::to_string(type.bits);
    case TypeKind::Floating:
      return "f" + std::to_string(type.bits);
    case TypeKind::String:
      return "string";
    case TypeKind::Json:
      return "json";
    case TypeKind::Enum:
      return "enum " + type.key;
    case TypeKind::Struct:
      return "struct " + type.key;
    case TypeKind::Optional:
      return "optional<" + argument(0) + ">";
    case TypeKind::List:
      return "list<" + argument(0) + ">";
    case TypeKind::Array:
      return "array<" + argument(0) + ", " + std::to_string(type.extent) + ">";
    case TypeKind::Map:
      return "map<" + argument(0) + ">";
    case TypeKind::Unsupported:
      return "unsupported";
  }
  return "?";
}

struct Case {
  std::string written;
  std::string expected;
};

/// One scan for many types: headers cost far more than a function.
void expect_types(const std::string& preamble, const std::vector<Case>& cases) {
  std::string snippet = preamble + '\n';
  for (std::size_t i = 0; i < cases.size(); ++i) {
    snippet += "using T" + std::to_string(i) + " = " + cases[i].written + ";\nMCP_TOOL() void f" + std::to_string(i) +
               "(T" + std::to_string(i) + " a);\n";
  }
  const Scanned scanned(snippet);
  EXPECT_EQ(scanned.diagnostics, "");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(notation(scanned.tool('f' + std::to_string(i)).parameters[0].type), cases[i].expected)
        << cases[i].written;
  }
}

TEST(Types, of_numbers_are_known_by_size_and_sign) {
  expect_types("#include <cstdint>\n#include <cstddef>", {{"bool", "bool"},
                                                          {"signed char", "i8"},
                                                          {"unsigned char", "u8"},
                                                          {"std::int8_t", "i8"},
                                                          {"std::uint8_t", "u8"},
                                                          {"short", "i16"},
                                                          {"int", "i32"},
                                                          {"unsigned", "u32"},
                                                          {"long", "i64"},
                                                          {"std::size_t", "u64"},
                                                          {"std::uint64_t", "u64"},
                                                          {"float", "f32"},
                                                          {"double", "f64"},
                                                          {"char", "unsupported"},
                                                          {"wchar_t", "unsupported"},
                                                          {"char8_t", "unsupported"},
                                                          {"long double", "unsupported"},
                                                          {"__int128", "unsupported"},
                                                          {"std::byte", "unsupported"},
                                                          {"std::nullptr_t", "unsupported"}});
}

TEST(Types, of_the_standard_library_are_known_behind_aliases) {
  expect_types(
      "#include <array>\n#include <map>\n#include <optional>\n#include <string>\n#include <unordered_map>\n"
      "#include <memory>\n#include <variant>\n#include <vector>\n#include <string_view>\n#include <functional>\n"
      "#include <filesystem>\n#include <chrono>\n"
      "using Name = std::string; template <class T> using Many = std::vector<T>;",
      {{"Name", "string"},
       {"std::basic_string<char>", "string"},
       {"const Name&", "string"},
       {"Many<Name>&&", "list<string>"},
       {"std::vector<bool>", "list<bool>"},
       {"std::optional<std::vector<Many<int>>>", "optional<list<list<i32>>>"},
       {"std::array<double, 3>", "array<f64, 3>"},
       {"std::map<Name, int>", "map<i32>"},
       {"std::map<int, int>", "unsupported"},
       {"std::map<Name, int, std::greater<Name>>", "unsupported"},
       {"std::unordered_map<Name, int>", "unsupported"},
       {"std::wstring", "unsupported"},
       {"std::string_view", "unsupported"},
       {"std::unique_ptr<int>", "unsupported"},
       {"std::pair<int, int>", "unsupported"},
       {"std::tuple<int, int>", "unsupported"},
       {"std::variant<int, Name>", "unsupported"},
       {"std::function<void()>", "unsupported"},
       {"std::filesystem::path", "unsupported"},
       {"std::chrono::seconds", "unsupported"},
       {"const char*", "unsupported"},
       {"int*", "unsupported"},
       {"void (*)(int)", "unsupported"},
       {"std::vector<std::string_view>", "list<unsupported>"}});
}

TEST(Types, of_nlohmann_are_only_json_itself) {
  expect_types("#include <nlohmann/json.hpp>", {{"nlohmann::json", "json"}, {"nlohmann::ordered_json", "unsupported"}});
}

TEST(Types, of_users_are_structs_only_when_they_are_aggregates) {
  expect_types(
      "#include <string>\n"
      "struct Plain { int x; std::string s; }; typedef struct { int x; } Unnamed; struct Base {}; class Public { "
      "public: int x; };\n"
      "class Hidden { int x; }; struct Derived : Base { int y; }; union U { int a; }; struct Incomplete;\n"
      "struct Made { Made(int); int x; }; struct Virtual { virtual void f(); int x; };\n"
      "class Outer { public: struct Inner { int x; }; enum E { a }; };\n"
      "struct WithUnion { union { int a; float b; }; };\n"
      "namespace app { inline namespace v1 { namespace { struct Deep { int x; }; } } }\n"
      "template <class T, int N> struct Box { T value; }; namespace shop { struct order { int id; }; }",
      {{"Plain", "struct ::Plain"},
       {"const Plain&", "struct ::Plain"},
       {"Unnamed", "struct ::Unnamed"},
       {"Public", "struct ::Public"},
       {"Outer::Inner", "struct ::Outer::Inner"},
       {"Outer::E", "enum ::Outer::E"},
       {"app::Deep", "struct (anonymous)::app::Deep"},
       {"Box<shop::order, 3>", "struct ::Box<::shop::order, 3>"},
       {"Box<Box<std::string, 1>, 2>", "struct ::Box<::Box<::std::string, 1>, 2>"},
       {"Hidden", "unsupported"},
       {"Derived", "unsupported"},
       {"U", "unsupported"},
       {"Incomplete&", "unsupported"},
       {"Made", "unsupported"},
       {"Virtual", "unsupported"},
       {"WithUnion", "unsupported"}});
}

TEST(Types, that_are_unsupported_say_what_to_write_instead) {
  const Scanned scanned(
      "#include <string_view>\nusing Text = std::string_view; MCP_TOOL() void f(Text a, const char* b, int (&c)[3]);");
  const auto& parameters = scanned.tool().parameters;
  EXPECT_EQ(parameters[0].type.spelling, "Text");
  EXPECT_NE(parameters[0].type.reason.find("use std::string"), std::string::npos) << parameters[0].type.reason;
  EXPECT_NE(parameters[1].type.reason.find("use std::string"), std::string::npos) << parameters[1].type.reason;
  EXPECT_NE(parameters[2].type.reason.find("std::array"), std::string::npos) << parameters[2].type.reason;
}

TEST(Types, that_recur_terminate) {
  const Scanned scanned(
      "#include <vector>\nstruct Node { int id; std::vector<Node> children; };\nMCP_TOOL() Node f(const Node& a);");
  EXPECT_EQ(notation(scanned.record("::Node").members[1].type), "list<struct ::Node>");
  EXPECT_EQ(notation(scanned.tool().result), "struct ::Node");
}

TEST(Types, have_readable_names) {
  const Scanned scanned(
      "#include <string>\n#include <vector>\nnamespace a { struct Order { int x; }; }\ntemplate <class T> struct Page "
      "{ T item; };\n"
      "MCP_TOOL() Page<a::Order> f(Page<std::string> a, Page<std::vector<a::Order>> b, Page<unsigned long> c);");
  EXPECT_EQ(scanned.record("::Page<::a::Order>").name, "Page_Order");
  EXPECT_EQ(scanned.record("::Page<::std::string>").name, "Page_string");
  EXPECT_EQ(scanned.record("::Page<::std::vector<::a::Order>>").name, "Page_vector_Order");
  EXPECT_EQ(scanned.record("::Page<unsigned long>").name, "Page_unsigned_long");
}

TEST(Types, with_one_name_get_different_keys) {
  const Scanned scanned(
      "namespace { namespace a { struct S { int x; }; } MCP_TOOL() void f(a::S s); }\n"
      "namespace b { namespace { struct S { int y; }; MCP_TOOL() void g(S s); } struct T { S s; }; }\n"
      "namespace b { inline namespace v { struct S { int z; }; MCP_TOOL() void h(v::S s); } }");
  EXPECT_NE(scanned.tool("g").parameters[0].type.key, scanned.tool("h").parameters[0].type.key);
  EXPECT_EQ(scanned.result.declarations.structs.size(), 3U);
}

TEST(Members, carry_what_the_model_has_to_refuse) {
  const Scanned scanned(
      "struct S { int bits : 3; int : 2; const int fixed = 1; static int shared; int& ref; };\nMCP_TOOL() void f(S& "
      "a);");
  const declared::Struct& record = scanned.record("::S");
  ASSERT_EQ(record.members.size(), 3U);
  EXPECT_TRUE(record.members[0].is_bit_field);
  EXPECT_TRUE(record.members[1].is_const);
  EXPECT_EQ(record.members[2].type.kind, TypeKind::Unsupported);
  EXPECT_FALSE(record.is_default_constructible);
  EXPECT_EQ(scanned.tool().parameters[0].passing, declared::Passing::MutableReference);
}

TEST(Enums, keep_declared_names_values_and_order) {
  const Scanned scanned(
      "enum class E : unsigned long { z = 18446744073709551615ul, a = 1, b };\nMCP_TOOL() void f(E e);");
  const declared::Enum& e = scanned.enumeration("::E");
  ASSERT_EQ(e.enumerators.size(), 3U);
  EXPECT_EQ(e.enumerators[0].name, "z");
  EXPECT_EQ(e.enumerators[0].value, "18446744073709551615");
  EXPECT_EQ(e.enumerators[2].value, "2");
  EXPECT_EQ(e.cpp_name, "::E");
}

TEST(Types, with_const_elements_are_refused) {
  expect_types("#include <array>\n#include <map>\n#include <optional>\n#include <string>\n",
               {{"std::optional<const int>", "optional<unsupported>"},
                {"std::map<std::string, const int>", "map<unsupported>"},
                {"std::array<const int, 2>", "array<unsupported, 2>"},
                {"std::array<volatile int, 2>", "array<unsupported, 2>"},
                {"const std::array<int, 2>", "array<i32, 2>"}});
  const Scanned scanned(
      "struct S { volatile int v; };\n#include <optional>\nMCP_TOOL() S f(std::optional<const int> a);");
  EXPECT_NE(scanned.record("::S").members[0].type.reason.find("drop the volatile"), std::string::npos);
  EXPECT_NE(scanned.tool().parameters[0].type.arguments[0].reason.find("drop the const"), std::string::npos);
}

TEST(Types, that_share_their_name_with_a_function_are_named_by_keyword) {
  const Scanned scanned(
      "#include <vector>\nstruct status { int x; }; enum class color { red };\nMCP_TOOL() struct status status(enum "
      "color "
      "a = color::red, const std::vector<struct status>& b = {});\nvoid color();");
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(scanned.record("::status").cpp_name, "::std::type_identity_t<struct ::status>");
  EXPECT_EQ(scanned.enumeration("::color").cpp_name, "::std::type_identity_t<enum ::color>");
  EXPECT_EQ(scanned.tool().pointer,
            "static_cast<struct ::status (*)(enum ::color, const ::std::vector<struct ::status>&)>(&::status)");
}

TEST(Enums, that_are_opaque_are_incomplete) {
  const Scanned scanned("enum class Fwd : int;\nMCP_TOOL() void f(Fwd a);");
  EXPECT_EQ(scanned.tool().parameters[0].type.kind, TypeKind::Unsupported);
  EXPECT_NE(scanned.tool().parameters[0].type.reason.find("not complete"), std::string::npos);
}

}  // namespace
}  // namespace mcpgen::test
