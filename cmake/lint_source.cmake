# Run by the build in front of a program that looks at a source (clang-tidy, cppcheck, cpplint, include-what-you-use):
# where the command names a wrapper, it gets the source that the wrapper includes. Wrappers of headers and generated code
# are passed by. Options of g++ alone, which a plug-in is compiled with, are left out: Clang's programs refuse them.
# MCP_MAP: a file that sets the lists MCP_WRAPPERS and MCP_SOURCES, in which "<header>" stands for any header, and
# MCP_GENERATED, the name of a generated source. The command stands behind "--".

cmake_minimum_required(VERSION 3.25)
include("${MCP_MAP}")

set(command "")
set(has_begun FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
  set(argument "${CMAKE_ARGV${index}}")
  if(has_begun)
    list(FIND MCP_WRAPPERS "${argument}" position)
    if(NOT position EQUAL -1)
      list(GET MCP_SOURCES ${position} argument)
    endif()
    cmake_path(GET argument FILENAME name)
    if(argument STREQUAL "<header>" OR name STREQUAL MCP_GENERATED)
      return()
    endif()
    if(NOT argument STREQUAL "-fno-gnu-unique")
      string(APPEND command " [==[${argument}]==]")
    endif()
  elseif(argument STREQUAL "--")
    set(has_begun TRUE)
  endif()
endforeach()

cmake_language(EVAL CODE "execute_process(COMMAND ${command} RESULT_VARIABLE code)")
if(NOT code EQUAL 0)
  message(FATAL_ERROR "The check of a source failed: ${code}")
endif()
