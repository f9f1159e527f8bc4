import AssayJSON
import AssayRegex

/// A function that returns true if a value is valid against a schema.
typealias SchemaTest = (JSONValue, SchemaNodeID) -> Bool

/// The children of one value that some schema has looked at (2020-12 section 11).
struct EvaluatedLocations: Sendable {
  /// True if every member, or every item, counts as looked at.
  var all = false
  /// The items before this position count as looked at.
  var prefix = 0
  /// The tape indices of the keys, or items, that were looked at one by one.
  var indices = SortedIntegers()
  /// Schemas for the same value: what they look at counts too, where they hold.
  var inPlace: [SchemaNodeID] = []
}

/// Integers in their order, which is the one they mostly come in.
struct SortedIntegers: Sendable {
  private var list: [Int] = []

  /// Adds an integer; false where it is there already.
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
  /// Returns the parts of a value that the keywords of a schema look at, except `unevaluated…`.
  ///
  /// They are collected only when an `unevaluated…` keyword needs them, from the schemas that hold. Each schema is
  /// asked once, however many references lead to it.
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

  /// Returns true if the parts that no keyword of the schema `asking` but `unevaluated…` looks at are valid against the
  /// schema `node`.
  @inline(never)
  func keepsUnevaluated(_ place: TapePlace, _ node: Int, besides asking: UInt64, _ depth: Int) -> Bool {
    let assumptions = memory.pointee.assumptions
    let depth = depth + Self.collectingDepth
    let value = value(place)
    let known = evaluatedLocations(in: value, by: Int(truncatingIfNeeded: asking)) { value, node in
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

  /// As many levels' worth of stack as collecting takes.
  private static let collectingDepth = 8
}

/// The parts that a schema looks at in every valid object or array, as far as they are known beforehand.
struct StaticEvaluation {
  /// In the schemas' order, which is the one members mostly come in.
  private(set) var names: [[UInt8]] = []
  private(set) var patterns: [ECMARegex] = []
  private(set) var allMembers = false
  private(set) var prefix = 0
  private(set) var allItems = false

  private var isEmpty: Bool { names.isEmpty && patterns.isEmpty && !allMembers && prefix == 0 && !allItems }

  /// `nil` where what is looked at depends on the value: on the branches it keeps, or the items it contains.
  ///
  /// - Parameter budget: How many schemas may be asked, since many references can lead to one.
  init?(_ keywords: [any SchemaKeyword], in graph: SchemaGraph, budget: inout Int) {
    for keyword in keywords {
      switch keyword {
      case let keyword as PropertiesKeyword: add(keyword.schemas.map { Array($0.name.utf8) })
      case let keyword as PatternPropertiesKeyword: patterns += keyword.schemas.map(\.pattern)
      case is AdditionalPropertiesKeyword, is UnevaluatedPropertiesKeyword: allMembers = true
      case let keyword as PrefixItemsKeyword: prefix = max(prefix, keyword.schemas.count)
      case is ItemsKeyword, is UnevaluatedItemsKeyword: allItems = true
      case let keyword as ContainsKeyword where keyword.evaluates: return nil
      case is NotKeyword: break
      default:
        let isKept = keyword is AllOfKeyword || keyword is ReferenceKeyword
        for node in keyword.inPlace {
          budget -= 1
          guard budget >= 0, let inner = StaticEvaluation(graph.nodes[node].keywords, in: graph, budget: &budget),
            isKept || inner.isEmpty
          else { return nil }
          formUnion(inner)
        }
      }
    }
  }

  private mutating func add(_ others: [[UInt8]]) {
    let known = Set(names)
    names += others.filter { !known.contains($0) }
  }

  private mutating func formUnion(_ other: StaticEvaluation) {
    add(other.names)
    patterns += other.patterns
    allMembers = allMembers || other.allMembers
    prefix = max(prefix, other.prefix)
    allItems = allItems || other.allItems
  }
}
