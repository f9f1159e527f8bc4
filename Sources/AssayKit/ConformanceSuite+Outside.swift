import AssayContract
import AssayHTTP
import AssayJSON
import AssayText

/// A value given to a variable of a contract.
public struct VariableSetting: Sendable, Hashable {
  /// The variable's name; `SERVICE.NAME` if several contracts have a variable of that name.
  public let name: String
  /// The value as given: JSON, or plain text.
  let value: String
  /// True if the value is plain text. It is read as the number, truth value or null it spells if the variable requires
  /// that.
  let isText: Bool
  /// The origin of the value, for messages: `--set limit`.
  let origin: String

  /// Makes a setting from plain text, such as that of a command line.
  public init(_ name: String, text: String) {
    self.init(name, text, isText: true, origin: "the variable \(name)")
  }

  /// Makes a setting whose value has its type in `json`; returns `nil` if that is not JSON.
  public init?(_ name: String, json: String) {
    guard (try? JSONDocument(parsing: json)) != nil else { return nil }
    self.init(name, json, isText: false, origin: "the variable \(name)")
  }

  package init(_ name: String, _ value: String, isText: Bool, origin: String) {
    self.name = name
    self.value = value
    self.isText = isText
    self.origin = origin
  }

  /// Returns the setting's value, converted to the type of `variable`; throws if it is not valid.
  fileprivate func value(for variable: Variable) throws(ConformanceError) -> JSONValue {
    do throws(Variable.Mistake) {
      return isText
        ? try variable.value(spelt: value)
        : try variable.checked((try? JSONDocument(parsing: value))?.root ?? .null)
    } catch {
      throw .variable(origin, reason: error.reason)
    }
  }
}

extension ConformanceSuite {
  /// The names of the contract's variables.
  public var variables: [String] { contract.variables.map(\.name) }
  /// The names of the contract's environments, in which the backend runs.
  public var environments: [String] { contract.environments.map(\.name) }

  /// Returns the contract for the environment named `environment`, with values for its variables; of two values for one
  /// variable, the last counts.
  ///
  /// The value of a variable is the last one given, in this order: its `default`, the environment's, `settings`. Throws
  /// ``ConformanceError/unknownName(_:kind:nearest:)`` or ``ConformanceError/variable(_:reason:)``.
  public func settled(environment: String? = nil, _ settings: [VariableSetting] = []) throws(ConformanceError)
    -> ConformanceSuite
  {
    var suite = self
    if let environment {
      guard let place = contract.environments.first(where: { $0.name == environment }) else {
        let nearest = SpellingSuggestion.nearest(to: environment, among: environments)
        throw .unknownName(environment, kind: "environment", nearest: nearest)
      }
      for index in suite.contract.servers.indices {
        guard let url = place.servers[suite.contract.servers[index].name] else { continue }
        suite.contract.servers[index].url = url
      }
      for index in suite.contract.variables.indices {
        guard let value = place.variables[suite.contract.variables[index].name] else { continue }
        suite.contract.variables[index].given = value
      }
    }
    for setting in settings {
      let name =
        setting.name.hasPrefix("\(service).") ? String(setting.name.dropFirst(service.count + 1)) : setting.name
      guard let index = suite.contract.variables.firstIndex(where: { $0.name == name }) else {
        let nearest = SpellingSuggestion.nearest(to: name, among: variables)
        throw .unknownName(name, kind: "variable", nearest: nearest)
      }
      suite.contract.variables[index].given = try setting.value(for: suite.contract.variables[index])
    }
    return suite
  }

  /// Returns the contract for a run: with the values that its secrets read from the environment, and a value for every
  /// variable.
  func resolved() throws(ConformanceError) -> Contract {
    var resolved = contract
    var missing: [String] = []
    for (index, variable) in contract.variables.enumerated() {
      guard let value = variable.given ?? variable.usual ?? variable.placeholder else {
        throw .variable(
          "the variable \(variable.name)",
          reason: "it has no value; give it one with --set \(variable.name)=VALUE or in --variables FILE"
        )
      }
      guard variable.isSecret, let text = value.string else { continue }
      var whole = text
      for name in EnvironmentReferences.names(in: text) {
        guard let found = environmentValue(name) else {
          if variable.given == nil, variable.placeholder != nil {
            resolved.variables[index].isUnset = true
            whole = text
            break
          }
          missing.append(name)
          continue
        }
        whole = whole.replacing("${\(name)}", with: found)
      }
      if whole != text { resolved.variables[index].given = .string(whole) }
    }
    guard missing.isEmpty else { throw .environment(missing) }
    return resolved
  }

  /// Throws if a server's URL is invalid with the values of the environment, or paths cannot be appended to it.
  func checkFilledURLs(_ options: VerifyOptions) throws(ConformanceError) {
    for server in contract.servers {
      let text = options.servers[server.name]?.description ?? server.url
      let names = EnvironmentReferences.names(in: text)
      if names.isEmpty { continue }
      let values = names.map { environmentValue($0) ?? "" }
      let url = zip(names, values).reduce(text) { $0.replacing("${\($1.0)}", with: $1.1) }
      // Paths are appended to the name, before the value is known.
      if HTTPURL(url) == nil || url.contains("#") || values.contains(where: { $0.contains("?") }) {
        throw .filledURL(server: server.name, names)
      }
    }
  }

  /// Returns the value of an environment variable: that of the process, otherwise that of the `.env` files read.
  func environmentValue(_ name: String) -> String? { SystemClock.environment(name) ?? environmentFile[name] }
}
