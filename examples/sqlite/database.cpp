#include "database.hpp"

#include <cstdint>
#include <cstdlib>
#include <utility>

#include <mcp/error.hpp>

namespace sqlite {
namespace {

constexpr int kBusyMilliseconds = 2000;
constexpr int kStepsBetweenStopChecks = 10000;  // of SQLite's virtual machine: well under a millisecond
constexpr int kMaxValueBytes = 16 << 20;        // of one text or blob: a single step makes no larger one

int allow_select(void*, int action, const char*, const char*, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

bool is_blank(std::string_view sql) { return sql.find_first_not_of(" \t\r\n;") == std::string_view::npos; }

}  // namespace

Connection::Connection(std::stop_token stop) : stop_(std::move(stop)) {
  const char* path = std::getenv("SQLITE_DATABASE");
  if (path == nullptr || *path == '\0') {
    throw mcp::ToolError("no database is configured: start the server with SQLITE_DATABASE set to the path of one");
  }
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) {
    throw mcp::ToolError(std::string("the database \"") + path + "\" cannot be opened: " + sqlite3_errstr(code));
  }
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
  // Polled, for sqlite3_interrupt() from a stop_callback would miss a request that comes just before a statement
  // starts.
  sqlite3_progress_handler(
      handle, kStepsBetweenStopChecks,
      [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; }, &stop_);
}

void Connection::allow_only_select() { sqlite3_set_authorizer(handle_.get(), &allow_select, nullptr); }

void Connection::fail(int code) const {
  switch (code) {
    case SQLITE_AUTH:
      throw mcp::ToolError(
          "only statements that read tables are allowed: SELECT, WITH or VALUES, "
          "without ATTACH and PRAGMA");
    case SQLITE_INTERRUPT:
      throw mcp::ToolError("the statement was interrupted");
    case SQLITE_BUSY:
      throw mcp::ToolError("the database is busy, another program is writing to it: try again");
    case SQLITE_NOTADB:
      throw mcp::ToolError("the file that SQLITE_DATABASE names is no SQLite database");
    default:
      throw mcp::ToolError(std::string("SQLite says: ") + sqlite3_errmsg(handle_.get()));
  }
}

Statement::Statement(const Connection& connection, std::string_view sql) : connection_(connection) {
  sqlite3_stmt* handle = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v2(connection.handle(), sql.data(), static_cast<int>(sql.size()), &handle, &rest);
  handle_.reset(handle);
  if (code != SQLITE_OK) {
    connection.fail(code);
  }
  if (handle == nullptr) {
    throw mcp::ToolError("there is no statement in the text");
  }
  if (!is_blank(std::string_view(rest, static_cast<std::size_t>(sql.data() + sql.size() - rest)))) {
    throw mcp::ToolError("the text holds more than one statement: send them one by one");
  }
  if (sqlite3_stmt_readonly(handle) == 0) {
    throw mcp::ToolError("the statement would write, and the database is read-only: use SELECT");
  }
}

void Statement::bind(int position, const Parameter& value) {
  int code = SQLITE_OK;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    code = sqlite3_bind_int64(handle_.get(), position, *integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    code = sqlite3_bind_double(handle_.get(), position, *real);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    code = sqlite3_bind_text64(handle_.get(), position, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } else if (const auto* flag = std::get_if<bool>(&value)) {
    code = sqlite3_bind_int(handle_.get(), position, *flag ? 1 : 0);
  } else {
    code = sqlite3_bind_null(handle_.get(), position);
  }
  if (code != SQLITE_OK) {
    connection_.fail(code);
  }
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    connection_.fail(code);
  }
  return code == SQLITE_ROW;
}

mcp::json Statement::value(int column) const {
  switch (sqlite3_column_type(handle_.get(), column)) {
    case SQLITE_INTEGER:
      return integer(column);
    case SQLITE_FLOAT:
      return sqlite3_column_double(handle_.get(), column);
    case SQLITE_TEXT:
      return text(column);
    case SQLITE_BLOB: {
      constexpr std::string_view kDigits = "0123456789abcdef";
      const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(handle_.get(), column));
      const int size = sqlite3_column_bytes(handle_.get(), column);
      std::string literal = "x'";
      for (int i = 0; i < size; ++i) {
        literal += kDigits[bytes[i] >> 4U];
        literal += kDigits[bytes[i] & 15U];
      }
      return literal + "'";
    }
    default:
      return nullptr;
  }
}

std::string Statement::text(int column) const {
  const auto* bytes = sqlite3_column_text(handle_.get(), column);
  if (bytes == nullptr) {
    return {};
  }
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

std::string identifier(std::string_view name) {
  std::string result = "\"";
  for (const char c : name) {
    result += c;
    if (c == '"') {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace sqlite
