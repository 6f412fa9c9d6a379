#include <mcp/codec/raw_schema.hpp>

#include <string>

#include "base/compiled_values.hpp"
#include "schema/raw_schema_check.hpp"
#include "schema/raw_schema_tree.hpp"

namespace mcp::detail {

bool RawSchema::conforms(Value value, Decoder& problems) const {
  std::call_once(once_, [this] {
    tree_ = new internal::SchemaTree(text_);
    internal::keep_compiled(tree_, [](const void* tree) { delete static_cast<const internal::SchemaTree*>(tree); });
  });
  if (!tree_->problem().empty()) return problems.fail("cannot be checked: the tool's schema " + tree_->problem());
  return internal::check(*tree_, value, problems);
}

}  // namespace mcp::detail
