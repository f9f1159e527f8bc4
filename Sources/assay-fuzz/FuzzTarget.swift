/// The fuzz targets, each a reader of input from outside; `ASSAY_FUZZ_TARGET` selects one.
///
/// Besides crashes and hangs, each target looks for disagreement between two ways to the same result, or for excessive
/// work on a short input.
enum FuzzTarget: String, CaseIterable {
  case schema
  case events
  case requests
  case heads
  case expressions
  case orders
  case templates
  case pointers
  case recordings
  case markdown
  case yaml
  case guides
  case descriptions
  case archives
  case xml
  case graphql

  func run(_ bytes: [UInt8]) {
    switch self {
    case .schema: SchemaTarget.run(bytes)
    case .events: WireTargets.events(bytes)
    case .requests: WireTargets.requests(bytes)
    case .heads: WireTargets.heads(bytes)
    case .expressions: RuleTargets.expressions(bytes)
    case .orders: RuleTargets.orders(bytes)
    case .templates: RuleTargets.templates(bytes)
    case .pointers: RuleTargets.pointers(bytes)
    case .recordings: FileTargets.recordings(bytes)
    case .markdown: FileTargets.markdown(bytes)
    case .yaml: FileTargets.yaml(bytes)
    case .guides: DraftTargets.guides(bytes)
    case .descriptions: DraftTargets.descriptions(bytes)
    case .archives: DraftTargets.archives(bytes)
    case .xml: WireTargets.xml(bytes)
    case .graphql: DraftTargets.graphQL(bytes)
    }
  }

  /// The bytes before the first NUL, and those after it.
  static func parts(of bytes: [UInt8]) -> ([UInt8], [UInt8]?) {
    guard let separator = bytes.firstIndex(of: 0) else { return (bytes, nil) }
    return (Array(bytes[..<separator]), Array(bytes[(separator + 1)...]))
  }

  /// `bytes` in pieces of `size`.
  static func pieces(of bytes: [UInt8], size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
  }
}
