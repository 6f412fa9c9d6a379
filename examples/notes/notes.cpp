// Notes: a directory of Markdown files as resources, with prompts, completion and news of what changes in it.
//
//   notes DIRECTORY [options]
#include <mcp/mcp.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notes.mcp.hpp"
#include "watcher.hpp"

MCP_SERVER(.title = "Notes", .instructions =
                                 "Markdown notes of a directory. Read them as resources; subscribe to those "
                                 "that matter: they change when somebody edits the files.");

namespace {

constexpr std::string_view kScheme = "notes:///";

std::string uri_of(std::string_view name) { return std::string(kScheme) + mcp::percent_encoded_path(name); }

enum class Length { brief, full };

struct Match {
  std::string name;  ///< The note
  int line;          ///< Where in it, from 1
  std::string text;  ///< That line
};

}  // namespace

class Notes {
 public:
  explicit Notes(const std::filesystem::path& directory) : files_(directory) {}

  /// A note.
  /// @param name The name of its file, like "today.md"
  MCP_RESOURCE(.uri = "notes:///{name}", .title = "Note", .mime_type = "text/markdown")
  std::string note(const std::string& name) const {
    if (!is_note(name)) throw mcp::NotFound("there is no note " + name);
    return files_.read(name);
  }

  MCP_RESOURCE_LIST()
  std::vector<mcp::Resource> all_notes() const {
    std::vector<mcp::Resource> notes;
    for (const mcp::FileEntry& file : files()) {
      notes.push_back({.uri = uri_of(file.path), .name = file.path, .mime_type = "text/markdown", .size = file.size});
    }
    return notes;
  }

  /// How many notes there are, and how large they are together.
  MCP_RESOURCE(.uri = "notes:///", .name = "overview", .mime_type = "text/plain")
  std::string overview() const {
    const auto all = files();
    std::uint64_t bytes = 0;
    for (const mcp::FileEntry& file : all) bytes += file.size;
    return std::to_string(all.size()) + " notes, " + std::to_string(bytes) + " bytes";
  }

  /// Summarise a note.
  /// @param name   Which note
  /// @param length How long the summary is to be
  MCP_PROMPT(.title = "Summarise")
  std::vector<mcp::Content> summarise(const std::string& name, Length length = Length::brief) const {
    return {mcp::EmbeddedResource{.uri = uri_of(name), .mime_type = "text/markdown", .text = note(name)},
            mcp::Text{length == Length::brief ? "Summarise this note in one sentence."
                                              : "Summarise this note, section by section."}};
  }

  MCP_COMPLETE(.resource = "notes:///{name}", .argument = "name")
  std::vector<std::string> complete_note(std::string_view typed) const { return names_with(typed); }

  MCP_COMPLETE(.prompt = "summarise", .argument = "name")
  std::vector<std::string> complete_summarised(std::string_view typed) const { return names_with(typed); }

  /// Write a note; one of that name is replaced.
  /// @param name The name of its file, like "today.md"
  /// @param text What it says, Markdown
  MCP_TOOL(.destructive = true, .idempotent = true)
  mcp::ResourceLink write_note(MCP_PARAM(.max_length = 100, .pattern = "^[^/.][^/]*\\.md$") const std::string& name,
                               const std::string& text) {
    files_.write(name, text);
    return {.uri = uri_of(name), .name = name, .mime_type = "text/markdown"};
  }

  /// Find lines that contain a text.
  /// @param text What to look for
  MCP_TOOL(.read_only = true)
  std::vector<Match> search(MCP_PARAM(.min_length = 1) const std::string& text, std::stop_token stop) const {
    std::vector<Match> matches;
    for (const mcp::FileEntry& file : files()) {
      if (stop.stop_requested()) break;
      const std::string content = files_.read(file.path);
      int number = 1;
      for (std::size_t start = 0; start < content.size(); ++number) {
        const std::size_t end = std::min(content.find('\n', start), content.size());
        std::string line = content.substr(start, end - start);
        if (line.find(text) != std::string::npos) matches.push_back({file.path, number, std::move(line)});
        start = end + 1;
      }
    }
    return matches;
  }

 private:
  static bool is_note(const std::string& name) { return name.ends_with(".md") && !name.starts_with('.'); }

  std::vector<mcp::FileEntry> files() const {
    std::vector<mcp::FileEntry> all = files_.list();
    std::erase_if(all, [](const mcp::FileEntry& file) { return file.is_directory || !is_note(file.path); });
    return all;
  }

  std::vector<std::string> names_with(std::string_view typed) const {
    std::vector<std::string> names;
    for (const mcp::FileEntry& file : files()) {
      if (file.path.starts_with(typed)) names.push_back(file.path);
    }
    return names;
  }

  const mcp::FilesBelow files_;
};

int main(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]).starts_with("--")) {
    std::cerr << "usage: " << argv[0] << " DIRECTORY [options]; --help as the option lists them\n";
    return 2;
  }
  const std::filesystem::path directory = argv[1];
  try {
    Notes notes(directory);
    auto server = mcp::generated::notes::server();
    server.bind(notes);
    const Watcher watcher(directory, [&](const std::string& name, Watcher::Change change) {
      if (change != Watcher::Change::Written) server.resources().changed();
      if (change != Watcher::Change::Gone) server.resource_updated(uri_of(name));
      server.resource_updated(kScheme);
    });
    // The directory is ours, the rest is the server's.
    argv[1] = argv[0];
    return mcp::run(server, argc - 1, argv + 1);
  } catch (const std::exception& error) {
    std::cerr << argv[0] << ": " << directory.string() << ": " << error.what() << '\n';
    return 1;
  }
}
