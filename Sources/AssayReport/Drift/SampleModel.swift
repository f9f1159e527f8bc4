import AssayJSON

/// The models in Swift of a JSON value that was received.
struct SampleModel {
  /// The type of the value.
  let type: String
  /// The lines of the models that it needs, each model followed by an empty line.
  private(set) var declarations: [String] = []

  private init(type: String) { self.type = type }

  /// The model of a scalar type of JSON Schema; `nil` for any other.
  static func scalar(_ type: String) -> SampleModel? {
    switch type {
    case "string": SampleModel(type: "String")
    case "integer": SampleModel(type: "Int")
    case "number": SampleModel(type: "Double")
    case "boolean": SampleModel(type: "Bool")
    default: nil
    }
  }

  /// The model of `value`, which is called `name`; `nil` if a part of it shows no type, or a name is not valid in Swift.
  init?(of value: JSONValue, named name: String) {
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }),
      name.first?.isNumber == false, name.first(where: { $0 != "_" })?.isLetter == true
    else { return nil }
    switch value.kind {
    case .object:
      type = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      var properties: [String] = []
      for member in value.members {
        guard let model = SampleModel(of: member.value, named: member.key) else { return nil }
        declarations += model.declarations
        properties.append("    let \(member.key): \(model.type)?")
      }
      declarations += ["struct \(type): Codable {"] + properties + ["}", ""]
    case .array:
      guard let first = value[0], let model = SampleModel(of: first, named: name) else {
        return nil
      }
      type = "[\(model.type)]"
      declarations = model.declarations
    case .string: type = "String"
    case .true, .false: type = "Bool"
    case .number: type = value.int == nil ? "Double" : "Int"
    default: return nil
    }
  }
}
