import AssayContract
import AssayHTTP
import AssayObservation

extension LiveSource {
  func answers(
    _ work: StepWork,
    _ load: Load,
    in scope: Scope,
    pass: (Exchange) -> Void,
    take: (Exchange, ContinuousClock.Instant) async -> Void
  ) async throws(Obstacle) {
    guard takesTime, load.width > 1 else {
      for _ in 0..<load.times {
        let answer = await answer(work, scope)
        answer.earlier.forEach(pass)
        await take(try answer.result.get(), answer.began)
      }
      return
    }
    let obstacle = await withTaskGroup(of: Answer.self) { group -> Obstacle? in
      var begun = 0
      var obstacle: Obstacle?
      while begun < min(load.width, load.times) {
        group.addTask { await answer(work, scope) }
        begun += 1
      }
      while let answer = await group.next() {
        // After an obstacle no more calls are made, and those under way end.
        if obstacle != nil { continue }
        answer.earlier.forEach(pass)
        switch answer.result {
        case .failure(let failure):
          obstacle = failure
          group.cancelAll()
        case .success(let exchange):
          if begun < load.times {
            // Before the answer is judged: so many are under way all the time.
            group.addTask { await self.answer(work, scope) }
            begun += 1
          }
          await take(exchange, answer.began)
        }
      }
      return obstacle
    }
    if let obstacle { throw obstacle }
  }

  /// The response to one of a load's parallel calls, or the reason why it is missing.
  private struct Answer: Sendable {
    var result: Result<Exchange, Obstacle>
    var began: ContinuousClock.Instant
    /// The answers to the call after which it was made again.
    var earlier: [Exchange]
  }

  private func answer(_ work: StepWork, _ scope: Scope) async -> Answer {
    let limits = settings.limits(total: settings.timeout(of: work.operation))
    let began = ContinuousClock.now
    var earlier: [Exchange] = []
    do throws(Obstacle) {
      let exchange = try await send(work, scope, limits: limits, pass: { earlier.append($0) }).exchange
      return Answer(result: .success(exchange), began: began, earlier: earlier)
    } catch {
      return Answer(result: .failure(error), began: began, earlier: earlier)
    }
  }
}
