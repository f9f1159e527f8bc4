/// The resource a call makes, or the first it uses, while the call is answered.
struct OwnResource {
  let kind: String
  /// The key it was looked up under; empty for one that is being made.
  let key: String
  let isNew: Bool
  var resource: MockResource
}
