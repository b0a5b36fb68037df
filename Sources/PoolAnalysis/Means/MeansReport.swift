import Findings
import TransitionTables

/// What `attacks`, `lockouts` and `playbook` say of a pool, together and in words, for a page.
///
/// One exploration serves all three, and each is asked by what its verb asks. What a limit has cut
/// off is undetermined and claims nothing.
package struct MeansReport: Sendable {
  /// A matrix, or why there is none.
  package enum Part: Equatable, Sendable {
    case known(MeansMatrix)
    case undetermined(String)

    package var matrix: MeansMatrix? { if case .known(let matrix) = self { matrix } else { nil } }
  }

  package var attacks: Part
  package var lockouts: Part
  /// How users get stuck who have lost nothing; nil where that is undetermined.
  package var stuck: [MeansCase]?
  /// What the documents leave open, at its default: `mfa = off`.
  package var taken: [String] = []
  /// 0, or 14 where the replay of a help and the table differ, 75 or 152 where something is
  /// undetermined.
  package var status = ExitStatus.allHold

  /// Why something is undetermined, each reason once.
  package var reasons: [String] = []

  /// Every case, with its id.
  package var cases: [MeansCase] {
    [attacks, lockouts].flatMap { $0.matrix?.cases ?? [] } + (stuck ?? [])
  }

  /// A report of a pool of which nothing is known.
  package init(undetermined reason: String) {
    (attacks, lockouts) = (.undetermined(reason), .undetermined(reason))
  }

  /// The report of a pool. Cost: an exploration of all its states, and what the three verbs cost
  /// after theirs.
  ///
  /// - Parameters:
  ///   - pool: its documents; what they leave open is taken at its default.
  ///   - model: the table.
  ///   - request: how far to explore.
  ///   - environment: what hears of progress, and ends the run. A limit that this report alone
  ///     reaches does not stop the whole run.
  ///   - linked: the accounts elsewhere that open a user's means.
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

  /// Why something is undetermined; it counts in the status.
  /// - Throws: a failure that is neither a limit nor an illegal pool.
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
