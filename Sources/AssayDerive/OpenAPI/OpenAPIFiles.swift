import AssayDocuments
import AssayJSON
import AssayText

/// A value of a description, with the file and the place it is at.
struct OpenAPINode {
  /// The files in which its references are looked up.
  let files: OpenAPIFiles
  /// The place of the file among all that were read.
  var file: Int
  var value: DocumentValue
  /// The line of the value's key, if it has one.
  var line: Int?
  /// The place in the file.
  private(set) var way = Way.root

  /// A JSON Pointer that grows without a copy.
  indirect enum Way: Sendable {
    case root
    case member(String, of: Way)
    case item(Int, of: Way)

    /// The pointer as a fragment: `#/paths/~1items/get`.
    var pointer: String {
      switch self {
      case .root: "#"
      case .member(let key, let parent):
        "\(parent.pointer)\(JSONPointer(tokens: [key]))"
      case .item(let index, let parent): "\(parent.pointer)/\(index)"
      }
    }
  }

  fileprivate init(_ files: OpenAPIFiles, file: Int, _ value: DocumentValue) {
    (self.files, self.file, self.value) = (files, file, value)
  }

  subscript(key: String) -> OpenAPINode? { value.members.last { $0.key == key }.map { child($0) } }

  /// The node of a member of the object.
  func child(_ member: DocumentValue.Member) -> OpenAPINode {
    var child = OpenAPINode(files, file: file, member.value)
    (child.line, child.way) = (member.line, .member(member.key, of: way))
    return child
  }

  /// The items of an array.
  var items: [OpenAPINode] {
    value.items.enumerated().map { index, item in
      var child = OpenAPINode(files, file: file, item)
      child.way = .item(index, of: way)
      return child
    }
  }
  /// The members of an object, without extensions (`x-…`).
  var members: [(key: String, node: OpenAPINode)] {
    value.members.filter { !$0.key.hasPrefix("x-") }.map { ($0.key, child($0)) }
  }
  /// The node that remains after all references are followed.
  var resolved: OpenAPINode { get throws(DraftError) { try files.resolved(self).node } }
  var string: String? { value.string }
  /// The texts among the items of an array.
  var strings: [String] { value.items.compactMap(\.string) }
  /// The names of types that JSON Schema knows.
  static let typeNames = CommaSeparated.set("string, number, integer, boolean, object, array, null")
  /// The types that a schema states, without those that do not exist.
  var types: [String] {
    guard let type = self["type"] else { return [] }
    return (type.strings + [type.string].compactMap(\.self)).filter(Self.typeNames.contains)
  }
  /// The type of a schema; of several, the first that is not `null`.
  var type: String? {
    let types = types
    return types.count > 1 ? types.first { $0 != "null" } : types.first
  }
  /// The whole number of a keyword such as `minItems`.
  func count(_ key: String) -> Int? { self[key]?.value.number.flatMap { Int($0.text) } }
  func failure(_ reason: String) -> DraftError { files.failure(self, reason) }
  var lines: ClosedRange<Int> {
    let first = min(line ?? value.lines.lowerBound, value.lines.lowerBound)
    return first...max(first, value.lines.upperBound)
  }
}

/// The files of a description: the named file, and those its references lead to.
final class OpenAPIFiles {
  /// A file that was read: its path relative to the folder of the first file, and its content.
  struct File {
    var path: String
    var root: DocumentValue
    var bytes: [UInt8]
  }

  private(set) var files: [File]
  /// The targets of references, by the file that contains the reference and by its text.
  private var targets: [String: (node: OpenAPINode, key: String)] = [:]
  /// The places of members in objects that references lead into, by the object's file and pointer.
  private var places: [String: [String: Int]] = [:]
  /// The ends of chains of references, by the key of each link.
  private var ends: [String: (node: OpenAPINode, key: String?)] = [:]
  /// The references to other origins, each with the node that makes it; nothing is read there.
  private(set) var foreign: [(node: OpenAPINode, reference: String)] = []
  private let read: (String) throws(DraftError) -> [UInt8]
  /// The name of the first file in messages.
  private let name: String
  /// The URL from which the first file was fetched, without its query; `nil` for a local file.
  let base: String?
  /// True if files are fetched from URLs.
  let isFetching: Bool
  /// True if the first file holds workflows, which name descriptions by URL.
  var isOfWorkflows = false
  /// The most files that are read.
  static let most = 200

  /// - Parameter read: Returns the bytes of a file by its path, relative to the folder of the first file.
  init(
    name: String,
    root: DocumentValue,
    bytes: [UInt8],
    base: String? = nil,
    isFetching: Bool = false,
    read: @escaping (String) throws(DraftError) -> [UInt8]
  ) {
    self.name = name
    self.read = read
    self.base = base
    self.isFetching = isFetching
    files = [File(path: name.parts("/").last ?? name, root: root, bytes: bytes)]
  }

  /// Lets go of the nodes that references led to, each of which holds the files: without that, neither is ever freed.
  func close() { (targets, ends, foreign) = ([:], [:], []) }

  /// The root of a file.
  func root(of file: Int = 0) -> OpenAPINode { OpenAPINode(self, file: file, files[file].root) }

  fileprivate func failure(_ node: OpenAPINode, _ reason: String) -> DraftError {
    .unreadable(file: fileName(node.file), line: node.lines.lowerBound, reason: reason)
  }

  private func fileName(_ file: Int) -> String {
    file == 0 ? name : name.split(separator: "/").dropLast().map { $0 + "/" }.joined() + files[file].path
  }

