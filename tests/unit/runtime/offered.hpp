// A descriptor of everything a server can offer, in the shape of generated code, for tests of what changes.
#pragma once

#include <mcp/generated_support.hpp>
#include <mcp/registry/descriptor.hpp>

namespace testing_support {

struct Librarian {};  // the owner of a prompt

struct NothingOf {
  struct McpArguments {};
  static constexpr mcp::detail::Object kMcpArguments{nullptr, 0};
  static void mcp_call(void*, void*, mcp::detail::Invocation& call) { call.result_text("called"); }
};

/// Of a template or a prompt with the argument `path`.
struct PathOf {
  struct McpArguments {
    std::string path;
  };
  static constexpr mcp::detail::Member kMembers[] = {mcp::detail::required<std::string>("\"path\":", 0)};
  static constexpr mcp::detail::Object kMcpArguments{kMembers, 1};
  static void mcp_call(void*, void*, mcp::detail::Invocation& call) { call.result_text("called"); }
};

inline constexpr mcp::detail::Owner kLibrarian = mcp::detail::make_owner<Librarian>("Librarian");
inline constexpr mcp::detail::Handler kNothing = mcp::detail::make_handler<NothingOf>("nothing", nullptr, false);
inline constexpr mcp::detail::Handler kPath = mcp::detail::make_handler<PathOf>("path", nullptr, false);
inline constexpr mcp::detail::Handler kOwned = mcp::detail::make_handler<PathOf>("path", &kLibrarian, false);

/// Members that all revisions have.
using Members = mcp::detail::VersionedMembers[1];

inline constexpr Members kAlpha = {{R"("name":"alpha","description":"[\"}] ")"}}, kBeta = {{R"("name":"beta")"}},
                         kGamma = {{R"("name":"gamma")"}}, kFixed = {{R"("uri":"file:///fixed","name":"fixed")"}},
                         kNotes = {{R"("uriTemplate":"file:///notes/{path}","name":"notes")"}},
                         kAny = {{R"("uriTemplate":"file:///{path}","name":"any")"}},
                         kReview = {{R"("name":"review")"}};
inline constexpr mcp::detail::ListedTool kOfferedTools[] = {
    {"alpha", "", "", &kNothing, kAlpha}, {"beta", "", "", &kNothing, kBeta}, {"gamma", "", "", &kNothing, kGamma}};
inline constexpr mcp::detail::ListedResource kOfferedResources[] = {
    {"file:///fixed", "fixed", "", "text/plain", &kNothing, {1000, true}, kFixed}};
inline constexpr mcp::detail::ListedResource kOfferedTemplates[] = {
    {"file:///notes/{path}", "notes", "", "text/markdown", &kPath, {}, kNotes},
    {"file:///{path}", "any", "", "", &kPath, {}, kAny}};
inline constexpr mcp::detail::ListedPrompt kOfferedPrompts[] = {{"review", "", "", &kOwned, kReview}};
inline constexpr std::string_view kOfferedValues[] = {"main.cpp", "test.cpp"};
inline constexpr mcp::detail::ListedCompletion kOfferedCompletions[] = {
    {mcp::detail::ListedCompletion::Of::Prompt, "review", "path", kOfferedValues},
    {mcp::detail::ListedCompletion::Of::Resource, "file:///notes/{path}", "path", {}, &kOwned}};
inline constexpr mcp::detail::ResourceProvider kOfferedProviders[] = {{"list_notes", &kOwned}};
inline constexpr int kNote = 0, kForm = 0;  // stand for types
inline constexpr mcp::detail::AskedType kAskedHere[] = {{&kForm, nullptr, "Form"}};
inline constexpr mcp::detail::AskedType kAskedThere[] = {{&kNote, nullptr, "Note"}, {&kForm, nullptr, "Form"}};
inline constexpr std::span<const mcp::detail::AskedType> kOfferedAsked[] = {kAskedHere, kAskedThere};

inline constexpr Members kOfferedInfo = {{R"("name":"offered","version":"1")"}};
inline constexpr Members kOfferedCapabilities = {{R"("tools":{},"resources":{},"prompts":{})"}};
inline constexpr Members kBareInfo = {{R"("name":"bare","version":"1")"}};

/// The first pages of its lists, the first one without its cursor.
inline constexpr std::string_view kFirstTools =
    R"("tools":[{"name":"alpha","description":"[\"}] "},{"name":"beta"}],"nextCursor":"tools-)";
inline constexpr std::string_view kLastTools = R"("tools":[{"name":"gamma"}])";
inline constexpr std::string_view kFirstResources = R"("resources":[{"uri":"file:///fixed","name":"fixed"}])";
inline constexpr std::string_view kFirstTemplates =
    R"("resourceTemplates":[{"uriTemplate":"file:///notes/{path}","name":"notes"},{"uriTemplate":"file:///{path}","name":"any"}])";
inline constexpr std::string_view kFirstPrompts = R"("prompts":[{"name":"review"}])";

/// With all of the above.
[[nodiscard]] inline mcp::detail::ServerDescriptor offered() {
  mcp::detail::ServerDescriptor descriptor{};
  descriptor.name = "offered";
  descriptor.version = "1";
  descriptor.tools = kOfferedTools;
  descriptor.resources = kOfferedResources;
  descriptor.resource_templates = kOfferedTemplates;
  descriptor.resource_providers = kOfferedProviders;
  descriptor.prompts = kOfferedPrompts;
  descriptor.completions = kOfferedCompletions;
  descriptor.asked = kOfferedAsked;
  descriptor.page_size = 2;
  descriptor.info = kOfferedInfo;
  descriptor.capabilities = kOfferedCapabilities;
  return descriptor;
}

/// A server that offers nothing.
[[nodiscard]] inline mcp::detail::ServerDescriptor bare() {
  mcp::detail::ServerDescriptor descriptor{};
  descriptor.name = "bare";
  descriptor.version = "1";
  descriptor.info = kBareInfo;
  return descriptor;
}

}  // namespace testing_support
