/// A search for every pattern of a set in one pass over a text (Aho and Corasick, 1975), even if patterns contain one
/// another.
///
/// Only the first bytes of a pattern are in the automaton; the rest is compared at each occurrence. A pattern of 300
/// bytes and its three forms in Base64 take about 2 KB.
package struct SecretAutomaton: Sendable {
  /// A place in a text with a pattern, or with the part of one that an ellipsis has left.
  package struct Match {
    package var range: Range<Int>
    /// The index of the pattern, in the order in which patterns were added.
    package var pattern: Int
  }

  private struct Node {
    var byte: UInt8
    var depth: UInt8 = 0
    var firstChild: Int32 = 0
    var nextSibling: Int32 = 0
    /// The node for the longest proper suffix of this node's text that also has a node.
    var failure: Int32 = 0
    /// The index of the first form that begins with this node's text, and in `ending`, of the first whose bytes in the
    /// automaton end at this node; -1 if absent.
    var form: Int32 = -1
    var ending: Int32 = -1
    /// The nearest node, following `failure` links, at which a form ends; 0 if absent.
    var output: Int32 = 0
  }

  /// A text that is searched for: a pattern as it is, or in Base64 after `lead` other bytes.
  private struct Form {
    var pattern: Int32
    var lead: Int8? = nil
    /// The index of the next form with the same first bytes; -1 if absent.
    var next: Int32 = -1
  }

  /// The bytes of `…`, which marks omitted text.
  static let ellipsis = Array("…".utf8)
  /// The minimum length of a part of a pattern that counts as a match; shorter parts are too common.
  package static let shortestPart = 4
  /// The number of a form's first bytes that are in the automaton.
  private static let anchor = 16

  private var nodes = [Node(byte: 0)]
  /// The children of the root by their byte: most bytes of a text need no other lookup.
  private var beginnings = [Int32](repeating: 0, count: 256)
  private var forms: [Form] = []
  private let patterns: [[UInt8]]

  /// Creates an automaton for `patterns`; those for whose index `inBase64` returns true are also searched for in
  /// Base64.
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

  /// The approximate memory of the automaton in bytes.
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

  /// Sets the `failure` links of all nodes, those of shorter texts first.
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
      var (node, index, open) = (Int32(0), 0, 0)
      // Where the next ellipsis begins.
      var cut = ellipses.first.map { $0 - Self.ellipsis.count } ?? text.count
      while index < text.count {
        if index == cut {
          open += 1
          cut = open < ellipses.count ? ellipses[open] - Self.ellipsis.count : text.count
          let part = nodes[Int(node)]
          if part.depth >= shortest {
            let pattern = Int(forms[Int(part.form)].pattern)
            matches.append(Match(range: index - Int(part.depth)..<index, pattern: pattern))
          }
        }
        if node == 0 {
          // Most bytes begin no pattern.
          index = firstBeginning(in: text, index..<cut)
          if index == cut { continue }
          node = beginnings[Int(text[index])]
        } else {
          node = step(from: node, text[index])
        }
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

  /// The first place in `range` of a byte that begins a pattern; the range's end without one.
  private func firstBeginning(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    beginnings.withUnsafeBufferPointer { beginnings in
      var index = range.lowerBound
      while index < range.upperBound, beginnings[Int(text[index])] == 0 { index += 1 }
      return index
    }
  }

  /// The longest match at `start` of `first` and the forms with the same first bytes, `depth` of which were found.
  private func longest(from first: Int32, at start: Int, _ depth: Int, _ comparison: inout Comparison) -> Match? {
    var longest: Match?
    var next = first
    while next >= 0 {
      let form = forms[Int(next)]
      let pattern = patterns[Int(form.pattern)]
      let isSpent = comparison.isSpent
      let length =
        if isSpent {
          min(
            form.lead.map { Base64Form(pattern, lead: Int($0)).whole } ?? pattern.count,
            comparison.text.count - start
          )
        } else if let lead = form.lead {
          comparison.length(of: Base64Form(pattern, lead: Int(lead)), at: start, from: depth)
        } else {
          comparison.length(of: pattern, at: start, from: depth)
        }
      if length > longest?.range.count ?? 0 {
        longest = Match(range: start..<start + length, pattern: Int(form.pattern))
      }
      next = isSpent ? -1 : form.next
    }
    return longest
  }

  /// Returns the position after each ellipsis in `text`.
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
    var remainders: [Remainder] = []
    for (index, start) in ends.enumerated() {
      let next = index + 1 < ends.count ? ends[index + 1] - Self.ellipsis.count : nil
      let rest = text[start..<(next ?? text.count)]
      remainders.append(Remainder(bytes: Array(rest), isCut: next != nil, shortest: shortest, start: start))
      // Patterns that are searched for in Base64 have forms of their own.
      guard forms.count > patterns.count else { continue }
      let run = rest.prefix(while: Base64Parts.isCharacter)
      let isCut = next != nil && run.count == rest.count
      for lead in 0..<min(4, run.count) {
        let bytes = Base64Parts.decoded(run.dropFirst(lead))
        remainders.append(
          Remainder(bytes: bytes, isCut: isCut, shortest: 3, start: start, encoded: (lead: lead, end: run.endIndex))
        )
      }
    }
    find(&remainders, within: 1 << 22 + 8 * text.count)
    return remainders.compactMap { remainder in
      remainder.longest.map { Match(range: remainder.range(in: text, of: $0.length), pattern: $0.pattern) }
    }
  }

  /// Finds for each of `remainders` the pattern with the longest end at its beginning, in one pass over the patterns.
  ///
  /// Once that took `work` comparisons, all of a remainder is treated as part of a pattern.
  private func find(_ remainders: inout [Remainder], within work: Int) {
    // By their first three bytes; and which pairs of bytes one begins with.
    var byBeginning: [Int: [Int]] = [:]
    var beginsOne = [Bool](repeating: false, count: 1 << 16)
    for (index, remainder) in remainders.enumerated() where remainder.bytes.count >= remainder.shortest {
      let head = Int(remainder.bytes[0]) << 8 | Int(remainder.bytes[1])
      byBeginning[head << 8 | Int(remainder.bytes[2]), default: []].append(index)
      beginsOne[head] = true
    }
    if byBeginning.isEmpty { return }
    var left = work
    for (index, pattern) in patterns.enumerated() where left > 0 {
      pattern.withUnsafeBufferPointer { pattern in
        var offset = 1
        while offset + 2 < pattern.count, left > 0 {
          let head = Int(pattern[offset]) << 8 | Int(pattern[offset + 1])
          if beginsOne[head], let found = byBeginning[head << 8 | Int(pattern[offset + 2])] {
            for place in found { left -= remainders[place].compare(pattern[offset...], of: index) }
          }
          offset += 1
        }
      }
    }
    if left > 0 { return }
    for index in remainders.indices where remainders[index].bytes.count >= remainders[index].shortest {
      remainders[index].longest = (patterns.count - 1, remainders[index].bytes.count)
    }
  }
}

