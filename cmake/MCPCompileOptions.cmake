# Options of the project's own targets. Users' targets get none of them.
option(MCP_UNITY "Compile the project's own sources in batches, which takes about a third of the time" ON)
set(MCP_UNITY_BATCH 20 CACHE STRING "How many sources a batch has at most")
set(MCP_UNITY_TEST_BATCH 16 CACHE STRING "The same, of test programs")
mark_as_advanced(MCP_UNITY_BATCH MCP_UNITY_TEST_BATCH)

# mcp_own_target(<target>): C++20, the warnings this project is built with, batches of sources (MCP_UNITY).
function(mcp_own_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # At -O2, g++ 12 takes `"text" + std::string` for an overlapping copy (GCC bug 105651).
      target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # At -O2, g++ 12 and 14 take members of what a reference stands for, such as the string of a Writer, for unset.
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
  else()
    # What a parent project asks of its own code with add_compile_options(-W… -Werror), or has programs look for, is not
    # asked of this one.
    target_compile_options(${target} PRIVATE -w)
    set_target_properties(${target} PROPERTIES
      CXX_CLANG_TIDY "" CXX_CPPCHECK "" CXX_CPPLINT "" CXX_INCLUDE_WHAT_YOU_USE "")
  endif()
  mcp_unity(${target} ${MCP_UNITY_BATCH})
endfunction()

# mcp_own_test(<target>): as mcp_own_target(), for a test program. Its own sources are compiled without optimisation, for
# they run once; what they test is compiled as ever.
function(mcp_own_test target)
  mcp_own_target(${target})
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE -O0)
  endif()
  mcp_unity(${target} ${MCP_UNITY_TEST_BATCH})
endfunction()

# mcp_unity(<target> <batch>): has the target's sources compiled in batches of at most <batch> if MCP_UNITY is on, and one
# by one otherwise, whatever CMAKE_UNITY_BUILD says. The batches are of about the same size, so that no core waits.
function(mcp_unity target batch_size)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  math(EXPR batches "(${count} + ${batch_size} - 1) / ${batch_size}")
  math(EXPR batch_size "(${count} + ${batches} - 1) / ${batches}")
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD "${MCP_UNITY}" UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE ${batch_size})
endfunction()
