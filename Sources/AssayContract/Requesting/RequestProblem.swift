/// Why a step's request cannot be made.
package enum RequestProblem: Error, Hashable, Sendable {
  /// A value from an earlier answer is not there, or cannot stand where it should.
  case missingInput(MissingInput)
  /// A file to be sent, named relative to the contract, cannot be read.
  case missingFile(String)
}

extension RequestProblem: CustomStringConvertible {
  /// The reason as a clause: `the step upload captured no job_id`.
  package var description: String {
    switch self {
    case .missingInput(let input): input.expression.isEmpty ? input.reason : "\(input.expression): \(input.reason)"
    case .missingFile(let path): "the file \(path) cannot be read"
    }
  }
}
