#include <mcp/spec/schema_keywords.hpp>

#include <algorithm>
#include <array>

namespace mcp::spec {

namespace {

constexpr std::array<Keyword, 58> kKeywords = {{
    {"$anchor", Shape::Anchor},
    {"$comment", Shape::String},
    {"$defs", Shape::Schemas},
    {"$dynamicAnchor", Shape::Anchor},
    {"$dynamicRef", Shape::Reference, true},
    {"$id", Shape::Identifier},
    {"$ref", Shape::Reference, true},
    {"$schema", Shape::Dialect},
    {"$vocabulary", Shape::Vocabulary},
    {"additionalProperties", Shape::Schema},
    {"allOf", Shape::SchemaList, true},
    {"anyOf", Shape::SchemaList, true},
    {"const", Shape::Any},
    {"contains", Shape::Schema},
    {"contentEncoding", Shape::String},
    {"contentMediaType", Shape::String},
    {"contentSchema", Shape::Schema},
    {"default", Shape::Any},
    {"definitions", Shape::Schemas},  // the name of $defs in earlier drafts, which the meta-schema keeps
    {"dependentRequired", Shape::NameLists},
    {"dependentSchemas", Shape::Schemas, true},
    {"deprecated", Shape::Boolean},
    {"description", Shape::String},
    {"else", Shape::Schema, true},
    {"enum", Shape::Array},
    {"examples", Shape::Array},
    {"exclusiveMaximum", Shape::Number},
    {"exclusiveMinimum", Shape::Number},
    {"format", Shape::String},
    {"if", Shape::Schema, true},
    {"items", Shape::Schema},
    {"maxContains", Shape::Count},
    {"maxItems", Shape::Count},
    {"maxLength", Shape::Count},
    {"maxProperties", Shape::Count},
    {"maximum", Shape::Number},
    {"minContains", Shape::Count},
    {"minItems", Shape::Count},
    {"minLength", Shape::Count},
    {"minProperties", Shape::Count},
    {"minimum", Shape::Number},
    {"multipleOf", Shape::Positive},
    {"not", Shape::Schema, true},
    {"oneOf", Shape::SchemaList, true},
    {"pattern", Shape::Pattern},
    {"patternProperties", Shape::SchemasByPattern},
    {"prefixItems", Shape::SchemaList},
    {"properties", Shape::Schemas},
    {"propertyNames", Shape::Schema},
    {"readOnly", Shape::Boolean},
    {"required", Shape::Names},
    {"then", Shape::Schema, true},
    {"title", Shape::String},
    {"type", Shape::Types},
    {"unevaluatedItems", Shape::Schema},
    {"unevaluatedProperties", Shape::Schema},
    {"uniqueItems", Shape::Boolean},
    {"writeOnly", Shape::Boolean},
}};

}  // namespace

const Keyword* find_keyword(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kKeywords, name, &Keyword::name);
  return found == kKeywords.end() ? nullptr : found;
}

}  // namespace mcp::spec
