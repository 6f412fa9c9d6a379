# Part of MCPGenerate.cmake: the units of a target (a wrapper and a scan for each C++ file) and the flags of the scans.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# Sorts arg_SOURCES and arg_HEADERS into `scanned`, `headers` and `others` of the caller, as absolute paths.
macro(_mcp_sort_sources here)
  set(scanned "")
  set(headers "")
  set(others "")
  set(seen "")
  foreach(list_name IN ITEMS SOURCES HEADERS)
    foreach(file IN LISTS arg_${list_name})
      if(file MATCHES "\\$<")
        message(FATAL_ERROR "${here}: ${list_name} must be plain file names; generator expressions such as "
          "\"${file}\" are known too late.")
      endif()
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE absolute)
      get_source_file_property(is_generated "${absolute}" GENERATED)
      if(NOT EXISTS "${absolute}" AND NOT is_generated)
        # add_executable looks there as well.
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE OUTPUT_VARIABLE built)
        get_source_file_property(is_generated "${built}" GENERATED)
        if(NOT EXISTS "${built}" AND NOT is_generated)
          message(FATAL_ERROR "${here}: ${list_name} names \"${file}\", and there is no such file:\n  ${absolute}\n"
            "If the build makes it, the add_custom_command() that makes it must stand before this call.")
        endif()
        set(absolute "${built}")
      endif()
      if(IS_DIRECTORY "${absolute}")
        message(FATAL_ERROR "${here}: ${list_name} names \"${file}\", which is a directory; name its files.")
      endif()
      # A link to a file is that file: its functions would be defined twice.
      file(REAL_PATH "${absolute}" real)
      if(real IN_LIST seen)
        message(FATAL_ERROR "${here}: \"${file}\" is listed twice.")
      endif()
      list(APPEND seen "${real}")

      get_source_file_property(language "${absolute}" LANGUAGE)
      cmake_path(GET absolute EXTENSION LAST_ONLY extension)
      if("${list_name}" STREQUAL "HEADERS" OR extension MATCHES "^\\.(h|hh|hpp|hxx|h\\+\\+|H)$")
        list(APPEND headers "${absolute}")
      elseif(language STREQUAL "CXX" OR extension MATCHES "^\\.(cpp|cc|cxx|c\\+\\+|cp|CPP|C)$")
        list(APPEND scanned "${absolute}")
      else()
        list(APPEND others "${absolute}")
      endif()
    endforeach()
  endforeach()
  if(NOT scanned AND NOT headers AND NOT arg_LINK)
    message(FATAL_ERROR "${here}: none of the files is a C++ source or header.")
  endif()
endmacro()

# Makes a unit of each file in `files` of the caller: sets `unit_ids` and `wrappers`, and writes the wrappers.
macro(_mcp_add_units)
  # Of all targets, for a server may link the units of several: `geo` with tools_x.cpp and `geo_tools` with x.cpp.
  get_property(known_ids GLOBAL PROPERTY _MCP_UNITS)
  list(APPEND known_ids "${target_id}")
  set(unit_ids "")
  set(wrappers "")
  foreach(file IN LISTS files)
    # Ids come from names, not from positions: a source that joins the list leaves the others as they are.
    cmake_path(GET file STEM LAST_ONLY stem)
    string(MAKE_C_IDENTIFIER "${stem}" stem_id)
    set(id "${target_id}_${stem_id}")
    set(number 1)
    while(id IN_LIST known_ids)
      math(EXPR number "${number} + 1")
      set(id "${target_id}_${stem_id}_${number}")
    endwhile()
    list(APPEND known_ids "${id}")
    list(APPEND unit_ids "${id}")

    set(MCP_UNIT "${id}")
    set(wrapper "${directory}/${id}/${stem}.cpp")
    configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/wrapper.cpp.in" "${wrapper}" @ONLY)
    list(APPEND wrappers "${wrapper}")
  endforeach()
  set_property(GLOBAL PROPERTY _MCP_UNITS "${known_ids}")
endmacro()