  /// Returns the node that remains after all references are followed, and the place it was found at: `file#pointer`.
  func resolved(_ node: OpenAPINode) throws(DraftError) -> (node: OpenAPINode, key: String?) {
    var (node, key): (OpenAPINode, String?) = (node, nil)
    var links: Set<String> = []
    while let reference = node["$ref"]?.string {
      let target = try target(of: reference, at: node)
      guard links.insert(target.key).inserted else { throw failure(node, "\(reference) refers to itself") }
      (node, key) = ends[target.key] ?? (target.node, target.key)
    }
    for link in links { ends[link] = (node, key) }
    return (node, key)
  }

  /// Returns the node that one reference leads to, and its key.
  func target(of reference: String, at node: OpenAPINode) throws(DraftError) -> (
    node: OpenAPINode, key: String
  ) {
    let place = "\(node.file) \(reference)"
    if let known = targets[place] { return known }
    let target = try found(reference, from: node)
    targets[place] = target
    return target
  }

  private func found(_ reference: String, from node: OpenAPINode) throws(DraftError) -> (
    node: OpenAPINode, key: String
  ) {
    if isForeign(reference) {
      var empty = node
      empty.value.kind = .object([])
      foreign.append((node, reference))
      return (empty, reference)
    }
    let parts = reference.halves("#", keepingEmpty: true)
    let file = parts[0].isEmpty ? node.file : try file(parts[0], reference, from: node)
    let pointer = Self.decoded(parts.count > 1 ? parts[1] : "")
    var found = root(of: file)
    guard pointer.isEmpty || pointer.hasPrefix("/") else {
      guard let named = Self.anchor(pointer, in: found) else {
        throw failure(node, "\(reference) does not exist: \(files[file].path) has no `$anchor` called \(pointer)")
      }
      return (named, "\(files[file].path)\(named.way.pointer)")
    }
    var path = "\(file)"
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = String(token.replacing("~1", with: "/").replacing("~0", with: "~"))
      let member = member(name, of: found, at: path)
      path += "/\(token)"
      let item = Int(name).flatMap { found.value.items.indices.contains($0) ? found.items[$0] : nil }
      guard let next = member ?? item else {
        throw failure(node, "\(reference) does not exist: \(files[file].path) has no \(pointer)")
      }
      found = next
    }
    return (found, "\(files[file].path)#\(pointer)")
  }

  /// Returns a member of the object at `path`. The members of a large object are looked up in an index, since each of
  /// them may be referred to.
  private func member(_ name: String, of object: OpenAPINode, at path: String) -> OpenAPINode? {
    let members = object.value.members
    guard members.count > 32 else { return object[name] }
    if places[path] == nil {
      places[path] = Dictionary(members.enumerated().map { ($1.key, $0) }) { _, last in last }
    }
    return places[path]?[name].map { object.child(members[$0]) }
  }

  /// The schema with an `$anchor` of that name; `nil` without one.
  private static func anchor(_ name: String, in root: OpenAPINode) -> OpenAPINode? {
    var pending = [root]
    while let next = pending.popLast() {
      if next["$anchor"]?.string == name { return next }
      pending += next.members.map(\.node) + next.items
    }
    return nil
  }

  /// Returns the index of the file at `path`, relative to the folder of the file with `node`.
  func open(_ path: String, from node: OpenAPINode) throws(DraftError) -> Int {
    try file(path, path, from: node)
  }

  private func file(_ path: String, _ reference: String, from node: OpenAPINode) throws(DraftError) -> Int {
    let whole = try self.whole(path, reference, from: node)
    if let known = files.firstIndex(where: { $0.path == whole }) { return known }
    guard files.count < Self.most else { throw failure(node, "more than \(Self.most) files are referred to") }
    let bytes: [UInt8]
    do throws(DraftError) {
      bytes = try read(whole)
    } catch {
      guard case .unreadable(_, _, _, let reason) = error else { throw error }
      throw failure(node, "\(reference) cannot be read: \(reason)")
    }
    do throws(DocumentError) {
      files.append(File(path: whole, root: try DocumentValue(parsing: bytes), bytes: bytes))
    } catch {
      throw DraftError(error, in: whole)
    }
    return files.count - 1
  }

  /// Returns `path` relative to the folder of the first file; a URL in the workflows' sources, and a path from the root
  /// of an origin, are unchanged.
  private func whole(_ path: String, _ reference: String, from node: OpenAPINode) throws(DraftError) -> String {
    if isFetching, Self.isURL(path), isOfWorkflows || isOfOrigin(path) { return path }
    let isRooted = base != nil && path.hasPrefix("/") && !path.hasPrefix("//")
    guard !path.contains(":"), isRooted || !path.hasPrefix("/"), !path.hasPrefix("\\") else {
      throw failure(node, "\(reference) is not a relative path; only files of the folder and its repository are read")
    }
    let folder = files[node.file].path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var parts = isRooted ? [""] : folder.map { String($0) }
    for part in Self.decoded(path).split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != "..", last != "" {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns true if a reference, or the key of its target, leads to an origin from which nothing is read. What it
  /// describes is taken to be described by nothing: `{}`.
  func isForeign(_ reference: String) -> Bool {
    Self.isURL(reference) && !(isFetching && (isOfWorkflows || isOfOrigin(reference)))
  }

  private static func isURL(_ text: String) -> Bool { text.begins("https://", "http://") }

  private func isOfOrigin(_ url: String) -> Bool { base.map { url.hasPrefix($0 + "/") } ?? false }

  /// Returns the text with percent-encoding decoded; invalid sequences are unchanged.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
