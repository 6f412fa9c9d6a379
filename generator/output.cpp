#include "output.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace mcpgen {

namespace {

std::string escaped(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read `" + path + '`');
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_if_changed(const std::string& path, std::string_view text) {
  {
    std::ifstream in(path, std::ios::binary);
    if (in && std::string(std::istreambuf_iterator<char>(in), {}) == text) return;
  }
  if (const auto parent = std::filesystem::path(path).parent_path(); !parent.empty()) {
    std::filesystem::create_directories(parent);
  }
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write `" + path + '`');
}

void touch(const std::string& path) {
  std::ofstream out(path, std::ios::binary | std::ios::app);
  out.close();
  if (!out) throw std::runtime_error("cannot write `" + path + '`');
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now());
}

std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies) {
  std::string text = escaped(target) + ':';
  for (const std::string& dependency : dependencies) text += " \\\n  " + escaped(dependency);
  return text + '\n';
}

}  // namespace mcpgen
