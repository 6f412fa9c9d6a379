#include <mcp/files.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <mcp/resource.hpp>

namespace mcp {
namespace files_test {

namespace fs = std::filesystem;

/// A directory `root` with a few files, and a secret beside it.
class Files : public testing::Test {
 protected:
  Files() {
    std::string name = fs::temp_directory_path() / "mcp-files-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    base_ = name;
    fs::create_directories(base_ / "root/sub/deep");
    put("secret", "secret");
    put("root/a.txt", "a");
    put("root/sub/b c.txt", "bc");
    put("root/sub/deep/d", "");
  }
  ~Files() override { fs::remove_all(base_); }

  void put(const fs::path& path, std::string_view content) { std::ofstream(base_ / path, std::ios::binary) << content; }
  void link(const std::string& target, const fs::path& at) { fs::create_symlink(target, base_ / at); }
  [[nodiscard]] FilesBelow files() const { return FilesBelow(base_ / "root"); }

  /// The content, or "not found".
  [[nodiscard]] std::string read(std::string_view path) const {
    try {
      return files().read(path);
    } catch (const NotFound&) {
      return "not found";
    }
  }
  [[nodiscard]] static std::vector<std::string> paths(const std::vector<FileEntry>& entries) {
    std::vector<std::string> all;
    for (const FileEntry& entry : entries) all.push_back(entry.path);
    return all;
  }

