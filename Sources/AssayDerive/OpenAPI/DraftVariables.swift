import AssayContract
import AssayDocuments
import AssayJSON
import AssayText

/// The variables of a draft: values that a description leaves open and a run may be given.
struct DraftVariables {
  private(set) var members: DraftTree.Members = []

  /// Returns the expression for a variable `name` that has the made-up `value` as its placeholder; the variable is
  /// added if it is new. A secret is read from the environment instead.
  mutating func placeholder(_ name: String, _ value: DocumentValue, _ description: String) -> DraftTree {
    if Self.isSecret(name), value.string != nil { return secret(name.nameWords.joined(separator: "_").uppercased()) }
    let tree: DraftTree = ["placeholder": value.tree, "description": .string(description)]
    return expression(name, tree) { $0["placeholder"]?.text == tree["placeholder"]?.text }
  }

  /// The expression that reads a secret from the variable `environment` of the environment.
  mutating func secret(_ environment: String) -> DraftTree {
    let tree: DraftTree = ["default": "${\(environment)}", "secret": true, "placeholder": "no-known-value"]
    return expression(environment.lowercased(), tree) { $0["default"]?.text == tree["default"]?.text }
  }

  private mutating func expression(_ name: String, _ tree: DraftTree, isSame: (DraftTree) -> Bool) -> DraftTree {
    let words = name.plain()
    let stem = words.first?.isNumber != false ? "value_\(words)" : words
    var (own, count) = (stem, 2)
    while let known = members.first(where: { $0.key == own }) {
      if isSame(known.value) { return "$variables.\(own)" }
      own = "\(stem)_\(count)"
      count += 1
    }
    members.append((own, tree))
    return "$variables.\(own)"
  }

  /// Names that do not show by themselves what they identify.
  private static let general = CommaSeparated.set("id, pk, uuid, guid, oid, key, name, slug, identifier")

  /// Returns a name for a path parameter that shows what it identifies: `user_id` for `{id}` in `/users/{id}`.
  static func name(of parameter: String, in path: String) -> String {
    guard general.contains(parameter.lowercased()) else { return parameter }
    let before = path.split(separator: "/").prefix { !$0.contains("{\(parameter)}") }.last {
      !$0.contains("{") && $0.lowercased() != parameter.lowercased()
    }
    return before.map { "\(singular($0.replacing("-", with: "_")))_\(parameter)" } ?? parameter
  }

  /// Returns the singular: `user` for `users`, `category` for `categories`, `address` for `addresses`.
  static func singular(_ word: String) -> String {
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    if ["sses", "shes", "ches", "xes"].contains(where: { word.hasSuffix($0) }) { return String(word.dropLast(2)) }
    return word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 3 ? String(word.dropLast()) : word
  }

  /// Returns true if a name is that of a value only a backend or its user can know: an id or a credential.
  static func isOfKnownThing(_ name: String) -> Bool {
    let words = name.nameWords
    return ["id", "uuid", "guid", "pk"].contains(words.last ?? "") || isSecret(name)
      || ["username", "login"].contains(words.joined())
  }

  /// Returns true if a name is that of a value by which a backend identifies things, so that it must be unique.
  static func isUnique(_ name: String) -> Bool {
    [
      "name", "title", "slug", "key", "label", "code", "tag", "handle", "identifier", "email", "username", "isbn",
      "sku",
    ].contains(name.nameWords.last ?? "")
  }

  /// Returns true if a name is that of a value that anyone may choose.
  static func isFree(_ name: String) -> Bool {
    ["name", "title", "slug", "label", "email", "handle"].contains(name.nameWords.last ?? "")
  }

  static func isSecret(_ name: String) -> Bool {
    let words = name.nameWords
    return !Set(words).isDisjoint(with: ["password", "secret", "token", "otp", "apikey"])
      || words.suffix(2) == ["api", "key"]
  }
}
