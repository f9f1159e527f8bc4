// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares: what a file uses it says, and what it says is checked.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The tests run the engine thousands of times: `make test` and `make check` have its sources optimised, and no others,
/// since that takes three times as long to build.
let speed: [SwiftSetting] = Context.environment["ASSAY_OPTIMISE"] == nil ? [] : [.unsafeFlags(["-O"])]
let engine: Set = [
  "AssayText", "AssayJSON", "AssayHTTP", "AssayRegex", "AssaySchema", "AssayObservation", "AssayJudging",
]

/// `make dist` has the layers that work once in a run, not once an exchange, made small instead of fast: a tenth of the command.
/// No layer may use Swift's own search in text and regular expressions: one use links a megabyte. `AssayText` searches. The build
/// of the tests finds such a use.
let isSmall = Context.environment["ASSAY_SMALL"] != nil
let small: [SwiftSetting] = isSmall ? [.unsafeFlags(["-Osize"])] : []
let plain: [SwiftSetting] =
  isSmall || !speed.isEmpty ? [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])] : []
let once: Set = [
  "AssayDerive", "AssayDiff", "AssayDocuments", "AssayDrift", "AssayFaults", "AssayFindings", "AssayKit", "AssayLint",
  "AssayMock", "AssayProbes", "AssayReport", "AssayVerifier",
]

/// A library target of one layer. A layer stands in the row whose comment is above it, and depends only on targets of
/// rows with a smaller number: `make lint` reads the table here.
func layer(_ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    resources: files.map { .embedInCode("Resources/\($0)") },
    swiftSettings: strict + plain + (engine.contains(name) ? speed : once.contains(name) ? small : [])
  )
}

/// The tests of one layer, mirrored file for file.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestKit"], swiftSettings: strict)
}

