import AssayText

/// Durations in running text, converted to the notation of a contract.
enum DurationText {
  static func text(seconds: Double) -> String {
    Duration.milliseconds(Int((seconds * 1000).rounded())).written
  }

  private static let units: [(words: [String], seconds: Double)] = [
    (CommaSeparated.list("ms, millisecond, milliseconds, millisekunden, millisecondes, milisegundos, 毫秒, ミリ秒"), 0.001),
    (
      CommaSeparated.list(
        """
        s, sec, secs, second, seconds, sekunde, sekunden, seconde, secondes, segundo, segundos, secondi, секунд,
        секунды, секунду, 秒, 초, sekundy, sekund, sekundžių, sekundes
        """
      ), 1
    ),
    (
      CommaSeparated.list(
        """
        min, mins, minute, minutes, minuten, minuto, minutos, minuti, минут, минуты, 分钟, 分, 분, minuty, minučių
        """
      ), 60
    ),
  ]

  /// Returns the first duration in a text, in seconds, or the longest of a range; `nil` without one.
  static func seconds(in text: String) -> Double? {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == ".") }
      // The full stop of a sentence.
      .map { String($0.hasSuffix(".") ? $0.dropLast() : $0) }
    for (index, word) in words.enumerated() {
      let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let value = Double(digits), value > 0 else { continue }
      let unit = digits.count < word.count ? String(word.dropFirst(digits.count)) : words[safe: index + 1] ?? ""
      for known in units
      where known.words.contains(unit)
        || (unit.unicodeScalars.first?.value ?? 0) > 0x2E00 && known.words.contains(where: { unit.hasPrefix($0) })
      {
        return value * known.seconds
      }
    }
    return nil
  }
}