# Checks what target_sources() added: a source that is named already would be compiled twice, and an annotation would
# not count.
function(_mcp_check_sources target)
  _mcp_recall("${target}" FILES HEADERS DIRECTORY)
  get_target_property(sources "${target}" SOURCES)
  get_target_property(base "${target}" SOURCE_DIR)
  foreach(file IN LISTS sources)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${base}" NORMALIZE)
    cmake_path(IS_PREFIX DIRECTORY "${file}" is_ours)
    if(is_ours OR file IN_LIST HEADERS)
      continue()
    endif()
    if(file IN_LIST FILES)
      message(FATAL_ERROR "SOURCES of ${target}: they name \"${file}\", and target_sources() names it again.")
    endif()
    if(file MATCHES "\\.(cpp|cc|cxx|c\\+\\+|cp|CPP|C)$" AND EXISTS "${file}")
      file(STRINGS "${file}" annotations REGEX "^[^/]*MCP_(TOOL|RESOURCE|PROMPT|COMPLETE|SERVER|EXPOSE)[ \t]*\\(")
      if(annotations)
        message(FATAL_ERROR "SOURCES of ${target}: the annotations in \"${file}\" do not count, for target_sources() names "
          "the file. Name it in SOURCES instead.")
      endif()
    endif()
  endforeach()
endfunction()

# Gives the wrappers of a target what their sources carry.
function(_mcp_finish_wrappers target)
  foreach(property IN ITEMS UNITS FILES WRAPPERS DIRECTORY GENERATED_DIR)
    get_target_property(${property} "${target}" _MCP_${property})
  endforeach()
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  foreach(id file wrapper IN ZIP_LISTS UNITS FILES WRAPPERS)
    foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS INCLUDE_DIRECTORIES
                              SKIP_PRECOMPILE_HEADERS OBJECT_DEPENDS)
      get_property(value SOURCE "${file}" PROPERTY ${property})
      if(NOT value STREQUAL "")
        set_property(SOURCE "${wrapper}" PROPERTY ${property} "${value}")
      endif()
    endforeach()
    set_property(SOURCE "${wrapper}" APPEND PROPERTY COMPILE_DEFINITIONS "MCP_SOURCE=\"${file}\"")
    set_property(SOURCE "${wrapper}" PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
    if(NOT TARGET MCPGenerate::mcpgen)
      set_property(SOURCE "${wrapper}" APPEND PROPERTY INCLUDE_DIRECTORIES "${GENERATED_DIR}")
    elseif(multi_config)
      set_property(SOURCE "${wrapper}" APPEND PROPERTY INCLUDE_DIRECTORIES "${DIRECTORY}/${id}/$<CONFIG>")
    endif()
  endforeach()
endfunction()

# Adds the scans of a target and scans the flags of the compiler: raw as the target has them, at generate time, and as
# mcpgen takes them (scan_flags.cmake), at build time. `more_named` are files whose annotations count elsewhere.
function(_mcp_add_scans target more_named)
  foreach(property IN ITEMS UNITS FILES STAMPS DIRECTORY)
    get_target_property(${property} "${target}" _MCP_${property})
  endforeach()
  _mcp_warnings("${target}" warnings)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(per_config "")
  if(multi_config)
    set(per_config "/$<CONFIG>")
  endif()
  set(named "")
  foreach(file IN LISTS FILES more_named)
    list(APPEND named --named "${file}")
  endforeach()
  _mcp_target_flags(target_flags)
  _mcp_precompiled_header(precompiled)
  set(shared_flags "${DIRECTORY}${per_config}/${target}.flags")
  _mcp_add_flags("${shared_flags}" "${target_flags}${precompiled}")

  foreach(id file stamp IN ZIP_LISTS UNITS FILES STAMPS)
    set(generated "${DIRECTORY}/${id}${per_config}")
    set(own "")
    foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS INCLUDE_DIRECTORIES
                              SKIP_PRECOMPILE_HEADERS)
      get_property(${property} SOURCE "${file}" PROPERTY ${property})
      string(APPEND own "${${property}}")
    endforeach()
    set(flags "${shared_flags}")
    if(NOT own STREQUAL "")
      set(flags "${generated}/${id}.flags")
      set(lines "includes:${INCLUDE_DIRECTORIES}\n${target_flags}")
      if(NOT SKIP_PRECOMPILE_HEADERS)
        string(APPEND lines "${precompiled}")
      endif()
      string(APPEND lines "definitions:${COMPILE_DEFINITIONS}\n")
      string(APPEND lines "string:${COMPILE_FLAGS}\n")
      string(APPEND lines "options:${COMPILE_OPTIONS}\n")
      _mcp_add_flags("${flags}" "${lines}")
    endif()

    cmake_path(GET file FILENAME name)
    add_custom_command(
      OUTPUT "${stamp}"
      BYPRODUCTS "${generated}/${id}.model.json" "${generated}/${id}.inc"
      COMMAND "$<TARGET_FILE:MCPGenerate::mcpgen>" scan
        --source "${file}" --unit "${id}"
        --model "${generated}/${id}.model.json" --code "${generated}/${id}.inc"
        --depfile "${generated}/${id}.d" --stamp "${stamp}"
        --flags-file "${flags}" ${named} ${warnings}
      DEPENDS "${file}" "${flags}" "${DIRECTORY}/${target}.warnings" "$<TARGET_FILE:MCPGenerate::mcpgen>"
      DEPFILE "${generated}/${id}.d"
      COMMENT "Scanning ${name}"
      VERBATIM)
  endforeach()
