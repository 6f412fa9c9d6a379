#include "store_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

extern char** environ;

namespace seams {

namespace {

void check(bool succeeded, const char* what) {
  if (!succeeded) throw std::system_error(errno, std::generic_category(), what);
}

/// Starts this program's store program with those arguments. `in` and `out` are its standard input and output; -1:
/// those of this process.
pid_t start(const std::vector<std::string>& arguments, int in, int out) {
  std::vector<char*> argv;
  std::string program = MCP_SEAM_STORE;
  argv.push_back(program.data());
  std::vector<std::string> copies = arguments;
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (in >= 0) ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  if (out >= 0) ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  pid_t process = -1;
  errno = ::posix_spawn(&process, program.c_str(), &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  check(errno == 0, program.c_str());
  return process;
}

}  // namespace

StoreProcess::StoreProcess() {
  std::string directory = "/tmp/mcp-seams-XXXXXX";
  check(::mkdtemp(directory.data()) != nullptr, "mkdtemp");
  directory_ = directory;
  path_ = directory_ + "/store";
  const Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path_.data(), path_.size());
  check(::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0, "bind");
  check(::listen(listener.get(), 128) == 0, "listen");
  process_ = start({"serve"}, listener.get(), -1);
}

StoreProcess::~StoreProcess() {
  kill();
  ::unlink(path_.c_str());
  ::rmdir(directory_.c_str());
}

void StoreProcess::set_faults(const mcp::json& faults) { (void)RemoteStore(path_).call("faults.set", faults); }

void StoreProcess::kill() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(std::exchange(process_, -1), nullptr, 0);
}

CheckProcess::CheckProcess(const std::string& seam, const StoreProcess& store) {
  int ends[2];
  check(::pipe2(ends, O_CLOEXEC) == 0, "pipe2");
  output_ = Descriptor(ends[0]);
  const Descriptor write_end(ends[1]);
  process_ = start({"check", seam, store.socket_path()}, -1, write_end.get());
}

CheckProcess::~CheckProcess() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::string CheckProcess::problems() {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::read(output_.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  int status = 0;
  ::waitpid(std::exchange(process_, -1), &status, 0);
  if (status != 0) text += "the process of the check failed\n";
  return text;
}

}  // namespace seams
