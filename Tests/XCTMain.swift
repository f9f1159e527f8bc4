import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the tests begin on Linux: none is XCTest's, so none has to be looked up in an index of the sources, and the
/// build leaves the index out. macOS has a runner of its own.
@main struct TestRunner {
  static func main() async {
    if CommandLine.arguments.contains("swift-testing") { await Testing.__swiftPMEntryPoint() as Never }
    // Asked for the tests of XCTest, of which there are none; silence would pass for a run in which all is well.
    if CommandLine.arguments.contains("--dump-tests-json") {
      print(#"{ "tests": [] }"#)
    } else {
      print("run make test, or swift test --disable-xctest --enable-swift-testing: there are no tests of XCTest")
      exit(1)
    }
  }
}
