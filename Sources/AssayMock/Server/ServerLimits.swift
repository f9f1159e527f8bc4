/// The bounds a server puts on what clients send; whatever is past one gets a 4xx and its connection is closed.
package struct ServerLimits: Hashable, Sendable {
  /// The longest request line, in bytes; past it the answer is 414.
  package var requestLine: Int
  /// The longest request line and header section together, in bytes; past it the answer is 431 (RFC 6585 section 5).
  package var head: Int
  /// The largest body, in bytes; past it the answer is 413.
  package var body: Int
  /// The longest time for one request to arrive whole, and for an idle connection to stay.
  package var patience: Duration
  /// The most connections at once; more wait in the system's queue.
  package var connections: Int

  package init(
    requestLine: Int = 16 << 10,
    head: Int = 64 << 10,
    body: Int = 64 << 20,
    patience: Duration = .seconds(30),
    connections: Int = 512
  ) {
    self.requestLine = requestLine
    self.head = head
    self.body = body
    self.patience = patience
    self.connections = connections
  }
}
