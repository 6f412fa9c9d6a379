#[=======================================================================[.rst:
MCPGenerate
-----------

Turns annotated C++ into a Model Context Protocol server.

This file comes with ``find_package(MCPGenerate)``, ``add_subdirectory`` and
``FetchContent``; including it once makes its commands known everywhere.

.. command:: mcp_add_server

  Adds an executable that serves the annotated functions of its sources::

    mcp_add_server(<target>
      SOURCES <source>...
      [HEADERS <header>...]
      [LINK <library>...]
      [NAME <name>] [VERSION <version>]
      [MANIFEST <file>]
      [NO_MAIN])

  ``SOURCES``
    The sources of the executable. Annotations count in every C++ source; a
    header named here counts as one of ``HEADERS``; other files (C, assembler,
    resources) are given to the executable as they are.
  ``HEADERS``
    Headers whose annotations count too, each able to compile by itself.
  ``LINK``
    Libraries, as for ``target_link_libraries(<target> PRIVATE ...)``.
  ``NAME``, ``VERSION``
    What the server calls itself where no ``MCP_SERVER`` annotation says it.
    Default: the target's name and ``PROJECT_VERSION``.
  ``MANIFEST``
    A file of the source tree that lists all that the server offers. The build
    writes it when it is absent and fails when it is not current; building the
    target ``<target>-manifest`` rewrites it.
  ``NO_MAIN``
    The sources have a ``main``. It includes ``<target>.mcp.hpp``, which
    declares ``mcp::generated::<target>::server()`` (the target's name as a C
    identifier), binds its objects and calls ``mcp::run``.

  The executable is an ordinary target: properties, include directories,
  definitions and options set on it, before or after, hold for its sources and
  for the scan alike. So do ``COMPILE_DEFINITIONS``, ``COMPILE_OPTIONS``,
  ``COMPILE_FLAGS``, ``INCLUDE_DIRECTORIES`` and ``SKIP_PRECOMPILE_HEADERS``
  of a single source.

  What is built, in ``<binary dir>/<target>.mcp``: each source gets a unit, a
  directory with a wrapper of the source's base name that includes the source
  and then what ``mcpgen scan`` wrote about it. The wrapper is compiled in the
  source's place, for only code in the same translation unit sees types of
  anonymous namespaces. ``mcpgen link`` joins the units' models into
  ``<target>.server.cpp`` and the manifest. The target ``<target>-generate``
  does all that without compiling.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(mcp_add_server target)
  set(here "mcp_add_server(${target})")
  if(TARGET "${target}")
    message(FATAL_ERROR "${here}: there is a target of this name already.")
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_MAIN" "NAME;VERSION;MANIFEST" "SOURCES;HEADERS;LINK")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS "\" \"" unknown)
    message(FATAL_ERROR "${here}: unknown argument \"${unknown}\". The keywords are "
      "SOURCES, HEADERS, LINK, NAME, VERSION, MANIFEST and NO_MAIN.")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    list(JOIN arg_KEYWORDS_MISSING_VALUES ", " missing)
    message(FATAL_ERROR "${here}: no value after ${missing}.")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${here}: SOURCES must name at least one source file.")
  endif()
  if(NOT TARGET mcp::runtime OR NOT TARGET MCPGenerate::mcpgen)
    message(FATAL_ERROR "${here}: the targets mcp::runtime and MCPGenerate::mcpgen are not known in this "
      "directory. Call find_package(MCPGenerate REQUIRED) here or in a directory above.")
  endif()
  if(NOT DEFINED arg_NAME)
    set(arg_NAME "${target}")
  endif()
  if(NOT DEFINED arg_VERSION)
    set(arg_VERSION "${PROJECT_VERSION}")
    if(arg_VERSION STREQUAL "")
      set(arg_VERSION "0.0.0")
    endif()
  endif()

  string(MAKE_C_IDENTIFIER "${target}" target_id)
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.mcp")
  set(templates "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  # With several configurations in one build tree, each has its own generated files: definitions may differ.
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(per_config "")
  if(multi_config)
    set(per_config "/$<CONFIG>")
  endif()

  _mcp_sort_sources("${here}")  # sets scanned, headers and others

  set(MCP_TARGET "${target}")
  set(MCP_TARGET_ID "${target_id}")
  configure_file("${templates}/server.hpp.in" "${directory}/${target}.mcp.hpp" @ONLY)

  set(files ${scanned} ${headers})
  set(unit_ids "")
  set(wrappers "")
  set(models "")
  set(stamps "")
  foreach(file IN LISTS files)
    # Ids come from names, not from positions: a source that joins the list leaves the others as they are.
    cmake_path(GET file STEM LAST_ONLY stem)
    string(MAKE_C_IDENTIFIER "${stem}" stem_id)
    set(id "${target_id}_${stem_id}")
    set(number 1)
    while(id IN_LIST unit_ids)
      math(EXPR number "${number} + 1")
      set(id "${target_id}_${stem_id}_${number}")
    endwhile()
    list(APPEND unit_ids "${id}")

    set(MCP_UNIT "${id}")
    set(wrapper "${directory}/${id}/${stem}.cpp")
    configure_file("${templates}/wrapper.cpp.in" "${wrapper}" @ONLY)
    list(APPEND wrappers "${wrapper}")
    list(APPEND models --model "${directory}/${id}${per_config}/${id}.model.json")
    list(APPEND stamps "${directory}/${id}${per_config}/${id}.stamp")
  endforeach()

  set(generated "${directory}${per_config}")
  set(server_stem "${generated}/${target}.server")
  set(manifest "${generated}/${target}.manifest.json")
  set(no_main "")
  if(arg_NO_MAIN)
    set(no_main --no-main)
  endif()
  add_custom_command(
    OUTPUT "${server_stem}.stamp"
    BYPRODUCTS "${server_stem}.cpp" "${manifest}"
    COMMAND "$<TARGET_FILE:MCPGenerate::mcpgen>" link
      --target "${target_id}" --name "${arg_NAME}" --version "${arg_VERSION}" ${models}
      --code "${server_stem}.cpp" --manifest "${manifest}" --stamp "${server_stem}.stamp" ${no_main}
    DEPENDS ${stamps} "$<TARGET_FILE:MCPGenerate::mcpgen>"
    COMMENT "Generating server ${target}"
    VERBATIM)
  add_custom_target("${target}-generate" DEPENDS ${stamps} "${server_stem}.stamp" SOURCES ${files})

  # The sources themselves belong to the custom target above, so that editors show them: HEADER_FILE_ONLY would take
  # them away from every other target of the directory too.
  add_executable("${target}" ${wrappers} "${server_stem}.cpp" ${headers} ${others})
  add_dependencies("${target}" "${target}-generate")
  target_include_directories("${target}" PRIVATE "${directory}")
  target_link_libraries("${target}" PRIVATE mcp::runtime ${arg_LINK})
  if(DEFINED arg_MANIFEST)
    _mcp_keep_manifest()
  endif()

  # The rest waits until the end of the directory, so that what is set after this call counts.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _mcp_finish_server
    [==[${target}]==] [==[${directory}]==] [==[${unit_ids}]==] [==[${files}]==] [==[${wrappers}]==])")
