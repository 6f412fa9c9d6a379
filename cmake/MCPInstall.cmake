# What `cmake --install` puts under a prefix: mcpgen if it is built, the runtime with its headers, and a relocatable CMake
# package.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/MCPGenerate")

# The package looks for mcpgen by itself: it may be installed without, or apart, and an exported target must be there.
if(MCP_BUILD_GENERATOR)
  install(TARGETS mcpgen RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(TARGETS mcp_runtime mcp_testing EXPORT MCPRuntimeTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/mcp" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.hpp")

install(EXPORT MCPRuntimeTargets NAMESPACE mcp:: DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/MCPGenerateConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/MCPGenerateConfig.cmake" INSTALL_DESTINATION "${package_dir}"
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MCPGenerateConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/MCPGenerateConfig.cmake"
  "${PROJECT_BINARY_DIR}/MCPGenerateConfigVersion.cmake"
  cmake/MCPGenerate.cmake
  cmake/MCPKeep.cmake
  cmake/MCPLint.cmake
  cmake/MCPScan.cmake
  cmake/MCPWait.cmake
  cmake/check_generated.cmake
  cmake/check_manifest.cmake
  cmake/generated_digest.cmake
  cmake/keep_generated.cmake
  cmake/lint_source.cmake
  cmake/scan_flags.cmake
  cmake/server.hpp.in
  cmake/wrapper.cpp.in
  DESTINATION "${package_dir}")
