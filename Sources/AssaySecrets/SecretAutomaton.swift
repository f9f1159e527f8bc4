/// Finds every pattern of a set in one pass over a text (Aho and Corasick, 1975), however the patterns contain one another.
///
/// Only the first bytes of a pattern are in the automaton; the rest is compared where they occur. A pattern of 300 bytes and
/// its three forms in Base64 take about 2 KB.
package struct SecretAutomaton: Sendable {
  /// A place in a text where a pattern, or what an ellipsis has left of it, is.
  package struct Match {
    package var range: Range<Int>
    /// The pattern's place among those added.
    package var pattern: Int
  }

  private struct Node {
    var byte: UInt8
    var depth: UInt8 = 0
    var firstChild: Int32 = 0
    var nextSibling: Int32 = 0
    /// The node of the longest proper suffix of this one's text that is in the tree.
    var failure: Int32 = 0
    /// The first form that begins with this node's text, and any whose first bytes end here, or -1.
    var form: Int32 = -1
    var ending: Int32 = -1
    /// The nearest node along the failures where forms end, or 0.
    var output: Int32 = 0
  }

  /// A text that is searched for: a pattern as it is, or in Base64 after `lead` other bytes.
  private struct Form {
    var pattern: Int32
    var lead: Int8? = nil
    /// The next form with the same first bytes, or -1.
    var next: Int32 = -1
  }

  /// The bytes of `…`, which stands for omitted text.
  static let ellipsis = Array("…".utf8)
  /// A shorter part of a pattern is too common.
  package static let shortestPart = 4
  /// So many first bytes of a form are in the automaton.
  private static let anchor = 16

  private var nodes = [Node(byte: 0)]
  /// The children of the root by their byte: most bytes of a text are looked up nowhere else.
  private var beginnings = [Int32](repeating: 0, count: 256)
  private var forms: [Form] = []
  private let patterns: [[UInt8]]

  /// Takes patterns; those `inBase64` says yes to, by their place, are searched for in Base64 as well.
  package init(_ patterns: [[UInt8]] = [], inBase64: (Int) -> Bool = { _ in false }) {
    self.patterns = patterns
    for (index, pattern) in patterns.enumerated() where !pattern.isEmpty {
      add(Form(pattern: Int32(index)), pattern.prefix(Self.anchor))
      guard inBase64(index) else { continue }
      for lead in 0..<3 {
        let form = Base64Form(pattern, lead: lead)
        guard let least = form.least else { continue }
        let head = (0..<min(Self.anchor, least)).map { form.character($0) }
        add(Form(pattern: Int32(index), lead: Int8(lead)), head[...])
        // RFC 4648 section 5 has two other characters.
        let other = head.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
        if other != head { add(Form(pattern: Int32(index), lead: Int8(lead)), other[...]) }
      }
    }
    link()
  }

  /// The bytes it takes in memory, about.
  var size: Int {
    nodes.count * MemoryLayout<Node>.stride + forms.count * MemoryLayout<Form>.stride
      + patterns.reduce(0) { $0 + 48 + $1.count }
  }

  private mutating func add(_ form: Form, _ head: ArraySlice<UInt8>) {
    var node: Int32 = 0
    for byte in head {
      if let next = child(of: node, byte) {
        node = next
        continue
      }
      let new = Int32(nodes.count)
      let parent = nodes[Int(node)]
      nodes.append(
        Node(byte: byte, depth: parent.depth + 1, nextSibling: parent.firstChild, form: Int32(forms.count))
      )
      nodes[Int(node)].firstChild = new
      if node == 0 { beginnings[Int(byte)] = new }
      node = new
    }
    var form = form
    form.next = nodes[Int(node)].ending
    nodes[Int(node)].ending = Int32(forms.count)
    forms.append(form)
  }

  /// Sets the failure links, the shorter texts' first.
  private mutating func link() {
    var queue: [Int32] = [0]
    var cursor = 0
    while cursor < queue.count {
      let parent = queue[cursor]
      cursor += 1
      var next = nodes[Int(parent)].firstChild
      while next != 0 {
        let failure = parent == 0 ? 0 : step(from: nodes[Int(parent)].failure, nodes[Int(next)].byte)
        nodes[Int(next)].failure = failure
        nodes[Int(next)].output = nodes[Int(failure)].ending >= 0 ? failure : nodes[Int(failure)].output
        queue.append(next)
        next = nodes[Int(next)].nextSibling
      }
    }
  }

  private func child(of node: Int32, _ byte: UInt8) -> Int32? {
    if node == 0 { return beginnings[Int(byte)] == 0 ? nil : beginnings[Int(byte)] }
    var next = nodes[Int(node)].firstChild
    while next != 0 {
      if nodes[Int(next)].byte == byte { return next }
      next = nodes[Int(next)].nextSibling
    }
    return nil
  }

  private func step(from node: Int32, _ byte: UInt8) -> Int32 {
    var node = node
    while true {
      if let next = child(of: node, byte) { return next }
      if node == 0 { return 0 }
      node = nodes[Int(node)].failure
    }
  }

  // MARK: Matching

  /// The matches in `text`; with `isCut`, also the beginnings of patterns before an ellipsis, the ends of patterns after
  /// one and any part between two, of at least `shortest` bytes.
  package func matches(in text: [UInt8], isCut: Bool = false, shortest: Int = shortestPart) -> [Match] {
    let ellipses = isCut ? Self.ellipses(in: text) : []
    var matches: [Match] = []
    text.withUnsafeBufferPointer { text in
      var comparison = Comparison(text: text, ellipses: ellipses, shortest: shortest)
      var (node, index, open) = (Int32(0), 0, ellipses[...])
      while index < text.count {
        if let end = open.first, index == end - Self.ellipsis.count {
          open.removeFirst()
          let part = nodes[Int(node)]
          if part.depth >= shortest {
            let pattern = Int(forms[Int(part.form)].pattern)
            matches.append(Match(range: index - Int(part.depth)..<index, pattern: pattern))
          }
        }
        let byte = text[index]
        node = node == 0 ? beginnings[Int(byte)] : step(from: node, byte)
        index += 1
        var found = node == 0 || nodes[Int(node)].ending >= 0 ? node : nodes[Int(node)].output
        while found != 0 {
          let depth = Int(nodes[Int(found)].depth)
          if let match = longest(from: nodes[Int(found)].ending, at: index - depth, depth, &comparison) {
            matches.append(match)
          }
          found = nodes[Int(found)].output
        }
      }
    }
    return ellipses.isEmpty ? matches : matches + endings(in: text, after: ellipses, shortest)
  }

  /// The longest match at `start` of `first` and the forms with the same first bytes, `depth` of which were found.
  private func longest(from first: Int32, at start: Int, _ depth: Int, _ comparison: inout Comparison) -> Match? {
    var longest: Match?
    var next = first
    while next >= 0 {
      let form = forms[Int(next)]
      let pattern = patterns[Int(form.pattern)]
      let length =
        if let lead = form.lead {
          comparison.length(of: Base64Form(pattern, lead: Int(lead)), at: start, from: depth)
        } else {
          comparison.length(of: pattern, at: start, from: depth)
        }
      if length > longest?.range.count ?? 0 {
        longest = Match(range: start..<start + length, pattern: Int(form.pattern))
      }
      next = form.next
    }
    return longest
  }

  /// Returns the end of each ellipsis in `text`.
  static func ellipses(in text: [UInt8]) -> [Int] {
    var ends: [Int] = []
    text.withUnsafeBufferPointer { text in
      var cursor = 0
      while cursor + 2 < text.count {
        if text[cursor] == ellipsis[0], text[cursor + 1] == ellipsis[1], text[cursor + 2] == ellipsis[2] {
          ends.append(cursor + 3)
        }
        cursor += 1
      }
    }
    return ends
  }

  /// Returns the matches of cut patterns: the part of a pattern between two ellipses, or between one and the pattern's
  /// end.
  private func endings(in text: [UInt8], after ends: [Int], _ shortest: Int) -> [Match] {
    var found: [Match] = []
    for (index, start) in ends.enumerated() {
      let next = index + 1 < ends.count ? ends[index + 1] - Self.ellipsis.count : nil
      let rest = text[start..<(next ?? text.count)]
      if let (pattern, length) = longestEnding(rest, isCut: next != nil, shortest: shortest) {
        found.append(Match(range: start..<start + length, pattern: pattern))
      }
      // Patterns that are searched for in Base64 have forms of their own.
      guard forms.count > patterns.count else { continue }
      let run = rest.prefix(while: Base64Parts.isCharacter)
      for lead in 0..<min(4, run.count) {
        let bytes = Base64Parts.decoded(run.dropFirst(lead))
        let isCut = next != nil && run.count == rest.count
        guard let (pattern, length) = longestEnding(bytes[...], isCut: isCut, shortest: 3) else { continue }
        var end = length == bytes.count ? run.endIndex : start + lead + (length * 8 + 5) / 6
        while end < text.count, text[end] == 0x3D { end += 1 }
        found.append(Match(range: start..<end, pattern: pattern))
      }
    }
    return found
  }

  /// The pattern with the longest end at the beginning of `rest`; where `rest` is cut itself, any part.
  private func longestEnding(_ rest: ArraySlice<UInt8>, isCut: Bool, shortest: Int) -> (pattern: Int, length: Int)? {
    guard rest.count >= shortest else { return nil }
    var longest: (pattern: Int, length: Int)?
    rest.withUnsafeBufferPointer { rest in
      for (index, pattern) in patterns.enumerated() where pattern.count > shortest {
        pattern.withUnsafeBufferPointer { pattern in
          var offset = 1
          while pattern.count - offset >= max(shortest, (longest?.length ?? 0) + 1) {
            defer { offset += 1 }
            guard pattern[offset] == rest[0], pattern[offset + 1] == rest[1] else { continue }
            let most = min(pattern.count - offset, rest.count)
            var length = 2
            while length < most, pattern[offset + length] == rest[length] { length += 1 }
            guard length == most, length == pattern.count - offset || isCut, length >= shortest else { continue }
            longest = (index, length)
          }
        }
      }
    }
    return longest
  }
}

