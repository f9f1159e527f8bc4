import AssayContract
import AssayFindings
import AssayJSON
import AssayReport
import AssayText

/// The lines of the documents that are at hand: those of a folder, or those that the contract has kept of what it cites.
struct GuideLines: Sendable {
  private var documents: [String: [Int: String]] = [:]

  /// `files` are the lines of whole documents by their files.
  init(_ contract: Contract, files: [String: [String]]) {
    for document in contract.documents {
      let lines = files[document.file].map { Dictionary(uniqueKeysWithValues: zip(1..., $0)) }
      documents[document.name] = lines ?? document.remembered
    }
  }

  /// The cited lines in order, without those that are not at hand.
  subscript(citation: Citation) -> [String] { citation.lines.compactMap { documents[citation.document]?[$0] } }
}

/// The examples that the cited lines of a guide show of one kind of answer or event.
///
/// An example that the contract has for the mock counts where the cited lines show it, too.
struct GuideExamples {
  let lines: GuideLines
  /// The examples of the contract, as templates.
  let templates: [JSONValue]

  /// The scalars shown for the value at `pointer`, in which `*` is any item, in the first of `sources` that shows one; and the
  /// citations of the lines that show them.
  func scalars(at pointer: JSONPointer, citedBy sources: [[Citation]]) -> (values: [JSONValue], sources: [Citation]) {
    for citations in sources {
      let read = [shown(at:in:), named(at:in:)].lazy.map { read in citations.map { ($0, read(pointer, lines[$0])) } }
      guard let found = read.map({ $0.filter { !$0.1.isEmpty } }).first(where: { !$0.isEmpty }) else { continue }
      return (found.flatMap(\.1), found.map(\.0))
    }
    return ([], [])
  }

  /// The scalars of JSON examples.
  private func shown(at pointer: JSONPointer, in lines: [String]) -> [JSONValue] {
    ExampleOutline(lines, in: lines.indices).scalars(at: pointer.tokens)
  }

  /// The texts that the examples of the contract stand for.
  private func named(at pointer: JSONPointer, in lines: [String]) -> [JSONValue] {
    let templates = templates(at: pointer)
    if templates.isEmpty { return [] }
    let texts = Set(lines.flatMap { $0.split { " \t\"'`|,()[]".contains($0) } }.map(String.init)).sorted()
    return texts.filter { text in templates.contains { Self.fills(text, $0) } }.map { .string($0) }
  }

  private func templates(at pointer: JSONPointer) -> [TemplateText] {
    var found = templates
    for token in pointer.tokens {
      found = found.flatMap { value -> [JSONValue] in
        guard token == ObservedShape.anyName else { return [value[token]].compactMap { $0 } }
        return value["$forEach"] == nil ? Array(value.items) : [value["value"]].compactMap { $0 }
      }
    }
    return found.compactMap { $0.string.flatMap { try? TemplateText(parsing: $0) } }.filter { !$0.isExpression }
  }

  /// Returns true if `text` is what `template` may come to: of a form that tells, with any text for each expression.
  private static func fills(_ text: String, _ template: TemplateText) -> Bool {
    guard TextForm(of: text).kind.isTelling else { return false }
    var rest = text[...]
    var isOpen = false
    for piece in template.pieces {
      guard case .literal(let literal) = piece else {
        isOpen = true
        continue
      }
      guard let range = rest.firstRange(of: literal), isOpen || range.lowerBound == rest.startIndex else {
        return false
      }
      (rest, isOpen) = (rest[range.upperBound...], false)
    }
    return isOpen || rest.isEmpty
  }
}

extension SeenForms {
  /// More texts than this are no constant and no vocabulary.
  private static let mostTexts = 3

  /// Returns true if none of the values is like one of `examples`; those that repeat a text of `sent` say nothing.
  func isUnlike(_ examples: [JSONValue], besides sent: Set<String>) -> Bool {
    let shown = examples.filter { $0.number != nil || $0.string.map { !$0.isEmpty } ?? false }
    let known = shown.map { value in
      (form: value.string.map { TextForm(of: $0) } ?? .number, isCut: TextForm.isCut(value.string ?? ""))
    }
    let received = forms.filter { $0.value.isCut || !sent.isSuperset(of: $0.value.texts) }.keys
    if known.isEmpty || received.isEmpty { return false }
    if known.allSatisfy({ $0.form.kind.isTelling }) {
      return !received.contains { form in known.contains { form.isLike($0.form, isCut: $0.isCut) } }
    }
    let isWord = known.allSatisfy { $0.form.kind == .word }
    guard known.allSatisfy({ !$0.form.kind.isTelling && !$0.isCut }), received.allSatisfy({ !$0.kind.isTelling }) else {
      return false
    }
    // One that is shown may be a value of the backend's own, even if it was also sent.
    guard Set(texts.texts).isDisjoint(with: shown.compactMap { $0.string?.shortened(to: ObservedShape.longestText) })
    else { return false }
    let texts = Set(texts.texts).subtracting(sent)
    if texts.isEmpty || self.texts.isCut { return false }
    // Few words, and none of those shown: another vocabulary.
    if isWord, received.allSatisfy({ $0.kind == .word }) { return true }
    // Calls that differ return one text, or many calls a few.
    return texts.count <= Self.mostTexts && commands.texts.count >= 2 * texts.count
  }
}
