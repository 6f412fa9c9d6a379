# Run by the build where mcpgen is not there: checks that the code in GENERATED_DIR was made from the sources as they
# are.
# MCP_REQUEST: a file that sets MCP_TARGET, MCP_KEPT (the directory), MCP_MADE (its files), MCP_NAMED (the sources and headers
# that the target names), MCP_ROOT (where paths of the digest start), MCP_ARGUMENTS and MCP_CHECKED (touched on success).

cmake_minimum_required(VERSION 3.25)
include("${MCP_REQUEST}")
include("${CMAKE_CURRENT_LIST_DIR}/generated_digest.cmake")

set(file "${MCP_KEPT}/${MCP_TARGET}.digest")
file(READ "${file}" digest)
set(stale "")

mcp_digest_arguments(wanted)
string(REGEX MATCHALL "argument [^\n]*\n" arguments "${digest}")
list(JOIN arguments "" arguments)
if(NOT arguments STREQUAL wanted)
  string(APPEND stale "\n  the arguments of ${MCP_TARGET} in CMake")
endif()

set(known "")
string(REGEX MATCHALL "source [0-9a-f]+ [^\n]+" lines "${digest}")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^source ([0-9a-f]+) (.+)$" line "${line}")
  set(hash "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")
  cmake_path(ABSOLUTE_PATH name BASE_DIRECTORY "${MCP_ROOT}" NORMALIZE OUTPUT_VARIABLE source)
  set(now "")
  if(EXISTS "${source}")
    list(APPEND known "${source}")
    file(SHA256 "${source}" now)
  endif()
  if(NOT now STREQUAL hash)
    string(APPEND stale "\n  ${name}")
  endif()
endforeach()
foreach(named IN LISTS MCP_NAMED)
  if(NOT named IN_LIST known)
    string(APPEND stale "\n  ${named}")
  endif()
endforeach()

foreach(made IN LISTS MCP_MADE)
  if(NOT EXISTS "${made}")
    cmake_path(GET made FILENAME name)
    string(APPEND stale "\n  ${name}, which is missing")
  endif()
endforeach()

if(stale)
  message(FATAL_ERROR "${MCP_KEPT}: the generated code of ${MCP_TARGET} is not current. Since it was written these have "
    "changed:${stale}\nBuild the target ${MCP_TARGET}-generated on a machine with mcpgen, which rewrites the code, and "
    "commit it.")
endif()
mcp_write_stamp("${file};${known};${MCP_MADE}")
