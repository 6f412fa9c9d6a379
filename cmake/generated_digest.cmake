# The digest of generated code that is kept in a source tree: the arguments and the files that it was made from.
# Lines "argument <text>" and "source <SHA256> <path from MCP_ROOT>".

# Sets `result` to the digest of MCP_NAMED and of what MCP_DEPFILES name inside MCP_ROOT.
function(mcp_make_digest result)
  set(files ${MCP_NAMED})
  foreach(depfile IN LISTS MCP_DEPFILES)
    file(READ "${depfile}" text)
    # As mcpgen writes it: a file a line, escaped for Make. A backslash at the end of a list element would hide the next.
    string(REPLACE " \\\n" "\n" text "${text}")
    string(REGEX MATCHALL "\n  [^\n]+" lines "${text}")
    foreach(file IN LISTS lines)
      string(REGEX REPLACE "^\n  " "" file "${file}")
      string(REGEX REPLACE "\\\\([ #])" "\\1" file "${file}")
      string(REPLACE "$$" "$" file "${file}")
      cmake_path(NORMAL_PATH file)
      cmake_path(IS_PREFIX MCP_ROOT "${file}" in_root)
      cmake_path(IS_PREFIX MCP_BUILD "${file}" in_build)
      # What the build makes is made of other files; in a build inside of the sources they cannot be told apart.
      if(in_root AND (NOT in_build OR MCP_BUILD STREQUAL MCP_ROOT))
        list(APPEND files "${file}")
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES files)
  set(sources "")
  foreach(file IN LISTS files)
    file(SHA256 "${file}" hash)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${MCP_ROOT}")
    list(APPEND sources "source ${hash} ${file}")
  endforeach()
  # By path.
  list(TRANSFORM sources REPLACE "^source ([0-9a-f]+) (.*)$" "\\2 source \\1")
  list(SORT sources)
  list(TRANSFORM sources REPLACE "^(.*) source ([0-9a-f]+)$" "source \\2 \\1")
  list(JOIN sources "\n" sources)
  mcp_digest_arguments(arguments)
  set(${result} "# What the generated code of ${MCP_TARGET} was made from. The build writes this file.\n"
    "${arguments}${sources}\n")
  string(JOIN "" ${result} ${${result}})
  set(${result} "${${result}}" PARENT_SCOPE)
endfunction()

# Sets `result` to the lines of the arguments.
function(mcp_digest_arguments result)
  list(TRANSFORM MCP_ARGUMENTS PREPEND "argument ")
  list(JOIN MCP_ARGUMENTS "\n" lines)
  set(${result} "${lines}\n" PARENT_SCOPE)
endfunction()

# Writes MCP_CHECKED, and beside it a depfile that names `files`: they are no declared dependencies, for they may be
# absent.
function(mcp_write_stamp files)
  string(REGEX REPLACE "([ #\\])" "\\\\\\1" text "${MCP_CHECKED}")
  string(APPEND text ":")
  foreach(file IN LISTS files)
    string(REGEX REPLACE "([ #\\])" "\\\\\\1" file "${file}")
    string(APPEND text " \\\n  ${file}")
  endforeach()
  file(WRITE "${MCP_CHECKED}.d" "${text}\n")
  file(TOUCH "${MCP_CHECKED}")
endfunction()
