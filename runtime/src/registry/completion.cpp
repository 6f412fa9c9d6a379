// What completions return: at most as many values as the protocol allows.
#include <mcp/completion.hpp>

#include <algorithm>
#include <span>

#include <mcp/spec/completion.hpp>

#include "registry/members.hpp"

namespace mcp::detail {

void write_completion(Invocation& call, const std::string* values, std::size_t count,
                      std::optional<std::uint64_t> total, bool has_more) {
  Members members(call.result());
  members.object("completion", [&](Members& completion) {
    completion.list("values", std::span(values, std::min(count, spec::kMostCompletions)),
                    [](const std::string& value, Writer& to) { to.string(value); });
    // There are never fewer than were given.
    if (total) {
      total = std::max<std::uint64_t>(*total, count);
      completion.add("total", [&](Writer& to) { to.unsigned_integer(*total); });
    }
    const bool more = has_more || count > spec::kMostCompletions || (total && *total > count);
    completion.add("hasMore", [&](Writer& to) { to.boolean(more); });
  });
}

}  // namespace mcp::detail
