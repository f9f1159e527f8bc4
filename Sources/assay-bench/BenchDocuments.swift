/// The four documents of the benchmark: two are files, two are grown from a seed, the same on every machine.
struct BenchDocuments {
  /// The state of the generator (SplitMix64): equal seeds give equal documents, so that other libraries read the same
  /// bytes.
  private var state: UInt64 = 0x5EED

  private mutating func draw(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  private mutating func hex(_ count: Int) -> String {
    String((0..<count).map { _ in Array("0123456789abcdef")[draw(below: 16)] })
  }

  private mutating func uuid() -> String { "\(hex(8))-\(hex(4))-4\(hex(3))-a\(hex(3))-\(hex(12))" }

  private mutating func words(_ count: Int) -> String {
    let list = [
      "harbour", "mountain", "range", "at", "golden", "hour", "with", "vibrant", "orange", "and", "purple", "hues",
      "in", "the", "sky", "waves", "crashing", "against", "rocks", "mist",
    ]
    return (0..<count).map { _ in list[draw(below: list.count)] }.joined(separator: " ")
  }

  /// Returns an array of 5,000 results like those in the search response.
  static func results() -> String {
    var documents = BenchDocuments()
    let items = (0..<5_000).map { position in
      let caption = documents.words(12 + documents.draw(below: 6))
      let similarity = "0.\(9_000 - position)\(documents.draw(below: 10))"
      return
        #"{"id":"\#(documents.uuid())","job_id":"\#(documents.uuid())","image_path":"source/\#(documents.hex(10)).jpg","#
        + #""caption":"\#(caption)","similarity":\#(similarity)}"#
    }
    return "[\(items.joined(separator: ","))]"
  }

  /// A tree of objects, about 5 MB.
  static func nested() -> String {
    var documents = BenchDocuments()
    return documents.node(depth: 0)
  }

  private mutating func node(depth: Int) -> String {
    let tags = (0..<draw(below: 4)).map { _ in "\"\(words(1))\"" }.joined(separator: ",")
    let count = depth == 0 ? 50 : depth < 5 ? 4 + draw(below: 4) : 0
    let children = (0..<count).map { _ in node(depth: depth + 1) }.joined(separator: ",")
    return #"{"name":"\#(words(3))","weight":\#(draw(below: 2_000) - 1_000).\#(draw(below: 100)),"tags":[\#(tags)],"#
      + #""leaf":\#(count == 0),"children":[\#(children)]}"#
  }
}
