/// What goes onto a connection in answer to a request, byte for byte and pause for pause: right HTTP or wrong.
package struct WireReply: Sendable {
  /// One thing a connection does.
  package enum Action: Sendable, Hashable {
    case send([UInt8])
    /// Sends nothing for this long.
    case wait(Duration)
    /// Sends nothing more and keeps the connection open until the peer, or the server's end, closes it.
    case hang
    /// Breaks the connection with a reset (RFC 9293 section 3.5.2).
    case reset
  }

  package var actions: [Action]
  /// Repeated behind ``actions`` until the peer closes.
  package var endless: [Action]
  /// Whether the connection is closed once all was sent.
  package var closes: Bool

  package init(_ actions: [Action], endless: [Action] = [], closes: Bool = false) {
    self.actions = actions
    self.endless = endless
    self.closes = closes
  }
}
