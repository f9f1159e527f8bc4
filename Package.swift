// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares: what a file uses it says, and what it says is checked.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library target of one layer. `make lint` holds its dependencies against the table of layers.
func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
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
    layer("AssayContract", ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings"]),

    // Row 3: judging, mocking, telling.
    layer(
      "AssayVerifier",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract"]
    ),
    layer(
      "AssayMock",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract"]
    ),
    layer("AssayReport", ["AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings"]),

    // Row 4: what breaks a contract, documented against observed, and contract against contract.
    layer(
      "AssayFaults",
      ["AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayContract", "AssayVerifier", "AssayMock"]
    ),
    layer(
      "AssayDrift",
      [
        "AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayContract", "AssayVerifier", "AssayReport",
      ]
    ),

    // Row 5 and 6: the wiring and the command.
    layer(
      "AssayKit",
      [
        "AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayTransport", "AssayContract",
        "AssayVerifier", "AssayMock", "AssayReport", "AssayFaults", "AssayDrift",
      ]
    ),
    .executableTarget(
      name: "assay",
      dependencies: [
        "AssayContract", "AssayFindings", "AssayMock", "AssayReport", "AssayFaults", "AssayDrift", "AssayKit",
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
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract"]
    ),
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
      ["AssayJSON", "AssayFindings", "AssayContract", "AssayMock", "AssayFaults"]
    ),
    tests("AssayReportTests", ["AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayReport"]),
    tests(
      "AssayDriftTests",
      [
        "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract", "AssayMock",
        "AssayFaults", "AssayDrift", "AssayKit",
      ]
    ),
    tests(
      "AssayKitTests",
      [
        "AssayJSON", "AssayHTTP", "AssayFindings", "AssayObservation", "AssayContract", "AssayVerifier", "AssayMock",
        "AssayFaults", "AssayKit", "AssayReport", "AssayDrift",
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
