import AssayContract
import AssayJSON

/// What a job that failed says about why, for the finding about it.
enum FailureReason {
  /// The members documents put an error's words in, the most telling first.
  private static let names = ["error", "error_message", "reason", "detail", "message"]

  /// ` It says: "…".`, or nothing where it does not say why. Looks at the members of `json` and of its objects.
  static func clause(in json: JSONValue?) -> String {
    guard let json, json.kind == .object else { return "" }
    let nested = json.members.lazy.prefix(50).map(\.value).filter { $0.kind == .object }
    for value in [json] + nested.prefix(10) {
      for name in names {
        if let text = value[name]?.string, !text.isEmpty { return "; it says “\(text.cut)”" }
      }
    }
    return ""
  }
}
