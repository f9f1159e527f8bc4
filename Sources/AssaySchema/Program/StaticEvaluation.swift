import AssayJSON
import AssayRegex

/// What a schema looks at in every object or array that keeps it, as far as that can be told beforehand.
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
