/// A text with a part of it cut out, which a promise about the text may rest on.
enum TextCuts {
  /// Without each line; without the lines that hold each word; without the lines before or behind each.
  static func of(_ bytes: [UInt8]) -> [[UInt8]] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, lines.count < 200 else {
      return [Array(bytes.prefix(bytes.count / 2)), Array("other".utf8)]
    }
    let join = { (lines: [Substring]) in Array(lines.joined(separator: "\n").utf8) }
    var cuts = lines.indices.map { index in join(Array(lines[..<index] + lines[(index + 1)...])) }
    for word in words(in: lines) { cuts.append(join(lines.filter { !$0.lowercased().contains(word) })) }
    for index in lines.indices.dropFirst() { cuts += [join(Array(lines[index...])), join(Array(lines[..<index]))] }
    return cuts
  }

  /// The words that stand in several lines, in the order they come.
  private static func words(in lines: [Substring]) -> [String] {
    var seen: [String: Int] = [:]
    var order: [String] = []
    for line in lines {
      for word in Set(line.lowercased().split { !$0.isLetter }.map { String($0.prefix(6)) }).sorted()
      where word.count > 3 {
        if seen[word] == nil { order.append(word) }
        seen[word, default: 0] += 1
      }
    }
    return order.filter { seen[$0, default: 0] > 1 }
  }
}
