public import AssayContract
import AssayMock
import AssayText

/// The reason why an action could not begin. A broken promise is never an error but a finding.
public enum ConformanceError: Error, Sendable, Hashable {
  /// The contract cannot be used: the first of its diagnostics, in the order of the file, and the number of further
  /// ones.
  case contract([Diagnostic], omitted: Int)
  /// A file cannot be read or written. The reason is the system's, or the line and column of an error in the file.
  case file(path: String, reason: String)
  /// A contract cannot be drafted from a document; line and column, from 1, are the place of the error, and the reason
  /// is a clause.
  case document(path: String, line: Int, column: Int, reason: String)
  /// The command that should print header fields failed; the reason is a clause without its subject.
  case headerCommand(reason: String)
  /// The contract or an option needs environment variables that are not set.
  case environment([String])
  /// A variable of the contract has no value, or an invalid one. The string is the origin of the value; the reason is a
  /// clause.
  case variable(String, reason: String)
  /// A URL was given for the server `name`, and the contract `service` has only `servers`.
  case unknownServer(String, service: String, servers: [String])
  /// One URL was given, and the contract `service` has the several `servers`.
  case severalServers(service: String, servers: [String])
  /// A server's URL does not begin with `http://` or `https://`, or is invalid.
  case invalidURL(server: String)
  /// The URL of the server `server` becomes invalid, or no path can be appended to it, once the listed environment
  /// variables are filled in.
  case filledURL(server: String, [String])
  /// The contract names a file that is outside of its folder, of the Git repository around it, and of the allowed folders.
  case strangeFile(String, service: String)
  /// No check of the contract `service` matches the globs: nothing would be verified, which must not look like success.
  case noChecks(service: String)
  /// The recording at `path` contains only runs of other contracts.
  case foreignRecording(path: String, services: [String], service: String)
  /// No entry of the recording at `path` is a call of the contract `service`.
  case unmatchedRecording(path: String, service: String)
  /// The file at `path` is not a report of drift and cannot be a baseline; `reason` is a clause.
  case baseline(path: String, reason: String)
  /// The parts of a run that several machines shared are incomplete or do not belong together; the reason is a clause.
  case parts(reason: String)
  /// The name of a fault, variation or server is unknown; `nearest` is the most similar name.
  case unknownName(String, kind: String, nearest: String?)
  /// The faults cannot be played together, because they hide each other; `reason` is a clause.
  case clashingFaults([String], reason: String)
  /// The mock cannot listen; the reason is a sentence with the system's message.
  case listening(reason: String)

  init(_ error: MockError) {
    self =
      switch error {
      case .unknown(let kind, let name, let nearest): .unknownName(name, kind: kind, nearest: nearest)
      case .clash(let clash): .clashingFaults(clash.faults, reason: clash.reason)
      case .server(let error): .listening(reason: error.description)
      }
  }

  init(_ failure: FileAccess.Failure) { self = .file(path: failure.path, reason: failure.reason) }
}

extension ConformanceError: CustomStringConvertible {
  /// The mistake and the fix, in one or more lines.
  public var description: String {
    switch self {
    case .contract(let diagnostics, let omitted):
      return (diagnostics.map(\.description) + (omitted > 0 ? ["… and \(omitted) more"] : [])).joined(separator: "\n\n")
    case .file(let path, let reason): return "cannot use \(path): \(reason)"
    case .headerCommand(let reason): return "the command \(reason)"
    case .document(let path, let line, let column, let reason): return "\(path):\(line):\(column): \(reason)"
    case .environment(let names):
      let list = names.map { "${\($0)}" }.joined(separator: ", ")
      return "\(list) \(names.count == 1 ? "is" : "are") needed, and not set in the environment"
    case .variable(let name, let reason): return "\(name): \(reason)"
    case .unknownServer(let name, let service, let servers):
      let nearest = SpellingSuggestion.didYouMean(name, among: servers)
      return "\(service) has no server \(name), only \(servers.joined(separator: ", "))\(nearest)"
    case .severalServers(let service, let servers):
      return "\(service) has the servers \(servers.joined(separator: ", ")): say which is where"
    case .invalidURL(let server):
      return
        "the server \(server) needs a URL that begins with http:// or https://, with a port of up to 65535 and without a fragment (#…)"
    case .filledURL(let server, let names):
      let list = names.map { "${\($0)}" }.joined(separator: ", ")
      return
        "the server \(server) needs a URL that begins with http:// or https://, with a port of up to 65535 and with "
        + "neither a query (?…) nor a fragment (#…); with \(list) from the environment it is not a URL"
    case .strangeFile(let name, let service):
      return
        "\(service) names the file \(VisibleText.line(name)), which lies outside of the contract's folder and its Git "
        + "repository; --allow-files DIR allows the files of a folder"
    case .noChecks(let service): return "no check of \(service) matches the patterns; nothing would be verified"
    case .foreignRecording(let path, let services, let service):
      return "\(path) contains runs of \(services.joined(separator: ", ")), but none of \(service)"
    case .unmatchedRecording(let path, let service):
      return "no entry of \(path) is a call of \(service); if it was recorded on a different host, name that with "
        + "--server NAME=URL"
    case .parts(let reason): return reason
    case .baseline(let path, let reason): return "the baseline \(path) \(reason)"
    case .unknownName(let name, let kind, let nearest):
      return MockError.unknown(kind: kind, name: name, nearest: nearest).description
    case .clashingFaults(let names, let reason): return FaultClash(faults: names, reason: reason).description
    case .listening(let reason): return reason
    }
  }
}
