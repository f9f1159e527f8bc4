/// A large value stored out of line, so that a copy of its owner copies one reference. Each change of a part of it copies
/// the whole: several changes are made to a variable first.
@propertyWrapper package struct Boxed<Value: Sendable>: Sendable {
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value
    @inlinable init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  @inlinable
  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  @inlinable package var wrappedValue: Value {
    @inline(__always) _read { yield box.value }
    set { box = Box(newValue) }
  }
}
