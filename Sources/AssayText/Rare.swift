/// An optional value stored out of line, for properties that are mostly `nil`: it takes 8 bytes when absent.
@propertyWrapper package struct Rare<Value: Sendable>: Sendable {
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value
    @inlinable init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box?

  // Inlined, so that `nil` costs nothing.
  @inlinable @inline(__always)
  package init(wrappedValue: Value?) { box = wrappedValue.map { Box($0) } }

  @inlinable package var wrappedValue: Value? {
    @inline(__always) get { box?.value }
    set { box = newValue.map { Box($0) } }
  }
}
