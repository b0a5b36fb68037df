import Findings
import SignIn
import TransitionTables

/// What comes of some wishes: pools that fulfil them, or why none does.
package struct PoolDesign: Sendable {
  /// A pool that fulfils the wishes.
  package struct Choice: Sendable {
    /// A value for each parameter, by slot.
    package var parameters: [Int: Int]
    package var cost: Int
    /// The settings away from their default, as they are written on the command line.
    package var settings: [String]
    /// What it pays for.
    package var prices: [String]
    /// The ids of the properties that fail in it all the same, none of which was asked for.
    package var findings: [String]
    /// What tools were seen not to make in one step; those of which the same is said together.
    package var stepwise: [StepwiseCreation]
  }

  /// A setting that is laid down and has to go for the wishes that it is named with.
  package struct LaidDown: Sendable {
    package var setting: String
    package var value: String
    /// Where it is laid down: a document with the line, the command line, or a default.
    package var origin: Origin?
    /// The line of the document; empty where there is none.
    package var line: String
  }

  /// Wishes that nothing fulfils together.
  package struct Conflict: Sendable {
    /// None of them can be left out.
    package var wishes: [Wish]
    /// The settings of the base that are part of it; none of them can stay with the others.
    package var settings: [LaidDown] = []
    /// The rules and properties that keep them from being fulfilled.
    package var reasons: [Reason]
    /// What was tried of the base otherwise; nil where nothing was.
    package var tried: Trial?
  }

  /// Changes of the base that were tried one by one.
  package struct Trial: Sendable {
    /// Changes of the same settings that help.
    package struct Change: Sendable {
      /// The settings that change together.
      package var settings: [LaidDown]
      /// Their new values, in the same order; the nearest first.
      package var instead: [[String]]
    }

    /// Those that leave a pool with all that was wished.
    package var changes: [Change]
    /// How many pools were explored.
    package var explored: Int
    /// Whether there was more to try.
    package var isCutOff: Bool
  }

  /// A rule or a property that a conflict is made of.
  package struct Reason: Sendable {
    package var id: String
    package var text: String
    package var source: Source?
  }

  /// A pool that fulfils the settings and properties, and not a loss or a theft.
  package struct Rejection: Sendable {
    package var settings: [String]
    /// Which wish is not fulfilled.
    package var wish: String
    /// The means that are lost, or stolen.
    package var means: String
  }

  package let model: Model
  package var wishes: [Wish]
  /// The settings that were chosen among.
  package var open: [Int]
  /// How many legal configurations fulfil the settings and properties, and what they are: one
  /// conjunction a term.
  package var count = 0.0
  package var terms: [[String]] = []
  /// The severities of the properties that hold in all of them.
  package var severities: [String] = []
  /// The cheapest first; each differs from those before it in a setting that they changed.
  package var choices: [Choice] = []
  package var rejections: [Rejection] = []
  package var conflict: Conflict?
  /// Whether a limit came first.
  package var isUndecided = false
  /// Whether every configuration that fulfils settings and properties was tried, and rejected.
  package var isExhausted = false

  /// 12 where the wishes contradict each other or every pool was rejected, 152 where no pool was
  /// found before a limit.
  package var status: ExitStatus {
    if conflict != nil || isExhausted { return .safetyViolated }
    return isUndecided || choices.isEmpty ? .limitReached : .allHold
  }
}
