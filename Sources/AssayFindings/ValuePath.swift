package import AssayJSON

/// The way from the root of a JSON document to a value; unlike a JSON Pointer, it knows items from members with digits for
/// a name.
public struct ValuePath: Hashable, Sendable, Codable {
  /// One step down.
  public enum Step: Hashable, Sendable, Codable {
    case member(String)
    /// An item, by its position from 0; `nil` for any.
    case item(Int?)

    /// Compares names by code point.
    public static func == (left: Step, right: Step) -> Bool {
      switch (left, right) {
      case (.member(let left), .member(let right)): left.isExactly(right)
      case (.item(let left), .item(let right)): left == right
      default: false
      }
    }

    /// Feeds the step, a name by its bytes, to `hasher`.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .member(let name): hasher.combine(ExactText(name))
      case .item(let position): hasher.combine(position)
      }
    }
  }

  /// The steps, the outermost first; none for the root.
  public var steps: [Step]

  /// Makes a path; without arguments, that of the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The path with any item in place of each item.
  package var general: ValuePath { ValuePath(steps.map(\.general)) }

  /// The reference tokens of its JSON Pointer, unescaped; `*` for any item.
  public var tokens: [String] { steps.map(\.token) }

  /// The name of the member it leads to; `nil` for the root and for items.
  package var memberName: String? { if case .member(let name)? = steps.last { name } else { nil } }

  /// Returns true if `other` is the same value, or one inside it.
  package func contains(_ other: ValuePath) -> Bool { other.steps.starts(with: steps) }
}

extension ValuePath: CustomStringConvertible {
  /// The JSON Pointer (RFC 6901 section 3); empty for the root.
  public var description: String { pointer.description }
}

extension ValuePath {
  /// Makes the path that `pointer` takes through `root`; beyond what is there, every token is a member's name.
  package init(_ pointer: JSONPointer, in root: JSONValue?) {
    var value = root
    steps = pointer.tokens.map { token in
      defer { value = value?[JSONPointer(tokens: [token])] }
      return value?.kind == .array ? .item(Int(token)) : .member(token)
    }
  }

  /// The path as a JSON Pointer.
  package var pointer: JSONPointer { JSONPointer(tokens: tokens) }
}

extension ValuePath: ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
  /// Makes a path of its steps.
  public init(arrayLiteral steps: Step...) { self.init(steps) }

  /// Makes a path of member names and positions, for findings made by hand: a token of digits is a position.
  public init(stringLiteral pointer: String) {
    self.init((JSONPointer(pointer)?.tokens ?? []).map { token in Int(token).map { .item($0) } ?? .member(token) })
  }
}

extension ValuePath.Step {
  fileprivate var general: ValuePath.Step { if case .item = self { .item(nil) } else { self } }

  /// The step as a JSON Pointer's reference token, unescaped.
  package var token: String {
    switch self {
    case .member(let name): name
    case .item(let position): position.map(String.init) ?? "*"
    }
  }

  func mapText(_ change: (String) -> String) -> ValuePath.Step {
    if case .member(let name) = self { .member(change(name)) } else { self }
  }
}
