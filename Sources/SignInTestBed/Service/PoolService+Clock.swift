import SignIn
import TransitionTables

/// An action of the clock that takes a stated time, such as the hour of a limit.
struct TimedAction: Sendable {
  /// The position of the action in the model.
  let action: Int
  let seconds: Int64

  /// All such actions of a model: those of the clock with a row whose effect passes a stated time.
  static func all(of model: Model) -> [TimedAction] {
    model.rows.compactMap { row in
      guard case .action(let action) = row.trigger, model.actions[action].isBy(.clock),
        let effect = row.effects.lazy.compactMap({ model.effects[$0] })
          .first(where: { $0.action == "passTime" })
      else { return nil }
      return TimedAction(action: action, seconds: Int64(effect.seconds))
    }
  }
}

/// Ends what expires by itself after a time that the concrete record does not hold.
///
/// The times of sessions, codes and tokens are in the concrete record. For other times the account
/// records when they began, and the action is run at the first request after they have passed. Only
/// explicit moves of the clock count: an action of the table, such as the end of an access token's
/// life, passes at least that time and ends nothing else.
extension PoolService {
  /// Moves the clock forward; it never goes back.
  ///
  /// - Parameter time: the new time, in seconds since 1970.
  public mutating func moveClock(to time: Int64) {
    moved += max(0, time - now)
    now = max(now, time)
  }

  /// Runs the timed actions whose time has passed for the account of a turn.
  func endWhatIsOver(_ turn: inout ServiceTurn) throws(ServiceException) {
    for timed in timedActions {
      guard let began = turn.account.began[timed.action], moved - began >= timed.seconds else {
        continue
      }
      turn.account.began[timed.action] = nil
      do throws(Interpreter.Fault) {
        let ended = try interpreter.step(timed.action, inputs: [], from: turn.valuation).last
        turn.valuation = ended?.valuation ?? turn.valuation
      } catch {
        throw .internalError("the table cannot go on from \(model.actions[timed.action].name)")
      }
    }
  }

  /// Records since when an account waits for each timed action that its state enables.
  func noteWaiting(_ account: inout ServiceAccount) {
    let state = ConcreteEvaluator(account.valuation)
    for timed in timedActions {
      let waits = state.holds(model.actions[timed.action].enabled)
      account.began[timed.action] = waits ? account.began[timed.action] ?? moved : nil
    }
  }
}