/// Compares patterns with one text. The work for a text is bounded: what has the first and the last bytes of a pattern is
/// treated as the pattern once it is spent, so that no text takes more than linear time.
private struct Comparison {
  let text: UnsafeBufferPointer<UInt8>
  let ellipses: [Int]
  let shortest: Int
  private var spare: Int

  init(text: UnsafeBufferPointer<UInt8>, ellipses: [Int], shortest: Int) {
    (self.text, self.ellipses, self.shortest) = (text, ellipses, shortest)
    spare = 1 << 20 + 64 * text.count
  }

  /// Returns the length of `pattern` found at `start`: all, the part before an ellipsis, or 0. The first `known` bytes
  /// are there for certain.
  mutating func length(of pattern: [UInt8], at start: Int, from known: Int) -> Int {
    length(pattern.count, at: start, from: known) { pattern[$0] == $1 }
  }

  mutating func length(of form: Base64Form, at start: Int, from known: Int) -> Int {
    guard let least = form.least else { return 0 }
    let length = length(least, at: start, from: known) { form.character($0) == Base64Form.normal($1) }
    guard length == least else { return length }
    // Where the text ends with the value, the last character and the padding are part of it.
    var end = length
    while end < form.whole, start + end < text.count, form.character(end) == Base64Form.normal(text[start + end]) {
      end += 1
    }
    return end == form.whole ? end : length
  }

  private mutating func length(
    _ count: Int,
    at start: Int,
    from known: Int,
    _ isEqual: (Int, UInt8) -> Bool
  ) -> Int {
    if start + count <= text.count, isEqual(count - 1, text[start + count - 1]) {
      var index = known
      while index < count, spare > 0, isEqual(index, text[start + index]) {
        index += 1
        spare -= 1
      }
      if index == count || spare <= 0 { return count }
    }
    // What an ellipsis cuts off.
    guard let end = ellipsis(after: start + known), end - start < count else { return 0 }
    var index = known
    while start + index < end, isEqual(index, text[start + index]) { index += 1 }
    return start + index == end && index >= shortest ? index : 0
  }

  /// Returns the start of the first ellipsis from `place` on.
  private func ellipsis(after place: Int) -> Int? {
    var (low, high) = (0, ellipses.count)
    while low < high {
      let middle = (low + high) / 2
      if ellipses[middle] - 3 < place { low = middle + 1 } else { high = middle }
    }
    return low < ellipses.count ? ellipses[low] - 3 : nil
  }
}
