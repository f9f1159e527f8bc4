import AssayHTTP

/// The replacement of texts from outside, which hides secrets before messages are made from a reason.
extension Reason {
  /// Returns the reason with `change` applied to every text that comes from outside, for example to hide secrets.
  package func mapTexts(_ change: (String) -> String) -> Reason {
    switch self {
    case .words(let words): .words(words.mapTexts(change))
    case .transfer(let reason): .transfer(reason.mapTexts(change))
    case .answer(let reason): .answer(reason.mapTexts(change))
    case .request(let reason): .request(reason.mapTexts(change))
    case .schema(let reason): .schema(reason.mapTexts(change))
    case .rule(let reason): .rule(reason.mapTexts(change))
    case .value(let reason): .value(reason.mapTexts(change))
    case .poll(let reason): .poll(reason.mapTexts(change))
    case .stream(let reason): .stream(reason.mapTexts(change))
    case .during(let reason, let circumstance): .during(reason.mapTexts(change), circumstance.mapTexts(change))
    }
  }
}

extension Reason.Circumstance {
  fileprivate func mapTexts(_ change: (String) -> String) -> Self {
    switch self {
    case .state(let state): .state(change(state))
    case .lastState(let state, let poll): .lastState(change(state), poll: poll)
    case .moreCounted, .besideJob, .sentTwice, .newToken, .withDigest, .elsewhere, .concurrent: self
    case .resumedInVain(let count, let id): .resumedInVain(count, id: change(id))
    case .asked(let about): .asked(change(about))
    case .sent(let about): .sent(change(about))
    }
  }
}

extension TransferReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> TransferReason {
    switch self {
    case .ended(let end, var call, let total, let detail):
      call.name = change(call.name)
      call.origin = change(call.origin)
      call.promisedLength = call.promisedLength.map(change)
      return .ended(end, call, total: total, detail: change(detail))
    case .unreachable(let server, let url, let end, let detail):
      return .unreachable(server: change(server), url: change(url), end, detail: change(detail))
    case .vanished(let poll, let state, let finals):
      return .vanished(poll: poll, state: state.map(change), finals: finals.map(change))
    }
  }
}

extension AnswerReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> AnswerReason {
    switch self {
    case .status(var status):
      status.call = change(status.call)
      status.phrase = change(status.phrase)
      status.promised = status.promised.map(change)
      status.target = status.target.map(change)
      status.source = status.source.map(change)
      status.said = status.said.map(change)
      status.trace = status.trace.map(change)
      return .status(status)
    case .noRoute(var route):
      route.call = change(route.call)
      route.phrase = change(route.phrase)
      route.unknownPath = change(route.unknownPath)
      route.allow = route.allow.map(change)
      return .noRoute(route)
    case .contentType(let promised, let actual):
      return .contentType(promised: change(promised), actual: actual.map(change))
    case .contentTypeSyntax(let actual, let why):
      return .contentTypeSyntax(actual: change(actual), why: change(why))
    case .noEventStream(let actual): return .noEventStream(actual: actual.map(change))
    case .noWebSocket: return self
    case .handshake(let field, let expected, let actual):
      return .handshake(field: field, expected: change(expected), actual: actual.map(change))
    case .notJSON(let length, let place): return .notJSON(length: length, place: change(place))
    case .notXML(let length, let place): return .notXML(length: length, place: change(place))
    case .beyondJSON: return self
    case .otherThanJSON(let kind, let length): return .otherThanJSON(kind: change(kind), length: length)
    case .empty(let wanted, let isJSON, let whiteSpace):
      return .empty(wanted: change(wanted), isJSON: isJSON, whiteSpace: whiteSpace)
    case .jsonForText(let wanted, let actual): return .jsonForText(wanted: change(wanted), actual: change(actual))
    case .unmatched(let patterns, let meanings, let total, let length):
      return .unmatched(patterns: patterns.map(change), meanings: meanings.map(change), of: total, length: length)
    case .noHeader(let name): return .noHeader(change(name))
    case .duplicateKey(let key, let line, let others): return .duplicateKey(change(key), line: line, others: others)
    case .tooSlow: return self
    case .trace(let status, let line): return .trace(status: status, line: change(line))
    }
  }
}

