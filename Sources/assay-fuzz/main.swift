import Foundation

/// The driver of libFuzzer, for programs with their own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// The selected target, from the environment, since libFuzzer starts the program again with its own arguments.
private let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["ASSAY_FUZZ_TARGET"] ?? "schema")

private func run() -> CInt {
  guard target != nil else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("error: ASSAY_FUZZ_TARGET is not one of \(names)\n".utf8))
    return 2
  }
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  return runDriver(&count, &arguments) { start, count in
    target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
}

exit(run())
