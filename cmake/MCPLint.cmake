# Part of MCPGenerate.cmake: tools that look at sources see those of the user, each as the main file that it is, and
# neither wrappers nor generated code. The build compiles wrappers all the same.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# Programs that CMake runs beside the compiler get the source instead of its wrapper: lint_source.cmake stands in front.
function(_mcp_lint_sources target)
  _mcp_recall("${target}" DIRECTORY FILES HEADERS WRAPPERS)
  set(sources "")
  foreach(file IN LISTS FILES)
    if(file IN_LIST HEADERS)
      # A header is looked at where a source includes it, as ever.
      set(file "<header>")
    endif()
    list(APPEND sources "${file}")
  endforeach()
  string(CONCAT text "set(MCP_WRAPPERS [==[${WRAPPERS}]==])\nset(MCP_SOURCES [==[${sources}]==])\n"
    "set(MCP_GENERATED [==[${target}.server.cpp]==])\n")
  set(map "${DIRECTORY}/${target}.sources.cmake")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/lint_source.cmake")
  foreach(tool IN ITEMS CLANG_TIDY CPPCHECK CPPLINT INCLUDE_WHAT_YOU_USE)
    get_target_property(command "${target}" CXX_${tool})
    if(command)
      _mcp_write("${map}" "${text}")
      set_property(TARGET "${target}" PROPERTY CXX_${tool}
        "${CMAKE_COMMAND};-DMCP_MAP=${map};-P;${script};--;${command}")
    endif()
  endforeach()
endfunction()

# compile_commands.json lists the sources, with the flags that they are compiled with: as those of an object library that
# nothing builds.
function(_mcp_export_sources target)
  get_target_property(is_exported "${target}" EXPORT_COMPILE_COMMANDS)
  if(NOT is_exported)
    return()
  endif()
  _mcp_recall("${target}" DIRECTORY FILES HEADERS)
  set(sources ${FILES})
  get_target_property(others "${target}" SOURCES)
  foreach(file IN LISTS others)
    cmake_path(IS_PREFIX DIRECTORY "${file}" is_ours)
    if(NOT is_ours AND NOT file MATCHES "<TARGET_OBJECTS:|/${target}\\.server\\.cpp$")
      list(APPEND sources "${file}")
    endif()
  endforeach()
  list(REMOVE_ITEM sources ${HEADERS})
  if(NOT sources)
    return()
  endif()

  set(listed "${target}-sources")
  add_library("${listed}" OBJECT EXCLUDE_FROM_ALL ${sources})
  foreach(property IN ITEMS
      LINK_LIBRARIES INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES COMPILE_FLAGS
      CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS C_STANDARD C_STANDARD_REQUIRED C_EXTENSIONS
      PRECOMPILE_HEADERS PRECOMPILE_HEADERS_REUSE_FROM POSITION_INDEPENDENT_CODE
      CXX_VISIBILITY_PRESET C_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN)
    get_property(is_set TARGET "${target}" PROPERTY ${property} SET)
    get_property(value TARGET "${target}" PROPERTY ${property})
    if(is_set)
      # An option that a plug-in is compiled with by g++, and that Clang's programs refuse.
      list(FILTER value EXCLUDE REGEX ":-fno-gnu-unique>$")
      set_property(TARGET "${listed}" PROPERTY ${property} "${value}")
    endif()
  endforeach()
  set_target_properties("${listed}" PROPERTIES EXPORT_COMPILE_COMMANDS ON UNITY_BUILD OFF
    CXX_CLANG_TIDY "" CXX_CPPCHECK "" CXX_CPPLINT "" CXX_INCLUDE_WHAT_YOU_USE "")
  add_dependencies("${listed}" "${target}-generate")
  set_target_properties("${target}" PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
endfunction()

cmake_policy(POP)