endfunction()

# The flags for mcpgen in the target's property MCP_WARNINGS, checked. They also stand in a file that the steps depend
# on: Make does not notice another command line.
function(_mcp_warnings target result)
  get_target_property(warnings "${target}" MCP_WARNINGS)
  if(NOT warnings)
    set(warnings "")
  endif()
  foreach(flag IN LISTS warnings)
    if(NOT flag MATCHES "^-W(no-)?(error=)?mcp(-[a-z-]+)?$")
      message(FATAL_ERROR "WARNINGS of ${target}: \"${flag}\" must look like -Wno-mcp-<warning>, -Wno-mcp, "
        "-Werror=mcp-<warning> or -Werror=mcp.")
    endif()
  endforeach()
  get_target_property(directory "${target}" _MCP_DIRECTORY)
  _mcp_write("${directory}/${target}.warnings" "${warnings}\n")
  set(${result} "${warnings}" PARENT_SCOPE)
endfunction()

# Writes a file unless it holds the text already.
function(_mcp_write file text)
  if(EXISTS "${file}")
    file(READ "${file}" old)
    if(old STREQUAL text)
      return()
    endif()
  endif()
  file(WRITE "${file}" "${text}")
endfunction()

# Makes the file `flags` from lines that scan_flags.cmake reads; they may hold generator expressions.
function(_mcp_add_flags flags lines)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scan_flags.cmake")
  # The name must hold the language: options may depend on it, and CMake evaluates them once for each.
  file(GENERATE OUTPUT "${flags}.$<COMPILE_LANGUAGE>.raw" CONTENT "${lines}" TARGET "${target}")
  add_custom_command(
    OUTPUT "${flags}"
    COMMAND "${CMAKE_COMMAND}" "-DMCP_RAW=${flags}.CXX.raw" "-DMCP_FLAGS=${flags}" -P "${script}"
    DEPENDS "${flags}.CXX.raw" "${script}"
    COMMENT "Collecting compiler flags of ${target}"
    VERBATIM)
endfunction()

# The header that CMake makes of the target's precompiled headers, which it includes before every source.
function(_mcp_precompiled_header result)
  set(${result} "" PARENT_SCOPE)
  get_target_property(header_target "${target}" PRECOMPILE_HEADERS_REUSE_FROM)
  if(NOT header_target)
    set(header_target "${target}")
  endif()
  get_target_property(headers "${header_target}" PRECOMPILE_HEADERS)
  if(headers)
    get_target_property(binary_dir "${header_target}" BINARY_DIR)
    set(${result} "precompiled:${binary_dir}/CMakeFiles/${header_target}.dir${per_config}/cmake_pch.hxx\n" PARENT_SCOPE)
  endif()
