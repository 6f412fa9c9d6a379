#include <mcp/files.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include <mcp/resource.hpp>

#include "base/digest.hpp"
#include "base/percent.hpp"
#include "platform/beneath.hpp"

namespace mcp {

namespace {

using internal::Descriptor;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Whether an error of the system means that the client's path names nothing, as opposed to a failure of the server.
bool is_absence(int error) noexcept {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ELOOP:
    case EXDEV:
    case EACCES:
    case ENAMETOOLONG:
    case ENXIO:
    case ENODEV:
      return true;
    default:
      return false;
  }
}

[[noreturn]] void fail_at(const char* what) {
  if (is_absence(errno)) throw NotFound();
  fail(what);
}

/// Whether a name is forbidden, whether or not the file system allows it.
bool is_allowed(std::string_view path) noexcept {
  if (path.starts_with('/') || path.find('\0') != std::string_view::npos) return false;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (path.substr(0, end) == "..") return false;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return true;
}

/// The directory that contains `path`, and the name in it. Throws NotFound for a path that names a directory.
std::pair<std::string_view, std::string> split(std::string_view path) {
  if (!is_allowed(path)) throw NotFound();
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name.empty() || name == ".") throw NotFound();
  return {slash == std::string_view::npos ? std::string_view() : path.substr(0, slash), std::string(name)};
}

/// Returns false for anything but files and directories.
bool describe(int fd, FileEntry& to) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) fail("fstat");
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return false;
  to.is_directory = S_ISDIR(status.st_mode);
  to.size = to.is_directory ? 0 : static_cast<std::uint64_t>(status.st_size);
  const auto since_1970 =
      std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::nanoseconds(status.st_mtim.tv_nsec);
  to.modified = std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(since_1970));
  return true;
}

void write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t size = ::write(fd, content.data(), content.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail("write");
    content.remove_prefix(static_cast<std::size_t>(size));
  }
}

bool is_link(int directory, const char* name) {
  struct stat status{};
  return ::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || S_ISLNK(status.st_mode);
}

bool by_path(const FileEntry& a, const FileEntry& b) { return a.path < b.path; }

struct CloseDirectory {
  void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};

}  // namespace

FilesBelow::FilesBelow(const std::filesystem::path& root)
    : root_(std::filesystem::absolute(root)), directory_(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  if (directory_ < 0) throw std::system_error(errno, std::generic_category(), root.string());
}

FilesBelow::~FilesBelow() {
  if (directory_ >= 0) ::close(directory_);
}

FilesBelow::FilesBelow(FilesBelow&& other) noexcept
    : root_(std::move(other.root_)), directory_(std::exchange(other.directory_, -1)) {}

int FilesBelow::open(std::string_view path, int flags) const {
  if (!is_allowed(path)) throw NotFound();
  // With O_NONBLOCK, opening a pipe does not wait for a writer.
  const int fd = internal::open_beneath(directory_, path.empty() ? "." : std::string(path), flags | O_NONBLOCK);
  if (fd < 0) fail_at("open");
  return fd;
}

std::optional<std::filesystem::path> FilesBelow::find(std::string_view path) const {
  try {
    return root_ / std::filesystem::path(entry(path).path);
  } catch (const NotFound&) {
    return std::nullopt;
  }
}

FileEntry FilesBelow::entry(std::string_view path) const {
  if (!is_allowed(path)) throw NotFound();
  const Descriptor file(internal::open_beneath(directory_, path.empty() ? "." : std::string(path), O_PATH));
  if (file.get() < 0) fail_at("open");
  FileEntry entry{.path = std::string(path)};
  if (!describe(file.get(), entry)) throw NotFound();
  return entry;
}

