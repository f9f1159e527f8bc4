import AssayJSON

/// The places in answers and events that an expression reads, and those its value comes from.
///
/// `Source` identifies the answer or event that a place is in.
package struct ValueOrigins<Source: Hashable> {
  /// A value that an expression reads.
  package struct Place: Hashable {
    package var source: Source
    /// The way to it; `*` is any item.
    package var tokens: [String] = []
    /// True if the expression yields the array of all such values, and not one value.
    package var isSpread = false

    package init(_ source: Source, tokens: [String] = [], isSpread: Bool = false) {
      (self.source, self.tokens, self.isSpread) = (source, tokens, isSpread)
    }

    package func appending(_ further: [String]) -> Place {
      Place(source, tokens: tokens + further, isSpread: isSpread || further.contains("*"))
    }

    /// The items of the value; of values that are arrays themselves, those too.
    package var items: [Place] {
      let inside = Place(source, tokens: tokens + ["*"])
      return isSpread ? [Place(source, tokens: tokens), inside] : [inside]
    }
  }

  /// All places that are read, those that the value only passes through among them.
  package private(set) var read: [Place] = []
  /// The places whose values are computed with, so that the value of the expression depends on them.
  package private(set) var used: [Place] = []
  /// The places of which only the presence or the number of items is used.
  package private(set) var counted: [Place] = []
  private var items: [Place]
  private var named: [String: [Place]]
  private let source: (Reference) -> [Place]

  /// `source` returns the places that a reference starts from, without its pointer. `$item` and the names of quantifiers are
  /// known already; outside a quantifier they are `items` and `named`.
  package init(
    items: [Place] = [],
    named: [String: [Place]] = [:],
    from source: @escaping (Reference) -> [Place]
  ) {
    (self.items, self.named, self.source) = (items, named, source)
  }

  /// Takes in what `node` reads; returns the places its value comes from, if it is one that was received.
  package mutating func places(of node: ExpressionNode) -> [Place] {
    switch node.kind {
    case .read(let reference):
      return noted(start(of: reference).map { $0.appending(reference.pointer.tokens) })
    case .place(let child, let pointer):
      return noted(places(of: child).map { $0.appending(pointer.tokens) })
    case .query(let child, let path):
      let root = places(of: child)
      return noted(Self.spread(path.places.flatMap { tokens in root.map { $0.appending(tokens) } }))
    case .naming(_, let child): return places(of: child)
    case .call(let function, let arguments) where function.quantifies && arguments.count == 2:
      return places(of: function, over: arguments[0], arguments[1])
    case .call(let function, let arguments): return places(of: function, arguments)
    default:
      for child in node.children { used += places(of: child) }
      return []
    }
  }

  private func start(of reference: Reference) -> [Place] {
    switch reference.subject {
    case .item: items
    case .named(let name): named[name] ?? []
    case .variable(let names) where names.count == 1 && named[names[0]] != nil: named[names[0]] ?? []
    default: source(reference)
    }
  }

  private mutating func places(
    of function: ExpressionFunction,
    over list: ExpressionNode,
    _ each: ExpressionNode
  ) -> [Place] {
    let list = places(of: list)
    let outer = (items, named)
    items = Self.distinct(list.flatMap(\.items))
    let inner = items
    if case .naming(let name, _) = each.kind { named[name] = items }
    let values = places(of: each)
    (items, named) = outer
    if function == .map { return Self.spread(values) }
    used += values
    switch function {
    case .filter: return list
    case .find: return inner
    default: return []
    }
  }

  private mutating func places(of function: ExpressionFunction, _ arguments: [ExpressionNode]) -> [Place] {
    let values = arguments.map { places(of: $0) }
    let first = values.first ?? []
    let others = values.dropFirst().flatMap(\.self)
    switch function {
    case .take, .reversed:
      used += others
      return first
    case .first, .last, .min, .max: return Self.distinct(first.flatMap(\.items))
    case .flatten: return Self.spread(first.flatMap(\.items))
    case .default: return Self.distinct(first + others)
    case .length, .count, .exists:
      counted += first
      return []
    case .if:
      used += first
      return Self.distinct(others)
    default:
      used += first + others
      return []
    }
  }

  private mutating func noted(_ places: [Place]) -> [Place] {
    read += places
    return places
  }

  private static func distinct(_ places: [Place]) -> [Place] {
    var seen: Set<Place> = []
    return places.filter { seen.insert($0).inserted }
  }

  private static func spread(_ places: [Place]) -> [Place] {
    distinct(places.map { Place($0.source, tokens: $0.tokens, isSpread: true) })
  }
}
