// The tools: what is in the database, how a table is made, and any question that SQL can put.
#include <mcp/mcp.hpp>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "database.hpp"

MCP_SERVER(.title = "SQLite", .instructions =
                                  "Read-only access to one SQLite database. Look with list_tables and describe_table, "
                                  "then ask with query; put values into parameters, not into the text.");

namespace {

using sqlite::Connection;
using sqlite::identifier;
using sqlite::Statement;

enum class Kind { table, view };

struct Table {
  std::string name;
  Kind kind;
  std::int64_t rows;  ///< How many rows it has
};

struct Column {
  std::string name;
  std::string type;  ///< As declared; SQLite stores any type in any column
  bool nullable;
  std::optional<std::string> default_value;  ///< An SQL expression
  bool primary_key;                          ///< Whether the column is part of the primary key
};

struct ForeignKey {
  std::string column;
  std::string references_table;
  std::string references_column;  ///< Empty: the primary key
};

struct Description {
  std::string name;
  std::vector<Column> columns;
  std::vector<ForeignKey> foreign_keys;
  std::string sql;  ///< The statement that made it
};

struct Rows {
  std::vector<std::string> columns;
  std::vector<std::vector<mcp::json>> rows;  ///< One value for each column; a blob as an SQL literal
  bool truncated;                            ///< Whether there are more rows than the limit
};

// The statement that made a table or view, if there is one of this name.
std::optional<std::string> definition(const Connection& connection, const std::string& name) {
  Statement find(connection, "SELECT sql FROM sqlite_schema WHERE name = ? AND type IN ('table', 'view')");
  find.bind(1, name);
  if (!find.step()) {
    return std::nullopt;
  }
  return find.text(0);
}

}  // namespace

/// List the tables and views of the database, with how many rows each has.
MCP_TOOL(.title = "List tables", .read_only = true, .open_world = false, .timeout_ms = 5000)
static std::vector<Table> list_tables(std::stop_token stop) {
  const Connection connection(stop);
  std::vector<Table> tables;
  Statement list(connection,
                 "SELECT name, type FROM sqlite_schema "
                 "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
  while (list.step()) {
    const std::string name = list.text(0);
    Statement count(connection, "SELECT count(*) FROM " + identifier(name));
    count.step();
    tables.push_back({name, list.text(1) == "view" ? Kind::view : Kind::table, count.integer(0)});
  }
  return tables;
}

/// Describe the columns and foreign keys of a table or view.
/// @param table Its name, as list_tables tells it
MCP_TOOL(.title = "Describe table", .read_only = true, .open_world = false)
static Description describe_table(const std::string& table) {
  const Connection connection;
  const auto sql = definition(connection, table);
  if (!sql) {
    throw mcp::ToolError("there is no table or view \"" + table + "\"; list_tables names those that exist");
  }
  Description description{table, {}, {}, *sql};
  Statement columns(connection, "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?)");
  columns.bind(1, table);
  while (columns.step()) {
    description.columns.push_back({.name = columns.text(0),
                                   .type = columns.text(1),
                                   .nullable = columns.integer(2) == 0,
                                   .default_value = columns.is_null(3) ? std::nullopt : std::optional(columns.text(3)),
                                   .primary_key = columns.integer(4) != 0});
  }
  Statement keys(connection, "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?) ORDER BY id, seq");
  keys.bind(1, table);
  while (keys.step()) {
    description.foreign_keys.push_back({keys.text(0), keys.text(1), keys.text(2)});
  }
  return description;
}

/// Run one SQL statement that reads, such as SELECT.
/// @param sql        The statement, with ? for each value
/// @param parameters The values, in order
/// @param limit      How many rows to return at most
MCP_TOOL(.title = "Query", .read_only = true, .open_world = false, .timeout_ms = 5000)
static Rows query(const std::string& sql, const std::vector<sqlite::Parameter>& parameters = {},
                  MCP_PARAM(.minimum = 1, .maximum = 10000) int limit = 100, std::stop_token stop = {}) {
  Connection connection(stop);
  connection.allow_only_select();
  Statement statement(connection, sql);
  const auto expected = static_cast<std::size_t>(statement.parameter_count());
  if (parameters.size() != expected) {
    throw mcp::ToolError("the statement has " + std::to_string(expected) + " parameters, and " +
                         std::to_string(parameters.size()) + " values were given");
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    statement.bind(static_cast<int>(i) + 1, parameters[i]);
  }

  Rows result{};
  for (int column = 0; column < statement.column_count(); ++column) {
    result.columns.push_back(statement.column_name(column));
  }
  while (statement.step()) {
    if (result.rows.size() == static_cast<std::size_t>(limit)) {
      result.truncated = true;
      break;
    }
    auto& row = result.rows.emplace_back();
    for (int column = 0; column < statement.column_count(); ++column) {
      row.push_back(statement.value(column));
    }
  }
  return result;
}
