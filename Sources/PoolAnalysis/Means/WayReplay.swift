import SignIn
import SignInTestBed
import TransitionTables

/// Whether a way to the tokens does with cryptography what the table says of it.
package struct WayReplay {
  /// Whether it was executed up to the tokens, as the table says.
  package private(set) var agrees = false
  /// Where the execution differed from the table.
  package private(set) var differences: [String] = []
  /// The steps that were executed.
  private(set) var trace = Trace(steps: [])

  /// Nothing that can be executed.
  init() {}

  /// Executes a way. Cost: some milliseconds a call with a proof of a password.
  ///
  /// - Parameters:
  ///   - run: from a pool without users to where the way begins.
  ///   - calls: the way.
  ///   - model: the table.
  ///   - signsIn: whether the way ends with tokens.
  /// - Throws: 153 for a fault of the test bed.
  init(
    _ run: Trace, then calls: [(action: Int, inputs: [Int])], model: Model, signsIn: Bool = true
  ) throws(CommandFailure) {
    do {
      let replay = try TraceReplay(run, then: calls, model: model)
      trace = replay.trace
      differences = replay.differences.map { "\($0.row): \($0.expected), not \($0.actual)" }
      agrees = differences.isEmpty && (!signsIn || model.isDone(replay.answer))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      differences = ["\(error)"]
    }
  }
}
