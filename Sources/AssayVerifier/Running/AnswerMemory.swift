import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import Synchronization

/// The memory for the answers and events of a run that later steps may read, which all its scenarios share.
final class AnswerMemory: Sendable {
  private let left: Mutex<Int>

  /// Memory of so many bytes.
  init(_ bytes: Int) { left = Mutex(bytes) }

  /// Takes `bytes`; returns false, and takes none, if fewer are left.
  func take(_ bytes: Int) -> Bool {
    left.withLock { left in
      guard bytes <= left else { return false }
      left -= bytes
      return true
    }
  }

  func giveBack(_ bytes: Int) { if bytes > 0 { left.withLock { $0 += bytes } } }

  /// Why what does not fit is not kept, as a clause.
  static let lack = "the responses kept for later steps take more memory than --max-memory allows"
  /// Records up to this size are kept in any case: what scenarios hand on from step to step.
  static let small = 1 << 16
}

extension Exchange {
  /// The bytes it takes in memory, about.
  var memory: Int { 1_024 + request.body.count + (response?.body.count ?? 0) + 16 * (json?.document.entryCount ?? 0) }

  /// The exchange without the body of its response, which nothing reads.
  var withoutBody: Exchange {
    var bare = self
    bare.response?.body = []
    (bare.json, bare.jsonError) = (nil, nil)
    return bare
  }
}

extension StepRecord {
  /// The bytes it takes in memory, about.
  var memory: Int {
    exchanges.reduce(0) { $0 + $1.memory } + events.reduce(0) { $0 + $1.event.bytes.count + 256 }
      + Self.memory(of: outputs) + allOutputs.reduce(0) { $0 + Self.memory(of: $1) }
  }

  /// The bytes that outputs take in memory, about: each has a document of its own.
  static func memory(of outputs: [String: JSONValue]) -> Int {
    outputs.values.reduce(0) { $0 + $1.document.bytes.count + 16 * $1.document.entryCount }
  }

  /// Drops all that the step returned: the memory for it is used up.
  mutating func forget() {
    let check = check
    self = StepRecord()
    self.check = check
    obstacle = BlockReason(AnswerMemory.lack)
  }
}
