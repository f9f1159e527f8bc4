#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

if let lack = ProcessLimits.lack ?? ProcessLimits.unreadableArgument {
  Terminal.complain(lack)
  exit(ExitStatus.usage.rawValue)
}
ProcessLimits.returnLargeMemory()
Interruption.prepareProcess()
let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
