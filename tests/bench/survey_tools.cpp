// The tools that take and return the large payload.
#include "survey.hpp"

/// File a survey.
/// @param survey The stations and what they read
MCP_TOOL()
bench::Filed file_survey(bench::plain::Survey survey) { return bench::filed(std::move(survey)); }

/// Count the stations of a filed survey.
/// @param filed What file_survey returned
MCP_TOOL()
std::size_t count_filed(const bench::Filed& filed) { return filed.survey.stations.size(); }

/// Count the stations of a survey whose numbers, texts and lists have bounds.
/// @param survey The stations and what they read
MCP_TOOL()
std::size_t count_bounded(const bench::bounded::Survey& survey) { return survey.stations.size(); }

/// Count the stations of a survey whose lists have unique elements.
/// @param survey The stations and what they read
MCP_TOOL()
std::size_t count_unique(const bench::unique::Survey& survey) { return survey.stations.size(); }

/// Count the stations of a survey whose codes match patterns.
/// @param survey The stations and what they read
MCP_TOOL()
std::size_t count_patterned(const bench::patterned::Survey& survey) { return survey.stations.size(); }
