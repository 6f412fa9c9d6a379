#include "scanned.hpp"

namespace mcpgen::test {
namespace scan_types_test {

using declared::TypeKind;

std::string notation(const declared::Type& type);

std::string notation_of_arguments(const declared::Type& type) {
  std::string all;
  for (const declared::Type& argument : type.arguments) all += (all.empty() ? "" : ", ") + notation(argument);
  return '<' + all + '>';
}

/// A type in the notation of the tests below.
std::string notation(const declared::Type& type) {
  switch (type.kind) {
    case TypeKind::Void:
      return "void";
    case TypeKind::Null:
      return "null";
    case TypeKind::Boolean:
      return "bool";
    case TypeKind::Integer:
      return (type.is_signed ? "i" : "u") + std::to_string(type.bits);
    case TypeKind::Floating:
      return "f" + std::to_string(type.bits);
    case TypeKind::Character:
      return "char";
    case TypeKind::String:
      return type.is_view ? "view" : "string";
    case TypeKind::Bytes:
      return "bytes";
    case TypeKind::Json:
      return "json";
    case TypeKind::Literal:
      return '"' + type.text + '"';
    case TypeKind::Duration:
      return "duration";
    case TypeKind::Seconds:
      return "seconds";
    case TypeKind::DateTime:
      return "date-time";
    case TypeKind::Date:
      return "date";
    case TypeKind::Enum:
      return "enum " + type.key;
    case TypeKind::Struct:
      return "struct " + type.key;
    case TypeKind::Custom:
      return "custom " + type.text;
    case TypeKind::Optional:
      return "optional" + notation_of_arguments(type);
    case TypeKind::List:
      return (type.is_view ? "span" : "list") + notation_of_arguments(type);
    case TypeKind::Set:
      return "set" + notation_of_arguments(type);
    case TypeKind::Array:
      return "array" + std::to_string(type.extent) + notation_of_arguments(type);
    case TypeKind::Map:
      return "map" + notation_of_arguments(type);
    case TypeKind::Tuple:
      return "tuple" + notation_of_arguments(type);
    case TypeKind::Variant:
      return "variant" + notation_of_arguments(type);
    case TypeKind::Content:
      return "content";
    case TypeKind::ToolResult:
      return "tool result";
    case TypeKind::Result:
      return "result" + notation_of_arguments(type);
    case TypeKind::Task:
      return "task" + notation_of_arguments(type);
    case TypeKind::Answer:
      return "answer " + type.text;
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
                                                          {"char", "char"},
                                                          {"wchar_t", "unsupported"},
                                                          {"char8_t", "unsupported"},
                                                          {"long double", "unsupported"},
                                                          {"__int128", "unsupported"},
                                                          {"std::byte", "unsupported"},
                                                          {"std::nullptr_t", "unsupported"}});
}

TEST(Types, of_texts_and_sequences_are_known_behind_aliases) {
  expect_types(
      "#include <array>\n#include <deque>\n#include <filesystem>\n#include <forward_list>\n#include <list>\n"
      "#include <optional>\n#include <span>\n#include <string>\n#include <string_view>\n#include <vector>\n"
      "using Name = std::string; template <class T> using Many = std::vector<T>; struct Traits : "
      "std::char_traits<char> {}; template <class T> struct Own : std::allocator<T> {};\n"
      "namespace fs = std::filesystem; typedef Many<Name> Names;",
      {{"Name", "string"},
       {"std::basic_string<char>", "string"},
       {"const Name&", "string"},
       {"fs::path", "string"},
       {"std::string_view", "view"},
       {"const char*", "view"},
       {"const char* const", "view"},
       {"std::wstring", "unsupported"},
       {"std::u8string", "unsupported"},
       {"std::wstring_view", "unsupported"},
       {"std::basic_string<char, Traits>", "unsupported"},
       {"std::basic_string<char, std::char_traits<char>, Own<char>>", "unsupported"},
       {"char*", "unsupported"},
       {"const unsigned char*", "unsupported"},
       {"Many<Name>&&", "list<string>"},
       {"const Names&", "list<string>"},
       {"std::vector<bool>", "list<bool>"},
       {"std::list<int>", "list<i32>"},
       {"std::deque<Names>", "list<list<string>>"},
       {"std::forward_list<double>", "list<f64>"},
       {"std::span<const int>", "span<i32>"},
       {"std::array<double, 3>", "array3<f64>"},
       {"std::array<std::array<int, 2>, 0>", "array0<array2<i32>>"},
       {"std::vector<std::byte>", "bytes"},
       {"std::vector<unsigned char>", "list<u8>"},
       {"std::vector<fs::path>", "list<string>"},
       {"std::optional<std::vector<Many<int>>>", "optional<list<list<i32>>>"},
       {"std::vector<int, Own<int>>", "unsupported"},
       {"std::list<int, Own<int>>", "unsupported"},
       {"std::vector<std::string_view>", "list<unsupported>"},
       {"std::optional<const char*>", "optional<unsupported>"},
       {"std::vector<std::span<const int>>", "list<unsupported>"}});
}

TEST(Types, of_sets_and_maps_need_the_order_that_json_has) {
  expect_types(
      "#include <functional>\n#include <map>\n#include <set>\n#include <string>\n#include <unordered_map>\n"
      "#include <unordered_set>\n"
      "enum class E { a }; struct Fold { using is_transparent = void; bool operator()(const std::string&, const "
      "std::string&) const; };\n"
      "struct Hash { std::size_t operator()(const std::string&) const; }; template <class T> struct Own : "
      "std::allocator<T> {};\nusing S = std::string;",
      {{"std::set<int>", "set<i32>"},
       {"std::unordered_set<S>", "set<string>"},
       {"std::multiset<int>", "list<i32>"},
       {"std::unordered_multiset<int>", "list<i32>"},
       {"std::set<S, std::less<>>", "set<string>"},
       {"std::set<S, std::greater<S>>", "set<string>"},
       {"std::set<S, std::greater<void>>", "set<string>"},
       {"std::set<S, Fold>", "unsupported"},
       {"std::set<S, std::less<const char*>>", "unsupported"},
       {"std::multiset<S, Fold>", "unsupported"},
       {"std::unordered_set<S, Hash>", "set<string>"},
       {"std::unordered_set<S, Hash, std::equal_to<>>", "set<string>"},
       {"std::unordered_set<S, Hash, Fold>", "unsupported"},
       {"std::set<int, std::less<int>, Own<int>>", "unsupported"},
       {"std::map<S, int>", "map<string, i32>"},
       {"std::map<S, int, std::less<>>", "map<string, i32>"},
       {"std::map<S, int, std::greater<S>>", "map<string, i32>"},
       {"std::map<S, int, Fold>", "unsupported"},
       {"std::map<E, S>", "map<enum ::E, string>"},
       {"std::map<short, S>", "map<i16, string>"},
       {"std::unordered_map<S, int>", "map<string, i32>"},
       {"std::unordered_map<unsigned long, int, std::hash<unsigned long>>", "map<u64, i32>"},
       {"std::unordered_map<S, int, Hash, Fold>", "unsupported"},
       {"std::map<S, int, std::less<S>, Own<std::pair<const S, int>>>", "unsupported"},
       {"std::multimap<S, int>", "unsupported"},
       {"std::unordered_multimap<S, int>", "unsupported"},
       {"std::map<const char*, int>", "map<unsupported, i32>"}});
}

TEST(Types, of_products_choices_and_pointers_are_known) {
  expect_types(
      "#include <any>\n#include <bitset>\n#include <complex>\n#include <functional>\n#include <memory>\n"
      "#include <string>\n#include <tuple>\n#include <utility>\n#include <variant>\n#include <mcp/literal.hpp>\n"
      "struct Delete { void operator()(int*) const; }; struct Circle { mcp::Literal<\"circle\"> kind; double r; };",
      {{"std::pair<int, bool>", "tuple<i32, bool>"},
       {"std::tuple<>", "tuple<>"},
       {"std::tuple<int, std::pair<bool, std::string>>", "tuple<i32, tuple<bool, string>>"},
       {"std::tuple<int&>", "tuple<unsupported>"},
       {"std::variant<int, std::string>", "variant<i32, string>"},
       {"std::variant<std::monostate, Circle>", "variant<null, struct ::Circle>"},
       {"std::monostate", "null"},
       {"mcp::Literal<\"\\\"q\\\" \xc3\xa9\">", "\"\"q\" \xc3\xa9\""},
       {"mcp::Literal<\"\">", "\"\""},
       {"std::unique_ptr<int>", "optional<i32>"},
       {"std::shared_ptr<const Circle>", "optional<struct ::Circle>"},
       {"std::unique_ptr<int, std::default_delete<int>>", "optional<i32>"},
       {"std::unique_ptr<int, Delete>", "unsupported"},
       {"std::unique_ptr<int[]>", "unsupported"},
       {"std::shared_ptr<int[3]>", "unsupported"},
       {"std::weak_ptr<int>", "unsupported"},
       {"std::function<void()>", "unsupported"},
       {"std::any", "unsupported"},
       {"std::bitset<8>", "unsupported"},
       {"std::complex<double>", "unsupported"},
       {"std::reference_wrapper<int>", "unsupported"},
       {"int*", "unsupported"},
       {"void*", "unsupported"},
       {"void (*)(int)", "unsupported"},
       {"int Circle::*", "unsupported"}});
}

TEST(Types, of_time_are_texts_where_they_are_whole_and_numbers_where_not) {
  expect_types("#include <chrono>\nusing namespace std::chrono; using Ticks = duration<int, std::ratio<1, 30>>;",
               {{"seconds", "duration"},
                {"minutes", "duration"},
                {"days", "duration"},
                {"years", "duration"},
                {"duration<unsigned char, std::ratio<10>>", "duration"},
                {"milliseconds", "seconds"},
                {"nanoseconds", "seconds"},
                {"Ticks", "seconds"},
                {"duration<double>", "seconds"},
                {"duration<float, std::ratio<60>>", "seconds"},
                {"duration<long double>", "unsupported"},
                {"duration<__int128>", "unsupported"},
                {"system_clock::time_point", "date-time"},
                {"sys_seconds", "date-time"},
                {"sys_time<milliseconds>", "date-time"},
                {"sys_time<hours>", "date-time"},
                {"sys_days", "date"},
                {"year_month_day", "date"},
                {"sys_time<duration<double>>", "unsupported"},
                {"sys_time<weeks>", "unsupported"},
                {"steady_clock::time_point", "unsupported"},
                {"local_days", "unsupported"},
                {"year_month", "unsupported"},
                {"weekday", "unsupported"},
                {"hh_mm_ss<seconds>", "unsupported"}});
}

TEST(Types, of_results_are_content_where_mcp_says_so) {
  const Scanned scanned(
      "#include <string>\n#include <vector>\n"
      "namespace mcp { struct Text { std::string text; }; struct Image {}; struct ToolResult {}; template <class T> "
      "struct Result {}; }\nstruct Text { int x; };\n"
      "MCP_TOOL() mcp::Text a(); MCP_TOOL() std::vector<mcp::Image> b(); MCP_TOOL() mcp::ToolResult c();\n"
      "MCP_TOOL() mcp::Result<int> d(); MCP_TOOL() Text e(); MCP_TOOL() mcp::Result<mcp::Result<int>> f();");
  EXPECT_EQ(notation(scanned.tool("a").result), "content");
  EXPECT_EQ(notation(scanned.tool("b").result), "list<content>");
  EXPECT_EQ(notation(scanned.tool("c").result), "tool result");
  EXPECT_EQ(notation(scanned.tool("d").result), "result<i32>");
  EXPECT_EQ(notation(scanned.tool("e").result), "struct ::Text");
  EXPECT_EQ(notation(scanned.tool("f").result), "result<unsupported>");
}

TEST(Types, of_nlohmann_are_only_json_itself) {
  expect_types("#include <nlohmann/json.hpp>", {{"nlohmann::json", "json"}, {"nlohmann::ordered_json", "unsupported"}});
}

TEST(Types, of_users_are_structs_where_all_their_data_is_public) {
  expect_types(
      "#include <string>\n"
      "struct Plain { int x; std::string s; }; typedef struct { int x; } Unnamed; struct Base { int b; }; class Public "
      "{ public: int x; };\n"
      "class Hidden { int x; }; struct Derived : Base { int y; }; union U { int a; }; struct Incomplete;\n"
      "struct Made { Made() = default; Made(int); int x; }; struct Virtual { virtual void f(); int x; };\n"
      "class Outer { public: struct Inner { int x; }; enum E { a }; };\n"
      "struct WithUnion { union { int a; float b; }; }; struct Lost : std::string { int x; };\n"
      "struct Secret : private Base { int x; }; struct Shared : virtual Base {}; struct OfHidden : Hidden {};\n"
      "namespace app { inline namespace v1 { namespace { struct Deep { int x; }; } } }\n"
      "template <class T, int N> struct Box { T value; }; namespace shop { struct order { int id; }; }\n"
      "template <class T> struct Page : Box<T, 2> { T last; }; template <> struct Box<bool, 7> { int special; };",
      {{"Plain", "struct ::Plain"},
       {"const Plain&", "struct ::Plain"},
       {"Unnamed", "struct ::Unnamed"},
       {"Public", "struct ::Public"},
       {"Outer::Inner", "struct ::Outer::Inner"},
       {"Outer::E", "enum ::Outer::E"},
       {"app::Deep", "struct (anonymous)::app::Deep"},
       {"Box<shop::order, 3>", "struct ::Box<::shop::order, 3>"},
       {"Box<Box<std::string, 1>, 2>", "struct ::Box<::Box<::std::string, 1>, 2>"},
       {"Box<bool, 7>", "struct ::Box<bool, 7>"},
       {"Page<int>", "struct ::Page<int>"},
       {"Derived", "struct ::Derived"},
       {"Made", "struct ::Made"},
       {"Hidden", "unsupported"},
       {"U", "unsupported"},
       {"Incomplete&", "unsupported"},
       {"Virtual", "unsupported"},
       {"WithUnion", "unsupported"},
       {"Lost", "unsupported"},
       {"Secret", "unsupported"},
       {"Shared", "unsupported"},
       {"OfHidden", "unsupported"}});
}

TEST(Types, that_are_c_arrays_have_a_size_and_no_text) {
  const Scanned scanned(
      "struct S { int numbers[3]; double grid[2][2]; char name[8]; const char* const view[1]; int tail[]; };\n"
      "MCP_TOOL() void f(const S& a, int (&b)[3], const int (&c)[2]);");
  const auto& members = scanned.record("::S").members;
  ASSERT_EQ(members.size(), 5U);
  EXPECT_EQ(notation(members[0].type), "array3<i32>");
  EXPECT_EQ(notation(members[1].type), "array2<array2<f64>>");
  EXPECT_EQ(notation(members[2].type), "unsupported");
  EXPECT_NE(members[2].type.reason.find("use std::string"), std::string::npos) << members[2].type.reason;
  EXPECT_EQ(notation(members[3].type), "array1<unsupported>");
  EXPECT_EQ(notation(members[4].type), "unsupported");
  EXPECT_EQ(notation(scanned.tool().parameters[1].type), "array3<i32>");
  EXPECT_EQ(scanned.tool().parameters[1].passing, declared::Passing::MutableReference);
}

TEST(Types, that_are_unsupported_say_what_to_write_instead) {
  const Scanned scanned(
      "#include <any>\n#include <bitset>\n#include <chrono>\n#include <map>\n#include <memory>\n#include <set>\n"
      "#include <string>\nusing Handle = int*; struct Fold { bool operator()(int, int) const; };\n"
      "MCP_TOOL() void f(Handle a, char* b, std::any c, std::bitset<3> d, std::multimap<std::string, int> e, "
      "std::set<int, Fold> g, std::unique_ptr<int[]> h, std::chrono::steady_clock::time_point i, std::wstring j, "
      "std::weak_ptr<int> k, void* l);");
  const auto& parameters = scanned.tool().parameters;
  const std::vector<std::string> advice = {"use the type itself, or std::optional<T>",
                                           "use std::string",
                                           "use std::variant",
                                           "use std::vector<bool>",
                                           "use std::map<std::string, std::vector<T>>",
                                           "use std::less",
                                           "use std::vector",
                                           "use std::chrono::system_clock's time_point",
                                           "use std::string",
                                           "use std::shared_ptr",
                                           "void* says nothing"};
  ASSERT_EQ(parameters.size(), advice.size());
  EXPECT_EQ(parameters[0].type.spelling, "Handle");
  for (std::size_t i = 0; i < advice.size(); ++i) {
    EXPECT_NE(parameters[i].type.reason.find(advice[i]), std::string::npos) << parameters[i].type.reason;
  }
}

TEST(Types, of_users_with_a_codec_are_what_it_says) {
  const Scanned scanned(R"__(#include <string_view>
    #include <utility>
    #include <vector>
    namespace mcp { template <class T> struct codec; }
    class Money { long cents; };
    enum class Colour { red };
    enum class Plain { a };
    template <class T> class Range { T low, high; };
    template <class T> struct Pair { T a; };
    struct Public { int x; };
    template <> struct mcp::codec<Money> { static constexpr const char* schema = "{\"type\":\"string\"}"; };
    template <> struct mcp::codec<Colour> { static constexpr std::string_view schema = R"({"format":"color"})"; };
    template <class T> struct mcp::codec<Range<T>> { static constexpr char schema[] = "{\"minItems\":2}"; };
    template <class T> struct mcp::codec<Pair<T*>> { static constexpr const char* schema = "{}"; };
    template <> struct mcp::codec<Public>;
    MCP_TOOL() void f(Money a, const Colour& b, std::vector<Range<int>> c, Pair<int> d, Pair<int*> e, Plain g,
                      Public h);)__");
  EXPECT_EQ(scanned.diagnostics, "");
  const auto& parameters = scanned.tool().parameters;
  Strings found;
  for (const auto& parameter : parameters) found.push_back(notation(parameter.type));
  EXPECT_EQ(found,
            (Strings{"custom {\"type\":\"string\"}", "custom {\"format\":\"color\"}", "list<custom {\"minItems\":2}>",
                     "struct ::Pair<int>", "custom {}", "enum ::Plain", "struct ::Public"}));
}

TEST(Types, with_a_codec_without_a_schema_are_an_error_at_the_codec) {
  const Scanned scanned(
      "namespace mcp { template <class T> struct codec; }\nclass Money { long cents; };\n"
      "template <> struct mcp::codec<Money> { int schema; };\nMCP_TOOL() void f(Money a, Money b);");
  EXPECT_EQ(scanned.found(), Strings{"bad-codec 3:25"});
}

TEST(Types, with_a_codec_that_cannot_be_called_are_told_what_is_wanted) {
  const auto scanned = [](const std::string& functions) {
    return Scanned(
        "#include <mcp/codec/codec.hpp>\nclass Money { long cents; };\ntemplate <> struct mcp::codec<Money> {\n"
        "static constexpr const char* schema = \"{}\";\n" +
        functions + "};\nMCP_TOOL() Money f(Money a);");
  };
  for (const char* functions :
       {"static bool decode(mcp::Value, Money&);", "bool decode(mcp::Value, Money&, mcp::Decoder&);",
        "static void encode(const Money&);", "private: static void encode(const Money&, mcp::Writer&);"}) {
    const Scanned refused = scanned(functions);
    EXPECT_EQ(refused.found(), Strings{"bad-codec 3:25"}) << functions;
    EXPECT_NE(refused.diagnostics.find("static bool decode(mcp::Value from, Money& to, mcp::Decoder& problems);"),
              std::string::npos)
        << refused.diagnostics;
  }
  EXPECT_EQ(scanned("static bool decode(mcp::Value, Money&, mcp::Decoder&, int = 0);\n"
                    "template <class W> static void encode(const Money&, W&);")
                .diagnostics,
            "");
}

TEST(Types, that_recur_terminate) {
  const Scanned scanned(
      "#include <map>\n#include <memory>\n#include <optional>\n#include <string>\n#include <variant>\n"
      "#include <vector>\nstruct Node { int id; std::vector<Node> children; };\n"
      "struct Link { std::unique_ptr<Link> next; std::shared_ptr<const Link> other; };\n"
      "struct Table { std::map<std::string, Table> rows; }; struct Group;\n"
      "using Entry = std::variant<int, std::vector<Group>>; struct Group { std::vector<Entry> entries; };\n"
      "struct Odd { std::vector<std::optional<Odd>> maybe; };\n"
      "MCP_TOOL() Node f(const Node& a, Link b, Table c, Group d, Odd e);");
  EXPECT_EQ(scanned.diagnostics, "");
  EXPECT_EQ(notation(scanned.record("::Node").members[1].type), "list<struct ::Node>");
  EXPECT_EQ(notation(scanned.record("::Link").members[0].type), "optional<struct ::Link>");
  EXPECT_EQ(notation(scanned.record("::Link").members[1].type), "optional<struct ::Link>");
  EXPECT_EQ(notation(scanned.record("::Table").members[0].type), "map<string, struct ::Table>");
  EXPECT_EQ(notation(scanned.record("::Group").members[0].type), "list<variant<i32, list<struct ::Group>>>");
  EXPECT_EQ(notation(scanned.record("::Odd").members[0].type), "list<optional<struct ::Odd>>");
  EXPECT_EQ(notation(scanned.tool().result), "struct ::Node");
}

TEST(Types, with_base_classes_list_the_members_of_the_bases_first) {
  const Scanned scanned(
      "struct A { int a = 1; int shared; }; struct B { int b; }; struct C : A { int c; };\n"
      "struct D : C, B { int d; int shared; static int none; }; template <class T> struct Base { T value = T(4); };\n"
      "struct E : Base<short> { E() {} int e = 5; }; struct Twice : A, B { int x; }; struct Clash1 { int n; };\n"
      "struct Clash2 { int n; }; struct Both : Clash1, Clash2 {};\n"
      "MCP_TOOL() void f(D a, E b, Both c, Twice d);");
  const auto names = [&](const std::string& key) {
    std::string all;
    for (const declared::Member& member : scanned.record(key).members) {
      all += member.name + (member.hidden_by ? "! " : " ");
    }
    return all;
  };
  EXPECT_EQ(names("::D"), "a shared! c b d shared ");
  EXPECT_EQ(names("::E"), "value e ");
  EXPECT_EQ(names("::Both"), "n! n! ");
  EXPECT_EQ(names("::Twice"), "a shared b x ");
  EXPECT_TRUE(scanned.record("::D").has_bases);
  EXPECT_TRUE(scanned.record("::Twice").is_aggregate);
  EXPECT_EQ(scanned.record("::D").members[0].default_value->value, 1);
  EXPECT_FALSE(scanned.record("::E").is_aggregate);
  EXPECT_FALSE(scanned.record("::E").members[1].default_value->is_constant) << "its constructor may set what it likes";
}

TEST(Types, that_are_packed_have_members_that_nothing_may_point_to) {
  const Scanned scanned(
      "struct [[gnu::packed]] P { char a; int b; char c; }; struct Inner { char d; int e; };\n"
      "struct [[gnu::packed]] Tight { int f; int g; }; struct Aligned { char h; int i; };\n"
      "MCP_TOOL() void f(P a, Inner b, Tight c, Aligned d);");
  EXPECT_FALSE(scanned.record("::P").members[0].is_packed);
  EXPECT_TRUE(scanned.record("::P").members[1].is_packed);
  EXPECT_FALSE(scanned.record("::P").members[2].is_packed);
  EXPECT_TRUE(scanned.record("::Tight").members[0].is_packed) << "the whole may lie at any address";
  EXPECT_FALSE(scanned.record("::Aligned").members[1].is_packed);
}

TEST(Types, that_are_packed_around_a_base_have_members_that_nothing_may_point_to) {
  const Scanned scanned(
      "struct Head { char a; }; struct Body { int b; }; struct Plain : Head, Body { short c; };\n"
      "struct [[gnu::packed]] Attributed : Head, Body { char d; };\n"  // which packs its own members alone
      "#pragma pack(push, 1)\nstruct Packed : Head, Body { char e; };\n#pragma pack(pop)\n"
      "MCP_TOOL() void f(Plain a, Attributed b, Packed c, Body d);");
  for (const char* aligned : {"::Plain", "::Attributed"}) {
    for (const declared::Member& member : scanned.record(aligned).members) {
      EXPECT_FALSE(member.is_packed) << member.name;
    }
  }
  EXPECT_FALSE(scanned.record("::Packed").members[0].is_packed);
  EXPECT_TRUE(scanned.record("::Packed").members[1].is_packed);
  EXPECT_FALSE(scanned.record("::Packed").members[2].is_packed);
  EXPECT_FALSE(scanned.record("::Body").members[0].is_packed);
}

TEST(Types, of_members_that_an_attribute_packs_are_seen) {
  const Scanned scanned(
      "using loose [[gnu::aligned(1)]] = int;\n"
      "struct S { char a; loose b; loose c[2]; alignas(8) int d; };\nMCP_TOOL() void f(S s);");
  EXPECT_TRUE(scanned.record("::S").members[1].is_packed);
  EXPECT_TRUE(scanned.record("::S").members[2].is_packed);
  EXPECT_FALSE(scanned.record("::S").members[3].is_packed);
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
                {"std::map<std::string, const int>", "map<string, unsupported>"},
                {"std::array<const int, 2>", "array2<unsupported>"},
                {"std::array<volatile int, 2>", "array2<unsupported>"},
                {"const std::array<int, 2>", "array2<i32>"}});
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

