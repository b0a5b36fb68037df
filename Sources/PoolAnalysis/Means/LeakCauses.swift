import Findings
import SignIn
import TransitionTables

/// Finds the settings because of which an outsider learns by calls that an account exists.
///
/// A setting is a cause if, with another legal value, the calls have equal answers for users and
/// for a name without an account. That value ends this leak. Whether another call reveals accounts
/// then is known only after an analysis of the pool with that value, for all its users.
struct LeakCauses {
  private let analysis: MeansAnalysis
  private let model: Model
  private let interpreter: Interpreter

  init(_ analysis: MeansAnalysis) {
    self.analysis = analysis
    model = analysis.sets?.held.model ?? analysis.graph.explored.model
    interpreter = Interpreter(model: model)
  }

  /// Returns a leak with the settings that end it, and the places in the documents that decide
  /// these settings.
  ///
  /// Settings that end the leak for some of the users are named where none ends it for all.
  func explained(_ leak: Attacks.Leak) -> Attacks.Leak {
    guard let first = leak.starts.first.map(user) else { return leak }
    let parameters = Dictionary(uniqueKeysWithValues: model.parameters.map { ($0, first[$0]) })
    let nobody = interpreter.initial(parameters: parameters)
    guard let known = steps(leak.acts, from: first), let other = steps(leak.acts, from: nobody)
    else { return leak }
    // One user of each distinct run determines the settings, which are then tested for all.
    var (seen, some) = (Set<[[Int]]>(), [Int]())
    for number in leak.starts {
      let run = steps(leak.acts, from: user(number)) ?? []
      if seen.insert(run.map { $0.firings.map(\.row) }).inserted { some.append(number) }
    }
    var endings: [Attacks.Leak.Ending] = []
    let deciding = DecidingSettings(model: model)
    for slot in model.parameters
    where model.slots[slot].kind == .parameter && model.slots[slot].isSetting {
      var best: Attacks.Leak.Ending?
      for value in deciding.others(than: first[slot], slot) {
        guard count(some, leak, nobody, slot, value) > 0 else { continue }
        let users = count(leak.starts, leak, nobody, slot, value)
        guard users > best?.users ?? 0 else { continue }
        best = Attacks.Leak.Ending(
          slot: slot, value: value,
          setting: "\(model.slots[slot].name) = \(model.text(of: value, in: slot))", users: users,
          isForAll: users == leak.starts.count)
      }
      if let best { endings.append(best) }
    }
    var leak = leak
    let whole = endings.filter(\.isForAll)
    leak.endings = whole.isEmpty ? endings : whole
    let causes = Set(leak.endings.map(\.slot))
    leak.places = FindingPlaces(pool: analysis.pool, model: model, namesOptions: true).places(
      of: causes.sorted().map { .slot($0) },
      trace: TraceWording(model: model).steps(Trace(steps: known))
        + TraceWording(model: model).steps(Trace(steps: other)), where: causes.contains)
    return leak
  }

  /// Returns leaks with the further leaks of the pool under each setting that ends one for all
  /// users.
  ///
  /// The cost is an analysis of the pool for each setting. A setting stays untried where the
  /// analysis reaches a limit, or where the pool is refused for more than its settings.
  /// - Throws: 152 where the run has to end, 153 for a fault of the table.
  func tried(_ leaks: [Attacks.Leak]) throws(CommandFailure) -> [Attacks.Leak] {
    var known: [[Int]: Attacks.Leak.Ending.Rest] = [:]
    var leaks = leaks
    for leak in leaks.indices {
      for position in leaks[leak].endings.indices where leaks[leak].endings[position].isForAll {
        let ending = leaks[leak].endings[position]
        let choice = [ending.slot, ending.value]
        let rest: Attacks.Leak.Ending.Rest
        if let old = known[choice] {
          rest = old
        } else {
          rest = try self.rest(with: ending)
        }
        known[choice] = rest
        leaks[leak].endings[position].rest = rest
      }
    }
    return leaks
  }

