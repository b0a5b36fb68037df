import Findings
import TransitionTables

/// The results of `attacks`, `lockouts` and `playbook` for a pool, together and in words, for a
/// page.
///
/// One exploration serves all three, and each result is that of its command. A result that a limit
/// cut off is undetermined and claims nothing.
package struct MeansReport: Sendable {
  /// A matrix, or the reason why there is none.
  package enum Part: Equatable, Sendable {
    case known(MeansMatrix)
    case undetermined(String)

    package var matrix: MeansMatrix? { if case .known(let matrix) = self { matrix } else { nil } }
  }

  package var attacks: Part
  package var lockouts: Part
  /// The ways in which users who have lost nothing are locked out; nil where undetermined.
  package var stuck: [MeansCase]?
  /// The parameters that the documents leave open, with their defaults: `mfa = off`.
  package var taken: [String] = []
  /// The exit status: 0, or 14 where the replay of a help and the table differ, 75 or 152 where a
  /// part is undetermined.
  package var status = ExitStatus.allHold

  /// The reasons why parts are undetermined, without duplicates.
  package var reasons: [String] = []

  /// All cases, with their ids.
  package var cases: [MeansCase] {
    [attacks, lockouts].flatMap { $0.matrix?.cases ?? [] } + (stuck ?? [])
  }

  /// A report in which every part is undetermined.
  package init(undetermined reason: String) {
    (attacks, lockouts) = (.undetermined(reason), .undetermined(reason))
  }

  /// The report of a pool. The cost is one exploration of all its states, and that of the three
  /// commands without their explorations.
  ///
  /// - Parameters:
  ///   - pool: the documents of the pool; parameters that they leave open have their defaults.
  ///   - model: the table.
  ///   - request: the limits of the exploration.
  ///   - environment: receives the progress, and can end the run. A limit that only this report
  ///     reaches does not stop the whole run.
  ///   - linked: the external accounts that open a user's means.
  /// - Throws: 153 for a fault of the table.
  package init(
    of pool: LoadedPool, model: Model, request: ExplorationRequest, environment: ToolEnvironment,
    linked: LinkedAccounts? = nil
  ) throws(CommandFailure) {
    self.init(undetermined: "")
    var own = environment
    own.limits = RunLimits(within: environment.limits)
    let analysis: MeansAnalysis
    do throws(CommandFailure) {
      analysis = try MeansAnalysis(
        pool, model: model, request: request, environment: own, linked: linked)
    } catch {
      let reason = try note(error, own.limits, environment.limits)
      (attacks, lockouts) = (.undetermined(reason), .undetermined(reason))
      return
    }
    taken = analysis.takenSettings
    do throws(CommandFailure) {
      var found = try Attacks(analysis)
      try found.trySettings()
      attacks = .known(found.matrix)
    } catch {
      attacks = .undetermined(try note(error, own.limits, environment.limits))
    }
    do throws(CommandFailure) {
      let found = try Lockouts(analysis)
      do throws(CommandFailure) {
        let playbook = try Playbook(analysis, upTo: Lockouts.mostLosses)
        lockouts = .known(found.matrix(with: playbook))
        stuck = found.actCases + playbook.hangCases
        if playbook.isDifferent { status = ExitStatus.combined([status, .testBedDiffers]) }
      } catch {
        let reason = try note(error, own.limits, environment.limits)
        lockouts = .known(found.matrix(with: nil, lackingBecause: reason))
      }
    } catch {
      lockouts = .undetermined(try note(error, own.limits, environment.limits))
    }
  }

  /// Returns the reason why a part is undetermined, and records it in the status.
  /// - Throws: every failure that is neither a limit nor an illegal pool.
  private mutating func note(
    _ failure: CommandFailure, _ own: RunLimits, _ whole: RunLimits
  ) throws(CommandFailure) -> String {
    var reason = failure.diagnostics.first?.message ?? "a limit was reached"
    switch failure.status {
    case .limitReached:
      status = ExitStatus.combined([status, .limitReached])
      reason = (whole.reason ?? own.reason)?.what ?? reason
    case .illegal: status = ExitStatus.combined([status, .cannotEvaluate])
    default: throw failure
    }
    if !reasons.contains(reason) { reasons.append(reason) }
    return reason
  }
}
