#include <mcp/codec/value.hpp>

namespace mcp {

std::size_t Value::walked_size() const noexcept {
  const std::size_t end = tape_->behind(position_) - 1;
  std::size_t count = 0;
  for (std::size_t at = position_ + 1; at != end; at = tape_->behind(at)) ++count;
  return kind() == JsonKind::Object ? count / 2 : count;
}

}  // namespace mcp
