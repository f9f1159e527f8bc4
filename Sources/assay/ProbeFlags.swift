import AssayKit
import AssayText

/// The flag `--probe` and related flags.
enum ProbeFlags {
  static let flags = [
    Flag(
      name: "--probe",
      value: "N",
      isValueOptional: true,
      help: "Make up to N more calls, derived from the contract (default 300): valid ones, and ones with one error."
    ), Flag(name: "--seed", value: "N", help: "Seed for generated values (default 0)."),
    Flag(name: "--probe-unsafe", help: "Probe also operations with PUT, PATCH or DELETE."),
  ]

  /// Returns the settings of the probes that the flags request; `nil` if they request none.
  static func options(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> ProbeOptions? {
    guard arguments.has("--probe") else {
      for flag in ["--seed", "--probe-unsafe"] where arguments.has(flag) {
        throw ParsedArguments.Mistake(message: "\(flag) needs --probe")
      }
      return nil
    }
    return try chosen(arguments)
  }

  /// Returns the settings of the probes that the flags give, even if the flags do not request probes.
  static func chosen(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> ProbeOptions {
    var options = ProbeOptions()
    if arguments.one("--probe")?.isEmpty == false {
      options.most = try arguments.integer("--probe", in: 1...100_000) ?? options.most
    }
    options.seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 0)
    options.isUnsafe = arguments.has("--probe-unsafe")
    return options
  }

  /// Prints how many calls the probes of each run make, and how long they wait for jobs at most.
  static func tell(of runs: [(ConformanceSuite, VerifyOptions)]) {
    for (suite, options) in runs where options.probes != nil {
      let list = suite.probes(options)
      let wait = list.waiting > .zero ? "; it waits for jobs for at most \(list.waiting.spoken)" : ""
      let probes = list.probes.count.counted("probe")
      Terminal.complain("note: --probe makes \(probes) of \(suite.service) with \(list.calls.counted("call"))\(wait)")
    }
  }
}
