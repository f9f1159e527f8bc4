import AssayHTTP
import AssayJSON

/// A registry of the documents that contain schemas, with the identifiers and anchors that references can lead to.
struct SchemaRegistry: Sendable {
  private(set) var documents: [JSONDocument] = []
  /// The URI by which each document was requested; empty for the first if it has no base URI.
  private(set) var documentURIs: [String] = []
  private(set) var resources: [SchemaResource] = []
  private var resourceByURI: [String: Int] = [:]
  /// The index of the resource that each visited schema belongs to.
  private var resourceByPlace: [SchemaPlace: Int] = [:]
  private var childIndexes: [SchemaPlace: ChildIndex] = [:]
  /// The pointers of the places that references have led to.
  private var pointers: [SchemaPlace: JSONPointer] = [:]
  /// The schemas that references have led to, with the resource each belongs to; forgotten when further identifiers and
  /// anchors are read.
  private var targets: [WrittenReference: (place: SchemaPlace, owner: Int)] = [:]
  private var customVocabularies: [String: SchemaVocabularies] = [:]
  private let resolver: (any SchemaResolver)?
  let options: SchemaOptions
  private let dialect: SchemaDialect

  /// A reference as it is written in a resource.
  private struct WrittenReference: Hashable {
    var text: ExactText
    var resource: Int
  }

  init(dialect: SchemaDialect, resolver: (any SchemaResolver)?, options: SchemaOptions) {
    self.dialect = dialect
    self.resolver = resolver
    self.options = options
  }

  func value(at place: SchemaPlace) -> JSONValue { JSONValue(document: documents[place.document], index: place.index) }

  /// Adds a document and makes its root a resource; returns the resource's index. The document is not read as a schema
  /// yet.
  mutating func add(_ document: JSONDocument, uri: String) throws(SchemaError) -> Int {
    documents.append(document)
    documentURIs.append(uri)
    let place = SchemaPlace(document: documents.count - 1, index: 0)
    var root = SchemaResource(
      uri: uri,
      place: place,
      vocabularies: SchemaVocabularies(dialect: dialect, options: options)
    )
    do throws(SchemaError) {
      root.vocabularies = try rootVocabularies(of: document, at: place)
    } catch {
      root.refusal = error
    }
    let resource = add(root)
    resourceByPlace[place] = resource
    try index(place, in: resource)
    return place.document
  }

  private mutating func add(_ resource: SchemaResource) -> Int {
    resources.append(resource)
    if resourceByURI[resource.uri] == nil { resourceByURI[resource.uri] = resources.count - 1 }
    return resources.count - 1
  }

  // MARK: Looking up

  /// Returns the schema that `reference` leads to from `resource`, and the resource it belongs to; `nil` if it leads
  /// nowhere.
  mutating func resolve(_ reference: String, from resource: Int) throws(SchemaError) -> (SchemaPlace, Int)? {
    let written = WrittenReference(text: ExactText(reference), resource: resource)
    if let known = targets[written] { return known }
    let target = try target(of: reference, from: resource)
    targets[written] = target
    return target
  }

  private mutating func target(of reference: String, from resource: Int) throws(SchemaError) -> (SchemaPlace, Int)? {
    let target = URIReference(reference).resolved(against: URIReference(resources[resource].uri))
    guard let found = try self.resource(for: target.withoutFragment), let fragment = target.decodedFragment else {
      return nil
    }
    if fragment.isEmpty { return (resources[found].place, found) }
    if fragment.utf8.first == 0x2F {
      guard let pointer = JSONPointer(fragment) else { return nil }
      return try place(at: pointer, in: found)
    }
    guard let place = resources[found].anchors[fragment] else { return nil }
    return (place, found)
  }

  private mutating func resource(for uri: String) throws(SchemaError) -> Int? {
    if let known = resourceByURI[uri] { return known }
    if let document = MetaSchemas.document(for: uri) ?? resolver?.document(for: uri) {
      let added = try add(document, uri: uri)
      return resourceByPlace[SchemaPlace(document: added, index: 0)]
    }
    return nil
  }

  /// Returns the value at `pointer` below a resource's root, and reads it as a schema; `nil` if the value is missing.
  mutating func place(at pointer: JSONPointer, in resource: Int) throws(SchemaError) -> (SchemaPlace, Int)? {
    let root = resources[resource].place
    var owner = resource
    var value = self.value(at: root)
    for token in pointer.tokens {
      guard let next = child(token, of: value, in: root.document) else { return nil }
      value = next
      owner = resourceByPlace[SchemaPlace(document: root.document, index: value.index)] ?? owner
    }
    let place = SchemaPlace(document: root.document, index: value.index)
    if resourceByPlace[place] == nil { try index(place, in: owner) }
    if root.index == 0, pointers[place] == nil { pointers[place] = pointer }
    return (place, resourceByPlace[place] ?? owner)
  }

