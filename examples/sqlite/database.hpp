// SQLite's C API in owning types: a connection that cannot write, and a statement stepped row by row.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

#include <mcp/json.hpp>

namespace sqlite {

/// A connection to the database named by the environment variable SQLITE_DATABASE, opened read-only. Every call of a
/// tool opens its own: that costs microseconds, and no two threads share one.
///
/// Functions of this class and of Statement throw mcp::ToolError with a text that says what to do.
class Connection {
 public:
  /// A stop request interrupts whatever runs on the connection.
  explicit Connection(std::stop_token stop = {});
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// From now on statements may read tables and call functions, and nothing else: no ATTACH, no PRAGMA.
  void allow_only_select();

  [[nodiscard]] sqlite3* handle() const noexcept { return handle_.get(); }
  /// Throws what SQLite's result code `code` means.
  [[noreturn]] void fail(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const noexcept { sqlite3_close_v2(handle); }
  };

  std::stop_token stop_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// What a parameter of a statement may be.
using Parameter = std::variant<std::monostate, std::int64_t, double, std::string, bool>;

/// One prepared statement, on a connection that must outlive it.
class Statement {
 public:
  /// Refuses an empty text, several statements, and a statement that writes.
  Statement(const Connection& connection, std::string_view sql);

  /// Binds the parameter at `position`, counted from 1.
  void bind(int position, const Parameter& value);
  [[nodiscard]] int parameter_count() const noexcept { return sqlite3_bind_parameter_count(handle_.get()); }

  /// Goes to the next row; false after the last.
  bool step();

  [[nodiscard]] int column_count() const noexcept { return sqlite3_column_count(handle_.get()); }
  [[nodiscard]] std::string column_name(int column) const { return sqlite3_column_name(handle_.get(), column); }
  /// The value with its type: null, an integer, a real or text. A blob comes as an SQL literal, "x'00ff'".
  [[nodiscard]] mcp::json value(int column) const;
  /// The value as text; empty for NULL.
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const noexcept { return sqlite3_column_int64(handle_.get(), column); }
  [[nodiscard]] bool is_null(int column) const noexcept {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const noexcept { sqlite3_finalize(handle); }
  };

  const Connection& connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// `name` as an SQL identifier, in quotes.
[[nodiscard]] std::string identifier(std::string_view name);

}  // namespace sqlite
