import AssayJSON
import AssayRegex

/// A function that returns true if a value is valid against a schema.
typealias SchemaTest = (JSONValue, SchemaNodeID) -> Bool

/// The members or items of one value that keywords have evaluated (2020-12 section 11).
struct EvaluatedLocations: Sendable {
  /// True if all members, or all items, count as evaluated.
  var all = false
  /// The number of items at the beginning of the array that are evaluated.
  var prefix = 0
  /// The positions, in the parsed document, of the keys or items that are evaluated individually.
  var indices = SortedIntegers()
  /// The subschemas that apply to the same value; what they evaluate counts if they match.
  var inPlace: [SchemaNodeID] = []
}

/// A sorted list of integers, optimised for insertion in ascending order.
struct SortedIntegers: Sendable {
  private var list: [Int] = []

  /// Inserts an integer; returns false if it is already present.
  @discardableResult
  mutating func insert(_ integer: Int) -> Bool {
    guard let last = list.last, last >= integer else {
      list.append(integer)
      return true
    }
    let position = firstPosition(from: integer)
    if list[position] == integer { return false }
    list.insert(integer, at: position)
    return true
  }

  func contains(_ integer: Int) -> Bool {
    let position = firstPosition(from: integer)
    return position < list.count && list[position] == integer
  }

  private func firstPosition(from integer: Int) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low &+ high) / 2
      if list[middle] < integer { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

extension ProgramRunner {
  /// Returns the members or items of `value` that the keywords of a schema evaluate, except `unevaluated…` keywords.
  ///
  /// They are collected only for an `unevaluated…` keyword, from the subschemas that match. Each schema is visited
  /// once, even if several references lead to it.
  func evaluatedLocations(in value: JSONValue, by asking: SchemaNodeID, _ accepts: SchemaTest) -> EvaluatedLocations {
    program._withUnsafeGuaranteedRef { program in
      var locations = EvaluatedLocations()
      var seen = SortedIntegers()
      seen.insert(asking)
      var pending = [asking]
      while let id = pending.popLast(), !locations.all {
        for keyword in program.graph.nodes[id].keywords where id != asking || !keyword.asksOfRest {
          keyword.lookAt(value, &locations, accepts)
        }
        for inner in locations.inPlace where seen.insert(inner) && accepts(value, inner) {
          pending.append(inner)
        }
        locations.inPlace = []
      }
      return locations
    }
  }

  /// Returns true if the members or items that no keyword of a schema evaluates, except `unevaluated…`, match the schema
  /// `node`; the list has that schema, and the shape that makes it needless to ask which of its branches match.
  @inline(never)
  func keepsUnevaluated(_ place: TapePlace, _ node: Int, list: UInt64, _ depth: Int) -> Bool {
    let (asking, shape) = (tables.nodes[Int(list)], tables.nodes[Int(list) + 1])
    if shape != Instruction.noSchema, members(place, Int(shape), depth) { return true }
    let assumptions = memory.pointee.assumptions
    let depth = depth + Self.collectingDepth
    let value = value(place)
    let known = evaluatedLocations(in: value, by: Int(asking)) { value, node in
      accepts(self.place(value), by: node, depth: depth)
    }
    if known.all { return true }
    let isObject = place.pointee.kind == .object
    let end = tape + Int(place.pointee.next)
    var position = 0
    var child = place + 1
    while child < end {
      let content = isObject ? child + 1 : child
      let isKnown = (!isObject && position < known.prefix) || known.indices.contains(child - tape)
      // What was assumed may have kept a branch from being looked at.
      if !isKnown, !accepts(content, by: node, depth: depth) { return depends(on: assumptions) }
      child = tape + Int(content.pointee.next)
      position += 1
    }
    return true
  }

  /// The stack space that ``evaluatedLocations(in:by:_:)`` needs, in levels of nesting.
  private static let collectingDepth = 8
}

/// The members or items that a schema evaluates in every valid value, as far as that is known when it is compiled.
struct StaticEvaluation {
  /// False if more are evaluated in some values: by the branches they match, or as items that match `contains`.
  private(set) var isWhole = true
  /// The names of evaluated members, in the order of the schemas, which is usually also that of the members.
  private(set) var names: [[UInt8]] = []
  private(set) var patterns: [ECMARegex] = []
  private(set) var allMembers = false
  private(set) var prefix = 0
  private(set) var allItems = false

  private var isEmpty: Bool {
    isWhole && names.isEmpty && patterns.isEmpty && !allMembers && prefix == 0 && !allItems
  }

  /// - Parameter budget: The number of schemas that may be visited, since many references can lead to one.
  init(_ keywords: [any SchemaKeyword], in graph: SchemaGraph, budget: inout Int) {
    for keyword in keywords {
      switch keyword {
      case let keyword as PropertiesKeyword: add(keyword.schemas.map { Array($0.name.utf8) })
      case let keyword as PatternPropertiesKeyword: patterns += keyword.schemas.map(\.pattern)
      case is AdditionalPropertiesKeyword, is UnevaluatedPropertiesKeyword: allMembers = true
      case let keyword as PrefixItemsKeyword: prefix = max(prefix, keyword.schemas.count)
      case is ItemsKeyword, is UnevaluatedItemsKeyword: allItems = true
      case let keyword as ContainsKeyword where keyword.evaluates: isWhole = false
      case is NotKeyword: break
      default:
        let isKept = keyword is AllOfKeyword || keyword is ReferenceKeyword
        for node in keyword.inPlace {
          budget -= 1
          guard budget >= 0 else {
            isWhole = false
            return
          }
          let inner = StaticEvaluation(graph.nodes[node].keywords, in: graph, budget: &budget)
          if isKept { formUnion(inner) } else { isWhole = isWhole && inner.isEmpty }
        }
      }
    }
  }

  private mutating func add(_ others: [[UInt8]]) {
    let known = Set(names)
    names += others.filter { !known.contains($0) }
  }

  private mutating func formUnion(_ other: StaticEvaluation) {
    isWhole = isWhole && other.isWhole
    add(other.names)
    patterns += other.patterns
    allMembers = allMembers || other.allMembers
    prefix = max(prefix, other.prefix)
    allItems = allItems || other.allItems
  }
}
