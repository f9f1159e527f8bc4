/// A value kept apart from what holds it, which is then copied without copying the value: a step with its operation is some
/// hundred fields, each with a count of references, and is handed from runner to runner.
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
