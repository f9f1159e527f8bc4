import Foundation

/// A description made by chance, the same of each seed.
struct GeneratedDescription {
  typealias Object = LiteralJSON

  /// The variables of the environment that drafts read credentials from.
  static let variables = [
    "HEADER_KEY", "BASIC_USERNAME", "BASIC_PASSWORD", "OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET", "BEARER_TOKEN",
  ]

  var random: Seeded
  var paths: Object = [:]
  var schemas: Object = [:]
  var securitySchemes: Object = [:]
  let isOld: Bool

  init(seed: UInt64, of constructs: [String]) {
    random = Seeded(state: seed)
    isOld = seed % 3 == 0
    for construct in Self.constructs where constructs.contains(construct) {
      for number in 1...3 { add(construct, at: "/\(construct)\(number)") }
    }
  }

  /// The description as JSON, in one line or in many.
  var text: Data {
    get throws {
      let root: Object = [
        "openapi": isOld ? "3.0.3" : "3.1.0", "info": ["title": "Generated", "version": "1"],
        "servers": [["url": "http://127.0.0.1:8080"]], "paths": paths,
        "components": ["schemas": schemas, "securitySchemes": securitySchemes],
      ]
      return try JSONSerialization.data(
        withJSONObject: root.value,
        options: isOld ? [.sortedKeys] : [.sortedKeys, .prettyPrinted]
      )
    }
  }

  // MARK: Parts

  mutating func pick(_ items: [Object]) -> Object { items[Int.random(in: 0..<items.count, using: &random)] }
  mutating func pick(name items: [String]) -> String { items[Int.random(in: 0..<items.count, using: &random)] }
  mutating func flip() -> Bool { Bool.random(using: &random) }

  func json(_ schema: Object) -> Object { ["application/json": ["schema": schema]] }
  func answer(_ schema: Object) -> Object { ["description": "An answer", "content": json(schema)] }
  func body(_ schema: Object) -> Object { ["required": true, "content": json(schema)] }
  func reference(_ name: String) -> Object { ["$ref": "#/components/schemas/\(name)"] }
  func nullable(_ type: String) -> Object {
    isOld ? ["type": .string(type), "nullable": true] : ["type": [.string(type), "null"]]
  }

