/// What a server asks for its answers; called on the server's thread, one call at a time.
package struct ServerHandler: Sendable {
  /// Answers a request that came through the listener of this number.
  package var respond: @Sendable (_ listener: Int, ServerRequest) -> WireReply
  /// Answers what could not be read as a request; the connection is closed after it.
  package var refuse: @Sendable (RequestRefusal) -> WireReply

  package init(
    respond: @escaping @Sendable (_ listener: Int, ServerRequest) -> WireReply,
    refuse: @escaping @Sendable (RequestRefusal) -> WireReply = { WireEncoder.refusal($0) }
  ) {
    self.respond = respond
    self.refuse = refuse
  }
}
