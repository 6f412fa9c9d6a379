#include "text/doc_commands.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mcpgen {
namespace {

// Sorted by name. An unknown command is text, unless it is the only thing on its line.
constexpr auto kCommands = std::to_array<DocCommand>({
    {"addtogroup", DocSection::DroppedLine, ""},
    {"arg", DocSection::Text, "- "},
    {"attention", DocSection::Text, ""},
    {"author", DocSection::Dropped, ""},
    {"authors", DocSection::Dropped, ""},
    {"brief", DocSection::Text, ""},
    {"bug", DocSection::Dropped, ""},
    {"callergraph", DocSection::DroppedLine, ""},
    {"callgraph", DocSection::DroppedLine, ""},
    {"category", DocSection::DroppedLine, ""},
    {"class", DocSection::DroppedLine, ""},
    {"code", DocSection::Verbatim, ""},
    {"collaborationgraph", DocSection::DroppedLine, ""},
    {"concept", DocSection::DroppedLine, ""},
    {"cond", DocSection::DroppedLine, ""},
    {"copybrief", DocSection::DroppedLine, ""},
    {"copydetails", DocSection::DroppedLine, ""},
    {"copydoc", DocSection::DroppedLine, ""},
    {"copyright", DocSection::Dropped, ""},
    {"date", DocSection::Dropped, ""},
    {"def", DocSection::DroppedLine, ""},
    {"defgroup", DocSection::DroppedLine, ""},
    {"deprecated", DocSection::Text, ""},
    {"details", DocSection::Text, ""},
    {"diafile", DocSection::DroppedLine, ""},
    {"dir", DocSection::OtherThing, ""},
    {"directorygraph", DocSection::DroppedLine, ""},
    {"docbookinclude", DocSection::DroppedLine, ""},
    {"docbookonly", DocSection::DroppedBlock, ""},
    {"dontinclude", DocSection::DroppedLine, ""},
    {"dot", DocSection::DroppedBlock, ""},
    {"dotfile", DocSection::DroppedLine, ""},
    {"else", DocSection::DroppedLine, ""},
    {"elseif", DocSection::DroppedLine, ""},
    {"endcond", DocSection::DroppedLine, ""},
    {"endif", DocSection::DroppedLine, ""},
    {"endinternal", DocSection::DroppedLine, ""},
    {"endparblock", DocSection::DroppedLine, ""},
    {"endsecreflist", DocSection::DroppedLine, ""},
    {"enum", DocSection::DroppedLine, ""},
    {"example", DocSection::DroppedLine, ""},
    {"exception", DocSection::Text, "Throws "},
    {"exceptions", DocSection::Text, "Throws "},
    {"extends", DocSection::DroppedLine, ""},
    {"file", DocSection::OtherThing, ""},
    {"fileinfo", DocSection::DroppedLine, ""},
    {"fn", DocSection::DroppedLine, ""},
    {"groupgraph", DocSection::DroppedLine, ""},
    {"headerfile", DocSection::DroppedLine, ""},
    {"hidecallergraph", DocSection::DroppedLine, ""},
    {"hidecallgraph", DocSection::DroppedLine, ""},
    {"hidecollaborationgraph", DocSection::DroppedLine, ""},
    {"hidedirectorygraph", DocSection::DroppedLine, ""},
    {"hideenumvalues", DocSection::DroppedLine, ""},
    {"hidegroupgraph", DocSection::DroppedLine, ""},
    {"hideincludedbygraph", DocSection::DroppedLine, ""},
    {"hideincludegraph", DocSection::DroppedLine, ""},
    {"hideinheritancegraph", DocSection::DroppedLine, ""},
    {"hideinitializer", DocSection::DroppedLine, ""},
    {"hiderefby", DocSection::DroppedLine, ""},
    {"hiderefs", DocSection::DroppedLine, ""},
    {"htmlinclude", DocSection::DroppedLine, ""},
    {"htmlonly", DocSection::DroppedBlock, ""},
    {"if", DocSection::DroppedLine, ""},
    {"ifnot", DocSection::DroppedLine, ""},
    {"image", DocSection::DroppedLine, ""},
    {"implements", DocSection::DroppedLine, ""},
    {"important", DocSection::Text, ""},
    {"include", DocSection::DroppedLine, ""},
    {"includedbygraph", DocSection::DroppedLine, ""},
    {"includedoc", DocSection::DroppedLine, ""},
    {"includegraph", DocSection::DroppedLine, ""},
    {"includelineno", DocSection::DroppedLine, ""},
    {"ingroup", DocSection::DroppedLine, ""},
    {"inheritancegraph", DocSection::DroppedLine, ""},
    {"interface", DocSection::DroppedLine, ""},
    {"internal", DocSection::Internal, ""},
    {"invariant", DocSection::Text, "Invariant: "},
    {"latexinclude", DocSection::DroppedLine, ""},
    {"latexonly", DocSection::DroppedBlock, ""},
    {"li", DocSection::Text, "- "},
    {"lineinfo", DocSection::DroppedLine, ""},
    {"mainpage", DocSection::OtherThing, ""},
    {"maninclude", DocSection::DroppedLine, ""},
    {"manonly", DocSection::DroppedBlock, ""},
    {"memberof", DocSection::DroppedLine, ""},
    {"module", DocSection::DroppedLine, ""},
    {"msc", DocSection::DroppedBlock, ""},
    {"mscfile", DocSection::DroppedLine, ""},
    {"name", DocSection::DroppedLine, ""},
    {"namespace", DocSection::DroppedLine, ""},
    {"nosubgrouping", DocSection::DroppedLine, ""},
    {"note", DocSection::Text, ""},
    {"overload", DocSection::DroppedLine, ""},
    {"package", DocSection::DroppedLine, ""},
    {"page", DocSection::OtherThing, ""},
    {"par", DocSection::Text, ""},
    {"param", DocSection::Parameter, ""},
    {"parblock", DocSection::DroppedLine, ""},
    {"plantumlfile", DocSection::DroppedLine, ""},
    {"post", DocSection::Text, "Postcondition: "},
    {"pre", DocSection::Text, "Precondition: "},
    {"private", DocSection::DroppedLine, ""},
    {"privatesection", DocSection::DroppedLine, ""},
    {"property", DocSection::DroppedLine, ""},
    {"protected", DocSection::DroppedLine, ""},
    {"protectedsection", DocSection::DroppedLine, ""},
    {"protocol", DocSection::DroppedLine, ""},
    {"public", DocSection::DroppedLine, ""},
    {"publicsection", DocSection::DroppedLine, ""},
    {"pure", DocSection::DroppedLine, ""},
    {"qualifier", DocSection::DroppedLine, ""},
    {"raisewarning", DocSection::DroppedLine, ""},
    {"refitem", DocSection::Dropped, ""},
    {"related", DocSection::DroppedLine, ""},
    {"relatedalso", DocSection::DroppedLine, ""},
    {"relates", DocSection::DroppedLine, ""},
    {"relatesalso", DocSection::DroppedLine, ""},
    {"remark", DocSection::Text, ""},
    {"remarks", DocSection::Text, ""},
    {"result", DocSection::Result, ""},
    {"return", DocSection::Result, ""},
    {"returns", DocSection::Result, ""},
    {"retval", DocSection::Result, ""},
    {"rtfinclude", DocSection::DroppedLine, ""},
    {"rtfonly", DocSection::DroppedBlock, ""},
    {"sa", DocSection::Text, "See "},
    {"secreflist", DocSection::DroppedLine, ""},
    {"see", DocSection::Text, "See "},
    {"short", DocSection::Text, ""},
    {"showdate", DocSection::DroppedLine, ""},
    {"showenumvalues", DocSection::DroppedLine, ""},
    {"showinitializer", DocSection::DroppedLine, ""},
    {"showrefby", DocSection::DroppedLine, ""},
    {"showrefs", DocSection::DroppedLine, ""},
    {"since", DocSection::Text, "Since "},
    {"skip", DocSection::DroppedLine, ""},
    {"skipline", DocSection::DroppedLine, ""},
    {"snippet", DocSection::DroppedLine, ""},
    {"snippetdoc", DocSection::DroppedLine, ""},
    {"snippetlineno", DocSection::DroppedLine, ""},
    {"startuml", DocSection::DroppedBlock, ""},
    {"static", DocSection::DroppedLine, ""},
    {"struct", DocSection::DroppedLine, ""},
    {"tableofcontents", DocSection::DroppedLine, ""},
    {"test", DocSection::Dropped, ""},
    {"throw", DocSection::Text, "Throws "},
    {"throws", DocSection::Text, "Throws "},
    {"todo", DocSection::Dropped, ""},
    {"tparam", DocSection::Dropped, ""},
    {"typedef", DocSection::DroppedLine, ""},
    {"union", DocSection::DroppedLine, ""},
    {"until", DocSection::DroppedLine, ""},
    {"var", DocSection::DroppedLine, ""},
    {"verbatim", DocSection::Verbatim, ""},
    {"verbinclude", DocSection::DroppedLine, ""},
    {"version", DocSection::Dropped, ""},
    {"vhdlflow", DocSection::DroppedLine, ""},
    {"warning", DocSection::Text, ""},
    {"weakgroup", DocSection::DroppedLine, ""},
    {"xmlinclude", DocSection::DroppedLine, ""},
    {"xmlonly", DocSection::DroppedBlock, ""},
    {"xrefitem", DocSection::Dropped, ""},
});
static_assert(std::ranges::is_sorted(kCommands, {}, &DocCommand::name), "find_command() searches by bisection");

const DocCommand* find_command_named(std::string_view word) {
  const auto* found = std::ranges::lower_bound(kCommands, word, {}, &DocCommand::name);
  return found != kCommands.end() && found->name == word ? found : nullptr;
}

}  // namespace

