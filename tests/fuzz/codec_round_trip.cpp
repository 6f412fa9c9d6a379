// The name of a tool of tests/differential/corpus and its arguments, a line each: what a tool returns is what it was
// given, read and written by the codec of its type. Given that, it returns the same again.
#include <string>

#include <mcp/json.hpp>

#include "fuzz_codec_round_trip.mcp.hpp"
#include "input.hpp"
#include "round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const mcp::Server server = mcp::generated::fuzz_codec_round_trip::server();
  static fuzz::Caller caller(server);
  std::string_view rest = fuzz::text_of(bytes, size);
  const std::string name(fuzz::take_until(rest, "\n"));
  const bool is_name = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == name.npos;
  // A NUL would end the text for nlohmann's parser.
  if (!is_name || rest.find_first_of(std::string_view("\n\0", 2)) != rest.npos || !mcp::json::accept(rest)) return 0;
  const bool is_all = name.starts_with("schema_");
  const mcp::json arguments = mcp::json::parse(rest);
  if (!is_all && (arguments.size() != 1 || !arguments.contains("value"))) return 0;

  const mcp::json first = caller.call(name, std::string(rest));
  if (!first.is_object() || first.value("isError", false)) return 0;
  const mcp::json second = caller.call(name, fuzz::given(first, is_all).dump());
  fuzz::require(second.is_object() && !second.value("isError", false), "What was returned is accepted.", first.dump());
  fuzz::require(fuzz::sorted(fuzz::given(second, is_all)) == fuzz::sorted(fuzz::given(first, is_all)),
                "What was returned is returned again.", first.dump() + "\n" + second.dump());
  return 0;
}
