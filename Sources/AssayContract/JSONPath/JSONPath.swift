package import AssayJSON

/// A parsed JSONPath query (RFC 9535): it selects values from a JSON value, in a defined order.
package struct JSONPath: Sendable {
  let query: Query

  /// Parses `text`, all of which must be a query.
  package init(parsing text: String) throws(JSONPathError) { query = try JSONPathParser.parse(text) }

  /// Returns the values that the query selects in `root`, and the work it took; `nil` if that would exceed `limit`.
  package func values(in root: JSONValue, within limit: Int = .max) -> (values: [JSONValue], work: Int)? {
    var evaluator = JSONPathEvaluator(root: root, remaining: limit)
    do throws(JSONPathEvaluator.Exhausted) {
      let values = try evaluator.nodes(of: query, at: root)
      return (values, limit - evaluator.remaining)
    } catch { return nil }
  }
}

/// The error for a text that is not a JSONPath query.
package struct JSONPathError: Error, Hashable, Sendable {
  /// The description of the error, as a clause.
  package var message: String
  /// The position of the error, from 1, in Unicode scalars.
  package var column: Int
}

extension JSONPathError: CustomStringConvertible {
  package var description: String { "column \(column): \(message)" }
}

extension JSONPath {
  /// A query: `$` or `@`, and the segments after it (section 2.1.1).
  struct Query: Sendable {
    /// True if the query starts at the current item of a filter (`@`) instead of the root.
    var isRelative: Bool
    var segments: [Segment]

    /// True if the query selects at most one value (section 2.3.5.1).
    var isSingular: Bool {
      segments.allSatisfy { segment in
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        switch segment.selectors[0] {
        case .name, .index: return true
        case .wildcard, .slice, .filter: return false
        }
      }
    }
  }

  /// A segment of a query: one step down into the value (section 2.5).
  struct Segment: Sendable {
    /// True if the segment applies to every descendant also (`..`).
    var isDescendant: Bool
    var selectors: [Selector]
  }

  /// The rule by which a segment selects values (section 2.3).
  enum Selector: Sendable {
    case name(String)
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Condition)
  }

  /// A filter's expression (section 2.3.5).
  indirect enum Condition: Sendable {
    case or([Condition])
    case and([Condition])
    case not(Condition)
    case exists(Query)
    case compare(Comparison, Comparable, Comparable)
    case call(Function, [Argument])
  }

  enum Comparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
  }

  /// One side of a comparison.
  indirect enum Comparable: Sendable {
    case literal(JSONValue)
    /// A singular query.
    case query(Query)
    /// A function whose result is a value.
    case call(Function, [Argument])
  }

  /// An argument of a function.
  enum Argument: Sendable {
    case value(Comparable)
    case nodes(Query)
  }

  /// The functions of the standard (section 2.4).
  enum Function: String, CaseIterable, Sendable {
    case length, count, match, search, value

    var arity: Int { self == .match || self == .search ? 2 : 1 }
    /// True if the function's result is a truth value, which cannot be compared with anything.
    var isLogical: Bool { self == .match || self == .search }
    /// True if the function takes the nodes of a query instead of a value.
    var takesNodes: Bool { self == .count || self == .value }
  }
}