endfunction()

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
          message(FATAL_ERROR "${here}: ${list_name} names \"${file}\", and there is no such file:\n  ${absolute}")
        endif()
        set(absolute "${built}")
      endif()
      if(IS_DIRECTORY "${absolute}")
        message(FATAL_ERROR "${here}: ${list_name} names \"${file}\", which is a directory; name its files.")
      endif()
      if(absolute IN_LIST seen)
        message(FATAL_ERROR "${here}: \"${file}\" is listed twice.")
      endif()
      list(APPEND seen "${absolute}")

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
  if(NOT scanned AND NOT headers)
    message(FATAL_ERROR "${here}: none of the files is a C++ source or header.")
  endif()
endmacro()

# The file of MANIFEST: checked by every build, rewritten by <target>-manifest.
macro(_mcp_keep_manifest)
  cmake_path(ABSOLUTE_PATH arg_MANIFEST BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  add_custom_command(
    OUTPUT "${manifest}.stamp"
    COMMAND "${CMAKE_COMMAND}" "-DMCP_TARGET=${target}" "-DMCP_NEW=${manifest}" "-DMCP_KEPT=${arg_MANIFEST}"
      "-DMCP_STAMP=${manifest}.stamp" -P "${templates}/check_manifest.cmake"
    DEPENDS "${server_stem}.stamp" "${templates}/check_manifest.cmake"
    DEPFILE "${manifest}.stamp.d"
    COMMENT "Checking the manifest of ${target}"
    VERBATIM)
  target_sources("${target}" PRIVATE "${manifest}.stamp")
  add_custom_target("${target}-manifest"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${manifest}" "${arg_MANIFEST}"
    COMMENT "Writing ${arg_MANIFEST}"
    VERBATIM)
  add_dependencies("${target}-manifest" "${target}-generate")
endmacro()

# Adds the scans. Gives wrappers what their sources carry, and scans the flags of the compiler: raw as the target has
# them, at generate time, and as mcpgen takes them (scan_flags.cmake), at build time.
function(_mcp_finish_server target directory unit_ids files wrappers)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(per_config "")
  if(multi_config)
    set(per_config "/$<CONFIG>")
  endif()
  set(named "")
  foreach(file IN LISTS files)
    list(APPEND named --named "${file}")
  endforeach()
  _mcp_target_flags(target_flags)
  _mcp_precompiled_header(precompiled)
  set(shared_flags "${directory}${per_config}/${target}.flags")
  _mcp_add_flags("${shared_flags}" "${target_flags}${precompiled}")

  foreach(id file wrapper IN ZIP_LISTS unit_ids files wrappers)
    set(own "")
    foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS INCLUDE_DIRECTORIES
                              SKIP_PRECOMPILE_HEADERS OBJECT_DEPENDS)
      get_property(${property} SOURCE "${file}" PROPERTY ${property})
      if(NOT "${${property}}" STREQUAL "")
        set_property(SOURCE "${wrapper}" PROPERTY ${property} "${${property}}")
        string(APPEND own "${property}")
      endif()
    endforeach()
    set_property(SOURCE "${wrapper}" APPEND PROPERTY COMPILE_DEFINITIONS "MCP_SOURCE=\"${file}\"")
    set_property(SOURCE "${wrapper}" PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
    set(generated "${directory}/${id}${per_config}")
    if(multi_config)
      set_property(SOURCE "${wrapper}" APPEND PROPERTY INCLUDE_DIRECTORIES "${generated}")
    endif()

    set(flags "${shared_flags}")
    if(NOT own MATCHES "^(OBJECT_DEPENDS)?$")
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
      OUTPUT "${generated}/${id}.stamp"
      BYPRODUCTS "${generated}/${id}.model.json" "${generated}/${id}.inc"
      COMMAND "$<TARGET_FILE:MCPGenerate::mcpgen>" scan
        --source "${file}" --unit "${id}"
        --model "${generated}/${id}.model.json" --code "${generated}/${id}.inc"
        --depfile "${generated}/${id}.d" --stamp "${generated}/${id}.stamp"
        --flags-file "${flags}" ${named}
      DEPENDS "${file}" "${flags}" "$<TARGET_FILE:MCPGenerate::mcpgen>"
      DEPFILE "${generated}/${id}.d"
      COMMENT "Scanning ${name}"
      VERBATIM)
  endforeach()
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
