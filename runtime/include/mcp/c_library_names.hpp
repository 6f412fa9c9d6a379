// The headers of the C library whose functions <mcp/generated_support.hpp> declares in the global namespace.
//
// An ordinary compile never sees this file: <mcp/annotations.hpp> includes it under MCP_SCAN only. Generated code is
// compiled after these declarations, so the scan must see them too. A user's function `read` is then an overload of the
// C library's `read`, which generated code selects by its type. A function that cannot be such an overload is an error
// of the scan.
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
