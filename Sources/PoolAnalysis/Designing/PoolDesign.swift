import Findings
import SignIn
import TransitionTables

/// The result of a design: pools that fulfil the wishes, or the reason why none does.
package struct PoolDesign: Sendable {
  /// A pool that fulfils the wishes.
  package struct Choice: Sendable {
    /// A value for each parameter, by slot.
    package var parameters: [Int: Int]
    package var cost: Int
    /// The settings that differ from their default, as written on the command line.
    package var settings: [String]
    /// The descriptions of the prices that apply to it.
    package var prices: [String]
    /// The ids of the properties that fail in the pool, none of which was asked for.
    package var findings: [String]
    /// The tools that cannot create the pool in one step, grouped by rule.
    package var stepwise: [StepwiseCreation]
  }

  /// A fixed setting that conflicts with the wishes named with it.
  package struct LaidDown: Sendable {
    package var setting: String
    package var value: String
    /// The origin of the value: a document with the line, the command line, or a default.
    package var origin: Origin?
    /// The text of the line in the document; empty if there is none.
    package var line: String
  }

  /// A conflict: wishes that nothing fulfils together.
  package struct Conflict: Sendable {
    /// The wishes in the conflict, none of which can be dropped.
    package var wishes: [Wish]
    /// The settings of the base in the conflict, none of which can stay with the others.
    package var settings: [LaidDown] = []
    /// The rules and properties that prevent the wishes.
    package var reasons: [Reason]
    /// The changes to the base that were tried; nil where none were.
    package var tried: Trial?
  }

  /// The result of trying changes to the base one by one.
  package struct Trial: Sendable {
    /// Alternative changes to the same settings that help.
    package struct Change: Sendable {
      /// The settings that change together.
      package var settings: [LaidDown]
      /// The alternatives for their new values, in the order of the settings; the nearest first.
      package var instead: [[String]]
    }

    /// The changes with which some pool fulfils all the wishes.
    package var changes: [Change]
    /// The number of explored pools.
    package var explored: Int
    /// Whether a limit left more changes to try.
    package var isCutOff: Bool
  }

  /// A rule or a property in a conflict.
  package struct Reason: Sendable {
    package var id: String
    package var text: String
    package var source: Source?
  }

  /// A pool that has the settings and properties of the wishes, but fails one about a loss or a
  /// theft.
  package struct Rejection: Sendable {
    package var settings: [String]
    /// The wish that is not fulfilled.
    package var wish: String
    /// The means that are lost or stolen.
    package var means: String
  }

  package let model: Model
  package var wishes: [Wish]
  /// The settings that the design could choose.
  package var open: [Int]
  /// The number of legal configurations with the settings and properties, and their description as
  /// conjunctions.
  package var count = 0.0
  package var terms: [[String]] = []
  /// The severities whose properties hold in all of them.
  package var severities: [String] = []
  /// The chosen pools, the cheapest first; each lacks some change of every earlier one.
  package var choices: [Choice] = []
  package var rejections: [Rejection] = []
  package var conflict: Conflict?
  /// Whether a limit ended the search.
  package var isUndecided = false
  /// Whether every configuration with the settings and properties was tried and rejected.
  package var isExhausted = false

  /// 12 where the wishes contradict each other or every pool was rejected, 152 where no pool was
  /// found before a limit.
  package var status: ExitStatus {
    if conflict != nil || isExhausted { return .safetyViolated }
    return isUndecided || choices.isEmpty ? .limitReached : .allHold
  }
}
