import AssayHTTP
package import AssayJSON
import AssayText

/// The reader of HAR files. Assay's own are read as runs, those of other programs as plain entries.
package struct HARReader {
  /// The limits for a recording, which may be much larger than an answer, but not deeper.
  package static let limits = JSONLimits(size: 1 << 30)

  private var runs: [RecordedRun] = []
  private var entries: [HAREntry] = []
  /// The polls whose end is not yet read, by contract and check.
  private var openPolls: [PollKey: HARPollAssembly] = [:]

  private struct PollKey: Hashable {
    var service: String
    var check: String
  }

  private init() {}

  /// Reads `bytes`; a byte order mark is skipped, as the format requires.
  package static func read(_ bytes: [UInt8], limits: JSONLimits = HARReader.limits) throws(HARError) -> HARLog {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(parsing: text, limits: limits) } catch {
      throw HARError(
        "the file is not valid JSON, as a HAR must be: \(error.description)",
        at: JSONLocation(ofByte: error.offset, in: text)
      )
    }
    guard let log = document.root["log"], log.kind == .object else {
      throw HARError("the file is JSON, but no HAR: it has no object `log`", at: document.root.location)
    }
    var reader = HARReader()
    return try reader.read(HARNode(value: log, name: "log"))
  }

  private mutating func read(_ log: HARNode) throws(HARError) -> HARLog {
    guard log.member("entries") != nil else { throw log.error("has no member `entries`") }
    if let assay = try log.optionalObject("_assay") { for run in try assay.objects("runs") { try take(run: run) } }
    for (index, entry) in try log.objects("entries").enumerated() { try take(entry: entry, number: index + 1) }
    for poll in openPolls.values.sorted(by: { $0.check < $1.check }) { throw poll.unfinished }
    let creator = try log.optionalObject("creator")
    return HARLog(
      creator: try creator?.optionalText("name") ?? "",
      creatorVersion: try creator?.optionalText("version") ?? "",
      runs: runs,
      entries: entries
    )
  }

  private mutating func take(run node: HARNode) throws(HARError) {
    let started = try node.text("started")
    guard let time = DateTime(started, isOffsetColonOptional: true) else {
      throw node.error("began at \"\(started)\", which is not a time (RFC 3339)")
    }
    var run = RecordedRun(service: try node.text("contract"), started: time, duration: try node.time("duration_us"))
    run.isInterrupted = node.isTrue("interrupted")
    if node.member("calls") != nil { run.recordedCalls = try node.integer("calls") }
    for server in try node.objects("servers") {
      run.servers.append(RecordedRun.Server(name: try server.text("name"), url: try server.text("url")))
    }
    if let variables = try node.optionalObject("variables") {
      run.variables = variables.value.members.map { ($0.key, $0.value) }
    }
    for label in try node.objects("without_entry") { run.observations.append(try HARLabelReader(label).withoutEntry()) }
    runs.append(run)
  }

  private mutating func take(entry node: HARNode, number: Int) throws(HARError) {
    guard let assay = try node.optionalObject("_assay") else {
      return entries.append(try HAREntryReader(node).entry(number: number))
    }
    let label = HARLabelReader(assay)
    var exchange = try HAREntryReader(node).exchange(label)
    exchange.hidden = try label.hidden()
    let service = try assay.text("contract")
    guard try assay.text("kind") == "poll" else { return add(try label.observation(of: exchange), to: service, node) }
    let key = PollKey(service: service, check: try assay.text("check"))
    let open = openPolls.removeValue(forKey: key)
    var poll = if let open { open } else { try HARPollAssembly(first: label) }
    if let whole = try poll.take(label, exchange) { add(whole, to: service, node) } else { openPolls[key] = poll }
  }

  /// Adds an observation to the run of `service`. A file that is an extract of another has no list of runs, so that the
  /// run is then made from the entry.
  private mutating func add(_ observation: Observation, to service: String, _ entry: HARNode) {
    if let index = runs.lastIndex(where: { $0.service == service }) {
      return runs[index].observations.append(observation)
    }
    let began = entry.member("startedDateTime")?.value.string.flatMap { DateTime($0, isOffsetColonOptional: true) }
    let started = (began ?? DateTime(millisecondsSinceEpoch: 0)).adding(.zero - observation.start)
    runs.append(RecordedRun(service: service, started: started, observations: [observation]))
  }
}

/// A poll being assembled from its answers, each of which is an entry.
struct HARPollAssembly {
  let check: String
  private let label: HARLabelReader
  private let start: Duration
  private var answers: [PollAnswer] = []

  init(first label: HARLabelReader) throws(HARError) {
    self.label = label
    check = try label.node.text("check")
    start = try label.node.time("start_us")
  }

  /// Adds the poll's next response. Returns the observation of the whole poll after the last response; otherwise `nil`.
  mutating func take(_ label: HARLabelReader, _ exchange: Exchange) throws(HARError) -> Observation? {
    let part = try label.node.integer("part")
    guard part == answers.count + 1 else {
      throw label.node.error(
        "is answer \(part) of the poll \(check), and answer \(answers.count + 1) is not in the file before it"
      )
    }
    answers.append(PollAnswer(index: part, time: try label.node.time("time_us"), exchange: exchange))
    guard let poll = try label.poll(answers) else { return nil }
    return try label.observation(start: start, .poll(poll))
  }

  /// The error of a poll whose last answer is not in the file.
  var unfinished: HARError { label.node.error("begins the poll \(check), whose end is not in the file") }
}
