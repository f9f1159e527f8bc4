import AssayDocuments
import AssayHTTP
import AssayJSON
import AssayText

extension OpenAPIRequest {
  mutating func readBody(_ node: OpenAPINode) throws(DraftError) {
    let content = node["content"]?.members ?? []
    var chosen =
      MediaTypeName.json(of: content) ?? content.first { $0.key.hasPrefix("multipart/form-data") }
      ?? content.first { $0.key.hasPrefix("application/x-www-form-urlencoded") }
    if chosen == nil { chosen = try plain(content) }
    let isForm = chosen?.key.hasPrefix("multipart/") ?? true
    var others: DraftTree = [:]
    for (type, other) in content where type != chosen?.key {
      let bare = MediaTypeName.bare(type)
      let isKnown = others[bare] != nil || MediaTypeName.isCovered(bare, by: chosen?.key)
      if !isForm, !isKnown, let tree = try alternative(type, other, to: chosen?.node) {
        others[bare] = tree
      } else {
        let reason =
          isForm
          ? chosen == nil ? "no value is known to write it from" : "a form has no alternatives"
          : isKnown ? "it is described already" : "no value is known to write it from"
        schemas.lose("the media type \(type) of the body of \(name): \(reason)", other)
      }
    }
    let isRequired = node["required"]?.value.bool ?? false
    guard let (type, media) = chosen else {
      if isRequired { isComplete = false }
      return
    }
    if type.hasPrefix("multipart/") { return try readParts(media) }
    var tree: DraftTree = [:]
    let bare = MediaTypeName.bare(type)
    let sent = MediaTypeName.sent(bare)
    tree["content"] = .string(sent)
    let isFile = try isFile(sent, media)
    if !isFile, let schema = media["schema"] { tree["schema"] = try schemas.schema(schema, .request) }
    tree["example"] =
      isFile
      ? ["$file": .string(DraftWriter.picture)]
      : try bodyExample(media, isRequired: isRequired)
    if tree["example"] == nil {
      if isRequired { isComplete = false }
      schemas.lose("an example of the body of \(name)", media)
    }
    tree["required"] = .bool(isRequired)
    tree.add("alternatives", others)
    tree["description"] = node["description"]?.string.map { .string($0) }
    tree["source"] = schemas.source(node)
    self.tree["body"] = tree
  }

  /// A media type that is neither JSON nor a form, of which a value can be made: a text or a file.
  private func plain(_ content: [(key: String, node: OpenAPINode)]) throws(DraftError)
    -> (key: String, node: OpenAPINode)?
  {
    for (type, media) in content where MediaType(MediaTypeName.sent(type)) != nil && !MediaTypeName.isJSON(type) {
      let sent = MediaTypeName.sent(type)
      guard !sent.contains("*") else { continue }
      if media["example"] != nil || media["examples"] != nil { return (type, media) }
      if try isFile(sent, media) { return (type, media) }
      guard let schema = media["schema"] else { continue }
      if try schema.resolved["type"]?.string == "string" { return (type, media) }
    }
    return nil
  }

  /// Returns true if any bytes are a body of the media type.
  private func isFile(_ type: String, _ media: OpenAPINode) throws(DraftError) -> Bool {
    guard !MediaTypeName.isJSON(type), !type.hasPrefix("application/x-www-form"), media["example"] == nil,
      media["examples"] == nil
    else { return false }
    let found = try media["schema"]?.resolved
    let isOfBytes = ["application/octet-stream", "image/png"].contains(type)
    return found?["format"]?.string == "binary" || isOfBytes && (found?["type"]?.string ?? "string") == "string"
  }

  /// Returns the body as sent, with expressions for ids and credentials that the description does not give.
  private mutating func bodyExample(_ media: OpenAPINode, isRequired: Bool)
    throws(DraftError) -> DraftTree?
  {
    let given = try media.given
    guard let value = try schemas.value(media["schema"], given, isRequest: true) else { return nil }
    guard let schema = media["schema"] else { return value.template }
    schemas.shown.append(
      ShownExample(
        operation: name,
        way: ["request", "body"],
        key: "schema",
        value: value,
        schema: schema,
        isRequired: isRequired
      )
    )
    return value.isObject ? try members(of: value, schema, isGiven: given != nil) : value.template
  }

  /// Returns the members of an object in the body; nested ones if `depth` is above 0.
  private mutating func members(
    of value: DocumentValue,
    _ schema: OpenAPINode,
    isGiven: Bool,
    depth: Int = 0
  ) throws(DraftError) -> DraftTree {
    var tree = value.template
    guard depth < 4 else { return tree }
    for (member, node) in try schema.properties() {
      guard let own = value.members.first(where: { $0.key == member })?.value else { continue }
      let found = try node.resolved
      var isGiven = isGiven
      if !isGiven { isGiven = try node.isGiven() }
      if own.isObject {
        tree[member] = try members(of: own, node, isGiven: isGiven, depth: depth + 1)
      } else if own.isArray, DraftVariables.isOfKnownThing(DraftVariables.singular(member)) {
        let items = own.items.map { placeholder(DraftVariables.singular(member), $0) }
        tree[member] = .array(items)
      } else if own.string != nil || own.number != nil, found["enum"] == nil, found["const"] == nil {
        // `author: 1` may be the key of an author that an earlier call creates.
        if depth == 0, !isGiven || DraftVariables.isUnique(member) || DraftVariables.isOfKnownThing(member) {
          needs.append(Need("body", member, found))
        }
        if let placed = placed(member, own, found, isGiven: isGiven) { tree[member] = placed }
      }
    }
    return tree
  }