  /// A schema of one value, with the bounds it may have.
  mutating func scalar() -> Object {
    let choices: [Object] = [
      ["type": "string"], ["type": "integer"], ["type": "number"], ["type": "boolean"], nullable("string"),
      ["type": "string", "minLength": 12, "maxLength": 14], ["type": "string", "maxLength": 2],
      ["type": "string", "pattern": "^[a-z]+$", "minLength": 8], ["type": "string", "pattern": "^[A-Z]{2}\\d{3}$"],
      [
        "type": "string",
        "format": pick(["date", "date-time", "uuid", "email", "uri", "ipv4", "byte", "time", "hostname"]),
      ],
      ["type": "integer", "minimum": 5, "maximum": 7], ["type": "integer", "multipleOf": 10, "minimum": 15],
      ["type": "number", "maximum": -3.5], ["type": "integer", "maximum": 0],
      ["type": "number", "minimum": 0.5, "maximum": 0.75],
      ["type": "integer", "format": "int64", "default": 3], ["type": "string", "enum": ["red", "green"]],
      isOld
        ? ["type": "integer", "minimum": 3, "exclusiveMinimum": true]
        : ["type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1],
      ["type": "integer", "example": 4, "maximum": 9],
    ]
    return pick(choices)
  }

  mutating func object(_ count: Int = 4) -> Object {
    var properties: Object = [:]
    var required: [Object] = []
    for number in 0..<count {
      let name = "member\(number)"
      properties[name] =
        flip() || number == 0 ? scalar() : ["type": "array", "items": scalar(), "minItems": pick([0, 1, 3])]
      if flip() { required.append(.string(name)) }
    }
    var schema: Object = ["type": "object", "properties": properties]
    if !required.isEmpty { schema["required"] = .array(required) }
    if flip() { schema["additionalProperties"] = false }
    return schema
  }

  // MARK: Constructs

  static let constructs = [
    "parameters", "wrappers", "lifecycles", "examples", "media", "security", "choices", "trees", "statuses",
    "templates", "locations", "links",
  ]

  private mutating func add(_ construct: String, at path: String) {
    switch construct {
    case "parameters": parameters(path)
    case "wrappers": wrappers(path)
    case "lifecycles": lifecycles(path)
    case "examples": examples(path)
    case "media": media(path)
    case "security": security(path)
    case "choices": choices(path)
    case "trees": trees(path)
    case "statuses": statuses(path)
    case "templates": templates(path)
    case "locations": locations(path)
    case "links": links(path)
    default: preconditionFailure("no construct is called \(construct)")
    }
  }

  private mutating func parameters(_ path: String) {
    var parameters: [Object] = []
    for number in 0..<6 {
      let place = pick(name: ["query", "header", "cookie"])
      var parameter: Object = ["name": "X-P\(number)", "in": .string(place), "schema": scalar()]
      if flip() { parameter["required"] = true }
      if place == "query", flip() {
        parameter["schema"] = ["type": "array", "items": scalar()]
        parameter["explode"] = .bool(flip())
      }
      parameters.append(parameter)
    }
    paths[path] = [
      "get": ["parameters": .array(parameters), "responses": ["200": answer(object())]]
    ]
  }

  private mutating func wrappers(_ path: String) {
    let name = "Wrapped" + path.dropFirst()
    schemas[name] = object()
    schemas[name + "Kind"] = ["type": "string", "enum": ["one", "two"]]
    let wrapper: Object = ["allOf": [reference(name), ["description": "In other words"]]]
    let kind: Object = ["allOf": [reference(name + "Kind")], "default": "two"]
    let choice: Object =
      isOld
      ? ["allOf": [reference(name)], "nullable": true]
      : ["anyOf": [reference(name), ["type": "null"]]]
    let whole: Object = [
      "type": "object", "required": ["inner", "kind"],
      "properties": ["inner": wrapper, "kind": kind, "choice": choice],
    ]
    paths[path] = [
      "post": [
        "parameters": [["name": "kind", "in": "query", "required": true, "schema": kind]],
        "requestBody": body(whole), "responses": ["200": answer(whole)],
      ]
    ]
  }

  private mutating func lifecycles(_ path: String) {
    let type: Object = flip() ? ["type": "integer"] : ["type": "string", "format": "uuid"]
    var readOnly = type
    readOnly["readOnly"] = true
    let name = "Thing" + path.dropFirst()
    let id = pick(name: ["id", "thing_id", "uuid"])
    schemas[name] = [
      "type": "object", "required": [.string(id), "label"],
      "properties": [
        id: readOnly, "label": scalar(),
        "notes": scalar(),
      ],
    ]
    let (thing, parameter) = (
      reference(name), ["name": .string(id), "in": "path", "required": true, "schema": type] as Object
    )
    let list: Object = ["type": "array", "items": thing]
    let page: Object = ["type": "object", "required": ["items"], "properties": ["items": list]]
    paths[path] = [
      "get": ["responses": ["200": answer(flip() ? list : page)]],
      "post": ["requestBody": body(thing), "responses": ["201": answer(thing)]],
    ]
    paths[path + "/{\(id)}"] = [
      "parameters": [parameter], "get": ["responses": ["200": answer(thing)]],
      "patch": ["requestBody": body(thing), "responses": ["200": answer(thing)]],
      "delete": ["responses": ["204": ["description": "Gone"]]],
    ]
    paths[path + "/{\(id)}/stop"] = [
      "parameters": [parameter], "post": ["responses": ["202": ["description": "Stops"]]],
    ]
  }

  private mutating func examples(_ path: String) {
    var schema: Object = ["type": "object", "required": ["count"]]
    schema["properties"] = [
      "count": ["type": "integer", "example": pick([3, "three", 2.5])],
      "colour": ["type": "string", "default": "red"],
      "size": ["type": "integer", "maximum": 5, "example": pick([4, 40])],
      "list": ["type": "array", "items": ["type": "string", "example": pick(["a", 1])]],
    ]
    if flip() { schema["example"] = ["count": pick([7, "seven"]), "extra": true] }
    var media: Object = ["schema": schema]
    if flip() { media["examples"] = ["one": ["value": ["count": pick([8, "eight"])]]] }
    paths[path] = [
      "post": [
        "requestBody": ["required": true, "content": ["application/json": media]],
        "responses": ["200": ["description": "Back", "content": ["application/json": media]]],
      ]
    ]
  }

  private mutating func media(_ path: String) {
    let schema = object()
    let types = [
      "application/x-ndjson", "application/xml", "text/csv", "text/plain", "application/hal+json", "image/png", "*/*",
    ]
    var content: Object = json(schema)
    for _ in 0..<3 {
      content[pick(name: types)] = ["schema": pick([schema, ["type": "string"], ["type": "array", "items": schema]])]
    }
    if flip() { content["application/json"] = nil }
    let form = pick(name: ["application/x-www-form-urlencoded", "multipart/form-data"])
    let file: Object =
      isOld
      ? ["type": "string", "format": "binary"] : ["type": "string", "contentMediaType": "image/png"]
    let fields: Object = [
      "type": "object", "required": flip() ? ["text"] : [],
      "properties": [
        "text": scalar(), "file": file, "grant_type": ["type": "string", "pattern": "^password$"],
        "scope": ["type": "string", "default": ""],
      ],
    ]
    paths[path] = [
      "get": ["responses": ["200": ["description": "Many", "content": content]]],
      "post": [
        "requestBody": ["required": true, "content": [form: ["schema": fields]]],
        "responses": ["200": answer(schema)],
      ],
    ]
  }

  private mutating func security(_ path: String) {
    securitySchemes = [
      "Header": ["type": "apiKey", "in": "header", "name": "X-Key"], "Basic": ["type": "http", "scheme": "basic"],
      "Bearer": ["type": "http", "scheme": "bearer"],
      "Password": ["type": "oauth2", "flows": ["password": ["tokenUrl": "token", "scopes": ["me": "Oneself"]]]],
    ]
    let needs: [Object] = [
      ["Header": []], ["Basic": []], ["Bearer": []],
      ["Header": [], "Basic": []], [:],
    ]
    paths[path] = [
      "get": [
        "security": [pick(needs)],
        "responses": ["200": answer(object()), "401": ["description": "No"]],
      ]
    ]
  }

  /// SplitMix64.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