  /// Returns the pointer to a place in its document.
  ///
  /// A reference says it; finding it in the document takes as long as what is written before the place.
  mutating func pointer(to place: SchemaPlace) -> JSONPointer {
    if let known = pointers[place] { return known }
    let pointer = value(at: place).pointer
    pointers[place] = pointer
    return pointer
  }

  /// Returns the member or item `token` of `value`; `nil` if none exists. An index is made for repeated lookups in one
  /// value.
  private mutating func child(_ token: String, of value: JSONValue, in document: Int) -> JSONValue? {
    guard value.count > ChildIndex.leastCount else { return value[JSONPointer(tokens: [token])] }
    let place = SchemaPlace(document: document, index: value.index)
    if childIndexes[place] == nil { childIndexes[place] = ChildIndex(value) }
    return childIndexes[place]?.index(of: token).map { JSONValue(document: value.document, index: $0) }
  }

  /// Returns the schema that a reference keyword leads to from `resource`, and the resource it belongs to. `context`
  /// says which schemas dynamic anchors stand for (2020-12 sections 8.2.3.1 and 8.2.3.2).
  mutating func resolve(
    _ reference: String,
    by keyword: String,
    from resource: Int,
    _ context: DynamicContext
  ) throws(SchemaError) -> (SchemaPlace, Int)? {
    guard let (place, owner) = try resolve(reference, from: resource) else { return nil }
    let target = value(at: place)
    guard target.kind == .object || target.bool != nil else { return nil }
    guard keyword != "$ref" else { return (place, owner) }
    let anchor = keyword == "$recursiveRef" ? "" : URIReference(reference).decodedFragment ?? ""
    guard keyword == "$recursiveRef" || !anchor.isEmpty, resources[owner].dynamicAnchors[anchor] == place,
      let outermost = context.place(of: anchor), let holder = resourceByPlace[outermost]
    else { return (place, owner) }
    return (outermost, holder)
  }

  /// Returns the index of the resource that a visited schema belongs to; `nil` if it was not visited.
  func resource(of place: SchemaPlace) -> Int? { resourceByPlace[place] }

  // MARK: Reading names

  /// Visits the schemas inside `start`, and registers their identifiers and anchors.
  private mutating func index(_ start: SchemaPlace, in resource: Int) throws(SchemaError) {
    targets = [:]
    var pending = [(start, resource)]
    while let (place, outer) = pending.popLast() {
      let schema = value(at: place)
      guard schema.kind == .object else {
        resourceByPlace[place] = outer
        continue
      }
      let owner = try identify(schema, at: place, in: outer)
      resourceByPlace[place] = owner
      let dialect = resources[owner].vocabularies.dialect
      for member in schema.members {
        guard let held = KeywordDefinition.subschemas(of: member.key, in: dialect) else { continue }
        for (_, child) in held.shape.schemas(in: member.value, dialect) {
          pending.append((SchemaPlace(document: place.document, index: child.index), owner))
        }
      }
    }
  }

  /// Registers the identifier and anchors of one schema; returns the index of the resource it belongs to.
  private mutating func identify(_ schema: JSONValue, at place: SchemaPlace, in outer: Int) throws(SchemaError) -> Int {
    var owner = outer
    var dialect = resources[outer].vocabularies.dialect
    let isRoot = resources[outer].place == place
    if !isRoot, let declared = schema["$schema"]?.string.flatMap(SchemaDialect.init(metaSchemaURI:)),
      declared != dialect
    {
      if schema[declared.identifierKeyword] == nil { owner = add(resources[outer].reading(as: declared, options)) }
      dialect = declared
    }
    if dialect.refHidesSiblings, schema["$ref"] != nil { return owner }
    if let identifier = schema[dialect.identifierKeyword]?.string {
      let reference = URIReference(identifier)
      if dialect <= .draft7, let name = reference.fragment, !name.isEmpty {
        resources[owner].anchors[name] = place
      }
      if reference.withoutFragment != "" {
        owner = try rename(schema, to: reference, at: place, in: outer, isRoot: isRoot)
      }
    }
    if dialect >= .draft2019_09 {
      if let name = schema["$anchor"]?.string { resources[owner].anchors[name] = place }
      if schema["$recursiveAnchor"]?.bool == true, dialect == .draft2019_09 {
        resources[owner].dynamicAnchors[""] = place
      }
      if dialect == .draft2020_12, let name = schema["$dynamicAnchor"]?.string {
        resources[owner].anchors[name] = place
        resources[owner].dynamicAnchors[name] = place
      }
    }
    return owner
  }