  /// Returns the value to send instead of `value`, if that identifies a thing which the backend may not know, or which
  /// must be new; `nil` if `value` can be sent.
  private func placed(
    _ member: String,
    _ value: DocumentValue,
    _ schema: OpenAPINode,
    isGiven: Bool
  ) -> DraftTree? {
    // A password that the description gives is for everyone.
    if isGiven, DraftVariables.isSecret(member) { return nil }
    if DraftVariables.isOfKnownThing(member), !(addsUsers && member == "username") {
      return placeholder(member, value)
    }
    guard method == "POST", DraftVariables.isUnique(member), let text = value.string else { return nil }
    if isGiven, schema["default"] != nil { return nil }
    // A code that the description gives may be one of a few that the backend knows.
    if isGiven, !DraftVariables.isFree(member) { return placeholder(member, value) }
    return Self.own(text, schema) ?? (isGiven ? placeholder(member, value) : nil)
  }

  /// A value of its own in each call, so that none is a conflict with an earlier one; `nil` if the schema allows none.
  private static func own(_ text: String, _ schema: OpenAPINode) -> DraftTree? {
    let format = schema["format"]?.string
    guard format == nil || format == "email", !text.contains("$") else { return nil }
    let (start, end) =
      text.firstRange(of: "@").map { (text[..<$0.lowerBound], text[$0.lowerBound...]) } ?? (text[...], "")
    for start in ["\(start)-", ""] where takesID(after: start, before: end, schema) {
      return "\(start){$run.uuid}\(end)"
    }
    return nil
  }

  /// True if the operation creates accounts, so that the user's name is a new one.
  private var addsUsers: Bool {
    let last = path.split(separator: "/").last.map { String($0).lowercased() } ?? ""
    return method == "POST" && ["users", "accounts", "register", "signup", "registration", "members"].contains(last)
  }

  /// Returns an alternative form of the body; `nil` if no value is known for it.
  private func alternative(
    _ type: String,
    _ media: OpenAPINode,
    to usual: OpenAPINode?
  ) throws(DraftError) -> DraftTree? {
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    let isValue = isForm || MediaTypeName.isJSON(type)
    guard !type.contains("*"), !type.hasPrefix("multipart/") else { return nil }
    var tree: DraftTree = ["source": schemas.source(media)]
    let given = try media.given
    let reference = media["schema"]?["$ref"]?.string
    // The same value, written another way.
    if isValue, given == nil, reference != nil, reference == usual?["schema"]?["$ref"]?.string { return tree }
    if let given {
      if !isValue, given.string == nil { return nil }
      tree["example"] = given.template
    } else if isValue, let made = try schemas.value(media["schema"], isRequest: true) {
      tree["example"] = made.template
    } else if !isValue {
      return nil
    }
    if isValue, let schema = media["schema"] { tree["schema"] = try schemas.schema(schema, .request) }
    return tree
  }

  private mutating func readParts(_ media: OpenAPINode) throws(DraftError) {
    guard let given = media["schema"] else { return schemas.lose("the form of \(name), which has no schema", media) }
    let schema = try given.resolved
    let required = Set(schema["required"]?.strings ?? [])
    let example = try media.given
    var parts: DraftTree = [:]
    for (part, member) in schema["properties"]?.members ?? [] {
      let isRequired = required.contains(part)
      let type = media["encoding"]?[part]?["contentType"]?.string?.parts(",").first
      guard
        var tree = try self.part(part, member, type, shown: example?[part], isRequired: isRequired)
      else { continue }
      tree["required"] = .bool(isRequired)
      tree["source"] = schemas.source(member)
      parts[part] = tree
    }
    tree.add("multipart", parts)
  }

  /// Returns a part of a form; `nil` for an optional file.
  private mutating func part(
    _ part: String,
    _ member: OpenAPINode,
    _ type: String?,
    shown: DocumentValue?,
    isRequired: Bool
  ) throws(DraftError) -> DraftTree? {
    var found = try member.resolved
    if found["type"]?.string == "array", let item = found["items"] { found = try item.resolved }
    let isFile =
      found["format"]?.string == "binary" || found["contentMediaType"] != nil
      || found["type"] == nil
        && !found.value.members.contains { ["properties", "enum", "anyOf", "allOf", "oneOf"].contains($0.key) }
    if isFile {
      guard isRequired else {
        schemas.lose("the file \(part) of \(name): it is optional, and no example is given", member)
        return nil
      }
      return [
        "file": .string(DraftWriter.picture), "filename": "sample.png",
        "content": .string(MediaTypeName.bare(type ?? found["contentMediaType"]?.string ?? "image/png")),
      ]
    }
    var tree: DraftTree = ["schema": try schemas.schema(member, .request)]
    if let type, !type.contains("*") { tree["content"] = .string(type) }
    var isGiven = shown != nil
    if !isGiven { isGiven = try member.isGiven() }
    if isRequired || isGiven, let value = try schemas.value(member, shown, isRequest: true) {
      let isValue = (value.string != nil || value.number != nil) && found["enum"] == nil && found["const"] == nil
      let placed = isValue ? placed(part, value, found, isGiven: isGiven) : nil
      tree["example"] = placed ?? value.template
    } else if isRequired {
      isComplete = false
      schemas.lose("a value for the part \(part) of \(name): give it an example", member)
    }
    return tree
  }
}
