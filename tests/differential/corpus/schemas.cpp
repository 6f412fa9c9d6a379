// Tools that say their schema themselves: every keyword that a validator has to know.
#include <mcp/mcp.hpp>

/// A route: references, recursion, alternatives, conditions.
MCP_TOOL(.input_schema = R"({
  "type": "object",
  "properties": {
    "mode": {"enum": ["walk", "drive", 3, null, {"custom": [1, 2.0]}]},
    "stops": {"type": "array", "items": {"$ref": "#/$defs/stop"}, "minItems": 1, "maxItems": 4},
    "limit": {"type": ["integer", "null"], "minimum": 0, "exclusiveMaximum": 100, "multipleOf": 5},
    "budget": {"type": "number", "exclusiveMinimum": 0, "maximum": 1e3},
    "label": {"type": "string", "minLength": 2, "maxLength": 8, "pattern": "^[a-z-]+$"},
    "avoid": {"type": "array", "uniqueItems": true, "contains": {"const": "toll"}, "minContains": 1, "maxContains": 2},
    "version": {"const": 1}
  },
  "required": ["mode", "stops"],
  "patternProperties": {"^x-": {"type": ["boolean", "string"]}},
  "additionalProperties": false,
  "if": {"properties": {"mode": {"const": "drive"}}},
  "then": {"required": ["budget"]},
  "else": {"properties": {"limit": {"maximum": 50}}},
  "dependentRequired": {"label": ["version"]},
  "dependentSchemas": {"avoid": {"properties": {"version": false}}},
  "$defs": {
    "stop": {
      "oneOf": [
        {"type": "string", "minLength": 1},
        {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"},
          "via": {"type": "array", "items": {"$ref": "#/$defs/stop"}, "maxItems": 2}},
          "required": ["lat", "lon"], "additionalProperties": false}
      ]
    }
  }
})",
         .output_schema = R"({"type": "object", "required": ["mode", "stops"]})")
mcp::json schema_route(mcp::json value) { return value; }

/// A table: tuples, combinations, numbers of members.
MCP_TOOL(.input_schema = R"({
  "type": "object",
  "properties": {
    "row": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": {"type": "boolean"}},
    "pair": {"prefixItems": [{"type": "number"}, true], "items": false},
    "filter": {"allOf": [{"type": "object", "minProperties": 1}, {"maxProperties": 3}],
               "propertyNames": {"pattern": "^[a-z]+$", "maxLength": 4}},
    "either": {"anyOf": [{"type": "integer", "minimum": 10}, {"type": "number", "maximum": -10}, {"type": "boolean"}]},
    "one": {"oneOf": [{"multipleOf": 3, "type": "integer"}, {"multipleOf": 5, "type": "integer"}]},
    "none": {"not": {"type": ["string", "array"]}},
    "forbidden": false,
    "free": true
  },
  "additionalProperties": {"type": "integer"},
  "minProperties": 1,
  "maxProperties": 5
})",
         .output_schema = R"({"type": "object", "minProperties": 1})")
mcp::json schema_table(mcp::json value) { return value; }

/// An address: what others left over.
MCP_TOOL(.input_schema = R"({
  "type": "object",
  "allOf": [
    {"properties": {"street": {"type": "string"}, "city": {"type": "string"}}, "required": ["city"]},
    {"if": {"required": ["country"]}, "then": {"properties": {"country": {"enum": ["NO", "SE"]}}}}
  ],
  "properties": {"lines": {"type": "array", "prefixItems": [{"type": "string"}], "unevaluatedItems": {"type": "integer"}}},
  "unevaluatedProperties": false
})",
         .output_schema = R"({"type": "object", "required": ["city"]})")
mcp::json schema_address(mcp::json value) { return value; }

/// Anything at all.
MCP_TOOL(.input_schema = R"({"type": "object"})", .output_schema = R"({"type": "object"})")
mcp::json schema_any(mcp::json value) { return value; }
