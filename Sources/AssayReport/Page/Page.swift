package import AssayFindings

/// A report for people, made from a run, drift, changes or promises, and rendered for the console, as Markdown or as
/// HTML.
package struct Page {
  /// The colour of the verdict.
  package enum Tone: String {
    case passed, failed, error, interrupted

    package init(_ outcome: RunResult.Outcome) { self = Tone(rawValue: outcome.rawValue) ?? .error }

    /// The sign before the verdict, so that it does not depend on colour alone.
    var sign: String {
      switch self {
      case .passed: "✓"
      case .failed: "✗"
      case .error: "?"
      case .interrupted: "!"
      }
    }
  }

  /// The verdict, a sentence without a full stop.
  var verdict: String
  var tone: Tone
  /// The name of the page in a window and in Markdown's first heading: `Drift`.
  var name: String
  /// The lines below the verdict.
  var summary: [Block] = []
  var body: [Block] = []

  package init(verdict: String, tone: Tone, name: String, summary: [Block] = [], body: [Block] = []) {
    self.verdict = verdict
    self.tone = tone
    self.name = name
    self.summary = summary
    self.body = body
  }
}

/// A part of a page.
package indirect enum Block {
  /// The title of the blocks up to the next heading.
  case heading(String)
  case sentence(Span)
  /// A list of facts, each a name with its value.
  case facts([(name: String, value: Span)])
  case list([[Span]])
  case table(PageTable)
  /// A title with the blocks below it, whose headings are one level deeper.
  case part(String, [Block])
  /// Details that a reader can open; the console omits them.
  case fold(String, [Block])
  case quote(Quotation)
  /// A command line that repeats a request.
  case command(String)
}

/// A piece of text with its meaning; each renderer escapes text from outside.
package enum Span {
  /// A sentence; text between backticks is code.
  case prose(String)
  /// A name or a value.
  case code(String)
  /// An `https` or `http` address that a reader may follow.
  case link(String)
  /// A level or an effect, in the colour of its weight.
  case badge(String, Weight)
}

/// The weight of a row or a badge.
package enum Weight: String {
  case must, should, may, good, known
}

/// A table: on a terminal each row is a heading of its first two cells and a labelled line for each further cell.
package struct PageTable {
  var columns: [String]
  var rows: [Row]

  /// A table row, with evidence such as quotations and commands that is shown below it.
  package struct Row {
    var cells: [Cell]
    var weight: Weight?
    /// The name of the row's subject, which Markdown's list of commands shows before the row's command.
    var name = ""
    var evidence: [Block] = []

    package init(_ cells: [Cell], weight: Weight? = nil, name: String = "", evidence: [Block] = []) {
      self.cells = cells
      self.weight = weight
      self.name = name
      self.evidence = evidence
    }
  }

  /// A text with smaller notes below it; empty texts are left out.
  package struct Cell {
    var text: Span
    var notes: [Span]

    package init(_ text: Span, _ notes: [Span] = []) {
      self.text = text
      self.notes = notes.filter { !$0.isEmpty }
    }
  }

  package init(columns: [String], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }
}

/// The lines of a document that a promise rests on.
package struct Quotation {
  let source: Citation
  /// The member or the event the promise is about; lines that name it are highlighted.
  let name: String?
  let documents: DocumentIndex
  /// The available lines of the documents, by file.
  let texts: [String: [String]]
}

extension Span {
  /// The plain text of the span.
  var text: String {
    switch self {
    case .prose(let text), .code(let text), .link(let text), .badge(let text, _): text
    }
  }

  var isEmpty: Bool { text.isEmpty }
}
