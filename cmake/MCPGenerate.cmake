#[=======================================================================[.rst:
MCPGenerate
-----------

Turns annotated C++ into a Model Context Protocol server.

This file comes with ``find_package(MCPGenerate)``, ``add_subdirectory`` and
``FetchContent``; including it once makes its commands known everywhere.
docs/cmake.md says the same at length, with examples.

.. command:: mcp_add_server

  Adds an executable that serves the annotated functions of its sources and of
  the tool sets that it links::

    mcp_add_server(<target>
      [SOURCES <source>...]
      [HEADERS <header>...]
      [LINK <library>...]
      [NAME <name>] [VERSION <version>]
      [MANIFEST <file>]
      [GENERATED_DIR <directory>]
      [WARNINGS <flag>...]
      [NO_MAIN | MODULE])

.. command:: mcp_add_tools

  Adds a static library of annotated functions that servers share::

    mcp_add_tools(<target>
      SOURCES <source>...
      [HEADERS <header>...]
      [LINK <library>...]
      [PREFIX <text>]
      [GENERATED_DIR <directory>]
      [WARNINGS <flag>...])

  A server offers the functions of every set that it links, by ``LINK`` or
  ``target_link_libraries``, and of the sets that these link. The set's sources
  are scanned and compiled once. A set must be known by the end of the
  directory that adds the server.

  ``SOURCES``
    The sources of the target. Annotations count in every C++ source; a header
    named here counts as one of ``HEADERS``; other files (C, assembler,
    resources) are given to the target as they are. A server that links a set
    needs none.
  ``HEADERS``
    Headers whose annotations count too, each able to compile by itself.
  ``LINK``
    Libraries, as for ``target_link_libraries(<target> PRIVATE ...)`` of a
    server and ``PUBLIC`` of a set; tool sets among them contribute what they
    offer.
  ``PREFIX``
    Put in front of the name of every tool of the set, as it is: ``geo_``.
  ``NAME``, ``VERSION``
    What the server calls itself where no ``MCP_SERVER`` annotation says it.
    Default: the target's name and ``PROJECT_VERSION``, else 0.0.0, of which the
    configure step tells.
  ``MANIFEST``
    A file of the source tree that lists all that the server offers. The build
    writes it when it is absent. When it is not current the build says what the
    change means to clients, as ``mcpgen diff`` does, and fails; building the
    target ``<target>-manifest`` rewrites it.
  ``GENERATED_DIR``
    A directory of the source tree that keeps the generated code, so that the
    target can be built without mcpgen. Where mcpgen is there, the build writes
    what is absent and fails when something is not current; building the target
    ``<target>-generated`` rewrites it, and that of the sets which the target
    links. Elsewhere the build uses the kept code, and fails when the sources
    are others than those it was made from.
  ``WARNINGS``
    Flags for mcpgen's warnings, behind those of the variable ``MCP_WARNINGS``:
    ``-Wno-mcp-<warning>``, ``-Wno-mcp``, ``-Wmcp-<warning>``,
    ``-Werror=mcp-<warning>``, ``-Werror=mcp``, ``-Wno-error=mcp-<warning>``.
    The later one wins.
  ``NO_MAIN``
    The sources have a ``main``. It includes ``<target>.mcp.hpp``, which
    declares ``mcp::generated::<target>::server()`` (the target's name as a C
    identifier), binds its objects and calls ``mcp::run``. The target may be a
    test, too: it links ``mcp::testing``, the client of
    ``<mcp/test/client.hpp>``.
  ``MODULE``
    The server is a plug-in, ``add_library(<target> MODULE ...)``, which another
    program loads. As with ``NO_MAIN``, its sources include ``<target>.mcp.hpp``;
    they serve the server by ``<mcp/serve.hpp>``. It can be unloaded by
    ``dlclose`` when it serves no more. Sets in ``LINK`` need
    ``POSITION_INDEPENDENT_CODE``.

  Both are ordinary targets: properties, include directories, definitions and
  options set on them, before or after, hold for their sources and for the scan
  alike. So do ``COMPILE_DEFINITIONS``, ``COMPILE_OPTIONS``, ``COMPILE_FLAGS``,
  ``INCLUDE_DIRECTORIES`` and ``SKIP_PRECOMPILE_HEADERS`` of a single source.
  The scans wait for headers that the build makes, in this target or in those
  that it links, as compiling does. ``compile_commands.json`` lists the sources,
  as those of ``<target>-sources``; clang-tidy and its like look at them.

  Where mcpgen is not the package's own, as for cross building, the variable
  ``MCP_GENERATOR`` names it.

  The properties ``MCP_PREFIX`` and ``MCP_WARNINGS`` hold what the keywords say
  and may be changed until the end of the directory.

  What is built, in ``<binary dir>/<target>.mcp``: each source gets a unit, a
  directory with a wrapper of the source's base name that includes the source
  and then what ``mcpgen scan`` wrote about it. The wrapper is compiled in the
  source's place, for only code in the same translation unit sees types of
  anonymous namespaces. ``mcpgen link`` joins the units' models into
  ``<target>.server.cpp`` and the manifest. The target ``<target>-generate``
  does all that without compiling.
