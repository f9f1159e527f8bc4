import Testing

/// Where the tests begin on Linux: none is XCTest's, so none has to be looked up in an index of the sources, and the
/// build leaves the index out. macOS has a runner of its own.
@main struct TestRunner {
  static func main() async {
    guard CommandLine.arguments.contains("swift-testing") else {
      // Asked to list or to run the tests of XCTest, of which there are none.
      if CommandLine.arguments.contains("--dump-tests-json") { print(#"{ "tests": [] }"#) }
      return
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
