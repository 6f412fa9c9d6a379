#include "catalog/dynamic_feature.hpp"

#include <stdexcept>

#include "jsonrpc/errors.hpp"

namespace mcp::protocol {

void DynamicFeature::refuse(std::string_view what, std::string_view why) const {
  throw std::invalid_argument("mcp: the " + std::string(what) + ' ' + in_quotes(to_utf8(name_)) +
                              " cannot be added: " + std::string(why));
}

}  // namespace mcp::protocol
