package import AssayJSON

/// The path from the root of a JSON document to a value. Unlike a JSON Pointer, it distinguishes items from members
/// whose names are digits.
public struct ValuePath: Hashable, Sendable, Codable {
  /// A step of the path to an item or a member.
  public enum Step: Hashable, Sendable, Codable {
    case member(String)
    /// An item, by its position from 0; `nil` for any item.
    case item(Int?)

    /// Compares names by code point.
    public static func == (left: Step, right: Step) -> Bool {
      switch (left, right) {
      case (.member(let left), .member(let right)): left.isExactly(right)
      case (.item(let left), .item(let right)): left == right
      default: false
      }
    }

    /// Hashes the step; a name by its bytes.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .member(let name): hasher.combine(ExactText(name))
      case .item(let position): hasher.combine(position)
      }
    }
  }

  /// The steps, the outermost first; empty for the root.
  public var steps: [Step]

  /// Makes a path; without arguments, the path of the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The path with every item position replaced by "any item".
  package var general: ValuePath { ValuePath(steps.map(\.general)) }

  /// The reference tokens of the path's JSON Pointer, unescaped; `*` for any item.
  public var tokens: [String] { steps.map(\.token) }

  /// The name of the member at the end of the path; `nil` for the root and for items.
  package var memberName: String? { if case .member(let name)? = steps.last { name } else { nil } }

  /// Returns true if `other` leads to the same value, or to one inside it.
  package func contains(_ other: ValuePath) -> Bool { other.steps.starts(with: steps) }
}

extension ValuePath: CustomStringConvertible {
  /// The path as a JSON Pointer (RFC 6901 section 3); empty for the root.
  public var description: String { pointer.description }
}

extension ValuePath {
  /// Makes the path of `pointer` in the value `root`, which decides if a token is an item or a member. After the last
  /// existing value, every token is treated as a member's name.
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
  /// Makes a path from its steps.
  public init(arrayLiteral steps: Step...) { self.init(steps) }

  /// Makes a path from a JSON Pointer, for findings written in code; a token of digits is an item's position.
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
