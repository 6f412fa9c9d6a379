// Access to the files below one directory, for handlers whose clients name files. No path leads out of the directory.
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

#include <mcp/export.hpp>

namespace mcp {

/// A file or directory below a FilesBelow.
struct FileEntry {
  std::string path;  // from the root, with '/'
  bool is_directory = false;
  std::uint64_t size = 0;  // bytes; 0 for a directory
  std::chrono::system_clock::time_point modified{};
};

/// The regular files and directories below one directory, the root.
///
/// Paths are relative to the root and have '/' between their parts; "" is the root. A path that is absolute, has a part
/// "..", or contains a NUL, is refused. Symbolic links are followed as long as they stay below the root. Absolute
/// links, links that lead out of the root, sockets, pipes and devices are treated as if they did not exist.
///
/// This holds even while other processes rename directories or replace them by links: the kernel resolves and opens a
/// path in one step (openat2 with RESOLVE_BENEATH). Where the kernel cannot, each part is opened without following
/// links. A path that find() returns has no such guarantee, since the caller opens it. Hard links and mounts below the
/// root belong to the root. All functions are thread-safe.
///
/// Functions throw NotFound if a path names nothing that can be read. For other failures of the system they throw
/// std::system_error, whose text is never sent to a client.
class MCP_EXPORT FilesBelow {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;
  static constexpr std::size_t kMostEntries = 10'000;

  /// Opens the directory; throws std::system_error if `root` is not one. The same directory stays the root if it is
  /// renamed.
  explicit FilesBelow(const std::filesystem::path& root);
  ~FilesBelow();
  FilesBelow(FilesBelow&& other) noexcept;
  FilesBelow& operator=(FilesBelow&&) = delete;
  FilesBelow(const FilesBelow&) = delete;
  FilesBelow& operator=(const FilesBelow&) = delete;

  /// The path given to the constructor, made absolute.
  [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

  /// The absolute path of a file or directory; nullopt if `path` names none.
  [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view path) const;
  /// The entry of a file or directory. Throws NotFound.
  [[nodiscard]] FileEntry entry(std::string_view path) const;
  /// The content of a file. Throws NotFound; throws ToolError if the file has more than `most_bytes` bytes.
  [[nodiscard]] std::string read(std::string_view path, std::size_t most_bytes = kMostBytes) const;
  /// The entries of a directory, sorted by name, without names that are not UTF-8. Throws NotFound; throws ToolError if
  /// there are more than `most` entries.
  [[nodiscard]] std::vector<FileEntry> list(std::string_view path = {}, std::size_t most = kMostEntries) const;
  /// All files at any depth, without the directories. Linked directories are not entered. Throws as list() does.
  [[nodiscard]] std::vector<FileEntry> list_all(std::string_view path = {}, std::size_t most = kMostEntries) const;

  /// Creates or replaces a file atomically: a reader sees the old content or all of the new one. The file's directory
  /// must exist. A link is replaced, not followed. Throws NotFound.
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

/// `path` with each byte that the path of a URI cannot contain as %XX. '/' stays as it is.
[[nodiscard]] MCP_EXPORT std::string percent_encoded_path(std::string_view path);
/// The file URI of a path, which is made absolute first: "file:///srv/a%20b".
[[nodiscard]] MCP_EXPORT std::string file_uri(const std::filesystem::path& path);
/// The path of a file URI ("file:///…" or "file://localhost/…"). Returns nullopt if `uri` is not a file URI, has no
/// absolute path, has a query or a fragment, or is wrongly percent-encoded.
[[nodiscard]] MCP_EXPORT std::optional<std::filesystem::path> path_of_file_uri(std::string_view uri);

}  // namespace mcp
