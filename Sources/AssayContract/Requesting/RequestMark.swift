import AssayFindings
import AssayHTTP
import AssayJSON
import AssaySchema

/// A part of a request that distinguishes an operation from others: one it requires, or one whose values it lists.
struct RequestMark: Sendable {
  var part: Place.Part
  /// The values that the part may have, as text; empty if they are not listed.
  var listed: [String] = []
  var isRequired: Bool
  /// The schema that the part's text must match; `nil` if absent.
  private var schema: CompiledSchema?

  /// The maximum number of a body's members examined.
  private static let most = 100
  /// The maximum depth of members examined.
  private static let deepest = 4

  /// Returns the parts that distinguish requests of `operation`: those it requires, and those whose values it lists.
  static func all(of operation: Operation, in contract: Contract) -> [RequestMark] {
    let request = operation.request
    var marks = request.headers.map { header in
      // Clients send a field with a value of its own, such as `Accept`, without being told to.
      RequestMark(.header(header.name.lowercased()), header, isRequired: header.schema != nil, contract)
    }.filter { !$0.listed.isEmpty }
    if operation.isWebSocket {
      marks.append(RequestMark(part: .header("upgrade"), listed: ["websocket"], isRequired: true))
    }
    marks += request.query.map { RequestMark(.query($0.name), $0, isRequired: true, contract) }
    switch request.content {
    case nil: break
    case .multipart(let fields):
      marks.append(contentType(["multipart/form-data"]))
      marks += fields.map { field in
        let listed = field.schema.map { Self.listed(by: $0, in: contract) } ?? []
        return RequestMark(part: .formPart(field.name), listed: listed, isRequired: field.isRequired)
      }
    case .body(let body):
      marks.append(contentType(([body] + body.alternatives).map(\.contentType)))
      let view = body.schema.flatMap { contract.schemas.view(at: $0.promise.pointer) }
      addMembers(of: ValueSchema(view, reach: .always), at: [], isRequired: true, to: &marks)
    }
    return marks.filter { $0.isRequired || !$0.listed.isEmpty }
  }

  private static func contentType(_ types: [String]) -> RequestMark {
    RequestMark(part: .header("content-type"), listed: types, isRequired: false)
  }

  private static func addMembers(
    of value: ValueSchema,
    at path: [String],
    isRequired: Bool,
    to marks: inout [RequestMark]
  ) {
    guard path.count < deepest else { return }
    let required = value.required
    for (name, schemas) in value.members where marks.count < most {
      let member = ValueSchema(schemas, reach: .always)
      let path = path + [name]
      let isRequired = isRequired && required.containsExactly(name)
      marks.append(
        RequestMark(
          part: .value(ValuePath(path.map { .member($0) })),
          listed: listed(by: member),
          isRequired: isRequired
        )
      )
      addMembers(of: member, at: path, isRequired: isRequired, to: &marks)
    }
  }

  /// Returns true if `text` is an allowed value of the part.
  func isKept(by text: String) -> Bool {
    switch part {
    case .header("accept"):
      let ranges = MediaType.ranges(text).filter { $0.weight > 0 }.map(\.range)
      return listed.flatMap { MediaType.ranges($0) }.contains { type in
        ranges.contains { MediaType(type.range)?.matches($0) ?? false }
      }
    case .header("content-type"):
      return listed.contains { MediaType(text)?.matches($0) ?? false }
    case .header("upgrade"): return listed.contains { $0.lowercased() == text.lowercased() }
    default:
      if !listed.isEmpty { return listed.containsExactly(text) }
      return schema.map { ScalarText.violations(of: text, $0).isEmpty } ?? true
    }
  }

  private static func listed(by schema: SchemaPromise, in contract: Contract) -> [String] {
    listed(by: ValueSchema(contract.schemas.view(at: schema.promise.pointer), reach: .always))
  }

  private static func listed(by value: ValueSchema) -> [String] {
    (value.lists.first ?? []).map { $0.string ?? $0.text }
  }
}

extension RequestMark {
  private init(_ part: Place.Part, _ parameter: Parameter, isRequired: Bool, _ contract: Contract) {
    var listed = parameter.schema.map { Self.listed(by: $0, in: contract) } ?? []
    if parameter.isFixed, let fixed = parameter.example?.string, !fixed.contains("$") { listed = [fixed] }
    self.init(
      part: part,
      listed: listed,
      isRequired: isRequired && parameter.isRequired,
      schema: parameter.schema?.schema
    )
  }
}

extension RequestMark: Hashable {
  static func == (left: RequestMark, right: RequestMark) -> Bool {
    left.part == right.part && left.listed == right.listed && left.isRequired == right.isRequired
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(part)
    hasher.combine(listed)
  }
}
