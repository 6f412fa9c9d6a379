# Writes a C++ source that holds the templates as text: cmake -DOUTPUT=… "-DTEMPLATES=a;b" -P EmbedTemplates.cmake
set(entries "")
foreach(template IN LISTS TEMPLATES)
  get_filename_component(name "${template}" NAME)
  file(READ "${template}" text)
  string(APPEND entries "    {\"${name}\", R\"template(${text})template\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from templates/ by cmake/EmbedTemplates.cmake.
#include <stdexcept>
#include <string>
#include <utility>

#include \"emit/template.hpp\"

namespace mcpgen {

namespace {

constexpr std::pair<std::string_view, std::string_view> kTemplates[] = {
${entries}};

}  // namespace

std::string_view template_text(std::string_view name) {
  for (const auto& [known, text] : kTemplates) {
    if (known == name) return text;
  }
  throw std::logic_error(\"no template called \" + std::string(name));
}

}  // namespace mcpgen
")
