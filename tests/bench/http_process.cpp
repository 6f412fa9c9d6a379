#include "http_process.hpp"

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace bench {

ProcessState state_of(pid_t pid) {
  ProcessState state;
  // The process's own clock: /proc counts in hundredths of a second only.
  clockid_t clock{};
  timespec spent{};
  if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &spent) == 0) {
    state.cpu_seconds = static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) / 1e9;
  }
  const std::string process = "/proc/" + std::to_string(pid);
  std::size_t pages = 0;
  if (std::ifstream statm(process + "/statm"); statm >> pages >> pages) {
    state.rss_bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }
  std::error_code absent;
  for (const auto& fd : std::filesystem::directory_iterator(process + "/fd", absent)) {
    (void)fd;
    ++state.fds;
  }
  return state;
}

}  // namespace bench
