# Run by the build where mcpgen is there: compares generated code with what GENERATED_DIR keeps of it, writes what is
# absent, and everything with MCP_REWRITE.
# MCP_REQUEST: a file that sets MCP_TARGET, MCP_KEPT (the directory), MCP_MADE (the files that belong there), MCP_CHECKED
# (touched on success) and what generated_digest.cmake needs.

cmake_minimum_required(VERSION 3.25)
include("${MCP_REQUEST}")
include("${CMAKE_CURRENT_LIST_DIR}/generated_digest.cmake")

set(stale "")
set(kept_files "")
foreach(made IN LISTS MCP_MADE)
  cmake_path(GET made FILENAME name)
  set(kept "${MCP_KEPT}/${name}")
  list(APPEND kept_files "${kept}")
  set(different TRUE)
  if(EXISTS "${kept}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E compare_files "${made}" "${kept}" RESULT_VARIABLE different)
  endif()
  if(different AND (MCP_REWRITE OR NOT EXISTS "${kept}"))
    configure_file("${made}" "${kept}" COPYONLY)
    message(STATUS "Wrote ${kept}")
  elseif(different)
    string(APPEND stale "\n  ${name}")
  endif()
endforeach()
if(stale)
  message(FATAL_ERROR "${MCP_KEPT}: the generated code of ${MCP_TARGET} is not current. These files differ from what "
    "the sources give now:${stale}\nBuild the target ${MCP_TARGET}-generated, which rewrites them, and commit them.")
endif()

# The digest follows by itself: that the code is current for these very sources has just been shown.
mcp_make_digest(digest)
set(file "${MCP_KEPT}/${MCP_TARGET}.digest")
set(old "")
if(EXISTS "${file}")
  file(READ "${file}" old)
endif()
if(NOT old STREQUAL digest)
  file(WRITE "${file}" "${digest}")
  message(STATUS "Wrote ${file}")
endif()
if(NOT MCP_REWRITE)
  mcp_write_stamp("${kept_files};${file}")
endif()