  private mutating func rename(
    _ schema: JSONValue,
    to reference: URIReference,
    at place: SchemaPlace,
    in outer: Int,
    isRoot: Bool
  ) throws(SchemaError) -> Int {
    let uri = reference.resolved(against: URIReference(resources[outer].uri)).withoutFragment
    if isRoot {
      resources[outer].uri = uri
      if resourceByURI[uri] == nil { resourceByURI[uri] = outer }
      return outer
    }
    var vocabularies = resources[outer].vocabularies
    if let declared = schema["$schema"] { vocabularies = try self.vocabularies(declaredBy: declared, at: place) }
    return add(SchemaResource(uri: uri, place: place, vocabularies: vocabularies))
  }

  // MARK: Dialects

  private mutating func rootVocabularies(
    of document: JSONDocument,
    at place: SchemaPlace
  ) throws(SchemaError) -> SchemaVocabularies {
    guard document.root.kind == .object, let declared = document.root["$schema"] else {
      return SchemaVocabularies(dialect: dialect, options: options)
    }
    return try vocabularies(declaredBy: declared, at: place)
  }

  /// Returns the vocabularies for a `$schema`; a relative URI is treated as a hint for editors and has no effect.
  private mutating func vocabularies(
    declaredBy declared: JSONValue,
    at place: SchemaPlace
  ) throws(SchemaError) -> SchemaVocabularies {
    guard let uri = declared.string else { return SchemaVocabularies(dialect: dialect, options: options) }
    if let known = SchemaDialect(metaSchemaURI: uri) { return SchemaVocabularies(dialect: known, options: options) }
    let target = URIReference(uri)
    guard target.scheme != nil else { return SchemaVocabularies(dialect: dialect, options: options) }
    let address = target.withoutFragment
    if let known = customVocabularies[address] { return known }
    guard let metaSchema = MetaSchemas.document(for: address) ?? resolver?.document(for: address) else {
      throw SchemaError(
        .unknownMetaSchema(uri),
        at: declared.pointer,
        offset: declared.byteRange.lowerBound,
        document: documentURIs[place.document]
      )
    }
    let read = try vocabularies(of: metaSchema, declaredBy: declared, at: place)
    customVocabularies[address] = read
    return read
  }

  private func vocabularies(
    of metaSchema: JSONDocument,
    declaredBy declared: JSONValue,
    at place: SchemaPlace
  ) throws(SchemaError) -> SchemaVocabularies {
    let base = metaSchema.root["$schema"]?.string.flatMap(SchemaDialect.init(metaSchemaURI:)) ?? dialect
    var read = SchemaVocabularies(dialect: base, options: options)
    guard let list = metaSchema.root["$vocabulary"], list.kind == .object else { return read }
    read.names = [.core]
    for member in list.members {
      if let name = SchemaVocabularies.Name(uri: member.key) {
        read.names.insert(name)
        if name == .formatAssertion || (name == .format && member.value.bool == true) { read.assertsFormat = true }
      } else if member.value.bool == true {
        throw SchemaError(
          .unknownVocabulary(member.key),
          at: declared.pointer,
          offset: declared.byteRange.lowerBound,
          document: documentURIs[place.document]
        )
      }
    }
    return read
  }
}

/// The place of a schema: the index of a document in the registry, and the position of its value in the parsed
/// document.
struct SchemaPlace: Hashable, Sendable {
  var document: Int
  var index: Int
}

/// The positions of the members or items of one large value, by name. Without them, many references into the value
/// would take quadratic time.
struct ChildIndex: Sendable {
  /// The number of members or items above which an index is made; for fewer, a search is as fast.
  static let leastCount = 32

  /// The position of each member or item in the parsed document, by the bytes of the name, since names are compared
  /// byte by byte (RFC 6901 section 4).
  private var indexes: [[UInt8]: Int] = [:]

  init(_ value: JSONValue) {
    indexes.reserveCapacity(value.count)
    for member in value.members { indexes[Array(member.key.utf8)] = member.value.index }
    for (position, item) in value.items.enumerated() { indexes[Array(String(position).utf8)] = item.index }
  }

  /// Returns the position, in the parsed document, of the member or item `token`; of members with the same name, the
  /// last. `nil` if none exists.
  func index(of token: String) -> Int? { indexes[Array(token.utf8)] }
}
