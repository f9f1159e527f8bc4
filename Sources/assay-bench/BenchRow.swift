/// The times for one document, in seconds.
struct BenchRow {
  var bytes: Int
  var parse: Double
  var validate: Double
  var both: Double

  private func speed(_ seconds: Double) -> Int { Int(Double(bytes) / seconds / 1e6) }

  func text(_ name: String) -> String {
    func column(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }
    let padded = name + String(repeating: " ", count: max(0, 10 - name.count))
    return padded + column(bytes, 8) + column(speed(parse), 11) + column(speed(validate), 11) + column(speed(both), 7)
  }

  func json(_ name: String) -> String {
    "{\"document\":\"\(name)\",\"bytes\":\(bytes),\"parse\":\(parse),\"validate\":\(validate),\"both\":\(both)}"
  }
}
