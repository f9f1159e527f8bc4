import AssayJSON

/// Something a call made, which later calls can name: a job, a session, a caption.
struct MockResource: Sendable {
  /// The key its own answer gave it.
  var key: String
  /// Its number among those of its kind, from 1.
  let number: Int
  private let request: JSONValue
  private(set) var response: JSONValue?
  private var variables: [(name: String, value: JSONValue)] = []
  /// All of it as one value, which templates read.
  private(set) var json = JSONValue.null

  init(key: String = "", number: Int, request: JSONValue) {
    self.key = key
    self.number = number
    self.request = request
    compose()
  }

  mutating func set(_ name: String, _ value: JSONValue) {
    if let index = variables.firstIndex(where: { $0.name == name }) {
      variables[index].value = value
    } else {
      variables.append((name, value))
    }
    compose()
  }

  mutating func takeVariables(of other: MockResource) {
    variables = other.variables
    compose()
  }

  mutating func remember(response body: JSONValue?) {
    response = body
    compose()
  }

  /// The resource as one that is known under `alias`: a fault gave a client another key than the mock meant.
  func renamed(_ alias: String) -> MockResource {
    guard alias != key, !key.isEmpty, let renamed = response?.replacing(text: key, by: alias) else { return self }
    var resource = self
    resource.remember(response: renamed)
    return resource
  }

  private mutating func compose() {
    var members: [(String, JSONValue)] = [("number", .integer(number)), ("request", request)]
    if let response { members.append(("response", .object([("body", response)]))) }
    json = .object(members + variables.map { ($0.name, $0.value) })
  }
}

extension JSONValue {
  /// The value with every occurrence of `text` in its strings replaced.
  fileprivate func replacing(text: String, by replacement: String) -> JSONValue {
    switch kind {
    case .string: .string((string ?? "").replacing(text, with: replacement))
    case .array: .array(items.map { $0.replacing(text: text, by: replacement) })
    case .object: .object(members.map { ($0.key, $0.value.replacing(text: text, by: replacement)) })
    default: self
    }
  }
}