endfunction()

# What all scans of the current target share, in the format that scan_flags.cmake reads.
function(_mcp_target_flags result)
  set(lines "")
  string(APPEND lines "default-standard:${CMAKE_CXX_STANDARD_DEFAULT}\n")
  string(APPEND lines "default-extensions:${CMAKE_CXX_EXTENSIONS_DEFAULT}\n")
  string(APPEND lines "standard:$<TARGET_PROPERTY:CXX_STANDARD>\n")
  string(APPEND lines "extensions:$<TARGET_PROPERTY:CXX_EXTENSIONS>\n")
  string(APPEND lines "features:$<TARGET_PROPERTY:COMPILE_FEATURES>\n")
  string(APPEND lines "implicit:${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES}\n")
  if(CMAKE_SYSROOT)
    string(APPEND lines "flag:--sysroot=${CMAKE_SYSROOT}\n")
  endif()
  if(CMAKE_CXX_COMPILER_TARGET)
    string(APPEND lines "flag:--target=${CMAKE_CXX_COMPILER_TARGET}\n")
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    _mcp_gcc_directory(gcc)
    string(APPEND lines "flag:--gcc-install-dir=${gcc}\n")
    if(CMAKE_CROSSCOMPILING)
      # A cross compiler of GCC's is for one machine, which its options do not name.
      execute_process(COMMAND "${CMAKE_CXX_COMPILER}" ${CMAKE_CXX_COMPILER_ARG1} -dumpmachine
        OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
      string(APPEND lines "flag:--target=${machine}\n")
    endif()
  endif()
  string(APPEND lines "string:${CMAKE_CXX_FLAGS}\n")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(configs "${CMAKE_BUILD_TYPE}")
  if(multi_config)
    set(configs "${CMAKE_CONFIGURATION_TYPES}")
  endif()
  foreach(config IN LISTS configs)
    string(TOUPPER "${config}" upper)
    # A closing angle bracket would end the expression.
    string(REPLACE ">" "$<ANGLE-R>" config_flags "${CMAKE_CXX_FLAGS_${upper}}")
    string(APPEND lines "$<$<CONFIG:${config}>:string:${config_flags}\n>")
  endforeach()
  if(CMAKE_INCLUDE_CURRENT_DIR)
    string(APPEND lines "includes:${CMAKE_CURRENT_SOURCE_DIR};${CMAKE_CURRENT_BINARY_DIR}\n")
  endif()
  string(APPEND lines "includes:$<TARGET_PROPERTY:INCLUDE_DIRECTORIES>\n")
  string(APPEND lines "system:$<TARGET_PROPERTY:SYSTEM_INCLUDE_DIRECTORIES>\n")
  string(APPEND lines "system:${CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES}\n")
  string(APPEND lines "definitions:$<TARGET_PROPERTY:COMPILE_DEFINITIONS>\n")
  string(APPEND lines "string:$<TARGET_PROPERTY:COMPILE_FLAGS>\n")
  string(APPEND lines "options:$<TARGET_PROPERTY:COMPILE_OPTIONS>\n")
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

# The directory of the GCC installation that the compiler belongs to: the scan must read the same libstdc++.
function(_mcp_gcc_directory result)
  get_property(known GLOBAL PROPERTY _MCP_GCC_DIRECTORY)
  if(NOT known)
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" ${CMAKE_CXX_COMPILER_ARG1} -print-libgcc-file-name
      OUTPUT_VARIABLE libgcc OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    cmake_path(GET libgcc PARENT_PATH known)
    cmake_path(NORMAL_PATH known)
    set_property(GLOBAL PROPERTY _MCP_GCC_DIRECTORY "${known}")
  endif()
  set(${result} "${known}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
