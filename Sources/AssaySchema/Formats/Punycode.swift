/// Punycode (RFC 3492): Unicode labels as letters, digits and hyphens.
enum Punycode {
  private static let base = 36
  private static let largest = 0x10FFFF

  /// The label without its `xn--`, in Unicode; `nil` if it is not Punycode (section 6.2).
  static func decode(_ input: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var output: [Unicode.Scalar] = []
    var rest = input[...]
    if let hyphen = input.lastIndex(of: "-"), hyphen > 0 {
      output = Array(input[..<hyphen])
      rest = input[(hyphen + 1)...]
    }
    var (code, index, bias) = (128, 0, 72)
    while !rest.isEmpty {
      let before = index
      var weight = 1
      var step = base
      while true {
        guard let scalar = rest.popFirst(), let digit = digit(scalar) else { return nil }
        index += digit * weight
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        weight *= base - threshold
        guard index <= largest * 64, weight <= largest * 64 else { return nil }
        step += base
      }
      let count = output.count + 1
      bias = adapt(index - before, count, isFirst: before == 0)
      code += index / count
      index %= count
      guard let scalar = Unicode.Scalar(UInt32(clamping: code)), code <= largest else { return nil }
      output.insert(scalar, at: index)
      index += 1
    }
    return output
  }

  /// Returns the label as written after `xn--` (section 6.3); `nil` if it is longer than any label.
  static func encode(_ input: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    guard input.count <= 63 else { return nil }
    var output = input.filter(\.isASCII)
    let basic = output.count
    if basic > 0 { output.append("-") }
    var (code, delta, bias, handled) = (128, 0, 72, basic)
    while handled < input.count {
      let next = input.lazy.map { Int($0.value) }.filter { $0 >= code }.min() ?? code
      delta += (next - code) * (handled + 1)
      code = next
      for scalar in input {
        if Int(scalar.value) < code { delta += 1 }
        guard Int(scalar.value) == code else { continue }
        appendInteger(delta, bias, &output)
        bias = adapt(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  private static func appendInteger(_ value: Int, _ bias: Int, _ output: inout [Unicode.Scalar]) {
    var rest = value
    var step = base
    while true {
      let threshold = min(max(step - bias, 1), 26)
      if rest < threshold { break }
      output.append(scalar(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      step += base
    }
    output.append(scalar(rest))
  }

  /// Returns the adapted bias (section 6.1).
  private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var step = 0
    while rest > 455 {
      rest /= base - 1
      step += base
    }
    return step + base * rest / (rest + 38)
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x61...0x7A: Int(scalar.value) - 0x61
    case 0x30...0x39: Int(scalar.value) - 0x30 + 26
    default: nil
    }
  }

  private static func scalar(_ digit: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(digit < 26 ? 0x61 + digit : 0x30 + digit - 26))
  }
}
