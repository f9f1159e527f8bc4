package import AssayHTTP

extension TransferEnd.Reason {
  /// A description of how the transfer ended, for transcripts and drawings.
  package var spoken: String {
    switch self {
    case .complete: "the server ended the response"
    case .stopped: "no more was needed"
    case .cancelled: "the run was interrupted"
    case .unresolved: "the name of the server cannot be resolved"
    case .refused: "the connection was refused"
    case .reset: "the server reset the connection"
    case .truncated: "the server closed the connection before the end"
    case .connectTimeout: "no connection in time"
    case .firstByteTimeout: "no first byte in time"
    case .silenceTimeout: "no data for too long"
    case .totalTimeout: "the time limit was reached"
    case .tls: "the TLS connection failed"
    case .tooLarge: "the response is larger than Assay reads"
    case .protocol: "the response is not HTTP"
    case .unsendable: "the request could not be sent"
    }
  }
}