extension RequestReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> RequestReason {
    switch self {
    case .unknownPath(let path, let server, let nearest):
      .unknownPath(change(path), server: server, nearest: nearest)
    case .wrongMethod(let method, let path, let allowed): .wrongMethod(method, path: change(path), allowed: allowed)
    case .missing(let name, let noun, let nearest, let present):
      .missing(name: change(name), noun: noun, nearest: nearest.map(change), present: present.map(change))
    case .contentType(let promised, let actual):
      .contentType(promised: change(promised), actual: actual.map(change))
    case .noBody(let type): .noBody(type: change(type))
    case .notJSON(let length, let place): .notJSON(length: length, place: change(place))
    case .notMultipart(let why, let length): .notMultipart(why: change(why), length: length)
    case .noFile(let name, let length): .noFile(name: change(name), length: length)
    case .emptyFile(let name): .emptyFile(name: change(name))
    }
  }
}

extension SchemaReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> SchemaReason {
    var reason = self
    if case .missing(let member) = fact { reason.fact = .missing(change(member)) }
    reason.words = words.mapTexts(change)
    reason.subject = subject.map(change)
    return reason
  }
}

extension RuleReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> RuleReason {
    var reason = self
    reason.expression = change(expression)
    reason.meaning = change(meaning)
    reason.facts = facts.map(change)
    return reason
  }
}

extension ValueReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> ValueReason {
    switch self {
    case .changed(let value, let place, let before, let since):
      .changed(change(value), at: place.mapTexts(change), from: change(before), since: since)
    case .unequal(let value, let place, let expected, let reference):
      .unequal(change(value), at: place.mapTexts(change), to: change(expected), reference: change(reference))
    case .fell(let value, let place, let before, let since):
      .fell(change(value), at: place.mapTexts(change), from: change(before), since: since)
    }
  }
}

extension PollReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> PollReason {
    switch self {
    case .transition(let from, let to, let allowed, let isBack, let poll, let time):
      return .transition(
        from: change(from),
        to: change(to),
        allowed: allowed.map(change),
        isBack: isBack,
        poll: poll,
        time: time
      )
    case .initial(let state, let allowed): return .initial(change(state), allowed: allowed.map(change))
    case .unknownState(let state, let known, let nearest, let poll, let time):
      return .unknownState(
        change(state),
        known: known.map(change),
        nearest: nearest.map(change),
        poll: poll,
        time: time
      )
    case .noState(let pointer, let actual, let known):
      return .noState(pointer: change(pointer), actual: actual.map(change), known: known.map(change))
    case .blocks(let state, let poll, let time): return .blocks(state: change(state), poll: poll, time: time)
    case .changedAfterEnd(let state, let path, let isState, let from, let to):
      return .changedAfterEnd(
        state: change(state),
        path: change(path),
        isState: isState,
        from: from.map(change),
        to: to.map(change)
      )
    case .goneAfterEnd(let state, let reason):
      return .goneAfterEnd(state: change(state), reason.mapTexts(change))
    case .endLate(let state, let polls, let time, let limit):
      return .endLate(state: change(state), polls: polls, time, limit: limit)
    case .overdue(var overdue):
      overdue.cap = overdue.cap.map(change)
      overdue.finals = overdue.finals.map(change)
      overdue.state = overdue.state.map(change)
      overdue.walk = overdue.walk.map(change)
      return .overdue(overdue)
    case .failed(let state, let needed, let why):
      return .failed(state: change(state), needed: needed.map(change), why: why.map(change))
    }
  }
}

