import SignIn
import SignInTestBed
import TransitionTables

/// The execution of a way to the tokens with real cryptography, compared with the table.
package struct WayReplay {
  /// Whether the way was executed up to the tokens with the results that the table predicts.
  package private(set) var agrees = false
  /// The differences between execution and table.
  package private(set) var differences: [String] = []
  /// The steps that were executed.
  private(set) var trace = Trace(steps: [])

  /// A replay of a way that cannot be executed.
  init() {}

  /// Executes a way. The cost is some milliseconds for each call with a proof of a password.
  ///
  /// - Parameters:
  ///   - run: the trace from a pool without users to the start of the way.
  ///   - calls: the calls of the way.
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
