/// Finds every pattern of a set in one pass over a text (Aho and Corasick, 1975), however the patterns hold one another.
package struct SecretAutomaton: Sendable {
  /// A place in a text where a pattern stands.
  package struct Match {
    package var range: Range<Int>
    /// The pattern's place among those added.
    package var pattern: Int
  }

  private struct Node {
    var byte: UInt8
    var firstChild: Int32 = 0
    var nextSibling: Int32 = 0
    /// The node of the longest proper suffix of this one's text that is in the tree.
    var failure: Int32 = 0
    /// The longest pattern this node's text ends with, or -1.
    var longest: Int32 = -1
    /// The length of this node's text, and a pattern that begins with it.
    var depth: Int32 = 0
    var pattern: Int32 = -1
  }

  /// The bytes of `…`, behind which something was left off.
  static let ellipsis = Array("…".utf8)
  /// A shorter part of a pattern tells nothing of it.
  package static let shortestPart = 4

  private var nodes = [Node(byte: 0)]
  /// The children of the root by their byte: most bytes of a text are looked up nowhere else.
  private var beginnings = [Int32](repeating: 0, count: 256)
  private var lengths: [Int] = []

  package init(_ patterns: [[UInt8]] = []) {
    var ends: [Int32] = []
    for (index, pattern) in patterns.enumerated() {
      ends.append(insert(pattern, Int32(index)))
      lengths.append(pattern.count)
    }
    for (index, end) in ends.enumerated() where end != 0 { nodes[Int(end)].longest = Int32(index) }
    link()
  }

  private mutating func insert(_ pattern: [UInt8], _ index: Int32) -> Int32 {
    var node: Int32 = 0
    for byte in pattern {
      if let next = child(of: node, byte) {
        node = next
        continue
      }
      let new = Int32(nodes.count)
      let parent = nodes[Int(node)]
      nodes.append(Node(byte: byte, nextSibling: parent.firstChild, depth: parent.depth + 1, pattern: index))
      nodes[Int(node)].firstChild = new
      if node == 0 { beginnings[Int(byte)] = new }
      node = new
    }
    return node
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
        if nodes[Int(next)].longest < 0 { nodes[Int(next)].longest = nodes[Int(failure)].longest }
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

  /// The matches in `text`, for each place one ends at the longest, in the order of their ends; with `isCut`, the
  /// beginnings of patterns in front of an ellipsis, too, of no fewer bytes than `shortest`.
  package func matches(in text: [UInt8], isCut: Bool = false, shortest: Int = shortestPart) -> [Match] {
    var matches: [Match] = []
    var node: Int32 = 0
    text.withUnsafeBufferPointer { text in
      var index = 0
      while index < text.count {
        let byte = text[index]
        if isCut, byte == Self.ellipsis[0], text[index...].prefix(3).elementsEqual(Self.ellipsis) {
          let part = nodes[Int(node)]
          if part.depth >= shortest {
            matches.append(Match(range: index - Int(part.depth)..<index, pattern: Int(part.pattern)))
          }
        }
        node = node == 0 ? beginnings[Int(byte)] : step(from: node, byte)
        index += 1
        guard node != 0 else { continue }
        let pattern = Int(nodes[Int(node)].longest)
        if pattern >= 0 { matches.append(Match(range: (index - lengths[pattern])..<index, pattern: pattern)) }
      }
    }
    return matches
  }
}