extension StreamReason {
  fileprivate func mapTexts(_ change: (String) -> String) -> StreamReason {
    func map(_ event: Event) -> Event { Event(name: change(event.name), index: event.index, time: event.time) }
    func map(_ names: [String]) -> [String] { names.map(change) }
    func map(_ progress: Progress) -> Progress {
      Progress(count: progress.count, lastName: progress.lastName.map(change))
    }
    switch self {
    case .misplaced(let event, let last, let allowed):
      return .misplaced(map(event), after: change(last), allowed: map(allowed))
    case .missing(let names, let choices, let late, let opener, let last):
      return .missing(map(names), choices: map(choices), late: map(late), before: map(opener), after: change(last))
    case .late(let names, let opener, let event, let last):
      return .late(map(names), opener: map(opener), map(event), after: change(last))
    case .early(let event, let again, let missed): return .early(map(event), again: again, missed: map(missed))
    case .repeated(let event, let allowed): return .repeated(map(event), allowed: map(allowed))
    case .misspelt(let event, let wanted): return .misspelt(map(event), wanted: map(wanted))
    case .misnamed(let event, let documented, let saysSo):
      return .misnamed(map(event), documented: change(documented), saysSo: saysSo)
    case .unnamed(let event, let data, let known): return .unnamed(map(event), data: change(data), known: map(known))
    case .unknown(let event, let known, let nearest):
      return .unknown(map(event), known: map(known), nearest: nearest.map(change))
    case .afterFinal(let event, let final, let isLost):
      return .afterFinal(map(event), final: change(final), isLost: isLost)
    case .dataNotJSON(let event, let data, let error):
      return .dataNotJSON(map(event), data: change(data), error: error.map(change))
    case .ofNoKind(let event, let data, let known): return .ofNoKind(map(event), data: change(data), known: map(known))
    case .dataBeyondJSON(let event, let excess, let length): return .dataBeyondJSON(map(event), excess, length: length)
    case .unreadable(let event, let data, let texts, let isAllText):
      return .unreadable(map(event), data: change(data), texts: map(texts), isAllText: isAllText)
    case .otherText(let event, let data, let wanted):
      return .otherText(map(event), data: change(data), wanted: change(wanted))
    case .firstLate, .notUTF8, .cutAtTheEnd: return self
    case .silent(let time, let limit, let progress, let wanted, let isOpen):
      return .silent(time, limit: limit, map(progress), wanted: map(wanted), isOpen: isOpen)
    case .neverBegan(let time, let limit, let wanted): return .neverBegan(time, limit: limit, wanted: map(wanted))
    case .endLate(let time, let limit, let name): return .endLate(time, limit: limit, name: name.map(change))
    case .overdue(let time, let limit, let cap, let progress, let finals):
      return .overdue(time, limit: limit, cap: cap.map(change), map(progress), finals: map(finals))
    case .endsInsideEvent(let lines): return .endsInsideEvent(lines: change(lines))
    case .eventTooLarge(let limit, let progress): return .eventTooLarge(limit: limit, map(progress))
    case .cutInsideEvent(let lines, let time, let progress, let wanted):
      return .cutInsideEvent(lines: change(lines), time, map(progress), wanted: map(wanted))
    case .empty(let time, let wanted): return .empty(time, wanted: map(wanted))
    case .ended(let time, let progress, let wanted): return .ended(time, map(progress), wanted: map(wanted))
    case .cut(let isReset, let isInsideEvent, let time, let progress, let wanted):
      return .cut(isReset: isReset, isInsideEvent: isInsideEvent, time, map(progress), wanted: map(wanted))
    case .brokeOff(let end, let detail, let progress, let wanted):
      return .brokeOff(end, detail: change(detail), map(progress), wanted: map(wanted))
    case .closed(let closing, let time, let progress, let wanted):
      let closing = WebSocketClosing(code: closing.code, reason: change(closing.reason))
      return .closed(closing, time, map(progress), wanted: map(wanted))
    case .badFrame(let clause, let progress): return .badFrame(clause, map(progress))
    case .badRecord(let clause, let progress): return .badRecord(clause, map(progress))
    case .failed(let event, let why): return .failed(map(event), why: why.map(change))
    case .endedOtherwise(let name, let needed): return .endedOtherwise(change(name), needed: map(needed))
    case .nothingToResumeBy(let progress): return .nothingToResumeBy(map(progress))
    case .notResumed(let progress, let id, let status, let type):
      return .notResumed(map(progress), id: change(id), status: status, contentType: type.map(change))
    case .replayed(let event, let id, let asked): return .replayed(map(event), id: change(id), asked: change(asked))
    }
  }
}
