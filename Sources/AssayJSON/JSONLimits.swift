/// The bounds a JSON text must keep to be read at all.
package struct JSONLimits: Sendable {
  /// The deepest nesting of arrays and objects, in levels.
  package var depth: Int
  /// The longest text, in bytes. Never above 4 GiB: offsets on the tape are 32 bits wide.
  package var size: Int

  /// Makes limits; the defaults suit answers of a backend (512 levels, 256 MiB).
  package init(depth: Int = 512, size: Int = 256 << 20) {
    self.depth = depth
    self.size = min(size, Int(UInt32.max) - 1)
  }
}