  fs::path base_;
};

using Paths = std::vector<std::string>;

TEST_F(Files, are_read_by_their_path_below_the_root) {
  EXPECT_EQ(read("a.txt"), "a");
  EXPECT_EQ(read("sub/b c.txt"), "bc");
  EXPECT_EQ(read("./sub//b c.txt"), "bc");
  EXPECT_EQ(read("sub/deep/d"), "");
}

TEST_F(Files, that_are_none_are_not_found) {
  for (const std::string_view path : {"", ".", "sub", "sub/", "b", "a.txt/", "a.txt/b", "sub/none/d"}) {
    EXPECT_EQ(read(path), "not found") << path;
  }
  EXPECT_EQ(read(std::string(300, 'x')), "not found");
}

TEST_F(Files, outside_the_root_are_not_found) {
  const std::string absolute = base_ / "root/a.txt";
  for (const std::string& path :
       {std::string("../secret"), std::string("sub/../../secret"), std::string("sub/.."), std::string("sub/../a.txt"),
        std::string(".."), std::string("/etc/passwd"), absolute, std::string("a.txt\0", 6), std::string("\0", 1)}) {
    EXPECT_EQ(read(path), "not found") << path;
    EXPECT_FALSE(files().find(path)) << path;
    EXPECT_THROW(files().write(path, "x"), NotFound) << path;
    EXPECT_THROW(files().remove(path), NotFound) << path;
  }
  EXPECT_EQ(read("..a"), "not found");
  put("root/..a", "x");
  EXPECT_EQ(read("..a"), "x");
}

TEST_F(Files, are_followed_through_links_that_stay_below) {
  link("a.txt", "root/link");
  link("../a.txt", "root/sub/up");
  link("sub", "root/dir");
  EXPECT_EQ(read("link"), "a");
  EXPECT_EQ(read("sub/up"), "a");
  EXPECT_EQ(read("dir/b c.txt"), "bc");
}

TEST_F(Files, are_not_followed_through_links_that_lead_out) {
  link("../secret", "root/out");
  link("..", "root/up");
  link(base_ / "secret", "root/absolute");
  link(base_ / "root/a.txt", "root/absolute-inside");
  link("sub/../../root/a.txt", "root/out-and-in");
  link("loop", "root/loop");
  link("none", "root/dangling");
  for (const std::string_view path :
       {"out", "up/secret", "up", "absolute", "absolute-inside", "out-and-in", "loop", "dangling"}) {
    EXPECT_EQ(read(path), "not found") << path;
    EXPECT_FALSE(files().find(path)) << path;
  }
}

TEST_F(Files, that_are_pipes_are_not_waited_for) {
  ASSERT_EQ(::mkfifo((base_ / "root/pipe").c_str(), 0600), 0);
  EXPECT_EQ(read("pipe"), "not found");
  EXPECT_FALSE(files().find("pipe"));
}

TEST_F(Files, too_large_are_refused) {
  put("root/big", std::string(1000, 'x'));
  EXPECT_EQ(files().read("big", 1000).size(), 1000U);
  try {
    (void)files().read("big", 999);
    FAIL();
  } catch (const NotFound&) {
    FAIL();
  } catch (const ToolError& problem) {
    EXPECT_STREQ(problem.what(), "The file has more than 999 bytes: it is too large to be read.");
  }
}

TEST_F(Files, have_entries) {
  const FileEntry file = files().entry("sub/b c.txt");
  EXPECT_EQ(file.path, "sub/b c.txt");
  EXPECT_FALSE(file.is_directory);
  EXPECT_EQ(file.size, 2U);
  EXPECT_LT(std::chrono::abs(std::chrono::system_clock::now() - file.modified), std::chrono::minutes(1));
  EXPECT_TRUE(files().entry("sub").is_directory);
  EXPECT_TRUE(files().entry("").is_directory);
  EXPECT_THROW((void)files().entry("none"), NotFound);
  EXPECT_EQ(files().find("sub/b c.txt"), base_ / "root/sub/b c.txt");
}

TEST_F(Files, are_listed_sorted) {
  put("root/Z", "");
  put("root/bad\xff", "");
  link("a.txt", "root/link");
  link("../secret", "root/out");
  ASSERT_EQ(::mkfifo((base_ / "root/pipe").c_str(), 0600), 0);
  EXPECT_EQ(paths(files().list()), (Paths{"Z", "a.txt", "link", "sub"}));
  EXPECT_EQ(paths(files().list("sub")), (Paths{"sub/b c.txt", "sub/deep"}));
  EXPECT_EQ(paths(files().list("sub/")), (Paths{"sub/b c.txt", "sub/deep"}));
  for (const std::string_view path : {"none", "a.txt", "..", "/"}) EXPECT_THROW((void)files().list(path), NotFound);
}

TEST_F(Files, are_listed_at_any_depth) {
  link("sub", "root/dir");
  link("../..", "root/sub/deep/cycle");
  EXPECT_EQ(paths(files().list_all()), (Paths{"a.txt", "sub/b c.txt", "sub/deep/d"}));
  EXPECT_EQ(paths(files().list_all("sub/deep")), (Paths{"sub/deep/d"}));
}

TEST_F(Files, are_listed_up_to_a_bound) {
  EXPECT_EQ(files().list({}, 2).size(), 2U);
  EXPECT_THROW((void)files().list({}, 1), ToolError);
  EXPECT_EQ(files().list_all({}, 3).size(), 3U);
  EXPECT_THROW((void)files().list_all({}, 2), ToolError);
}

TEST_F(Files, are_written_and_removed) {
  const FilesBelow below = files();
  below.write("sub/new", "one");
  EXPECT_EQ(below.read("sub/new"), "one");
  below.write("sub/new", "two");
  EXPECT_EQ(below.read("sub/new"), "two");
  EXPECT_EQ(paths(below.list("sub")), (Paths{"sub/b c.txt", "sub/deep", "sub/new"}));
  below.remove("sub/new");
  EXPECT_EQ(read("sub/new"), "not found");
  EXPECT_THROW(below.remove("sub/new"), NotFound);
  for (const std::string_view path : {"", "sub", "sub/", "none/new", "a.txt/new"}) {
    EXPECT_THROW(below.write(path, ""), NotFound) << path;
    EXPECT_THROW(below.remove(path), NotFound) << path;
  }
}

TEST_F(Files, are_not_written_through_links) {
  link("../secret", "root/out");
  link("..", "root/up");
  files().write("out", "mine");
  EXPECT_EQ(read("out"), "mine");
  EXPECT_THROW(files().write("up/secret", "x"), NotFound);
  EXPECT_THROW(files().remove("up/secret"), NotFound);
  EXPECT_EQ(FilesBelow(base_).read("secret"), "secret");
}

TEST_F(Files, stay_with_a_root_that_is_renamed) {
  const FilesBelow below = files();
  fs::rename(base_ / "root", base_ / "moved");
  EXPECT_EQ(below.read("a.txt"), "a");
}

TEST_F(Files, can_be_moved) {
  FilesBelow one = files();
  const FilesBelow two = std::move(one);
  EXPECT_EQ(two.read("a.txt"), "a");
}

TEST_F(Files, need_a_directory) {
  EXPECT_THROW(FilesBelow(base_ / "none"), std::system_error);
  EXPECT_THROW(FilesBelow(base_ / "secret"), std::system_error);
}

TEST(FileUri, encodes_what_a_path_cannot_have) {
  EXPECT_EQ(percent_encoded_path("a b/c?d#e%f[g]é/ü:@!$&'()*+,;="),
            "a%20b/c%3Fd%23e%25f%5Bg%5D%C3%A9/%C3%BC:@!$&'()*+,;=");
  EXPECT_EQ(file_uri("/srv/a b/../c"), "file:///srv/c");
  EXPECT_EQ(file_uri("/srv/a b"), "file:///srv/a%20b");
  EXPECT_EQ(file_uri("x"), "file://" + percent_encoded_path((fs::current_path() / "x").native()));
}

TEST(FileUri, is_read_back) {
  for (const std::string_view path : {"/", "/srv/a b", "/é/%41", "/a?b#c"}) {
    EXPECT_EQ(path_of_file_uri(file_uri(path)), fs::path(path));
  }
  EXPECT_EQ(path_of_file_uri("file://localhost/a"), "/a");
  for (const std::string_view uri : {"", "file:", "file:/a", "file://host/a", "file://", "file:///a?b", "file:///a#b",
                                     "file:///%", "file:///%0", "file:///%00", "file:///a b", "http:///a"}) {
    EXPECT_EQ(path_of_file_uri(uri), std::nullopt) << uri;
  }
}

}  // namespace files_test
}  // namespace mcp
