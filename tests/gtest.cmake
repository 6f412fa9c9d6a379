# mcp_add_gtests(<target> <shards>): runs a test program in <shards> processes, each with its share of the tests, so that
# cores work side by side and what a process does once (parsing the standard library) is not done for each test.
# ctest knows the shards; each test keeps its own name in <build>/test-results/<target>.<shard>.xml, which scripts/test
# reads. One test alone: <target> --gtest_filter=Suite.name, or scripts/test --filter name.
function(mcp_add_gtests target shards)
  foreach(index RANGE 1 ${shards})
    set(name "${target}.${index}")
    math(EXPR shard "${index} - 1")
    add_test(NAME "${name}" COMMAND ${target})
    set_tests_properties("${name}" PROPERTIES LABELS gtest TIMEOUT 600 ENVIRONMENT
      "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard};GTEST_BRIEF=1;GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/test-results/${name}.xml")
  endforeach()
endfunction()
