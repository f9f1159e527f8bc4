/// Numbers as SVG attributes take them, with as many digits as an eye can tell apart.
enum SVGNumber {
  /// `37.5%`.
  static func percent(_ part: Int, of total: Int) -> String {
    percent(Double(part) / Double(max(1, total)))
  }

  /// A fraction as a percentage, kept within 0 and 100.
  static func percent(_ fraction: Double) -> String {
    let clean = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let tenths = Int((clean * 1000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
