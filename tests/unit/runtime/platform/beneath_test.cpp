#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "platform/beneath.hpp"

namespace mcp::internal {
namespace beneath_test {

namespace fs = std::filesystem;

using Open = int (*)(int, const std::string&, int);

/// Both ways to open a path hold to the same rules.
class Beneath : public testing::TestWithParam<Open> {
 protected:
  Beneath() {
    std::string name = fs::temp_directory_path() / "mcp-beneath-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    base_ = name;
    fs::create_directories(base_ / "root/sub/deep");
    std::ofstream(base_ / "secret") << "secret";
    std::ofstream(base_ / "root/a") << "a";
    std::ofstream(base_ / "root/sub/b") << "b";
    root_ = Descriptor(::open((base_ / "root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  ~Beneath() override { fs::remove_all(base_); }

  void SetUp() override {
    const Descriptor probe(GetParam()(root_.get(), ".", O_PATH));
    if (probe.get() < 0 && (errno == ENOSYS || errno == EPERM)) GTEST_SKIP() << "this kernel has no openat2";
  }

  void link(const std::string& target, const fs::path& at) { fs::create_symlink(target, base_ / "root" / at); }
  /// The first character of a file, or the number of the error.
  [[nodiscard]] std::string read(const std::string& path) const {
    const Descriptor file(GetParam()(root_.get(), path, O_RDONLY));
    if (file.get() < 0) return std::to_string(errno);
    char c = '\0';
    return ::read(file.get(), &c, 1) == 1 ? std::string(1, c) : std::to_string(errno);
  }

  fs::path base_;
  Descriptor root_;
};

TEST_P(Beneath, opens_what_is_below) {
  EXPECT_EQ(read("a"), "a");
  EXPECT_EQ(read("./sub//b"), "b");
  EXPECT_EQ(read("sub/deep/../b"), "b");
  EXPECT_EQ(read("none"), std::to_string(ENOENT));
  EXPECT_EQ(read("a/b"), std::to_string(ENOTDIR));
  EXPECT_EQ(read("sub"), std::to_string(EISDIR));
}

TEST_P(Beneath, opens_directories) {
  for (const std::string path : {".", "sub", "sub/", "sub/deep/..", "sub/.."}) {
    EXPECT_GE(Descriptor(GetParam()(root_.get(), path, O_RDONLY | O_DIRECTORY)).get(), 0) << path;
  }
}

TEST_P(Beneath, refuses_to_leave) {
  for (const std::string& path : {std::string("../secret"), std::string(".."), std::string("sub/../../secret"),
                                  std::string("/"), (base_ / "root/a").string()}) {
    EXPECT_EQ(read(path), std::to_string(EXDEV)) << path;
  }
}

TEST_P(Beneath, follows_links_that_stay) {
  link("a", "file");
  link("sub/deep/../", "directory");
  link("../file", "sub/up");
  EXPECT_EQ(read("file"), "a");
  EXPECT_EQ(read("directory/b"), "b");
  EXPECT_EQ(read("directory/up"), "a");
}

TEST_P(Beneath, follows_no_link_out) {
  link("../secret", "out");
  link("../../secret", "sub/out");
  link("..", "up");
  link(base_ / "root/a", "absolute");
  link("/", "top");
  for (const std::string path : {"out", "sub/out", "up/secret", "up/root/a", "absolute", "top/etc/passwd", "top"}) {
    EXPECT_EQ(read(path), std::to_string(EXDEV)) << path;
  }
}

TEST_P(Beneath, ends_in_a_loop_of_links) {
  link("two", "one");
  link("one", "two");
  EXPECT_EQ(read("one"), std::to_string(ELOOP));
}

TEST_P(Beneath, closes_its_descriptors_on_exec) {
  const Descriptor file(GetParam()(root_.get(), "sub/b", O_RDONLY));
  EXPECT_NE(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC, 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, Beneath, testing::Values(&open_by_kernel, &open_by_parts, &open_beneath));

}  // namespace beneath_test
}  // namespace mcp::internal