TEST(Types, that_grow_for_ever_are_refused) {
  const Scanned scanned(
      "#include <vector>\ntemplate <int N> struct Growing { int here; std::vector<Growing<N + 1>> next; };\n"
      "MCP_TOOL() int f(const std::vector<Growing<0>>& a);");
  EXPECT_TRUE(scanned.ok);
  EXPECT_EQ(scanned.tool().parameters[0].type.kind, TypeKind::List);
}

TEST(Types, with_arguments_that_nothing_can_spell_are_refused) {
  const Scanned scanned(
      "struct Fixed { char text[4]; constexpr Fixed(const char (&t)[4]) { for (int i = 0; i < 4; ++i) text[i] = t[i]; "
      "} };\ntemplate <Fixed F> struct Quantity { double value; };\n"
      "struct Length : Quantity<\"mtr\"> {};\nMCP_TOOL() void f(Quantity<\"abc\"> a, Length b);");
  EXPECT_EQ(scanned.tool().parameters[0].type.kind, TypeKind::Unsupported);
  EXPECT_NE(scanned.tool().parameters[0].type.reason.find("struct Name : Quantity<"), std::string::npos);
  EXPECT_EQ(scanned.tool().parameters[1].type.kind, TypeKind::Struct);
}

TEST(Enums, of_class_templates_are_complete_when_a_tool_asks) {
  const Scanned scanned(
      "template <class T> struct Outer { enum class Kind { plain, rich }; };\nMCP_TOOL() void f(Outer<char>::Kind a);");
  EXPECT_EQ(scanned.tool().parameters[0].type.kind, TypeKind::Enum);
  EXPECT_EQ(scanned.enumeration("::Outer<char>::Kind").enumerators.size(), 2U);
}

TEST(Enums, that_are_opaque_are_incomplete) {
  const Scanned scanned("enum class Fwd : int;\nMCP_TOOL() void f(Fwd a);");
  EXPECT_EQ(scanned.tool().parameters[0].type.kind, TypeKind::Unsupported);
  EXPECT_NE(scanned.tool().parameters[0].type.reason.find("not complete"), std::string::npos);
}

}  // namespace scan_types_test
}  // namespace mcpgen::test
