import SignIn
import TransitionTables

/// An action of the clock that takes a time which the table states, such as the hour of a limit.
struct TimedAction: Sendable {
  /// Its position in the model.
  let action: Int
  let seconds: Int64

  /// All of a model: actions of the clock with a row whose effect passes a stated time.
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

/// What ends by itself once a time has passed that no bytes keep.
///
/// The times of sessions, codes and tokens are in the concrete record. Of the others the account
/// notes when they began to run, and their action is taken at the first request after their end.
/// Only time that the clock was moved counts: an action of the table, such as the end of an access
/// token's life, stands for at least so much time and ends nothing else that the table leaves.
extension PoolService {
  /// Moves the clock, which never goes back.
  ///
  /// - Parameter time: seconds since 1970.
  public mutating func moveClock(to time: Int64) {
    moved += max(0, time - now)
    now = max(now, time)
  }

  /// Takes the actions whose time has passed for the account of a turn.
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

  /// Notes since when an account waits for the actions that can be taken in its state.
  func noteWaiting(_ account: inout ServiceAccount) {
    let state = ConcreteEvaluator(account.valuation)
    for timed in timedActions {
      let waits = state.holds(model.actions[timed.action].enabled)
      account.began[timed.action] = waits ? account.began[timed.action] ?? moved : nil
    }
  }
}
