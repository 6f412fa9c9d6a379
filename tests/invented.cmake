# For tests of what nobody has written yet: a source of the product with one place replaced.
# invented_copy(<file> <copy> <regular expression> <replacement>): copies a file with one place replaced.
function(invented_copy file copy expression replacement)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" text)
  string(REGEX REPLACE "${expression}" "${replacement}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${file} has another form than this test knows")
  endif()
  file(CONFIGURE OUTPUT "${copy}" CONTENT "${changed}" @ONLY)
endfunction()
