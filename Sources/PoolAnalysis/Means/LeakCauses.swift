import Findings
import SignIn
import TransitionTables

/// The settings that let an outsider learn by calls that an account exists.
///
/// A setting is a cause where, with another legal value of it, the calls are answered alike for
/// users and for a name that nobody has. That ends what these calls give away; whether another call
/// gives it away then is known where the pool with that value was asked, for all of its users.
struct LeakCauses {
  private let analysis: MeansAnalysis
  private let model: Model
  private let interpreter: Interpreter

  init(_ analysis: MeansAnalysis) {
    self.analysis = analysis
    model = analysis.sets?.held.model ?? analysis.graph.explored.model
    interpreter = Interpreter(model: model)
  }

  /// Adds to a leak which settings end what its calls give away, and where the documents set those
  /// otherwise.
  ///
  /// Settings that do so for some of the users are named where none does for all.
  func explained(_ leak: Attacks.Leak) -> Attacks.Leak {
    guard let first = leak.starts.first.map(user) else { return leak }
    let parameters = Dictionary(uniqueKeysWithValues: model.parameters.map { ($0, first[$0]) })
    let nobody = interpreter.initial(parameters: parameters)
    guard let known = steps(leak.acts, from: first), let other = steps(leak.acts, from: nobody)
    else { return leak }
    // One user of each run finds the settings, and then all are asked.
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

  /// Adds what gives accounts away in the pool with each setting that is one for all users.
  ///
  /// Cost: an analysis of that pool for each. One that reaches a limit, or is refused for more than
  /// its settings, stays untried.
  /// - Throws: 152 where the run is to end, 153 for a fault of the table.
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

  /// Where a user begins.
  private func user(_ number: Int) -> [Int] {
    analysis.sets?.starts[number]
      ?? analysis.graph.explored.valuation(analysis.starts[number].state)
  }

  /// Of how many users the calls are answered with a value as for a name that nobody has; 0 where
  /// it is illegal.
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

  /// What calls come to, one after the other; nil where one of them cannot be made.
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
  /// A setting with which the calls are answered alike.
  package struct Ending {
    /// What gives accounts away then.
    enum Rest {
      case untried, nothing
      case calls(Other)
    }

    /// Other calls, with what they are answered.
    struct Other {
      var calls: [String]
      /// The same for people.
      var words: [String]
      var withAccount: String
      var withoutAccount: String
      /// The settings with which these are answered alike, next to the first; what gives accounts
      /// away with both was not tried.
      var further: [String]
    }

    var slot: Int
    var value: Int
    /// `selfSignUp = false`.
    package var setting: String
    /// Of how many of the users they are.
    package var users: Int
    /// Whether of all.
    package var isForAll: Bool
    var rest = Rest.untried

    /// Whether no call gives an account away with it; nil where that was not tried.
    package var endsLeak: Bool? {
      switch rest {
      case .untried: isForAll ? nil : false
      case .nothing: true
      case .calls: false
      }
    }

    /// What is to be said behind ``setting``.
    var remark: String { remark { $0 } }

    /// The same with the calls and answers as code.
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