std::string_view command_word(std::string_view line) {
  if (line.empty() || (line[0] != '@' && line[0] != '\\')) return {};
  std::size_t end = 1;
  while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0) ++end;
  const bool ends_there = end == line.size() || is_blank(line[end]) || line[end] == '[' || line[end] == '{';
  return ends_there ? line.substr(1, end - 1) : std::string_view();
}

const DocCommand* find_command(std::string_view line) { return find_command_named(command_word(line)); }

bool is_mark_up(std::string_view word) {
  constexpr auto kMarkUp = std::to_array<std::string_view>({"a", "b", "c", "cite", "e", "em", "p", "ref"});
  return std::ranges::find(kMarkUp, word) != kMarkUp.end();
}

bool is_switch(std::string_view word) {
  constexpr auto kSwitches = std::to_array<std::string_view>({"callergraph", "callgraph", "nosubgrouping"});
  return word.starts_with("hide") || word.starts_with("show") ? find_command_named(word) != nullptr
                                                              : std::ranges::find(kSwitches, word) != kSwitches.end();
}

bool is_command_alone(std::string_view line) {
  const std::string_view word = command_word(line);
  if (word.empty() || is_mark_up(word)) return false;
  const std::string_view rest = trimmed(line.substr(1 + word.size()));
  return rest.empty() || (rest.starts_with('{') && rest.find('}') == rest.size() - 1);
}

}  // namespace mcpgen
