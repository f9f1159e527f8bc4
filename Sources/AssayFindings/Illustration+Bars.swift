extension Illustration {
  /// Values in the order they came, for orders and ranges that are seen at a glance.
  public struct Bars: Sendable, Hashable {
    /// A value and what it belongs to.
    public struct Bar: Sendable, Hashable {
      /// What the value belongs to: an item's place or name.
      public var label: String
      /// The value; not a number where there was none.
      public var value: Double
      /// What is wrong here; empty where nothing is.
      public var mark: String

      /// Makes a bar.
      public init(label: String, value: Double, mark: String = "") {
        self.label = label
        self.value = value
        self.mark = mark
      }
    }

    /// What is measured: the pointer of the value in an item.
    public var measure: String
    /// The bars, in the order they came.
    public var bars: [Bar]

    /// Makes bars.
    public init(measure: String, bars: [Bar]) {
      self.measure = measure
      self.bars = bars
    }
  }
}
