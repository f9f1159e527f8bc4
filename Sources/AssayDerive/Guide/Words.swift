import AssayText

/// Conversions of words and names in guides.
extension StringProtocol {
  /// The text without white space at both ends.
  var trimmed: String { trimming("") }

  /// The text without quotes, brackets and full stops at both ends.
  var trimmingMarks: String { trimming("\"'`“”‘’()[]{}.,;:*。，、") }

  /// Returns the text without white space and any of `marks` at both ends.
  func trimming(_ marks: String) -> String {
    let marks = marks.unicodeScalars
    var view = Substring(self).unicodeScalars
    while let first = view.first, marks.contains(first) || first.properties.isWhitespace { view.removeFirst() }
    while let last = view.last, marks.contains(last) || last.properties.isWhitespace { view.removeLast() }
    return String(view)
  }

  /// The words of a name or a sentence in lower case, split where the case changes and at all characters except letters
  /// and digits.
  var nameWords: [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for scalar in unicodeScalars {
      let isUpper = scalar.properties.isUppercase
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        if !word.isEmpty { words.append(word) }
        (word, wasLower) = ("", false)
        continue
      }
      if isUpper, wasLower {
        words.append(word)
        word = ""
      }
      word += scalar.properties.lowercaseMapping
      wasLower = !isUpper
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The text as lower-case words joined by hyphens, for names in a contract.
  var slug: String {
    asciiWords.joined(separator: "-")
  }

  /// The words of the name, without characters that are not ASCII.
  var asciiWords: [String] { nameWords.map { $0.filter(\.isASCII) }.filter { !$0.isEmpty } }

  /// The parts of the text between any of `marks`; empty ones only if they are asked for.
  func parts(_ marks: String, keepingEmpty: Bool = false) -> [String] {
    split(omittingEmptySubsequences: !keepingEmpty) { marks.contains($0) }.map { String($0) }
  }

  /// The parts of the text before and after the first `mark`.
  func halves(_ mark: Character, keepingEmpty: Bool = false) -> [String] {
    split(separator: mark, maxSplits: 1, omittingEmptySubsequences: !keepingEmpty).map { String($0) }
  }

  /// The words of the text as written: letters, digits and `marks`.
  func wordParts(_ marks: String = "") -> [String] {
    split { !($0.isLetter || $0.isNumber || marks.contains($0)) }.map { String($0) }
  }

  func begins(_ texts: String...) -> Bool { texts.contains { hasPrefix($0) } }
  func ends(_ texts: String...) -> Bool { texts.contains { hasSuffix($0) } }
  func containsAny(_ texts: String...) -> Bool { texts.contains { contains($0) } }

  /// The text with `replacement` for everything except letters, digits and `marks` of ASCII.
  func plain(_ marks: String = "", else replacement: Character = "_") -> String {
    String(map { $0.isPlain(or: marks) ? $0 : replacement })
  }

  /// The name without case and separators, for comparing `job_id` with `jobId`.
  var folded: String { nameWords.joined() }

  /// True if the text may be the name of an event, `job.done`, `build:done`, `item/added`, and not of a file.
  var isEventName: Bool {
    replacing(":", with: "_").replacing("/", with: "_").isFieldName && !(contains("/") && contains("."))
  }

  /// True if the text is a single field name: `job_id`, `createdAt`, `data.items[].id`, `X-Request-Id`.
  var isFieldName: Bool {
    guard let first = utf8.first, first == 0x5F || first | 0x20 >= 0x61 && first | 0x20 <= 0x7A, utf8.count <= 80 else {
      return false
    }
    return utf8.allSatisfy {
      $0 == 0x5F || $0 == 0x2D || $0 == 0x2E || $0 == 0x5B || $0 == 0x5D || $0 == 0x2A || ($0 >= 0x30 && $0 <= 0x39)
        || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A)
    }
  }
}

extension Character {
  /// Returns true for a letter or a digit of ASCII, or one of `marks`.
  func isPlain(or marks: String = "") -> Bool { isASCII && (isLetter || isNumber || marks.contains(self)) }
}

extension Array where Element: Equatable {
  /// Appends an element that the array does not have.
  mutating func add(_ element: Element) { if !contains(element) { append(element) } }

  /// The elements, each once, in the order in which they first occur.
  var unique: [Element] { reduce(into: []) { $0.add($1) } }
}

extension Array {
  /// Calls `change` with each element.
  mutating func change(_ change: (inout Element) -> Void) { for index in indices { change(&self[index]) } }
}

/// Names that are each given once.
struct UniqueNames {
  private(set) var taken: Set<String> = []

  /// Returns `stem`, or if it is taken, `stem` with the first free number after `mark`.
  mutating func take(_ stem: String, _ mark: String = "-") -> String {
    var (name, count) = (stem, 2)
    while !taken.insert(name).inserted { (name, count) = ("\(stem)\(mark)\(count)", count + 1) }
    return name
  }

