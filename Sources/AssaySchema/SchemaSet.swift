package import AssayJSON
import Synchronization

/// All schemas of one document: compiled on demand, each once.
package final class SchemaSet: Sendable {
  private let state: Mutex<State>

  private struct State {
    var compiler: SchemaCompiler
    var isIndexed = false
    var compiled: [JSONPointer: CompiledSchema] = [:]
  }

  private let document: JSONDocument
  private let baseURI: String

  /// Makes the set of `document`'s schemas.
  ///
  /// - Parameters:
  ///   - baseURI: What references in the document are relative to, unless it says so itself.
  ///   - dialect: The draft of schemas that do not name theirs.
  ///   - resolver: Finds other documents; without it, references stay inside this one and the meta-schemas.
  package init(
    document: JSONDocument,
    baseURI: String = "",
    dialect: SchemaDialect = .draft2020_12,
    resolver: (any SchemaResolver)? = nil,
    options: SchemaOptions = SchemaOptions()
  ) {
    self.document = document
    self.baseURI = baseURI
    state = Mutex(
      State(
        compiler: SchemaCompiler(registry: SchemaRegistry(dialect: dialect, resolver: resolver, options: options))
      )
    )
  }

  /// The schema at `pointer`, compiled; throws where it, or one it refers to, cannot be.
  package func schema(at pointer: JSONPointer = JSONPointer()) throws(SchemaError) -> CompiledSchema {
    let result: Result<CompiledSchema, SchemaError> = state.withLock { state in
      do throws(SchemaError) {
        return .success(try compile(pointer, &state))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Everything for which the schemas at `pointers`, or those they refer to, cannot be compiled, in the document's order.
  package func errors(at pointers: [JSONPointer]) -> [SchemaError] {
    state.withLock { state in
      var roots: [(place: SchemaPlace, resource: Int)] = []
      var errors: [SchemaError] = []
      for pointer in pointers {
        do throws(SchemaError) { roots.append(try root(at: pointer, &state)) } catch { errors.append(error) }
      }
      if !roots.isEmpty, state.compiler.compile(roots) == nil { errors += state.compiler.failures }
      return errors
    }
  }

  // MARK: Reading schemas

  /// The schema at `pointer` as it is written; `nil` where there is nothing, or the document cannot be read as schemas.
  package func view(at pointer: JSONPointer = JSONPointer()) -> SchemaView? {
    state.withLock { state in
      guard let (place, resource) = try? located(pointer, &state) else { return nil }
      return view(at: place, resource, pointer, DynamicContext(), &state)
    }
  }

  /// The view of a schema that stands inside another, at `pointer`.
  func view(of schema: JSONValue, at pointer: JSONPointer, inside outer: SchemaView) -> SchemaView {
    state.withLock { state in
      let place = SchemaPlace(document: outer.document, index: schema.index)
      let resource = state.compiler.registry.resource(of: place) ?? outer.resource
      return view(at: place, resource, pointer, outer.context, &state)
    }
  }

  /// Returns the schema that a reference leads to, or `nil` if it leads to nothing.
  func target(of reference: String, by keyword: String, from view: SchemaView) -> SchemaView? {
    state.withLock { state in
      let found = try? state.compiler.registry.resolve(reference, by: keyword, from: view.resource, view.context)
      guard let (place, resource) = found else { return nil }
      let pointer = state.compiler.registry.value(at: place).pointer
      return self.view(at: place, resource, pointer, view.context, &state)
    }
  }

  private func view(
    at place: SchemaPlace,
    _ resource: Int,
    _ pointer: JSONPointer,
    _ context: DynamicContext,
    _ state: inout State
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

  // MARK: Compiling

  private func compile(_ pointer: JSONPointer, _ state: inout State) throws(SchemaError) -> CompiledSchema {
    if let known = state.compiled[pointer] { return known }
    guard let graph = state.compiler.compile([try root(at: pointer, &state)]) else {
      throw state.compiler.failures.first ?? SchemaError(.noSuchSchema, at: pointer, offset: 0)
    }
    let compiled = CompiledSchema(graph: graph, stepLimit: state.compiler.registry.options.stepLimit)
    state.compiled[pointer] = compiled
    return compiled
  }

  private func root(at pointer: JSONPointer, _ state: inout State) throws(SchemaError) -> (
    place: SchemaPlace, resource: Int
  ) {
    guard let (place, resource) = try located(pointer, &state) else {
      throw SchemaError(.noSuchSchema, at: pointer, offset: 0)
    }
    let value = state.compiler.registry.value(at: place)
    guard value.kind == .object || value.bool != nil else {
      throw SchemaError(.notASchema, at: pointer, offset: value.byteRange.lowerBound)
    }
    return (place, resource)
  }

  private func located(_ pointer: JSONPointer, _ state: inout State) throws(SchemaError) -> (SchemaPlace, Int)? {
    if !state.isIndexed {
      _ = try state.compiler.registry.add(document, uri: baseURI)
      state.isIndexed = true
    }
    return try state.compiler.registry.place(at: pointer, in: 0)
  }

  /// The built-in document with an identifier: a published meta-schema, or Assay's own.
  package static func builtInMetaSchema(_ uri: String) -> JSONDocument? { MetaSchemas.document(for: uri) }
}
