/// A value stored in a separate object, so that a copy of its owner only copies a reference. Used for steps and
/// operations, which are large and passed from runner to runner.
@propertyWrapper struct Boxed<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
  }
}
