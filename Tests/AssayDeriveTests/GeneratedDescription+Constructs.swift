import Foundation

/// Further constructs.
extension GeneratedDescription {
  mutating func choices(_ path: String) {
    let name = "Choice" + path.dropFirst()
    for kind in ["Cat", "Dog"] {
      schemas[name + kind] = [
        "type": "object", "required": ["kind", .string(kind)],
        "properties": ["kind": ["type": "string"], kind: scalar()],
      ]
    }
    let keyword = pick(name: ["oneOf", "anyOf"])
    var schema: Object = [keyword: [reference(name + "Cat"), reference(name + "Dog")]]
    if flip() {
      schema["discriminator"] =
        [
          "propertyName": "kind",
          "mapping": ["cat": "#/components/schemas/\(name)Cat", "dog": "#/components/schemas/\(name)Dog"],
        ]
    }
    let mixed: Object = [
      "anyOf": [["type": "string"], ["type": "integer"], ["type": "array", "items": ["type": "string"]]]
    ]
    paths[path] = [
      "post": [
        "parameters": [["name": "loc", "in": "query", "required": true, "schema": mixed]],
        "requestBody": body(schema),
        "responses": ["200": answer(schema), "422": answer(mixed)],
      ]
    ]
  }

  mutating func trees(_ path: String) {
    let name = "Tree" + path.dropFirst()
    let least = pick([0, 1])
    schemas[name] = [
      "type": "object", "required": flip() ? ["label", "leaf"] : ["label"],
      "properties": [
        "label": scalar(), "parent": reference(name),
        "children": ["type": "array", "items": reference(name)],
        "leaf": reference(name + "Leaf"),
        "named": ["type": "object", "additionalProperties": reference(name)],
      ],
    ]
    schemas[name + "Leaf"] = [
      "type": "object",
      "properties": [
        "tree": reference(name),
        "sizes": ["type": "array", "minItems": least, "items": scalar()],
      ],
    ]
    paths[path] = [
      "put": [
        "requestBody": body(reference(name)),
        "responses": ["200": answer(reference(name))],
      ]
    ]
  }

  mutating func statuses(_ path: String) {
    let statuses = ["200", "201", "202", "203", "2XX", "3XX", "default", "204", "302", "304"]
    var responses: Object = ["404": ["description": "Unknown"]]
    for _ in 0..<2 {
      let status = pick(name: statuses)
      responses[status] =
        ["204", "302", "304", "3XX"].contains(status) ? ["description": "Nothing"] : answer(object())
    }
    responses[pick(name: ["200", "2XX"])] =
      [
        "description": "With headers", "content": json(object()),
        "headers": [
          "X-Count": ["required": true, "schema": scalar()], "X-More": ["schema": scalar()],
        ],
      ]
    var item: Object = ["get": ["responses": responses]]
    if flip() { item["head"] = ["responses": ["200": ["description": "No body"]]] }
    if flip() { item["options"] = ["responses": ["204": ["description": "Nothing"]]] }
    paths[path] = item
  }

  mutating func templates(_ path: String) {
    let type = scalar()
    func parameter(_ name: String, _ schema: Object) -> Object {
      ["name": .string(name), "in": "path", "required": true, "schema": schema]
    }
    paths[path + "/{from}...{to}"] = [
      "get": [
        "parameters": [parameter("from", ["type": "string"]), parameter("to", ["type": "string"])],
        "responses": ["200": answer(object())],
      ]
    ]
    paths[path + "/{slug}/items/{id}"] = [
      "get": [
        "parameters": [parameter("slug", type), parameter("id", ["type": "string", "format": "uuid"])],
        "responses": ["200": answer(object())],
      ]
    ]
    paths[path + "/in/{list}"] = [
      "get": [
        "parameters": [parameter("list", ["type": "array", "items": ["type": "integer"]])],
        "responses": ["200": answer(["type": "array", "items": object()])],
      ]
    ]
    paths[path + "/kind/{kind}"] = [
      "delete": [
        "operationId": "remove \(path) ünïcode", "tags": ["Größe / A"],
        "parameters": [parameter("kind", ["type": "string", "enum": ["a b", "c"]])],
        "responses": ["200": ["description": "Gone"]],
      ]
    ]
  }

  mutating func locations(_ path: String) {
    let id: Object = pick([["type": "integer"], ["type": "string", "format": "uuid"], ["type": "string"]])
    var location: Object = ["schema": ["type": "string", "format": pick(["uri", "uri-reference"])]]
    if flip() { location["required"] = true }
    let created: Object = ["description": "Created", "headers": [pick(name: ["Location", "location"]): location]]
    let end = flip() ? "/" : ""
    let owner: Object = ["name": "owner", "in": "path", "required": true, "schema": ["type": "string"]]
    paths[path + "/{owner}/things" + end] = [
      "parameters": [owner],
      "post": ["requestBody": body(object()), "responses": [pick(name: ["201", "202", "2XX"]): created]],
    ]
    paths[path + "/{owner}/things/{id}" + end] = [
      "parameters": [owner, ["name": "id", "in": "path", "required": true, "schema": id]],
      "get": ["responses": ["200": answer(object())]],
      "delete": ["responses": ["204": ["description": "Gone"]]],
    ]
  }

  mutating func links(_ path: String) {
    let name = "link" + path.dropFirst().filter { $0.isLetter || $0.isNumber }
    let note: Object = [
      "type": "object", "required": ["code", "owner"],
      "properties": [
        "code": ["type": "string"],
        "owner": ["type": "object", "required": ["mail"], "properties": ["mail": ["type": "string"]]],
      ],
    ]
    let key = pick(name: ["code", "path.code"])
    let read: Object = [
      "operationId": .string(name + "Read"),
      "parameters": [key: "$response.body#/code", "query.page": 2, "unknown": "$response.body#/code", "X-Who": "$url"],
    ]
    let change: Object = [
      "operationRef": .string("#/paths/~1" + path.dropFirst() + "~1{code}/put"),
      "parameters": ["code": "{$response.body#/code}"],
      "requestBody": pick(["$response.body", ["code": "$response.body#/code", "owner": ["mail": "a@example.com"]]]),
    ]
    var created = answer(note)
    created["links"] = ["read": read, "change": change, "gone": ["operationId": "nowhere"]]
    paths[path] = ["post": ["requestBody": body(note), "responses": ["201": created]]]
    paths[path + "/{code}"] = [
      "parameters": [["name": "code", "in": "path", "required": true, "schema": ["type": "string"]]],
      "get": [
        "operationId": .string(name + "Read"),
        "parameters": [
          ["name": "page", "in": "query", "schema": ["type": "integer"]],
          ["name": "X-Who", "in": "header", "schema": ["type": "string"]],
        ],
        "responses": ["200": answer(note)],
      ],
      "put": ["requestBody": body(note), "responses": ["200": answer(note)]],
    ]
  }
}
