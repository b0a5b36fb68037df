import Findings
import SignIn
import StateSpace
import TransitionTables

/// The condition under which each property fails, over all legal configurations of a pool that
/// leaves most of its settings open.
///
/// One exploration of the whole family gives the condition of each failure as an irredundant sum of
/// prime implicants: settings that suffice whatever the others are, none of which can be left out.
/// Each has a witness, a legal pool as close to the defaults as possible. The witness is explored
/// by itself, which gives the shortest counterexample and confirms the condition there.
package struct EveryPool: Sendable {
  /// A minimal set of settings with which a property fails.
  package struct Case: Sendable {
    /// The settings in words, such as `mfa = required`; empty where the property fails in every
    /// pool.
    package var words: [String]
    /// A legal pool with these settings: a value for each parameter, by slot.
    package var witness: [Int: Int]
    /// The shortest counterexample in the witness; empty for a claim only about settings.
    package var trace: [TraceStepReport] = []
  }

  /// The result for one property.
  package struct Answer: Sendable {
    package var property: Property
    /// The condition under which the property fails.
    package var fails: FamilyVerdict.Condition
    /// The minimal settings with which it fails; empty where it never fails.
    package var cases: [Case]
    /// The share of the legal configurations in which the property fails, from 0 to 1.
    package var share: Double
    /// Whether the premise of the property occurs in no configuration.
    package var isVacuous: Bool
    /// Whether a limit ended the exploration, so that there is no result.
    package var isUndetermined: Bool
  }

  /// The path of the bundled pool, which is used where none is given.
  package static var bundledPath: String {
    BundledTable.directory.appending(path: "pools/large/every-pool.yaml").path
  }

  package let model: Model
  package let pool: LoadedPool
  package let family: ConfigurationFamily
  /// The results, in the order of the properties.
  package private(set) var answers: [Answer] = []
  /// The number of states that some configuration reaches.
  package private(set) var states = 0

  /// Explores all configurations at once, and then each witness by itself.
  ///
  /// - Parameters:
  ///   - pool: the pool, whose open parameters form the family.
  ///   - properties: the properties to judge.
  ///   - model: the table.
  /// - Throws: `usage.one-pool` where nothing is open, `usage.too-wide` where states cannot be
  ///   listed, the failure that makes an exploration impossible, `system.witness` where a witness
  ///   does not confirm the result of the family.
  package init(
    _ pool: LoadedPool, properties: [Property], model: Model, request: ExplorationRequest,
    environment: ToolEnvironment
  ) throws(CommandFailure) {
    (self.model, self.pool) = (model, pool)
    family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    try LegalityGate(model: model, pool: pool, family: family).pass(mostMembers: .max)
    let place = pool.files.first ?? pool.name
    guard family.legalCount > 1 else {
      throw CommandFailure.usage(
        "usage.one-pool", "`\(pool.name)` leaves no setting open",
        remedy: "name the settings to leave open in its `open:`, or leave out --every-pool",
        at: place)
    }
    let explorer = FamilyExplorer(
      model: model, request: request, environment: environment, pool: pool)
    guard let found = try explorer.checked(family, properties: properties) else {
      throw CommandFailure.usage(
        "usage.too-wide", "a state of `\(pool.name)` with all its settings is too wide to list",
        remedy: "leave out `--backend explicit`, or give settings in its `open:` a value",
        at: place)
    }
    states = found.statistics.states
    if !found.statistics.isJudged {
      environment.limits.note(states < request.maximumStates ? .memoryLimit : .stateLimit)
    }
    answers = answers(to: found.verdicts)
    try addTraces(request, environment)
  }

  /// The results, with witnesses but without traces.
  private func answers(to verdicts: [FamilyVerdict]) -> [Answer] {
    let space = SymbolicSpace(model: model, slots: family.open, fixed: family.closed)
    let cover = ConditionCover(space: space, slots: family.open)
    let legal = space.legal(family.open)
    let variables = family.open.flatMap { space.bits[$0] ?? [] }
    func count(_ set: Diagram) -> Double { space.diagrams.count(set, among: variables) }
    return verdicts.map { verdict in
      let cases = zip(verdict.fails.terms, verdict.fails.words).map { term, words in
        let members = space.diagrams.and(legal, cover.diagram(of: [term]))
        return Case(words: words, witness: plainest(members, space))
      }
      let failing = space.diagrams.and(legal, cover.diagram(of: verdict.fails.terms))
      return Answer(
        property: verdict.property, fails: verdict.fails, cases: cases,
        share: count(failing) / count(legal),
        isVacuous: verdict.isVacuous.isAlways, isUndetermined: verdict.isUndetermined)
    }
  }

  /// The member closest to the defaults: each open parameter in turn has its default if a member
  /// with the values chosen so far allows that, otherwise the first possible value.
  private func plainest(_ members: Diagram, _ space: SymbolicSpace) -> [Int: Int] {
    var member = family.closed
    var rest = members
    for slot in family.open {
      let initial = model.slots[slot].initial
      let others = model.types.values(of: model.slots[slot].type).filter { $0 != initial }
      for value in [initial] + others {
        let chosen = space.diagrams.and(rest, space.equality(slot, value))
        guard chosen != .no else { continue }
        (rest, member[slot]) = (chosen, value)
        break
      }
    }
    return member
  }

  // MARK: Witnesses

  private mutating func addTraces(
    _ request: ExplorationRequest, _ environment: ToolEnvironment
  ) throws(CommandFailure) {
    var claims: [[Int: Int]: [Property]] = [:]
    for answer in answers where !answer.property.isAboutConfigurations {
      for own in answer.cases { claims[own.witness, default: []].append(answer.property) }
    }
    let found = try WitnessSearch(
      model: model, pool: pool, request: request, environment: environment
    ).traces(of: claims)
    for position in answers.indices {
      let id = answers[position].property.fullID
      for number in answers[position].cases.indices {
        let witness = answers[position].cases[number].witness
        answers[position].cases[number].trace = found[witness]?[id] ?? []
      }
    }
  }
}
