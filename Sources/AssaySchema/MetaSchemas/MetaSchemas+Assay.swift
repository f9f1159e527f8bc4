extension MetaSchemas {
  /// Assay's dialect and vocabulary, as `contracts/` publishes them, by URI.
  static let assay: [String: String] = [
    "urn:assay:schema:1": ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:assay:schema:1",
      "$vocabulary": {
        "https://json-schema.org/draft/2020-12/vocab/core": true,
        "https://json-schema.org/draft/2020-12/vocab/applicator": true,
        "https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
        "https://json-schema.org/draft/2020-12/vocab/validation": true,
        "https://json-schema.org/draft/2020-12/vocab/meta-data": true,
        "https://json-schema.org/draft/2020-12/vocab/format-assertion": true,
        "https://json-schema.org/draft/2020-12/vocab/content": true,
        "urn:assay:vocabulary:1": false
      },
      "$dynamicAnchor": "meta",
      "title": "JSON Schema 2020-12 with Assay's vocabulary",
      "allOf": [
        {"$ref": "https://json-schema.org/draft/2020-12/schema"},
        {"$ref": "urn:assay:vocabulary:1:meta"}
      ]
    }
    """##,
    "urn:assay:vocabulary:1:meta": ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:assay:vocabulary:1:meta",
      "$dynamicAnchor": "meta",
      "title": "Assay's vocabulary: order, uniqueness, level and provenance",
      "type": ["object", "boolean"],
      "properties": {
        "sorted": {
          "description": "The items of an array are in the order of one or more keys; ties are allowed, items without the key are skipped.",
          "anyOf": [
            {"$ref": "#/$defs/order"},
            {"type": "array", "items": {"$ref": "#/$defs/order"}, "minItems": 1}
          ]
        },
        "uniqueBy": {
          "description": "No two items of an array have the same value at this JSON Pointer.",
          "$ref": "#/$defs/pointer"
        },
        "level": {
          "description": "How much a violation weighs (RFC 2119); the nearest enclosing one counts, must where there is none.",
          "enum": ["must", "should", "may"]
        },
        "source": {
          "description": "Where the promise comes from: lines of a document.",
          "anyOf": [
            {"$ref": "#/$defs/range"},
            {"type": "array", "items": {"$ref": "#/$defs/range"}, "minItems": 1}
          ]
        }
      },
      "$defs": {
        "pointer": {"type": "string", "format": "json-pointer"},
        "order": {
          "type": "object",
          "required": ["by", "order"],
          "properties": {"by": {"$ref": "#/$defs/pointer"}, "order": {"enum": ["ascending", "descending"]}},
          "additionalProperties": false
        },
        "range": {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*:[1-9][0-9]*(-[1-9][0-9]*)?$"}
      }
    }
    """##,
  ]
}
