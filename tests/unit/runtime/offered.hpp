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
  static constexpr mcp::detail::Member kMembers[] = {mcp::detail::member<std::string>("path", "\"path\":", 0, true)};
  static constexpr mcp::detail::Object kMcpArguments{kMembers, 1};
  static void mcp_call(void*, void*, mcp::detail::Invocation& call) { call.result_text("called"); }
};

inline constexpr mcp::detail::Owner kLibrarian = mcp::detail::make_owner<Librarian>("Librarian");
inline constexpr mcp::detail::Handler kNothing = mcp::detail::make_handler<NothingOf>("nothing", nullptr, false);
inline constexpr mcp::detail::Handler kPath = mcp::detail::make_handler<PathOf>("path", nullptr, false);
inline constexpr mcp::detail::Handler kOwned = mcp::detail::make_handler<PathOf>("path", &kLibrarian, false);

inline constexpr mcp::detail::ListedTool kOfferedTools[] = {
    {"alpha", "", "", &kNothing}, {"beta", "", "", &kNothing}, {"gamma", "", "", &kNothing}};
inline constexpr mcp::detail::ListedResource kOfferedResources[] = {
    {"file:///fixed", "fixed", "", "text/plain", &kNothing, {1000, true}}};
inline constexpr mcp::detail::ListedResource kOfferedTemplates[] = {
    {"file:///notes/{path}", "notes", "", "text/markdown", &kPath, {}}, {"file:///{path}", "any", "", "", &kPath, {}}};
inline constexpr mcp::detail::ListedPrompt kOfferedPrompts[] = {{"review", "", "", &kOwned}};
inline constexpr std::string_view kOfferedValues[] = {"main.cpp", "test.cpp"};
inline constexpr mcp::detail::ListedCompletion kOfferedCompletions[] = {
    {mcp::detail::ListedCompletion::Of::Prompt, "review", "path", kOfferedValues},
    {mcp::detail::ListedCompletion::Of::Resource, "file:///notes/{path}", "path", {}, &kOwned}};
inline constexpr mcp::detail::ResourceProvider kOfferedProviders[] = {{"list_notes", &kOwned}};
inline constexpr int kNote = 0, kForm = 0;  // stand for types
inline constexpr mcp::detail::AskedType kAskedHere[] = {{&kForm, nullptr, "Form"}};
inline constexpr mcp::detail::AskedType kAskedThere[] = {{&kNote, nullptr, "Note"}, {&kForm, nullptr, "Form"}};
inline constexpr std::span<const mcp::detail::AskedType> kOfferedAsked[] = {kAskedHere, kAskedThere};

inline constexpr mcp::detail::Page kToolPages[] = {
    {"", R"("tools":[{"name":"alpha","description":"[\"}] "},{"name":"beta"}],"nextCursor":"tools-built-1")"},
    {"tools-built-1", R"("tools":[{"name":"gamma"}])"}};
inline constexpr mcp::detail::Page kResourcePages[] = {{"", R"("resources":[{"uri":"file:///fixed","name":"fixed"}])"}};
inline constexpr mcp::detail::Page kTemplatePages[] = {
    {"",
     R"("resourceTemplates":[{"uriTemplate":"file:///notes/{path}","name":"notes"},{"uriTemplate":"file:///{path}","name":"any"}])"}};
inline constexpr mcp::detail::Page kPromptPages[] = {{"", R"("prompts":[{"name":"review"}])"}};

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
  for (mcp::detail::RevisionView& view : descriptor.views) {
    view = {R"({"name":"offered","version":"1"})",
            R"({"tools":{},"resources":{},"prompts":{}})",
            kToolPages,
            kResourcePages,
            kTemplatePages,
            kPromptPages};
  }
  return descriptor;
}

/// A server that offers nothing.
[[nodiscard]] inline mcp::detail::ServerDescriptor bare() {
  mcp::detail::ServerDescriptor descriptor{};
  descriptor.name = "bare";
  descriptor.version = "1";
  for (mcp::detail::RevisionView& view : descriptor.views) {
    view.server_info = R"({"name":"bare","version":"1"})";
    view.capabilities = "{}";
  }
  return descriptor;
}

}  // namespace testing_support