std::string FilesBelow::read(std::string_view path, std::size_t most_bytes) const {
  const Descriptor file(open(path, O_RDONLY));
  FileEntry entry;
  if (!describe(file.get(), entry) || entry.is_directory) throw NotFound();
  const auto refuse = [&] {
    throw ToolError("The file has more than " + std::to_string(most_bytes) + " bytes: it is too large to be read.");
  };
  if (entry.size > most_bytes) refuse();
  // The file may grow while it is read, and files of /proc report size 0.
  std::string content(static_cast<std::size_t>(entry.size) + 1, '\0');
  std::size_t filled = 0;
  for (;;) {
    const ssize_t size = ::read(file.get(), content.data() + filled, content.size() - filled);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail("read");
    if (size == 0) break;
    filled += static_cast<std::size_t>(size);
    if (filled > most_bytes) refuse();
    if (filled == content.size()) content.resize(2 * filled);
  }
  content.resize(filled);
  return content;
}

std::vector<FileEntry> FilesBelow::list(std::string_view path, std::size_t most) const {
  std::vector<FileEntry> entries;
  collect(path, most, entries, nullptr);
  std::sort(entries.begin(), entries.end(), by_path);
  return entries;
}

std::vector<FileEntry> FilesBelow::list_all(std::string_view path, std::size_t most) const {
  std::vector<FileEntry> entries;
  std::vector<std::string> directories;
  collect(path, most, entries, &directories);
  while (!directories.empty()) {
    const std::string next = std::move(directories.back());
    directories.pop_back();
    try {
      collect(next, most, entries, &directories);
    } catch (const NotFound&) {  // removed meanwhile, or not readable
    }
  }
  std::sort(entries.begin(), entries.end(), by_path);
  return entries;
}

/// Appends the entries of a directory to `to`. If `directories` is not null, appends the directories that are not links
/// to it instead.
void FilesBelow::collect(std::string_view path, std::size_t most, std::vector<FileEntry>& to,
                         std::vector<std::string>* directories) const {
  Descriptor opened(open(path, O_RDONLY | O_DIRECTORY));
  const std::unique_ptr<DIR, CloseDirectory> directory(::fdopendir(opened.get()));
  if (directory == nullptr) fail("fdopendir");
  (void)opened.release();
  std::string prefix(path);
  while (prefix.ends_with('/')) prefix.pop_back();
  if (!prefix.empty()) prefix += '/';

  while (const dirent* const next = ::readdir(directory.get())) {
    const std::string_view name = next->d_name;
    if (name == "." || name == ".." || !protocol::is_utf8(name)) continue;
    FileEntry found{.path = prefix + std::string(name)};
    // The path is resolved from the root, so that a link may lead to a sibling of this directory.
    const Descriptor file(internal::open_beneath(directory_, found.path, O_PATH));
    if (file.get() < 0 && is_absence(errno)) continue;
    if (file.get() < 0) fail("open");
    if (!describe(file.get(), found)) continue;
    const bool deeper = directories != nullptr && found.is_directory;
    if (deeper && is_link(::dirfd(directory.get()), next->d_name)) continue;
    if ((deeper ? directories->size() : to.size()) == most) {
      throw ToolError("There are more than " + std::to_string(most) + " files: too many to be listed.");
    }
    if (deeper) {
      directories->push_back(std::move(found.path));
    } else {
      to.push_back(std::move(found));
    }
  }
}

void FilesBelow::write(std::string_view path, std::string_view content) const {
  const auto [parent, name] = split(path);
  const Descriptor directory(open(parent, O_RDONLY | O_DIRECTORY));
  struct stat status{};
  if (::fstatat(directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode)) {
    throw NotFound();
  }
  const std::string fresh = ".new-" + protocol::random_token(12);
  const Descriptor file(::openat(directory.get(), fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) fail("open");  // a directory without write permission is an error of the server
  try {
    write_all(file.get(), content);
    if (::renameat(directory.get(), fresh.c_str(), directory.get(), name.c_str()) != 0) fail("rename");
  } catch (...) {
    ::unlinkat(directory.get(), fresh.c_str(), 0);
    throw;
  }
}

void FilesBelow::remove(std::string_view path) const {
  const auto [parent, name] = split(path);
  const Descriptor directory(open(parent, O_RDONLY | O_DIRECTORY));
  if (::unlinkat(directory.get(), name.c_str(), 0) == 0) return;
  if (errno == EACCES) fail("unlink");
  fail_at("unlink");
}

}  // namespace mcp
