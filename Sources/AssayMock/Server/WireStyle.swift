package import AssayHTTP

/// The legal ways in which the same answer can be sent.
package struct WireStyle: Hashable, Sendable {
  /// How a message's bytes are handed to the network.
  package enum Writing: Hashable, Sendable {
    /// As they come: the head with the body, a chunk with an event.
    case natural
    /// One byte at a time.
    case byteByByte
    /// All of it at once, without pauses.
    case oneWrite
    /// Each multi-byte character in two pieces, in chunks of their own.
    case splitCharacters
  }

  package var events = ServerSentEventEncoder()
  package var writing = Writing.natural
  package var hasByteOrderMark = false
  package var hasComments = false
  package var leavesOpen = false
  package var gzips = false

  package init() {}
}
