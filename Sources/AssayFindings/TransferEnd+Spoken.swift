package import AssayHTTP

extension TransferEnd.Reason {
  /// The reason in words, for transcripts and drawings.
  package var spoken: String {
    switch self {
    case .complete: "the server ended the answer"
    case .stopped: "nothing more was wanted"
    case .cancelled: "the run was broken off"
    case .unresolved: "the server's name has no address"
    case .refused: "the connection was refused"
    case .reset: "the server reset the connection"
    case .truncated: "the server closed the connection before the end"
    case .connectTimeout: "no connection stood in time"
    case .firstByteTimeout: "no first byte came in time"
    case .silenceTimeout: "nothing came for too long"
    case .totalTimeout: "the time allowed was over"
    case .tls: "no secure connection could be made"
    case .tooLarge: "the answer went past the largest size read"
    case .protocol: "what came was not HTTP"
    case .unsendable: "the request could not be sent"
    }
  }
}