/// What follows an ellipsis: it may begin with the end of a pattern, or where it is cut itself, with any part.
private struct Remainder {
  /// The text, or the bytes it stands for in Base64.
  let bytes: [UInt8]
  let isCut: Bool
  let shortest: Int
  let start: Int
  /// Of a text in Base64, the number of characters before the first group, and its end.
  var encoded: (lead: Int, end: Int)?
  var longest: (pattern: Int, length: Int)?

  /// Compares it with the end of a pattern, whose first three bytes it begins with; returns how many bytes were compared.
  mutating func compare(_ end: Slice<UnsafeBufferPointer<UInt8>>, of pattern: Int) -> Int {
    guard end.count >= max(shortest, (longest?.length ?? 0) + 1) else { return 1 }
    let most = min(end.count, bytes.count)
    var length = 3
    while length < most, end[end.startIndex + length] == bytes[length] { length += 1 }
    if length == most, length == end.count || isCut, length >= shortest { longest = (pattern, length) }
    return length
  }

  /// The place in `text` of its first `length` bytes.
  func range(in text: [UInt8], of length: Int) -> Range<Int> {
    guard let encoded else { return start..<start + length }
    var end = length == bytes.count ? encoded.end : start + encoded.lead + (length * 8 + 5) / 6
    while end < text.count, text[end] == 0x3D { end += 1 }
    return start..<end
  }
}

/// Compares patterns with one text. The work for a text is bounded: what has the first bytes of a pattern is treated as the
/// pattern once it is spent, so that no text takes more than linear time.
private struct Comparison {
  let text: UnsafeBufferPointer<UInt8>
  let ellipses: [Int]
  let shortest: Int
  private var spare: Int
  var isSpent: Bool { spare <= 0 }

  init(text: UnsafeBufferPointer<UInt8>, ellipses: [Int], shortest: Int) {
    (self.text, self.ellipses, self.shortest) = (text, ellipses, shortest)
    spare = 1 << 20 + 8 * text.count
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
    spare -= 1
    if start + count <= text.count, isEqual(count - 1, text[start + count - 1]) {
      var index = known
      while index < count, spare > 0, isEqual(index, text[start + index]) {
        index += 1
        spare -= 1
      }
      if index == count || isSpent { return count }
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
