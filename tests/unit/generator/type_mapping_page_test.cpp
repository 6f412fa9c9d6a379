// docs/type-mapping.md is checked row by row: what its tables say is what the generator does.
#include <fstream>
#include <sstream>

#include "generated.hpp"

namespace mcpgen::test {
namespace type_mapping_page_test {

constexpr const char* kHeaders = R"(#include <any>
#include <array>
#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
#include <mcp/bytes.hpp>
#include <mcp/json.hpp>
#include <mcp/literal.hpp>
)";

struct Row {
  Strings types;     // the code spans of the first cell
  std::string said;  // the code span of the second
};

Strings code_spans(const std::string& cell) {
  Strings spans;
  for (std::size_t open = cell.find('`'); open != std::string::npos;) {
    const std::size_t close = cell.find('`', open + 1);
    spans.push_back(cell.substr(open + 1, close - open - 1));
    open = cell.find('`', close + 1);
  }
  return spans;
}

/// The cells between the pipes, of which one in a cell is written `\|`.
Strings cells_of(const std::string& line) {
  Strings cells(1);
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line.compare(i, 2, "\\|") == 0) {
      cells.back() += '|';
      ++i;
    } else if (line[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  cells.pop_back();
  return cells;
}

class Page {
 public:
  Page() {
    std::ifstream in(TYPE_MAPPING_PAGE);
    std::string heading;
    bool in_code = false;
    bool is_first_code = true;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("```")) {
        if (in_code) is_first_code = false;
        in_code = !in_code;
      } else if (in_code) {
        if (is_first_code) preamble += line + '\n';
      } else if (line.starts_with("| C++ |")) {
        heading = line;
      } else if (!line.starts_with('|')) {
        heading.clear();
      } else if (!heading.empty() && !line.starts_with("|---")) {
        const Strings cells = cells_of(line);
        (heading == "| C++ | because |" ? refused : mapped)
            .push_back({code_spans(cells.at(0)), code_spans(cells.at(1)).at(0)});
      }
    }
  }

  std::string preamble;
  std::vector<Row> mapped;
  std::vector<Row> refused;
};

/// One tool per type, in the order of the rows; `shape` has the type's alias where it says $.
std::string tools_for(const std::vector<Row>& rows, const std::string& shape) {
  std::string code;
  std::size_t count = 0;
  for (const Row& row : rows) {
    for (const std::string& type : row.types) {
      const std::string number = std::to_string(count++);
      code += "using T" + number + " = " + type + ";\n";
      for (const char c : shape) code += c == '$' ? number : std::string(1, c);
      code += '\n';
    }
  }
  return code;
}

TEST(TypeMappingPage, says_the_schema_of_every_type_it_lists) {
  const Page page;
  ASSERT_GT(page.mapped.size(), 30U);
  const Generated generated(kHeaders + page.preamble +
                            tools_for(page.mapped, "MCP_TOOL() void f$(T$ a); MCP_TOOL() T$ g$();"));
  ASSERT_TRUE(generated.model) << generated.diagnostics;
  std::size_t count = 0;
  for (const Row& row : page.mapped) {
    const Json said = Json::parse(row.said);
    for (const std::string& type : row.types) {
      const std::string number = std::to_string(count++);
      EXPECT_EQ(generated.parameter("a", 'f' + number), said.dump()) << type;
      const Json output = generated.output('g' + number);
      const model::TypeKind kind = generated.made('g' + number).result->kind;
      if (kind == model::TypeKind::String) {
        EXPECT_TRUE(output.is_null()) << type << " goes out as text";
      } else if (kind == model::TypeKind::Struct || kind == model::TypeKind::Map) {
        EXPECT_EQ(output.dump(), said.dump()) << type;
      } else {
        EXPECT_EQ(output["properties"]["result"].dump(), said.dump()) << type;
      }
    }
  }
}

TEST(TypeMappingPage, says_why_types_are_not_mapped) {
  const Page page;
  ASSERT_GT(page.refused.size(), 10U);
  const Generated generated(kHeaders + page.preamble + tools_for(page.refused, "MCP_TOOL() void f$(T$ a);"));
  EXPECT_FALSE(generated.model);
  std::size_t count = 0;
  for (const Row& row : page.refused) {
    for (const std::string& type : row.types) {
      const std::string tool = "of tool `f" + std::to_string(count++) + '`';
      const auto found = std::ranges::find_if(generated.sink.all(), [&](const Diagnostic& each) {
        return each.slug == "unsupported-type" && each.message.find(tool) != std::string::npos;
      });
      ASSERT_NE(found, generated.sink.all().end()) << type;
      EXPECT_NE(found->message.find(row.said), std::string::npos) << type << ": " << found->message;
    }
  }
}

}  // namespace type_mapping_page_test
}  // namespace mcpgen::test
