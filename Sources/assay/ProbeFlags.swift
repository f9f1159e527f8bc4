import AssayKit

/// `--probe` and what goes with it.
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

  /// The probes the flags ask for; `nil` where they ask for none.
  static func options(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> ProbeOptions? {
    guard arguments.has("--probe") else {
      for flag in ["--seed", "--probe-unsafe"] where arguments.has(flag) {
        throw ParsedArguments.Mistake(message: "\(flag) needs --probe")
      }
      return nil
    }
    return try chosen(arguments)
  }

  /// The probes the flags choose, asked for or not.
  static func chosen(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> ProbeOptions {
    var options = ProbeOptions()
    if arguments.one("--probe")?.isEmpty == false {
      options.most = try arguments.integer("--probe", in: 1...100_000) ?? options.most
    }
    options.seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 0)
    options.isUnsafe = arguments.has("--probe-unsafe")
    return options
  }
}
