// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares: what a file uses it says, and what it says is checked.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library target of one layer. `make lint` holds its dependencies against the table of layers.
func layer(_ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    resources: files.map { .embedInCode("Resources/\($0)") },
    swiftSettings: strict
  )
}

/// The tests of one layer, mirrored file for file.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "assay",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "assay", targets: ["assay"]),
    .library(name: "AssayKit", targets: ["AssayKit"]),
  ],
  dependencies: [],
  targets: [
    // Row 0: text and bytes.
    layer("AssayJSON"),
    layer("AssayHTTP"),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),

    // Row 1: vocabulary, and the edge to the network.
    layer("AssaySchema", ["AssayJSON", "AssayHTTP"]),
    layer("AssayObservation", ["AssayJSON", "AssayHTTP"]),
    layer("AssayFindings"),
    layer("AssayTransport", ["AssayHTTP", "CCurl"]),

    // Row 2: what is promised.
    layer(
      "AssayContract",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings"],
      // A link to the file in `contracts/`, so that the command needs no file beside it and there is one text.
      embedding: ["contract.schema.json"]
    ),

    // Row 3: what is wrong with a contract, and the catalogue of its promises.
    layer("AssayLint", ["AssayJSON", "AssaySchema", "AssayFindings", "AssayContract"]),

    // Row 4: judging, mocking, telling.
    layer(
      "AssayVerifier",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract"]
    ),
    layer(
      "AssayMock",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract"]
    ),
    layer(
      "AssayReport",
      ["AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings"],
      embedding: ["report.css", "report.js", "drift.css"]
    ),

    // Row 5: what breaks a contract, documented against observed, and contract against contract.
    layer(
      "AssayFaults",
      ["AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayContract", "AssayVerifier", "AssayMock"]
    ),
    layer("AssayDiff", ["AssayJSON", "AssayFindings", "AssayContract"]),
    layer(
      "AssayDrift",
      [
        "AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayContract", "AssayVerifier", "AssayReport",
      ]
    ),

    // Row 6 and 7: the wiring and the command.
    layer(
      "AssayKit",
      [
        "AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayTransport", "AssayContract",
        "AssayLint", "AssayVerifier", "AssayMock", "AssayReport", "AssayFaults", "AssayDrift", "AssayDiff",
      ]
    ),
    .executableTarget(
      name: "assay",
      dependencies: [
        "AssayContract", "AssayLint", "AssayFindings", "AssayMock", "AssayReport", "AssayFaults", "AssayDrift",
        "AssayKit",
      ],
      swiftSettings: strict
    ),

    // Not a product: what `make bench` runs.
    .executableTarget(name: "assay-bench", dependencies: ["AssayJSON", "AssaySchema"], swiftSettings: strict),

    tests("AssayJSONTests", ["AssayJSON"]),
    tests("AssayHTTPTests", ["AssayHTTP"]),
    tests("AssayObservationTests", ["AssayJSON", "AssayHTTP", "AssayObservation"]),
    tests("AssaySchemaTests", ["AssayJSON", "AssaySchema"]),
    tests("AssayTransportTests", ["AssayHTTP", "AssayTransport"]),
    tests(
      "AssayContractTests",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract", "AssayLint"]
    ),
    tests("AssayLintTests", ["AssayJSON", "AssayFindings", "AssayContract", "AssayLint"]),
    tests(
      "AssayVerifierTests",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract", "AssayVerifier"]
    ),
    tests(
      "AssayMockTests",
      [
        "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayTransport", "AssayContract",
        "AssayMock",
      ]
    ),
    tests(
      "AssayFaultsTests",
      [
        "AssayJSON", "AssayHTTP", "AssayFindings", "AssayObservation", "AssayTransport", "AssayContract", "AssayLint",
        "AssayVerifier", "AssayMock", "AssayReport", "AssayFaults", "AssayDrift",
      ]
    ),
    tests("AssayReportTests", ["AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayReport"]),
    tests(
      "AssayDriftTests",
      [
        "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract", "AssayMock",
        "AssayReport", "AssayDrift", "AssayKit",
      ]
    ),
    tests("AssayDiffTests", ["AssayJSON", "AssayFindings", "AssayContract", "AssayReport", "AssayDiff"]),
    tests(
      "AssayKitTests",
      [
        "AssayJSON", "AssayHTTP", "AssayFindings", "AssayObservation", "AssayContract", "AssayVerifier", "AssayMock",
        "AssayKit", "AssayReport", "AssayDrift",
      ]
    ),
    tests("AssayCommandTests", ["AssayJSON"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make fuzz` builds this with sanitizers that no other build wants.
if Context.environment["ASSAY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "assay-fuzz",
      dependencies: ["AssayJSON", "AssaySchema"],
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    )
  )
}
