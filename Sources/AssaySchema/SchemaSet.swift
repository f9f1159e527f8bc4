package import AssayJSON
import Synchronization

/// All schemas of one document: checked on demand, each once, and compiled when the first value is judged. The first of
/// them, which may be the only one, is compiled at once instead of checked.
package final class SchemaSet: Sendable {
  private let store: SchemaStore
  private let compiled = Mutex<[JSONPointer: CompiledSchema]>([:])
  private let samples = Mutex<[JSONPointer: JSONValue?]>([:])

  /// Makes the set of `document`'s schemas.
  ///
  /// - Parameters:
  /// - baseURI: The base of relative references, unless the document has its own.
  ///   - dialect: The draft of schemas that do not name theirs.
  /// - resolver: A source of other documents; without one, references can lead only into this document and the
  ///   meta-schemas.
  package init(
    document: JSONDocument,
    baseURI: String = "",
    dialect: SchemaDialect = .draft2020_12,
    resolver: (any SchemaResolver)? = nil,
    options: SchemaOptions = SchemaOptions()
  ) {
    let registry = SchemaRegistry(dialect: dialect, resolver: resolver, options: options)
    store = SchemaStore(document, baseURI: baseURI, registry)
  }

  /// The schema at `pointer`; throws where it, or one it refers to, cannot be compiled.
  package func schema(at pointer: JSONPointer = JSONPointer()) throws(SchemaError) -> CompiledSchema {
    if let known = compiled.withLock({ $0[pointer] }) { return known }
    let schema = try store.state.withLock { state throws(SchemaError) in
      let first = try state.check(pointer)
      return CompiledSchema(stepLimit: state.compiler.registry.options.stepLimit) { [store] in
        first ?? store.graph(at: pointer)
      }
    }
    compiled.withLock { $0[pointer] = schema }
    return schema
  }

  /// Returns the schemas at `pointers`, compiled together: what they share is compiled once. Returns `nil` if one of
  /// them cannot be compiled, or all of them are too many.
  package func schemas(at pointers: [JSONPointer]) -> JointSchemas? {
    store.state.withLock { state in
      let roots = pointers.compactMap { try? state.root(at: $0) }
      guard !roots.isEmpty, roots.count == pointers.count, let made = state.compiler.compileTogether(roots) else {
        return nil
      }
      return JointSchemas(
        program: ProgramBuilder.build(made.graph),
        schemas: Dictionary(zip(pointers, made.roots)) { first, _ in first },
        stepLimit: state.compiler.registry.options.stepLimit
      )
    }
  }

  /// Returns all errors that prevent compiling the schemas at `pointers`, or those they refer to, in the document's
  /// order.
  package func errors(at pointers: [JSONPointer]) -> [SchemaError] {
    store.state.withLock { state in
      var roots: [(place: SchemaPlace, resource: Int)] = []
      var errors: [SchemaError] = []
      for pointer in pointers {
        do throws(SchemaError) { roots.append(try state.root(at: pointer)) } catch { errors.append(error) }
      }
      if roots.isEmpty || state.compiler.accepts(roots) { return errors }
      return errors + (state.compiler.compile(roots) == nil ? state.compiler.failures : [])
    }
  }

  /// Returns the simplest valid value of the schema at `pointer`; `nil` if the place has no schema, or none can be made.
  ///
  /// It is remembered. `isValid` is true for the values that the schema at `pointer` accepts, which callers may have
  /// compiled in different ways.
  package func sample(at pointer: JSONPointer, _ isValid: (JSONValue) -> Bool) -> JSONValue? {
    if let known = samples.withLock({ $0[pointer] }) { return known }
    let sample = ValueMaker.sample(of: view(at: pointer), isValid)
    samples.withLock { $0[pointer] = .some(sample) }
    return sample
  }

  // MARK: Reading schemas

  /// Returns the schema at `pointer` as written; `nil` if none exists, or the document cannot be read as schemas.
  package func view(at pointer: JSONPointer = JSONPointer()) -> SchemaView? {
    store.state.withLock { state in
      guard let (place, resource) = try? state.located(pointer) else { return nil }
      return view(at: place, resource, pointer, DynamicContext(), &state)
    }
  }

  /// Returns the view of a schema at `pointer` that is written inside the schema of `outer`.
  func view(of schema: JSONValue, at pointer: JSONPointer, inside outer: SchemaView) -> SchemaView {
    store.state.withLock { state in
      let place = SchemaPlace(document: outer.document, index: schema.index)
      let resource = state.compiler.registry.resource(of: place) ?? outer.resource
      return view(at: place, resource, pointer, outer.context, &state)
    }
  }

  /// Returns the schema that a reference leads to, or `nil` if it leads to nothing.
  func target(of reference: String, by keyword: String, from view: SchemaView) -> SchemaView? {
    store.state.withLock { state in
      let found = try? state.compiler.registry.resolve(reference, by: keyword, from: view.resource, view.context)
      guard let (place, resource) = found else { return nil }
      let pointer = state.compiler.registry.pointer(to: place)
      return self.view(at: place, resource, pointer, view.context, &state)
    }
  }

  private func view(
    at place: SchemaPlace,
    _ resource: Int,
    _ pointer: JSONPointer,
    _ context: DynamicContext,
    _ state: inout SchemaStore.State
  ) -> SchemaView {
    let registry = state.compiler.registry
    return SchemaView(
      value: registry.value(at: place),
      pointer: pointer,
      set: self,
      document: place.document,
      resource: resource,
      context: context.entering(registry.resources[resource]),
      vocabularies: registry.resources[resource].vocabularies
    )
  }

  /// Returns the built-in document with an identifier: a published meta-schema or one of Assay's own; `nil` if none
  /// exists.
  package static func builtInMetaSchema(_ uri: String) -> JSONDocument? { MetaSchemas.document(for: uri) }
}