#]=======================================================================]
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/MCPScan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/MCPWait.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/MCPLint.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/MCPKeep.cmake")
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(mcp_add_server target)
  set(here "mcp_add_server(${target})")
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_MAIN;MODULE" "NAME;VERSION;MANIFEST;GENERATED_DIR;PREFIX"
    "SOURCES;HEADERS;LINK;WARNINGS")
  _mcp_check_call("SOURCES, HEADERS, LINK, NAME, VERSION, MANIFEST, GENERATED_DIR, WARNINGS, NO_MAIN and MODULE")
  _mcp_refuse(mcp_add_tools PREFIX)
  if(NOT arg_SOURCES AND NOT arg_LINK)
    message(FATAL_ERROR "${here}: SOURCES must name at least one source file, unless LINK names a set that "
      "mcp_add_tools() makes.")
  endif()
  if(NOT DEFINED arg_NAME)
    set(arg_NAME "${target}")
  endif()
  set(is_version_known TRUE)
  if(NOT DEFINED arg_VERSION)
    set(arg_VERSION "${PROJECT_VERSION}")
    if(arg_VERSION STREQUAL "")
      set(arg_VERSION "0.0.0")
      set(is_version_known FALSE)
    endif()
  endif()
  if(DEFINED arg_MANIFEST)
    cmake_path(ABSOLUTE_PATH arg_MANIFEST BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  endif()
  _mcp_begin_target()
  if(NOT is_version_known)
    _mcp_hint_at_version()
  endif()
  _mcp_hint_at_build_type()

  set(MCP_TARGET "${target}")
  set(MCP_TARGET_ID "${target_id}")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/server.hpp.in" "${directory}/${target}.mcp.hpp" @ONLY)
  set(server_code "${directory}${per_config}/${target}.server.cpp")
  set(server_stamp "${directory}${per_config}/${target}.server.stamp")
  if(NOT TARGET MCPGenerate::mcpgen)
    set(server_code "${arg_GENERATED_DIR}/${target}.server.cpp")
    set(server_stamp "")
  endif()

  if(arg_MODULE)
    add_library("${target}" MODULE ${wrappers} "${server_code}" ${headers} ${others})
    # A unique symbol, of which g++ makes some, would keep the module from being unloaded.
    target_compile_options("${target}" PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
    # The libraries inside of it are its own: those of the program that loads it may be others of the same name.
    target_link_options("${target}" PRIVATE -Wl,--exclude-libs,ALL)
    set(arg_NO_MAIN TRUE)
  else()
    add_executable("${target}" ${wrappers} "${server_code}" ${headers} ${others})
  endif()
  target_include_directories("${target}" PRIVATE "${directory}")
  target_link_libraries("${target}" PRIVATE mcp::runtime ${arg_LINK})
  if(arg_NO_MAIN AND NOT arg_MODULE)
    # It may be a test of the server.
    target_link_libraries("${target}" PRIVATE mcp::testing)
  endif()
  _mcp_describe_target(${server_stamp})
  set_target_properties("${target}" PROPERTIES _MCP_NAME "${arg_NAME}" _MCP_VERSION "${arg_VERSION}"
    _MCP_NO_MAIN "${arg_NO_MAIN}" _MCP_MANIFEST "${arg_MANIFEST}")

  # The rest waits until the end of the directory, so that what is set after this call counts.
  _mcp_defer(_mcp_finish_server)
endfunction()

function(mcp_add_tools target)
  set(here "mcp_add_tools(${target})")
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_MAIN;MODULE" "NAME;VERSION;MANIFEST;GENERATED_DIR;PREFIX"
    "SOURCES;HEADERS;LINK;WARNINGS")
  _mcp_check_call("SOURCES, HEADERS, LINK, PREFIX, GENERATED_DIR and WARNINGS")
  _mcp_refuse(mcp_add_server NAME VERSION MANIFEST NO_MAIN MODULE)
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${here}: SOURCES must name at least one source file.")
  endif()
  get_property(missed GLOBAL PROPERTY _MCP_MISSED_LIBRARIES)
  if(target IN_LIST missed)
    get_property(server GLOBAL PROPERTY "_MCP_MISSED_${target}")
    message(FATAL_ERROR "${here}: the server ${server} links this set, and its directory is done already. Add the "
      "directory of the set before that of the server.")
  endif()
  _mcp_begin_target()

  # Static, whatever BUILD_SHARED_LIBS says: a server names the table of each unit, which pulls it out of the archive.
  add_library("${target}" STATIC ${wrappers} ${headers} ${others})
  target_link_libraries("${target}" PUBLIC mcp::runtime ${arg_LINK})
  _mcp_describe_target()
  set_target_properties("${target}" PROPERTIES _MCP_IS_SET TRUE MCP_PREFIX "${arg_PREFIX}")
  _mcp_defer(_mcp_finish_tools)
endfunction()

# Has the function `finish` called at the end of the directory, so that what is set after this call counts, and
# _mcp_wait_for_linked() at the end of the project.
macro(_mcp_defer finish)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL ${finish} [==[${target}]==])")
  if(TARGET MCPGenerate::mcpgen)
    cmake_language(EVAL CODE
      "cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==] CALL _mcp_wait_for_linked [==[${target}]==])")
  endif()
