// Replays every transcript against the fixture server over the memory transport, and compares byte for byte.
// `> ` is sent and the tool calls it starts are run; `>> ` is sent, calls wait until the next `> `; `< ` is expected;
// `! ` is a change at the server: `disable TOOL`, `enable TOOL`, `note URI` adds a resource, `updated URI`, and `end`,
// the end of the client's messages; `# ` is a comment. MCP_UPDATE_TRANSCRIPTS=1 rewrites the expectations.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <mcp/dynamic.hpp>

#include "base/log_sink.hpp"
#include "fixture_server.hpp"
#include "judged_peer.hpp"
#include "manual_scheduling.hpp"
#include "methods/dispatcher.hpp"

namespace {

namespace fs = std::filesystem;

/// One connection, and the tool calls that wait on it.
class Session {
 public:
  std::vector<std::string> send(const std::string& message) { return peer_.exchange(message); }
  std::vector<std::string> run() {
    while (executor_.run_one()) {
    }
    return peer_.outbox().take_all();
  }
  std::vector<std::string> change(const std::string& command) {
    const std::size_t space = std::min(command.find(' '), command.size());
    const std::string verb = command.substr(0, space);
    const std::string object = command.substr(std::min(space + 1, command.size()));
    if (verb == "disable") server_.tools().disable(object);
    if (verb == "enable") server_.tools().enable(object);
    if (verb == "updated") server_.resource_updated(object);
    if (verb == "end") peer_.close();
    if (verb == "note") {
      server_.resources().add({.resource = {.uri = object, .name = "note"},
                               .read = [](mcp::Context&) { return mcp::ResourceContents{.text = "a note"}; }});
    }
    return run();
  }

 private:
  fixture::Stage stage_;
  mcp::Server server_ = fixture::server(stage_);
  mcp::protocol::NoLog log_;
  mcp::protocol::ManualTimers timers_;
  mcp::protocol::Dispatcher dispatcher_{server_, {}, log_, timers_};
  mcp::protocol::ManualExecutor executor_;
  testing_support::JudgedPeer peer_{dispatcher_, executor_, 4096};
};

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The transcript as this server speaks it.
std::vector<std::string> replay(const std::vector<std::string>& lines) {
  Session session;
  std::vector<std::string> spoken;
  const auto take = [&](const std::vector<std::string>& answers) {
    for (const std::string& answer : answers) spoken.push_back("< " + answer);
  };
  for (const std::string& line : lines) {
    if (line.starts_with("< ")) continue;
    spoken.push_back(line);
    if (line.starts_with("> ")) {
      take(session.send(line.substr(2)));
      take(session.run());
    } else if (line.starts_with(">> ")) {
      take(session.send(line.substr(3)));
    } else if (line.starts_with("! ")) {
      take(session.change(line.substr(2)));
    }
  }
  return spoken;
}

class Transcript : public testing::TestWithParam<fs::path> {};

TEST_P(Transcript, is_what_the_server_says) {
  const std::vector<std::string> expected = lines_of(GetParam());
  const std::vector<std::string> spoken = replay(expected);
  if (std::getenv("MCP_UPDATE_TRANSCRIPTS") != nullptr) {
    std::ofstream out(GetParam());
    for (const std::string& line : spoken) out << line << '\n';
    return;
  }
  const std::size_t common = std::min(expected.size(), spoken.size());
  for (std::size_t i = 0; i < common; ++i) {
    ASSERT_EQ(spoken[i], expected[i]) << GetParam() << ':' << i + 1;
  }
  ASSERT_EQ(spoken.size(), expected.size()) << GetParam();
}

std::vector<fs::path> transcripts() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(MCP_TRANSCRIPTS)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".txt" && file.filename() != "CMakeLists.txt") files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

INSTANTIATE_TEST_SUITE_P(All, Transcript, testing::ValuesIn(transcripts()), [](const auto& test) {
  std::string name = test.param.parent_path().filename().string() + "_" + test.param.stem().string();
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
