import AssayDocuments
import AssayFindings
import AssayJSON
import AssayObservation
import AssayText

/// A contract drafted from guides, with the use made of each of their sections.
package struct ContractDraft: Sendable {
  /// The contract, as JSON.
  package let text: String
  package private(set) var fates: [SectionFate] = []
  /// The number of operations in the draft.
  package let operations: Int
  package private(set) var notes = 0
  /// Warnings about the guides: bytes that are not valid UTF-8.
  package private(set) var warnings: [String] = []
  /// The statements of a description that a contract cannot express, each with its lines.
  package private(set) var losses: [String] = []

  /// Drafts a contract from guides; the same guides give the same draft.
  ///
  /// - Parameter files: The file name and bytes of each guide.
  /// - Throws: `DraftError` if a guide cannot be read, or none describes a call.
  package init(guides files: [(name: String, bytes: [UInt8])]) throws(DraftError) {
    let guides = try Self.guides(files)
    let reader = GuideReader(guides)
    guard !reader.table.operations.isEmpty else { throw .noCall(files: files.map(\.name)) }
    guard reader.table.operations.count <= OperationTable.most else {
      throw .tooManyCalls(files: files.map(\.name), most: OperationTable.most)
    }
    let refined = Refinement(reader)
    let writer = DraftWriter(guides, refined)
    let contract = writer.contract()
    text = Self.remembering(contract.document, guides.map { ($0.name, $0.lines) })
    var claims: [String: Set<Int>] = [:]
    contract.addClaims(to: &claims)
    fates = zip(reader.first.outlines, reader.first.fences).flatMap { outline, fences in
      SectionFate.all(of: outline, fences, claims[outline.name] ?? [])
    }
    operations = refined.operations.count
    notes = writer.notes.count
    warnings = zip(files, guides).compactMap { file, guide in
      guide.firstForeignLine.map { "\(file.name):\($0): not UTF-8; the line was read as Latin-1" }
    }
  }

  /// Reads guides, each under the name of its file if there are several.
  private static func guides(_ files: [(name: String, bytes: [UInt8])]) throws(DraftError) -> [Guide] {
    var guides: [Guide] = []
    var names = UniqueNames()
    for (path, bytes) in files {
      let file = path.parts("/").last ?? path
      let stem = files.count > 1 ? (file.parts(".").first ?? "").slug : ""
      do throws(DocumentError) {
        let name = names.take(stem.first?.isLetter == true ? stem : "guide")
        guides.append(try Guide(name: name, file: file, bytes: bytes))
      } catch {
        throw DraftError(error, in: path)
      }
    }
    return guides
  }
}

extension ContractDraft {
  /// Returns the contract with the digest of each of its documents and the text of the lines it cites.
  private static func remembering(_ contract: String, _ documents: [(name: String, lines: [String])]) -> String {
    guard let document = try? JSONDocument(parsing: contract) else { return contract }
    let lines = Dictionary(documents.map { ($0.name, $0.lines) }) { first, _ in first }
    return RememberedDocuments(document).text(remembering: lines)
  }

  /// Drafts a contract from an OpenAPI description, or from workflows of Arazzo, in JSON or YAML.
  ///
  /// - Parameters:
  /// - name: The name of the file in messages.
  /// - base: The URL from which the file was fetched, without its query; server URLs are relative to it.
  ///   - isFetching: True if `read` takes URLs.
  /// - read: Returns the bytes of a file that the description refers to, by its path relative to the folder of the
  ///   first file.
  /// - Returns: `nil` if the document is not such a description.
  package init?(
    description name: String,
    _ bytes: [UInt8],
    base: String? = nil,
    isFetching: Bool = false,
    read: @escaping (String) throws(DraftError) -> [UInt8]
  ) throws(DraftError) {
    guard let read = try Self.read(description: name, bytes, base: base, isFetching: isFetching, read: read) else {
      return nil
    }
    // What was read of the files is free by now.
    self.init(
      read.lines.map { Self.remembering(read.contract, $0.map { ($0.name, Array($0.lines)) }) } ?? read.contract,
      operations: read.operations,
      losses: read.losses
    )
  }

  /// A contract from a description, with the lines of its documents; `nil` if it remembers them itself.
  private typealias ReadDescription = (
    contract: String, operations: Int, losses: [String], lines: [(name: String, lines: DocumentLines)]?
  )

