# Part of MCPGenerate.cmake: what the build writes and the source tree keeps, MANIFEST and GENERATED_DIR.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# The file of MANIFEST: checked by every build, rewritten by <target>-manifest. `new` is the manifest as it is, `stamp`
# what is made after it.
function(_mcp_keep_manifest target kept new stamp)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/check_manifest.cmake")
  get_target_property(directory "${target}" _MCP_DIRECTORY)
  set(checked "${directory}/${target}.manifest.stamp")
  set(mcpgen "")
  set(sources "${new}")  # a file of GENERATED_DIR
  if(TARGET MCPGenerate::mcpgen)
    set(checked "${new}.stamp")
    set(sources "")
    set(mcpgen "$<TARGET_FILE:MCPGenerate::mcpgen>")
  endif()
  add_custom_command(
    OUTPUT "${checked}"
    COMMAND "${CMAKE_COMMAND}" "-DMCP_TARGET=${target}" "-DMCP_NEW=${new}" "-DMCP_KEPT=${kept}"
      "-DMCP_STAMP=${checked}" "-DMCP_MCPGEN=${mcpgen}" -P "${script}"
    DEPENDS "${stamp}" ${sources} "${script}"
    DEPFILE "${checked}.d"
    COMMENT "Checking the manifest of ${target}"
    VERBATIM)
  target_sources("${target}" PRIVATE "${checked}")
  add_custom_target("${target}-manifest"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${new}" "${kept}"
    COMMENT "Writing ${kept}"
    VERBATIM)
  add_dependencies("${target}-manifest" "${target}-generate")
endfunction()

# The directory of GENERATED_DIR. With mcpgen: compared with `made`, the files that the build makes, and rewritten by
# <target>-generated. Without: the code is built from it, after a check that its digest is that of the sources.
# `depfiles` name what the scans read, `named` what the target and its sets name, `arguments` is a text for the digest.
function(_mcp_keep_generated target made depfiles named arguments stamps)
  get_target_property(directory "${target}" _MCP_DIRECTORY)
  get_target_property(kept "${target}" _MCP_GENERATED_DIR)
  set(here "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  foreach(file IN LISTS named)
    get_source_file_property(is_generated "${file}" GENERATED)
    if(is_generated)
      message(FATAL_ERROR "GENERATED_DIR of ${target}: the build makes \"${file}\", and code is kept of files in the "
        "source tree only.")
    endif()
  endforeach()

  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(generated "${directory}")
  if(multi_config)
    set(generated "${directory}/$<CONFIG>")
  endif()
  set(request "${generated}/${target}.kept.cmake")
  set(checked "${generated}/${target}.kept.stamp")
  set(text "set(MCP_TARGET [==[${target}]==])\n")
  foreach(variable IN ITEMS kept made depfiles named arguments checked)
    string(TOUPPER "${variable}" name)
    string(APPEND text "set(MCP_${name} [==[${${variable}}]==])\n")
  endforeach()
  string(APPEND text "set(MCP_ROOT [==[${PROJECT_SOURCE_DIR}]==])\n")
  string(APPEND text "set(MCP_BUILD [==[${CMAKE_BINARY_DIR}]==])\n")
  file(GENERATE OUTPUT "${request}" CONTENT "${text}")

  if(TARGET MCPGenerate::mcpgen)
    set(script "${here}/keep_generated.cmake")
  else()
    set(script "${here}/check_generated.cmake")
    foreach(file IN ITEMS "${kept}/${target}.digest" ${made})
      # An absent part of a source may mean that the source is new, which the check at build time tells.
      if(NOT EXISTS "${file}" AND NOT file MATCHES "\\.inc$")
        message(FATAL_ERROR "GENERATED_DIR of ${target}: there is no generated code in\n  ${kept}\nor not all of it: "
          "${file} is missing. Build the target on a machine with mcpgen, which writes it, and commit the directory.")
      endif()
    endforeach()
  endif()
  add_custom_command(
    OUTPUT "${checked}"
    COMMAND "${CMAKE_COMMAND}" "-DMCP_REQUEST=${request}" -P "${script}"
    DEPENDS ${stamps} "${request}" "${script}" "${here}/generated_digest.cmake"
    DEPFILE "${checked}.d"
    COMMENT "Checking the generated code of ${target}"
    VERBATIM)
  if(TARGET MCPGenerate::mcpgen)
    target_sources("${target}" PRIVATE "${checked}")
    add_custom_target("${target}-generated"
      COMMAND "${CMAKE_COMMAND}" "-DMCP_REQUEST=${request}" -DMCP_REWRITE=ON -P "${script}"
      COMMENT "Writing the generated code of ${target}"
      VERBATIM)
    add_dependencies("${target}-generated" "${target}-generate")
  endif()
endfunction()

cmake_policy(POP)