  private func rest(
    with ending: Attacks.Leak.Ending
  ) throws(CommandFailure) -> Attacks.Leak.Ending.Rest {
    do throws(CommandFailure) {
      let changed = try analysis.with(ending.value, for: ending.slot)
      let left = try Attacks.leaks(of: changed, AnswerScope(changed)).first
      guard let left else { return .nothing }
      let further = LeakCauses(changed).explained(left).endings.filter(\.isForAll)
      return .calls(
        Attacks.Leak.Ending.Other(
          calls: left.calls, words: left.words, withAccount: left.withAccount,
          withoutAccount: left.withoutAccount, further: further.map(\.setting)))
    } catch {
      try analysis.goOn()
      guard error.status == .limitReached || error.status == .illegal else { throw error }
      return .untried
    }
  }

  /// Returns the valuation in which a user begins.
  private func user(_ number: Int) -> [Int] {
    analysis.sets?.starts[number]
      ?? analysis.graph.explored.valuation(analysis.starts[number].state)
  }

  /// Counts the users for whom the calls, under a value, are answered as for a name without an
  /// account; 0 where the value is illegal.
  private func count(
    _ users: [Int], _ leak: Attacks.Leak, _ nobody: [Int], _ slot: Int, _ value: Int
  ) -> Int {
    var alone = nobody
    alone[slot] = value
    let evaluator = ConcreteEvaluator(alone)
    guard !model.legality.contains(where: { $0.isError && evaluator.holds($0.forbid) }),
      let answers = steps(leak.acts, from: alone)?.map(model.answer)
    else { return 0 }
    return users.count { number in
      var changed = user(number)
      changed[slot] = value
      return steps(leak.acts, from: changed)?.map(model.answer) == answers
    }
  }

  /// Returns the steps of consecutive calls; nil where one of the calls cannot be made.
  private func steps(
    _ calls: [Attacks.Leak.Act], from start: [Int]
  ) -> [Trace.Step]? {
    var (here, found) = (start, [Trace.Step]())
    for call in calls {
      guard let step = interpreter.taken(call.action, call.inputs, from: here) else { return nil }
      found.append(step)
      here = step.after
    }
    return found
  }
}

extension Attacks.Leak {
  /// A setting that makes the answers to the calls equal.
  package struct Ending {
    /// The leaks that remain with the setting.
    enum Rest {
      case untried, nothing
      case calls(Other)
    }

    /// Other calls that reveal accounts, with their answers.
    struct Other {
      var calls: [String]
      /// The calls in words for readers.
      var words: [String]
      var withAccount: String
      var withoutAccount: String
      /// The settings that end this leak in addition to the first; what reveals accounts with both
      /// was not tried.
      var further: [String]
    }

    var slot: Int
    var value: Int
    /// The setting as text: `selfSignUp = false`.
    package var setting: String
    /// The number of users for whom the setting ends the leak.
    package var users: Int
    /// Whether it ends the leak for all users.
    package var isForAll: Bool
    var rest = Rest.untried

    /// Whether no call reveals an account with the setting; nil where that was not tried.
    package var endsLeak: Bool? {
      switch rest {
      case .untried: isForAll ? nil : false
      case .nothing: true
      case .calls: false
      }
    }

    /// The remark that follows ``setting``.
    var remark: String { remark { $0 } }

    /// Returns the remark, with calls and answers as code.
    func remark(_ code: (String) -> String) -> String {
      guard isForAll else {
        return ", but for \(TextLayout.counted(users, "record")) of these alone"
      }
      switch rest {
      case .untried: return " (whether another call gives accounts away then was not tried)"
      case .nothing: return " (tried: no call gives an account away then)"
      case .calls(let other):
        let further = other.further.map(code)
        return ", but then \(code(other.words.joined(separator: "; "))) answers"
          + " \(code(other.withAccount)), and \(code(other.withoutAccount)) for a name that nobody"
          + " has"
          + (further.isEmpty
            ? ""
            : "; alike with \(further.joined(separator: " or ")) as well"
              + " (whether another call gives accounts away with both was not tried)")
      }
    }
  }

  /// The calls with both answers.
  var difference: String {
    "\(words.joined(separator: "; ")) → \(withAccount), and \(withoutAccount) for a name that"
      + " nobody has"
  }
}
