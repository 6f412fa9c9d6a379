# Run by the build: compares a server's manifest with the file that MANIFEST names.
# MCP_TARGET: the server's target. MCP_NEW: the manifest as built. MCP_KEPT: the file. MCP_STAMP: touched on success.
# MCP_MCPGEN: the generator, which tells what a difference means; empty where it is not there.

cmake_minimum_required(VERSION 3.25)

if(NOT EXISTS "${MCP_KEPT}")
  configure_file("${MCP_NEW}" "${MCP_KEPT}" COPYONLY)
  message(STATUS "Wrote ${MCP_KEPT}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -E compare_files "${MCP_NEW}" "${MCP_KEPT}" RESULT_VARIABLE different)
if(different)
  set(lines "")
  if(MCP_MCPGEN)
    # Its exit code is the verdict; whatever it is, the file is not current.
    execute_process(COMMAND "${MCP_MCPGEN}" diff "${MCP_KEPT}" "${MCP_NEW}" OUTPUT_VARIABLE lines ERROR_VARIABLE lines)
  endif()
  message("${lines}")
  message(FATAL_ERROR "${MCP_KEPT}: the manifest is not current: the server ${MCP_TARGET} offers something else than "
    "this file says (above: what the change means to clients). If that is meant, build the target "
    "${MCP_TARGET}-manifest, which rewrites the file.")
endif()

# The file is no declared dependency, for it may be absent; the depfile makes an edit of it count.
string(REGEX REPLACE "([ #\\])" "\\\\\\1" stamp "${MCP_STAMP}")
string(REGEX REPLACE "([ #\\])" "\\\\\\1" kept "${MCP_KEPT}")
file(WRITE "${MCP_STAMP}.d" "${stamp}: ${kept}\n")
file(TOUCH "${MCP_STAMP}")
