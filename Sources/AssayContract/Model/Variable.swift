package import AssayJSON
import AssaySchema

/// A named value from outside the contract, read as `$variables.NAME`.
package struct Variable: Sendable {
  package var name: String
  /// The schema of the value.
  package var schema: SchemaPromise?
  /// The default value; `nil` if a value must be given.
  package var usual: JSONValue?
  /// The value used if none is given, only in trials with the mock, where nothing is sent to a real server.
  package var example: JSONValue?
  /// A made-up value, sent if no value is known. A backend that does not know the value may refuse the call.
  package var placeholder: JSONValue?
  /// True if the environment variable that `usual` reads is not set.
  package var isUnset = false
  /// True if the value is never shown.
  package var isSecret: Bool
  package var promise: Promise
  /// The value given for this run, if any.
  package var given: JSONValue?

  /// The value that `$variables.NAME` reads.
  package var value: JSONValue? { given ?? (isUnset ? nil : usual) ?? placeholder ?? example }
  /// True if no value of this run is known, so that the placeholder is sent.
  package var isMadeUp: Bool { given == nil && (usual == nil || isUnset) && placeholder != nil }
  /// The text in place of a secret value in a request until it is sent.
  package var token: String { "${variables.\(name)}" }
}

extension Variable {
  /// The reason why a variable cannot have a value, as a clause.
  package struct Mistake: Error { package var reason: String }

  /// Returns the value of `text`: a string, or the number, truth value or null it spells if the variable is not a
  /// string.
  package func value(spelt text: String) throws(Mistake) -> JSONValue {
    let string = JSONValue.string(text)
    // Without a schema the type is that of the value the contract has.
    let wantsText = (usual ?? placeholder ?? example).map { $0.kind == .string } ?? true
    if isSecret || (schema.map { $0.schema.isValid(string) } ?? wantsText) { return try checked(string) }
    guard let read = (try? JSONDocument(parsing: text))?.root, read.kind != .string else { return try checked(string) }
    return try checked(read)
  }

  /// Returns `value` if it is valid for the variable.
  package func checked(_ value: JSONValue) throws(Mistake) -> JSONValue {
    if isSecret, value.kind != .string { throw Mistake(reason: "a secret must be a string") }
    if let violation = schema?.schema.violations(of: value).first {
      // A secret is not shown, not even where it is wrong.
      throw Mistake(reason: isSecret ? "it is not what the variable's `schema` asks for" : violation.message)
    }
    if let mistake = typeMistake(of: value) { throw mistake }
    return value
  }

  /// Returns the mistake if `value` has a type different from the contract's own value and no schema defines the type.
  package func typeMistake(of value: JSONValue) -> Mistake? {
    guard schema == nil, let own = usual ?? placeholder ?? example, own.kind != .null,
      value.kind.typeName != own.kind.typeName
    else {
      return nil
    }
    return Mistake(reason: "it is \(value.described), and the contract's own value is \(own.described)")
  }
}

/// An environment in which the backend runs: its servers' URLs, and values of variables.
package struct Environment: Sendable {
  package var name: String
  /// The URLs by server name.
  package var servers: [String: String]
  /// The values by variable name.
  package var variables: [String: JSONValue]
}

extension Contract {
  /// Returns the variable named `name`.
  package func variable(named name: String) -> Variable? { variables.first { $0.name == name } }

  /// Returns the values that `$variables` reads, as one object; `nil` if there are no variables.
  static func values(of variables: [Variable], hidingSecrets: Bool) -> JSONValue? {
    if variables.isEmpty { return nil }
    return .object(
      variables.compactMap { variable in
        guard let value = variable.value else { return nil }
        return (variable.name, hidingSecrets && variable.isSecret ? .string(variable.token) : value)
      }
    )
  }
}

extension Scope {
  /// Makes a scope without any observations, for expressions of `contract`.
  package init(of contract: Contract) {
    self.init(templates: contract.templates)
    variables["variables"] = contract.variableValues
  }

  /// Returns the scope for building a request: with tokens in place of secret variables, and with `run`, the values of
  /// this call.
  package func requesting(_ contract: Contract, run: JSONValue?) -> Scope {
    if run == nil, contract.variableTokens == nil { return self }
    var scope = self
    scope.variables["run"] = run
    if let tokens = contract.variableTokens { scope.variables["variables"] = tokens }
    return scope
  }
}