  /// Returns `stem` for a scenario, with "again" after it as often as it is taken.
  mutating func takeAgain(_ stem: String) -> String {
    var name = stem
    while !taken.insert(name).inserted { name += "-again" }
    return name
  }
}

/// Texts that guides write in place of a value.
enum Placeholder {
  /// Returns true for a name in brackets: `<kind>`, `{id}`.
  static func isBracketed(_ text: String) -> Bool {
    text.hasPrefix("<") && text.hasSuffix(">") || text.hasPrefix("{") && text.hasSuffix("}")
  }

  /// Returns true for a name that says whose the value is: `your-key`, `yourdomain`.
  static func isReaders(_ text: some StringProtocol) -> Bool { text.lowercased().hasPrefix("your") }
}

/// Lists of words, each written as one text with commas between them.
enum CommaSeparated {
  /// Returns the words between the commas of a text; blanks before a word do not count.
  static func list(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == "\n" }.map { String($0.drop { $0 == " " }) }
  }

  static func set(_ text: String) -> Set<String> { Set(list(text)) }
}

/// Words whose whole text counts.
enum Vocabulary {
  static let finalStates = CommaSeparated.set(
    """
    completed, complete, done, finished, success, succeeded, successful, failed, failure, error, errored,
    cancelled, canceled, expired, unavailable, ready, rejected, refused, aborted, timeout, timed_out, delivered, closed,
    ended, archived, shipped, approved, declined, dead, fertig, fehlgeschlagen, abgebrochen, terminé, ok,
    published, settled, refunded, partial, skipped, stopped, terminated, resolved, executed, faulted,
    processed, crashed, erledigt, abgeschlossen, annulé, échoué, réussi, completado, fallido, cancelado, concluído,
    completada, terminado, terminada, fallida, cancelada, rechazado, rechazada, terminee, terminée, echouee, échouée,
    falhou, finalizado, выполнен, выполнено, завершен, завершён, завершено, успешный, успешно, успех, ошибка,
    отменен, отменён, отменено, истекший, истек, 成功, 失败, 完成, 已完成, 执行完成, 已取消, 失敗, 完了, 완료, 실패
    """
  )
  static let runningStates = CommaSeparated.set(
    """
    pending, progress, queued, processing, running, in_progress, in-progress, inprogress, submitted, waiting,
    started, created, accepted, uploading, analyzing, working, active, scheduled, received, new,
    preparing, rendering, transcribing, retrying, printing, starting, initializing, wartend, laufend, idle,
    paused, assigned, packed, encoding, training, indexing, delayed, blocked, suspended, requested, enqueued, initialized,
    deferred, initiated, claimed, dispatched, confirmed, reserved, held, locked, executing, en_attente, en_cours,
    pendiente, procesando, en_espera, en_curso, en_proceso, en_cola, iniciado, pendente,
    processando, создан, созданный, ожидание, ожидает, начатый, обрабатывается, 等待, 等待中,
    排队中, 处理中, 进行中, 执行中, 正在执行, 运行中, 待处理, 処理中, 待機中, 대기, 처리중
    """
  )
  static let lastEvents = CommaSeparated.set(
    """
    done, complete, completed, completion, end, finish, finished, close, closed, error, failed, final, stop, message_stop,
    [done], success, cancelled, canceled, aborted, ended, fertig, fehler
    """
  )
  /// Words and signs between alternative values, such as "or".
  static let alternatives: Set<String> = [
    "or", "oder", "ou", "o", "и", "или", "або", "lub", "eller", "tai", "veya", "arba", "或", "或者", "または", "또는", "|",
    "/", ",", "、",
  ]
  /// Words that join two sentences.
  static let conjunctions = CommaSeparated.set("and, und, et, y, e, en, och, ja, ve, ir, i, та, і")
  static let descending = WordList(
    """
    descending, highest first, newest first, latest first, most recent first, best first, desc, largest first,
    absteigend, neueste zuerst, décroissant, plus récent, descendente, decrescente, по убыванию, 降序, 降順, 내림차순,
    malejąco, reverse chronological, mažėjan
    """
  )
  static let ascending = WordList(
    """
    ascending, lowest first, oldest first, asc, smallest first, earliest first, aufsteigend, älteste zuerst,
    croissant, ascendente, crescente, по возрастанию, 升序, 昇順, 오름차순, rosnąco, chronological, didėjan
    """
  )

  /// Returns true if a word is one for states of jobs.
  static func isState(_ word: String) -> Bool {
    finalStates.contains(word.lowercased()) || runningStates.contains(word.lowercased())
  }

  /// Returns true if a word only links the text before it with the text after it.
  static func isLink(_ word: String) -> Bool { alternatives.contains(word) || conjunctions.contains(word) }
}