  private static func read(
    description name: String,
    _ bytes: [UInt8],
    base: String?,
    isFetching: Bool,
    read: @escaping (String) throws(DraftError) -> [UInt8]
  ) throws(DraftError) -> ReadDescription? {
    let root: DocumentValue
    do throws(DocumentError) {
      root = try DocumentValue(parsing: bytes)
    } catch {
      throw DraftError(error, in: name)
    }
    let files = OpenAPIFiles(name: name, root: root, bytes: bytes, base: base, isFetching: isFetching, read: read)
    defer { files.close() }
    if let exported = try ContractExport.contract(of: root, files) {
      return (exported.text, exported.operations, exported.losses, nil)
    }
    let contract: String
    let reader: OpenAPIReader
    if ArazzoReader.isDescription(root) {
      let workflows = try ArazzoReader(files: files)
      contract = workflows.contract()
      reader = workflows.api
    } else if OpenAPIReader.isDescription(root) {
      reader = try OpenAPIReader(files: files)
      contract = reader.contract()
    } else {
      return nil
    }
    let lines = reader.schemas.documents.map { file, document in
      (name: document, lines: reader.schemas.text(of: file))
    }
    return (contract, reader.operations.count, OpenAPILoss.lines(reader.schemas.losses), lines)
  }

  private init(_ text: String, operations: Int, losses: [String] = []) {
    (self.text, self.operations, self.losses) = (text, operations, losses)
  }
}

extension ContractDraft {
  /// Drafts a contract from the tools that a server of the Model Context Protocol lists.
  ///
  /// - Parameters:
  /// - name: The name of the file in messages.
  ///   - base: The contract of the protocol.
  /// - Returns: `nil` where the document is not an answer to `tools/list`.
  package init?(tools name: String, _ bytes: [UInt8], base: [UInt8]) {
    guard let root = try? DocumentValue(parsing: bytes), let list = ToolListReader.list(in: root),
      let base = try? JSONDocument(parsing: base)
    else { return nil }
    var reader = ToolListReader(list, file: name, base: base.root)
    let contract = reader.contract()
    let lines = DocumentText(bytes).lines
    self.init(Self.remembering(contract, [("tools", lines)]), operations: reader.operations)
  }
}

extension ContractDraft {
  /// Drafts a contract from a GraphQL schema, in its language or as an answer to an introspection query, and example operations.
  ///
  /// - Parameters:
  ///   - files: Each document's file name and its bytes.
  ///   - base: The contract of GraphQL over HTTP.
  /// - Returns: `nil` where no document is a schema.
  /// - Throws: `DraftError` where the others are not operations, or an operation is missing.
  package init?(graphQL files: [(name: String, bytes: [UInt8])], base: [UInt8]) throws(DraftError) {
    let documents = files.map { GraphQLReader.File(name: $0.name, bytes: $0.bytes) }
    guard let base = try? JSONDocument(parsing: base), var reader = try GraphQLReader(documents, base: base.root) else {
      return nil
    }
    let contract = reader.contract()
    self.init(
      Self.remembering(contract, reader.lines),
      operations: reader.operations,
      losses: reader.losses
    )
  }
}

extension ContractDraft {
  /// Drafts a contract from a recording, ours or a browser's: all that was seen, as a `should`.
  ///
  /// - Parameter name: The name of the file in messages.
  package init(recording name: String, _ bytes: [UInt8]) throws(DraftError) {
    let log: HARLog
    do throws(HARError) {
      log = try HARReader.read(bytes)
    } catch {
      throw .unreadable(file: name, line: error.location.line, column: error.location.column, reason: error.message)
    }
    let file = name.parts("/").last ?? name
    let reader: RecordingReader
    do throws(UnusableRecording) {
      reader = try RecordingReader(log, file: file)
    } catch {
      throw .unreadable(file: name, reason: error.reason)
    }
    self.init(reader.text, operations: reader.operations.count, losses: reader.losses)
    warnings = reader.variables.map {
      "${\($0)} is read from the environment; it replaces a secret of the recording"
    }
  }
}

/// The reasons why no draft can be made.
package enum DraftError: Error, Hashable, Sendable {
  case unreadable(file: String, line: Int = 1, column: Int = 1, reason: String)
  /// No guide describes a call.
  case noCall(files: [String])
  /// The guides describe more than `most` calls.
  case tooManyCalls(files: [String], most: Int)

  init(_ error: DocumentError, in file: String) {
    self = .unreadable(file: file, line: error.line, column: error.column, reason: error.message)
  }
}
