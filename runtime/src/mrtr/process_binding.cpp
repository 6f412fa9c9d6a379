#include "mrtr/process_binding.hpp"

#include "base/digest.hpp"

namespace mcp::protocol {

namespace {

constexpr std::size_t kIdBytes = 12;

}  // namespace

std::string_view ProcessBinding::id() const {
  made_.run([this] { id_ = random_token(kIdBytes); });
  return id_;
}

}  // namespace mcp::protocol
