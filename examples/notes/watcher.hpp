// Tells what happens to the files of a directory (inotify).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <thread>

class Watcher {
 public:
  enum class Change {
    Written,  // and complete: whoever wrote it has closed it
    Come,     // made, or moved here
    Gone,
  };

  /// `on_change` is called on the watcher's own thread until the watcher ends. Throws std::system_error.
  Watcher(const std::filesystem::path& directory, std::function<void(const std::string& name, Change)> on_change);
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

 private:
  void watch();

  std::function<void(const std::string&, Change)> on_change_;
  int events_;
  int end_;  // an eventfd
  std::thread thread_;
};
