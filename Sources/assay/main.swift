#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

Interruption.prepareProcess()
let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
