import Foundation

/// A JSON value that is written as a literal.
enum LiteralJSON {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([LiteralJSON])
  case object([String: LiteralJSON])

  /// The value as Foundation has it.
  var value: Any {
    switch self {
    case .null: NSNull()
    case .bool(let truth): truth
    case .number(let number): number
    case .string(let text): text
    case .array(let items): items.map(\.value)
    case .object(let members): members.mapValues(\.value)
    }
  }

  var members: [String: LiteralJSON] { if case .object(let members) = self { members } else { [:] } }

  subscript(key: String) -> LiteralJSON? {
    get { members[key] }
    set {
      var members = members
      members[key] = newValue
      self = .object(members)
    }
  }
}

extension LiteralJSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(nilLiteral: ()) { self = .null }
  init(booleanLiteral truth: Bool) { self = .bool(truth) }
  init(integerLiteral number: Int) { self = .number(Double(number)) }
  init(floatLiteral number: Double) { self = .number(number) }
  init(stringLiteral text: String) { self = .string(text) }
  init(arrayLiteral items: LiteralJSON...) { self = .array(items) }
  init(dictionaryLiteral members: (String, LiteralJSON)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}
