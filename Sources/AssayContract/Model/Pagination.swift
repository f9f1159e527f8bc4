import AssayHTTP
package import AssayJSON
import AssayObservation

/// The way in which the pages of a list are requested, one after the other.
package struct Pagination: Sendable {
  /// The part of a request that selects the next page.
  package enum Next: Sendable {
    /// The URL of the next page, taken from an answer.
    case url(Expression)
    /// The URL of the next page, from the `Link` field of an answer with this relation (RFC 8288).
    case link(String)
    /// A value from an answer: a token or a cursor.
    case value(Expression, at: Place)
    /// The number of the page; the first page has the number `from`.
    case number(from: Int, at: Place)
  }

  /// The place in a request that selects the page.
  package enum Place: Sendable, CustomStringConvertible {
    /// A parameter of the query.
    case query(String)
    /// A member of the body.
    case body(JSONPointer)

    package var description: String {
      switch self {
      case .query(let name): name
      case .body(let pointer): "\(pointer)"
      }
    }
  }

  package var next: Next
  /// The condition that is true for the last page, for lists whose pages are counted.
  package var until: Expression?
  /// The maximum number of pages requested.
  package var atMost: Int
  package var promise: Promise

  /// Returns what identifies the page that `next` requests: its absolute URL, or else the value. `scope` reads the answer
  /// that `next` comes from; without `next`, the page of that answer itself, `nil` where only its value identifies it.
  package func page(_ next: JSONValue? = nil, in scope: Scope) -> JSONValue? {
    switch self.next {
    case .number, .value: return next
    case .url, .link:
      guard let base = scope.exchange?.request.url else { return next }
      guard let next else { return .string(base) }
      return next.string.flatMap { URIReference(validating: $0) }
        .map { .string($0.resolved(against: URIReference(base)).withoutFragment) } ?? next
    }
  }

  /// Returns the value that requests the page after page `number` (from 1), whose answer `scope` reads; `nil` if that
  /// page was the last.
  package func following(in scope: Scope, number: Int) -> JSONValue? {
    if let until, case .value(let value) = until.evaluate(in: scope), value.bool == true { return nil }
    switch next {
    case .number(let first, _): return .integer(first + number)
    case .link(let relation):
      let fields = scope.exchange?.response?.head.headers.filter { $0.isNamed("Link") } ?? []
      return fields.lazy.compactMap { LinkField.target(of: relation, in: $0.value) }.first.map { .string($0) }
    case .url(let expression), .value(let expression, _):
      guard case .value(let value) = expression.evaluate(in: scope), !value.isNull, value.string != "" else {
        return nil
      }
      return value.detached
    }
  }

  /// Returns `step` with a request for a specific page: the URL, query parameter or body member that selects the page
  /// is `$item`.
  package func asking(_ step: Step) -> Step {
    var asking = step
    let item = JSONValue.string("$item")
    switch next {
    case .url, .link: asking.call.url = item
    case .value(_, .body(let place)), .number(_, .body(let place)):
      let patch = place.tokens.reversed().reduce(item) { .object([($1, $0)]) }
      asking.call.body = MergePatch.apply(patch, to: step.call.body)
    case .value(_, .query(let name)), .number(_, .query(let name)):
      asking.call.query.removeAll { $0.name == name }
      asking.call.query.append(NamedTemplate(name: name, template: item))
    }
    return asking
  }

  /// The value that requests the next page, as the contract writes it.
  package var text: String {
    switch next {
    case .url(let expression): expression.text
    case .link(let relation): "the Link field's `\(relation)`"
    case .value(let expression, let place): "\(place) = \(expression.text)"
    case .number(let first, let place): "\(place) from \(first)"
    }
  }
}
