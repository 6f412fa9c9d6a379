// The functions of the C library that <mcp/generated_support.hpp> brings into the global namespace.
//
// Never part of an ordinary compile: <mcp/annotations.hpp> includes this file under MCP_SCAN alone. Generated code is
// compiled behind these declarations, so the scan has to see them too: a user's function `read` is an overload of
// libc's then, which generated code picks by its type, and what cannot be an overload is an error of the scan.
#pragma once

#include <cctype>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <cwctype>

#if __has_include(<libintl.h>)
#include <libintl.h>
#endif
#if __has_include(<unistd.h>)
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <strings.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>
#endif
