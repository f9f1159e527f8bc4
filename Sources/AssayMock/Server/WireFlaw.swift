/// A way in which an answer goes wrong below its content: on the wire.
package enum WireFlaw: Hashable, Sendable {
  /// The body ends before the length its header section names, or before its last chunk; the connection is closed.
  case truncated
  /// The connection is reset in the middle of the body.
  case reset
  /// The connection is closed in the middle of a chunk (RFC 9112 section 7.1).
  case cutInsideChunk
  /// The stream ends properly framed, in the middle of its event number `index` from 0.
  case cutInsideEvent(Int)
  /// The stream ends properly framed, before its event number `index` from 0.
  case endsBefore(Int)
  /// Nothing more comes after `index` events, and the connection stays open.
  case stallsBefore(Int)
  /// The event number `index` from 0 comes again and again, and what would come after it never does.
  case repeatsForever(Int)

  /// How many of `count` events come whole.
  package func wholeEvents(of count: Int) -> Int {
    switch self {
    case .truncated, .reset: min(count, count / 2 + 1)
    case .cutInsideChunk: count / 2
    case .cutInsideEvent(let index), .endsBefore(let index), .stallsBefore(let index): min(count, index)
    case .repeatsForever(let index): min(count, index + 1)
    }
  }

  /// The same flaw where events have other numbers, which `moved` knows.
  func following(_ moved: (Int) -> Int) -> WireFlaw {
    switch self {
    case .truncated, .reset, .cutInsideChunk: self
    case .cutInsideEvent(let index): .cutInsideEvent(moved(index))
    case .endsBefore(let index): .endsBefore(moved(index))
    case .stallsBefore(let index): .stallsBefore(moved(index))
    case .repeatsForever(let index): .repeatsForever(moved(index))
    }
  }
}
