// Files for resources and tools that let a client name them: a directory that nobody gets out of.
//
//   const mcp::FilesBelow notes("/srv/notes");
//
//   MCP_RESOURCE(.uri = "notes:///{+path}", .mime_type = "text/markdown")
//   std::string note(std::string path) { return notes.read(path); }
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// A file or directory below a FilesBelow.
struct FileEntry {
  std::string path;  // from the root, with '/'
  bool is_directory = false;
  std::uint64_t size = 0;  // bytes; 0 of a directory
  std::chrono::system_clock::time_point modified{};
};

/// The regular files and directories below one directory, the root.
///
/// Paths are relative to the root and have '/' between their parts; "" is the root. What is absolute, has a part "..",
/// or has a NUL, is refused. Symbolic links are followed as long as they stay below the root: those that lead out of
/// it, and absolute ones, are as if they were not there. So are sockets, pipes and devices.
///
/// This holds while others rename directories and replace them by links: the kernel resolves a path and opens it in one
/// step (openat2 with RESOLVE_BENEATH), else each part is opened without following links. A path that find() returns is
/// opened by the caller and has no such guarantee. Hard links and mounts below the root are part of it. All functions
/// may run on any thread.
///
/// Where a path names nothing that can be read, NotFound is thrown; other failures of the system are
/// std::system_error, whose texts no client sees.
class FilesBelow {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;
  static constexpr std::size_t kMostEntries = 10'000;

  /// Throws std::system_error if `root` is no directory. It stays the root when it is renamed.
  explicit FilesBelow(const std::filesystem::path& root);
  ~FilesBelow();
  FilesBelow(FilesBelow&& other) noexcept;
  FilesBelow& operator=(FilesBelow&&) = delete;
  FilesBelow(const FilesBelow&) = delete;
  FilesBelow& operator=(const FilesBelow&) = delete;

  /// As it was given, made absolute.
  [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

  /// Where a file or directory is; nothing if `path` names none.
  [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view path) const;
  /// What is known of it. Throws NotFound.
  [[nodiscard]] FileEntry entry(std::string_view path) const;
  /// The content of a file. Throws NotFound, and ToolError if it has more than `most_bytes`.
  [[nodiscard]] std::string read(std::string_view path, std::size_t most_bytes = kMostBytes) const;
  /// What is in a directory, sorted; names that are not UTF-8 are left out. Throws NotFound, and ToolError if there are
  /// more than `most` entries.
  [[nodiscard]] std::vector<FileEntry> list(std::string_view path = {}, std::size_t most = kMostEntries) const;
  /// The same for all files at any depth, without the directories; linked directories are not entered.
  [[nodiscard]] std::vector<FileEntry> list_all(std::string_view path = {}, std::size_t most = kMostEntries) const;

  /// Makes or replaces a file, at once for whoever reads it: the new content is there in full or not at all. Its
  /// directory must exist. A link is replaced, not followed. Throws NotFound.
  void write(std::string_view path, std::string_view content) const;
  /// Removes a file or link. Throws NotFound.
  void remove(std::string_view path) const;

 private:
  [[nodiscard]] int open(std::string_view path, int flags) const;
  void collect(std::string_view path, std::size_t most, std::vector<FileEntry>& to,
               std::vector<std::string>* directories) const;

  std::filesystem::path root_;
  int directory_;
};

/// A path with every character that a URI cannot have in a path as %XX; '/' stays.
[[nodiscard]] std::string percent_encoded_path(std::string_view path);
/// "file:///srv/a%20b", of a path that is made absolute.
[[nodiscard]] std::string file_uri(const std::filesystem::path& path);
/// The path of such a URI (also of "file://localhost/…"); nothing if it is none, has no absolute path, a query or a
/// fragment, or is percent-encoded wrongly.
[[nodiscard]] std::optional<std::filesystem::path> path_of_file_uri(std::string_view uri);

}  // namespace mcp