endmacro()

# Says that the server has no version, unless an annotation of its files may give one.
function(_mcp_hint_at_version)
  foreach(file IN LISTS files)
    if(EXISTS "${file}")
      file(STRINGS "${file}" annotations REGEX "MCP_SERVER")
      if(annotations)
        return()
      endif()
    endif()
  endforeach()
  message(STATUS "${here}: the server calls itself version 0.0.0, for neither VERSION nor project() of this directory "
    "names one")
endfunction()

# Says, once, that servers are not optimised.
function(_mcp_hint_at_build_type)
  get_property(is_said GLOBAL PROPERTY _MCP_SAID_BUILD_TYPE)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(is_said OR multi_config OR CMAKE_BUILD_TYPE OR NOT PROJECT_IS_TOP_LEVEL OR CMAKE_CXX_FLAGS MATCHES "(^| )-O")
    return()
  endif()
  set_property(GLOBAL PROPERTY _MCP_SAID_BUILD_TYPE TRUE)
  message(STATUS "MCPGenerate: without CMAKE_BUILD_TYPE servers are compiled without optimisation; "
    "-DCMAKE_BUILD_TYPE=Release is what they should run as")
endfunction()

# What both commands check of their call.
macro(_mcp_check_call keywords)
  if(TARGET "${target}")
    message(FATAL_ERROR "${here}: there is a target of this name already.")
  endif()
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS "\" \"" unknown)
    message(FATAL_ERROR "${here}: unknown argument \"${unknown}\". The keywords are ${keywords}.")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    list(JOIN arg_KEYWORDS_MISSING_VALUES ", " missing)
    message(FATAL_ERROR "${here}: no value after ${missing}.")
  endif()
  if(NOT TARGET mcp::runtime)
    message(FATAL_ERROR "${here}: the target mcp::runtime is not known in this directory. Call find_package(MCPGenerate "
      "REQUIRED) here or in a directory above.")
  endif()
  if(DEFINED arg_GENERATED_DIR)
    cmake_path(ABSOLUTE_PATH arg_GENERATED_DIR BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  elseif(NOT TARGET MCPGenerate::mcpgen)
    set(missing "it was built with MCP_BUILD_GENERATOR=OFF")
    if(MCPGenerate_GENERATOR)
      set(missing "there is no program ${MCPGenerate_GENERATOR}")
    endif()
    message(FATAL_ERROR "${here}: this MCPGenerate has no generator (${missing}), so GENERATED_DIR must name a "
      "directory that keeps generated code, which a machine with mcpgen writes. An mcpgen elsewhere is named by "
      "MCP_GENERATOR.")
  endif()
endmacro()

# Refuses the keywords of ARGN: both commands know those of each other, so that none is taken for a source.
macro(_mcp_refuse owner)
  foreach(keyword IN ITEMS ${ARGN})
    if(DEFINED arg_${keyword} AND NOT "${arg_${keyword}}" STREQUAL "FALSE")
      message(FATAL_ERROR "${here}: ${keyword} is for ${owner}() only.")
    endif()
  endforeach()
endmacro()

# Sets, for the target to come: directory, per_config, target_id; scanned, headers, others; files, unit_ids, wrappers.
macro(_mcp_begin_target)
  string(MAKE_C_IDENTIFIER "${target}" target_id)
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.mcp")
  # With several configurations in one build tree, each has its own generated files: definitions may differ.
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(per_config "")
  if(multi_config)
    set(per_config "/$<CONFIG>")
  endif()
  if(NOT TARGET MCPGenerate::mcpgen)
    # Beside a wrapper, code that an earlier build generated would win over the kept one.
    string(APPEND directory "/kept")
  endif()
  _mcp_sort_sources("${here}")
  set(files ${scanned} ${headers})
  _mcp_add_units()
endmacro()

# Notes at the target what the end of the directory and servers that link it must know, and adds <target>-generate,
# which depends on the files of ARGN too.
macro(_mcp_describe_target)
  foreach(kind IN ITEMS models codes depfiles stamps)
    set(${kind} "")
  endforeach()
  if(TARGET MCPGenerate::mcpgen)
    foreach(id IN LISTS unit_ids)
      set(stem "${directory}/${id}${per_config}/${id}")
      list(APPEND models "${stem}.model.json")
      list(APPEND codes "${stem}.inc")
      list(APPEND depfiles "${stem}.d")
      list(APPEND stamps "${stem}.stamp")
    endforeach()
  else()
    list(APPEND stamps "${directory}${per_config}/${target}.kept.stamp")
    foreach(id IN LISTS unit_ids)
      list(APPEND codes "${arg_GENERATED_DIR}/${id}.inc")
    endforeach()
  endif()
  set(warnings ${MCP_WARNINGS} ${arg_WARNINGS})
  set_target_properties("${target}" PROPERTIES
    _MCP_DIRECTORY "${directory}" _MCP_UNITS "${unit_ids}" _MCP_FILES "${files}" _MCP_HEADERS "${headers}"
    _MCP_WRAPPERS "${wrappers}" _MCP_MODELS "${models}" _MCP_CODES "${codes}" _MCP_DEPFILES "${depfiles}"
    _MCP_STAMPS "${stamps}" _MCP_GENERATED_DIR "${arg_GENERATED_DIR}" MCP_WARNINGS "${warnings}")

  # The sources themselves belong to the custom target, so that editors show them: HEADER_FILE_ONLY would take them away
  # from every other target of the directory too.
  add_custom_target("${target}-generate" DEPENDS ${stamps} ${ARGN} SOURCES ${files})
  add_dependencies("${target}" "${target}-generate")
endmacro()

# Reads what was noted at the target: NAME becomes the variable NAME.
macro(_mcp_recall target)
  foreach(_mcp_name IN ITEMS ${ARGN})
    get_target_property(${_mcp_name} "${target}" _MCP_${_mcp_name})
    if("${${_mcp_name}}" STREQUAL "${_mcp_name}-NOTFOUND")
      set(${_mcp_name} "")
    endif()
  endforeach()
endmacro()

function(_mcp_finish_tools target)
  _mcp_recall("${target}" UNITS FILES CODES DEPFILES STAMPS GENERATED_DIR)
  _mcp_linked_sets("${target}" sets)
  set(named "")
  foreach(other IN LISTS sets)
    get_target_property(files "${other}" _MCP_FILES)
    list(APPEND named ${files})
  endforeach()
  _mcp_finish_sources("${target}")
  if(TARGET MCPGenerate::mcpgen)
    _mcp_add_scans("${target}" "${named}")
  endif()
  if(GENERATED_DIR)
    list(TRANSFORM UNITS PREPEND "unit " OUTPUT_VARIABLE arguments)
    if(NOT TARGET MCPGenerate::mcpgen)
      set(STAMPS "")
    endif()
    _mcp_keep_generated("${target}" "${CODES}" "${DEPFILES}" "${FILES}" "${arguments}" "${STAMPS}")
  endif()
endfunction()

# What the end of the directory does about the sources of every target.
function(_mcp_finish_sources target)
  _mcp_check_sources("${target}")
  _mcp_finish_wrappers("${target}")
  if(TARGET MCPGenerate::mcpgen)
    _mcp_wait_for_own("${target}")
  endif()
  _mcp_lint_sources("${target}")
  _mcp_export_sources("${target}")
endfunction()

# Adds the scans and the joining of the models of the server and its sets.
function(_mcp_finish_server target)
  _mcp_recall("${target}" DIRECTORY UNITS FILES MODELS CODES DEPFILES STAMPS GENERATED_DIR NAME VERSION NO_MAIN MANIFEST)
  _mcp_linked_sets("${target}" sets)
  if(NOT FILES AND NOT sets)
    message(FATAL_ERROR "mcp_add_server(${target}): SOURCES must name a C++ source file, for nothing in LINK is a "
      "set that mcp_add_tools() makes before the end of this directory.")
  endif()
  string(MAKE_C_IDENTIFIER "${target}" target_id)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(generated "${DIRECTORY}")
  if(multi_config)
    set(generated "${DIRECTORY}/$<CONFIG>")
  endif()

  # A prefix holds for all models behind it, so that those without one come first.
  set(models "")
  set(prefixed "")
  list(TRANSFORM UNITS PREPEND "unit " OUTPUT_VARIABLE arguments)
  set(depfiles ${DEPFILES})
  set(stamps ${STAMPS})
  set(named "")
  set(own ${FILES})
  foreach(model IN LISTS MODELS)
    list(APPEND models --model "${model}")
  endforeach()
  foreach(other IN LISTS sets)
    _mcp_recall("${other}" FILES HEADERS)
    set(scanned ${FILES})
    list(REMOVE_ITEM scanned ${HEADERS})
    foreach(file IN LISTS scanned)
      if(file IN_LIST own)
        message(FATAL_ERROR "mcp_add_server(${target}): SOURCES names \"${file}\", and so does ${other}, which it links. "
          "The file would be compiled twice.")
      endif()
    endforeach()
    get_target_property(prefix "${other}" MCP_PREFIX)
    set(list models)
    if(prefix STREQUAL "" OR prefix STREQUAL "prefix-NOTFOUND")
      set(prefix "")
    else()
      set(list prefixed)
      list(APPEND prefixed --prefix "${prefix}")
    endif()
    _mcp_recall("${other}" MODELS STAMPS DEPFILES FILES UNITS)
    foreach(model IN LISTS MODELS)
      list(APPEND ${list} --model "${model}")
    endforeach()
    foreach(unit IN LISTS UNITS)
      list(APPEND arguments "unit ${unit} ${prefix}")
    endforeach()
    list(APPEND stamps ${STAMPS})
    list(APPEND depfiles ${DEPFILES})
    list(APPEND named ${FILES})
    add_dependencies("${target}-generate" "${other}-generate")
  endforeach()
  _mcp_recall("${target}" FILES STAMPS)
  list(TRANSFORM arguments STRIP)
  list(APPEND arguments "name ${NAME}" "version ${VERSION}" "no-main ${NO_MAIN}")

  _mcp_finish_sources("${target}")
  set(manifest "${generated}/${target}.manifest.json")
  set(server_stamp "${generated}/${target}.server.stamp")
  if(TARGET MCPGenerate::mcpgen)
    _mcp_add_scans("${target}" "${named}")
    _mcp_warnings("${target}" warnings)
    set(no_main "")
    if(NO_MAIN)
      set(no_main --no-main)
    endif()
    # Make does not notice another command line, but it notices another file.
    list(JOIN arguments "\n" text)
    _mcp_write("${DIRECTORY}/${target}.arguments" "${text}\n")
    add_custom_command(
      OUTPUT "${server_stamp}"
      BYPRODUCTS "${generated}/${target}.server.cpp" "${manifest}"
      COMMAND "$<TARGET_FILE:MCPGenerate::mcpgen>" link
        --target "${target_id}" --name "${NAME}" --version "${VERSION}" ${models} ${prefixed}
        --code "${generated}/${target}.server.cpp" --manifest "${manifest}" --stamp "${server_stamp}"
        ${no_main} ${warnings}
      DEPENDS ${stamps} "${DIRECTORY}/${target}.arguments" "${DIRECTORY}/${target}.warnings"
        "$<TARGET_FILE:MCPGenerate::mcpgen>"
      COMMENT "Generating server ${target}"
      VERBATIM)
    set(checked "${server_stamp}")
    set(checked_after ${stamps} "${server_stamp}")
  else()
    set(manifest "${GENERATED_DIR}/${target}.manifest.json")
    set(checked "${STAMPS}")
    set(checked_after "")
  endif()
  if(GENERATED_DIR)
    cmake_path(GET manifest PARENT_PATH made_in)
    set(made ${CODES} "${made_in}/${target}.server.cpp" "${manifest}")
    set(named ${FILES} ${named})
    _mcp_keep_generated("${target}" "${made}" "${depfiles}" "${named}" "${arguments}" "${checked_after}")
    foreach(other IN LISTS sets)
      get_target_property(kept "${other}" _MCP_GENERATED_DIR)
      if(kept AND TARGET "${target}-generated")
        # What rewrites the server's code rewrites that of its sets: both come from one change.
        add_dependencies("${target}-generated" "${other}-generated")
      endif()
    endforeach()
  endif()
  if(MANIFEST)
    _mcp_keep_manifest("${target}" "${MANIFEST}" "${manifest}" "${checked}")
  endif()
endfunction()

# The tool sets that a target links, and those that they link, each once.
function(_mcp_linked_sets target result)
  get_target_property(start_is_set "${target}" _MCP_IS_SET)
  set(found "")
  set(open "${target}")
  while(open)
    list(POP_FRONT open next)
    get_target_property(libraries "${next}" LINK_LIBRARIES)
    if(NOT libraries)
      continue()
    endif()
    foreach(library IN LISTS libraries)
      if(NOT TARGET "${library}")
        if(NOT start_is_set)
          # Perhaps a set of a directory to come: mcp_add_tools() must refuse it then.
          set_property(GLOBAL APPEND PROPERTY _MCP_MISSED_LIBRARIES "${library}")
          set_property(GLOBAL PROPERTY "_MCP_MISSED_${library}" "${target}")
        endif()
        continue()
      endif()
      get_target_property(aliased "${library}" ALIASED_TARGET)
      if(aliased)
        set(library "${aliased}")
      endif()
      get_target_property(is_set "${library}" _MCP_IS_SET)
      if(is_set AND NOT library IN_LIST found AND NOT library STREQUAL target)
        list(APPEND found "${library}")
        list(APPEND open "${library}")
      endif()
    endforeach()
  endwhile()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