/// The schemas of one document as they are written, and what compiles them.
private final class SchemaStore: Sendable {
  let state: Mutex<State>

  struct State {
    let document: JSONDocument
    let baseURI: String
    var compiler: SchemaCompiler
    var isIndexed = false
    var isFirst = true

    /// Throws if the schema at `pointer`, or one it refers to, cannot be compiled. Returns the graph of the first schema.
    mutating func check(_ pointer: JSONPointer) throws(SchemaError) -> SchemaGraph? {
      let root = try root(at: pointer)
      if !isFirst, compiler.accepts([root]) { return nil }
      guard let graph = compiler.compile([root]) else {
        throw compiler.failures.first ?? SchemaError(.noSuchSchema, at: pointer, offset: 0)
      }
      defer { isFirst = false }
      return isFirst ? graph : nil
    }

    mutating func root(at pointer: JSONPointer) throws(SchemaError) -> (place: SchemaPlace, resource: Int) {
      guard let (place, resource) = try located(pointer) else {
        throw SchemaError(.noSuchSchema, at: pointer, offset: 0)
      }
      let value = compiler.registry.value(at: place)
      guard value.kind == .object || value.bool != nil else {
        throw SchemaError(.notASchema, at: pointer, offset: value.byteRange.lowerBound)
      }
      return (place, resource)
    }

    mutating func located(_ pointer: JSONPointer) throws(SchemaError) -> (SchemaPlace, Int)? {
      if !isIndexed {
        _ = try compiler.registry.add(document, uri: baseURI)
        isIndexed = true
      }
      return try compiler.registry.place(at: pointer, in: 0)
    }
  }

  init(_ document: JSONDocument, baseURI: String, _ registry: SchemaRegistry) {
    state = Mutex(State(document: document, baseURI: baseURI, compiler: SchemaCompiler(registry: registry)))
  }

  /// The graph of the schema at `pointer`, which is known to be valid.
  func graph(at pointer: JSONPointer) -> SchemaGraph {
    let graph = state.withLock { state -> SchemaGraph? in
      guard let root = try? state.root(at: pointer) else { return nil }
      return state.compiler.compile([root])
    }
    guard let graph else { preconditionFailure("a valid schema that cannot be compiled") }
    return graph
  }
}
