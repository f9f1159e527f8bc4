import AssayKit

/// The flags `--record` and `--replay`: files to which observations are written, and a recording that is judged instead
/// of a live backend.
struct RecordingFlags {
  /// The files to which the recording is written.
  let places: [OutputPlace]
  private let writer: RecordingWriter?
  let recording: Recording?

  /// True if a recording is judged, so that nothing is sent and no secrets are needed.
  var isReplay: Bool { recording != nil }

  static let flags = [
    Flag(name: "--record", value: "FILE.har", help: "Record every observation as HAR 1.2, secrets replaced."),
    replay,
  ]
  static let replay = Flag(
    name: "--replay",
    value: "FILE.har",
    help: "Judge a recording of Assay or a browser, without a network."
  )

  init(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) {
    places =
      arguments.one("--record").map { path in
        [OutputPlace(flag: "--record \(path)", content: "the recording", path: path)]
      } ?? []
    writer = places.isEmpty ? nil : RecordingWriter()
    guard let path = arguments.one("--replay") else {
      recording = nil
      return
    }
    guard places.isEmpty else { throw ParsedArguments.Mistake(message: "--record and --replay exclude each other") }
    recording = try RecordingFlags(replaying: path).recording
  }

  /// Neither a recording to read nor one to write.
  static var none: RecordingFlags { RecordingFlags(recording: nil) }

  /// The recording at `path`, judged in place of a backend.
  init(replaying path: String) throws(ParsedArguments.Mistake) {
    do throws(ConformanceError) { self.init(recording: try Recording(contentsOf: path)) } catch {
      throw ParsedArguments.Mistake(message: error.description)
    }
  }

  private init(recording: Recording?) { (places, writer, self.recording) = ([], nil, recording) }

  /// Throws if the recording would contain two contracts of the same service, which it could not distinguish.
  func check(_ suites: [ConformanceSuite]) throws(ParsedArguments.Mistake) {
    guard writer != nil, suites.map(\.service).unique.count < suites.count else { return }
    throw ParsedArguments.Mistake(
      message:
        "--record needs contracts of different services, and these are of \(suites.map(\.service).joined(separator: ", "))"
    )
  }

  /// Verifies a live backend, or the recording if there is one.
  func verify(_ suite: ConformanceSuite, _ options: VerifyOptions, observe: @escaping @Sendable (RunEvent) -> Void)
    async throws(ConformanceError) -> RunResult
  {
    if let recording {
      return try await suite.verify(
        replaying: recording,
        options: options,
        note: Self.tell(ofUnjudged:),
        observe: observe
      )
    }
    if let writer { return try await suite.verify(options, recordingTo: writer, observe: observe) }
    return try await suite.verify(options, observe: observe)
  }

  /// Compares a live backend, or the recording if there is one, with the documents.
  func drift(
    _ suite: ConformanceSuite,
    _ options: VerifyOptions,
    against baseline: DriftBaseline?,
    documents: [String: [String]],
    observe: @escaping @Sendable (RunEvent) -> Void
  ) async throws(ConformanceError) -> DriftReport {
    guard let recording else {
      return try await suite.drift(
        options,
        against: baseline,
        documents: documents,
        recordingTo: writer,
        observe: observe
      )
    }
    return try await suite.drift(
      replaying: recording,
      against: baseline,
      documents: documents,
      options: options,
      note: Self.tell(ofUnjudged:),
      observe: observe
    )
  }

  private static func tell(ofUnjudged entry: String) { Terminal.complain("note: \(entry)") }

  /// Writes the recording to all of ``places``. Prints those that could not be written; returns true if all were.
  func write(_ results: [RunResult]) -> Bool {
    guard let writer else { return true }
    return places.map { place in
      guard !place.isStandardOutput else { return place.write(writer.text(results)) }
      return place.write { (path) throws(FileAccess.Failure) in try writer.writeFile(results, to: path) }
    }.allSatisfy { $0 }
  }
}