/// What tests share; no layer, and no part of any product.
func testLibrary(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
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
    // Row 0: text, bytes, and the system's libraries.
    layer("AssayText"),
    layer("AssayJSON"),
    layer("AssayHTTP"),
    layer("AssayRegex"),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CMarkdown",
      pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]
    ),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    // Row 1: vocabulary, and the edge to the network.
    layer("AssaySchema", ["AssayText", "AssayJSON", "AssayHTTP", "AssayRegex"], embedding: ["MetaSchemas"]),
    layer("AssayObservation", ["AssayText", "AssayJSON", "AssayHTTP"]),
    layer("AssayFindings", ["AssayText", "AssayJSON", "AssayHTTP"]),
    layer("AssayTransport", ["AssayText", "AssayHTTP", "CCurl", "CZlib"]),
    layer("AssayDocuments", ["AssayText", "AssayJSON", "CMarkdown", "CYAML"]),

    // Row 2: what is secret, and what is promised.
    layer("AssaySecrets", ["AssayText", "AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings"]),
    layer(
      "AssayContract",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssayRegex", "AssaySchema", "AssayObservation", "AssayFindings",
        "AssayDocuments",
      ],
      // A link to the file in `contracts/`, so that the command needs no file beside it and there is one text.
      embedding: ["contract.schema.json"]
    ),

    // Row 3: every judge; what is wrong with a contract, and the catalogue of its promises.
    layer(
      "AssayJudging",
      ["AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract"]
    ),
    layer("AssayLint", ["AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayFindings", "AssayContract"]),

    // Row 4: running, serving, telling.
    layer(
      "AssayVerifier",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssaySecrets",
        "AssayContract",
        "AssayJudging", "AssayLint",
      ]
    ),
    layer(
      "AssayMock",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssaySecrets",
        "AssayContract",
        "AssayJudging",
      ]
    ),
    layer(
      "AssayReport",
      ["AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings"],
      embedding: ["report.css", "report.js", "rules.md"]
    ),

    // Row 5: what breaks a contract, documented against observed, and contract against contract.
    layer(
      "AssayFaults",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssaySecrets",
        "AssayContract",
        "AssayJudging", "AssayVerifier", "AssayMock",
      ]
    ),
    layer(
      "AssayProbes",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayFindings", "AssayContract", "AssayVerifier",
      ]
    ),
    layer(
      "AssayDerive",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssayRegex", "AssaySchema", "AssayObservation", "AssayFindings",
        "AssayDocuments", "AssaySecrets", "AssayContract",
      ]
    ),
    layer("AssayDiff", ["AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayFindings", "AssayContract"]),
    layer(
      "AssayDrift",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssaySecrets",
        "AssayContract", "AssayJudging",
        "AssayVerifier", "AssayReport",
      ]
    ),

    // Row 6: the wiring, and the one import for people who call Assay from their own Swift code.
    layer(
      "AssayKit",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssayTransport", "AssaySecrets",
        "AssayContract",
        "AssayLint", "AssayVerifier", "AssayMock", "AssayReport", "AssayFaults", "AssayProbes", "AssayDrift",
        "AssayDiff", "AssayDerive", "AssayDocuments",
      ],
      embedding: [
        "contract.schema.json", "report.schema.json", "drift.schema.json", "baseline.schema.json", "config.schema.json",
        // Links to the contracts of public protocols and the documents that they cite.
        "Protocols",
      ]
    ),

    // Row 7: the command.
    .executableTarget(
      name: "assay",
      dependencies: ["AssayText", "AssayReport", "AssayKit", "CMalloc"],
      swiftSettings: strict + plain + small
    ),

    // Not a product: what `make bench` runs.
    .executableTarget(
      name: "assay-bench",
      dependencies: ["AssayJSON", "AssayHTTP", "AssayRegex", "AssaySchema", "CCurl"],
      swiftSettings: strict
    ),

    tests("AssayTextTests", ["AssayText"]),
    tests("AssayJSONTests", ["AssayJSON"]),
    tests("AssayHTTPTests", ["AssayHTTP"]),
    tests("AssayObservationTests", ["AssayText", "AssayJSON", "AssayHTTP", "AssayObservation"]),
    tests("AssayRegexTests", ["AssayJSON", "AssayRegex"]),
    tests("AssaySchemaTests", ["AssayJSON", "AssaySchema"]),
    tests("AssayDocumentsTests", ["AssayJSON", "AssayDocuments"]),
    tests("AssayTransportTests", ["CCurl", "AssayHTTP", "AssayTransport"]),
    tests(
      "AssayContractTests",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract",
        "AssayLint", "AssayDocuments",
      ]
    ),
    tests("AssayLintTests", ["AssayJSON", "AssaySchema", "AssayFindings", "AssayContract", "AssayLint"]),
    tests(
      "AssayJudgingTests",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract",
        "AssayJudging",
      ]
    ),
    tests("AssaySecretsTests", ["AssayJSON", "AssayHTTP", "AssayObservation", "AssayFindings", "AssaySecrets"]),
    tests(
      "AssayVerifierTests",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssaySecrets",
        "AssayContract",
        "AssayVerifier", "AssayProbes",
      ]
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
        "AssayText", "AssayJSON", "AssayHTTP", "AssayFindings", "AssayObservation", "AssayTransport", "AssaySecrets",
        "AssayContract",
        "AssayLint", "AssayVerifier", "AssayMock", "AssayReport", "AssayFaults", "AssayDrift", "AssayKit",
      ]
    ),
    tests(
      "AssayProbesTests",
      [
        "AssayText", "AssayJSON", "AssayHTTP", "AssayFindings", "AssayContract", "AssayLint", "AssayVerifier",
        "AssayProbes",
      ]
    ),
    tests(
      "AssayReportTests",
      ["AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract", "AssayReport"]
    ),
    tests(
      "AssayDriftTests",
      [
        "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayFindings", "AssayContract", "AssayMock",
        "AssayReport", "AssayVerifier", "AssayFaults", "AssayProbes", "AssayDrift", "AssayKit",
      ]
    ),
    tests(
      "AssayDeriveTests",
      [
        "AssayJSON", "AssayHTTP", "AssayObservation", "AssayContract", "AssayLint", "AssayDiff", "AssayDocuments",
        "AssayDerive", "AssayKit",
      ]
    ),
    tests(
      "AssayDiffTests",
      ["AssayJSON", "AssayFindings", "AssayContract", "AssayLint", "AssayReport", "AssayDiff"]
    ),
    tests(
      "AssayKitTests",
      [
        "AssayJSON", "AssayHTTP", "AssayFindings", "AssayObservation", "AssayTransport", "AssaySecrets",
        "AssayContract",
        "AssayVerifier", "AssayMock", "AssayFaults", "AssayKit", "AssayReport", "AssayDrift",
      ]
    ),
    tests("AssayCommandTests", ["AssayJSON"]),

    // Not a product: what the tests share.
    testLibrary("TestKit", ["AssayFindings"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make fuzz` builds this with sanitizers that no other build wants.
if Context.environment["ASSAY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "assay-fuzz",
      dependencies: [
        "AssayJSON", "AssayHTTP", "AssaySchema", "AssayObservation", "AssayTransport", "AssayDocuments",
        "AssayContract", "AssayMock", "AssayDerive",
      ],
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    )
  )
}
