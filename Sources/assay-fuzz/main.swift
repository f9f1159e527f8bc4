/// libFuzzer's driver, for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

private func run() -> CInt {
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  return runDriver(&count, &arguments) { FuzzTarget.run($0, $1) }
}

_ = run()
