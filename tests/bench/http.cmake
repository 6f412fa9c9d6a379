# What the benchmarks and the load test share: the server under test, and the load generator. Whoever comes first makes
# them.
include_guard(GLOBAL)

mcp_add_server(bench_server SOURCES "${CMAKE_CURRENT_LIST_DIR}/tools.cpp" "${CMAKE_CURRENT_LIST_DIR}/change.cpp")

add_executable(bench_http_driver
  "${CMAKE_CURRENT_LIST_DIR}/http_client.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/http_driver.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/http_listen.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/http_load.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/http_process.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/http_requests.cpp")
mcp_own_target(bench_http_driver)
