// A program that loads the plug-in with a server, calls it, and unloads it, again and again: neither threads nor
// mappings stay, and whatever sanitizer the program is compiled with sees no leak.
#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "calls.hpp"

namespace {

std::size_t entries_of(const char* directory) {
  const std::filesystem::directory_iterator all(directory);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

bool is_mapped(const std::string& path) {
  std::ifstream file("/proc/self/maps");
  const std::string maps(std::istreambuf_iterator<char>(file), {});
  return maps.find(path) != std::string::npos;
}

template <class Function>
Function* function_of(void* plugin, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(plugin, name));
}

bool load_and_unload(const char* path) {
  void* const plugin = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return hosts::check(false, "dlopen", ::dlerror());
  const unsigned short port = function_of<unsigned short()>(plugin, "start")();
  bool good = hosts::all_tools_answer(port);
  good &= hosts::check(function_of<bool()>(plugin, "ping")(), "the endpoint answers");
  good &= hosts::check(function_of<bool()>(plugin, "stop")(), "the server ends");
  ::dlclose(plugin);
  return hosts::check(!is_mapped(path), "the plug-in is unloaded") && good;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  bool good = load_and_unload(arguments[1]);  // the first time, libraries of the plug-in come that stay
  const std::size_t threads = entries_of("/proc/self/task");
  const std::size_t descriptors = entries_of("/proc/self/fd");
  for (int i = 0; i < 5; ++i) good &= load_and_unload(arguments[1]);
  good &= hosts::check(threads == 1 && entries_of("/proc/self/task") == 1, "no thread is left");
  good &= hosts::check(entries_of("/proc/self/fd") == descriptors, "no descriptor is left");
  return good ? 0 : 1;
}
