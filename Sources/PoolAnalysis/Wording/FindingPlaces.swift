import Findings
import SignIn
import TransitionTables

/// The places in the user's documents that explain a finding: the settings that its claim reads,
/// and those that decide the rows of its trace.
package struct FindingPlaces {
  package let pool: LoadedPool
  package let model: Model
  /// Whether a setting of the command line also counts as a place.
  private let namesOptions: Bool

  package init(pool: LoadedPool, model: Model, namesOptions: Bool = false) {
    self.pool = pool
    self.model = model
    self.namesOptions = namesOptions
  }

  /// The settings that a document decides, at most three: those of the claim first, then those of
  /// the trace's rows from the last one back. If the documents leave all of them to their defaults,
  /// the place where the first of them would be written.
  package func places(for property: Property, trace: [TraceStepReport]) -> [FindingPlace] {
    let stated = places(of: property.expressions, trace: trace) { isCause($0, of: property) }
    guard stated.isEmpty else { return stated }
    let last = trace.last.map { rows(of: [$0]) } ?? []
    let read = (property.expressions + last.map { model.rows[$0].when }).flatMap(\.slots)
    return read.lazy.compactMap(placeToChange).first.map { [$0] } ?? []
  }

  /// The places for a claim about reachability. They are the settings read by the rows of the
  /// failing sign-in that with another value give the same calls another result, without the
  /// failure; and those read by the ladders of the acts before it that with another value do not
  /// fail the user after the same calls. Settings that only define whom the claim is about are not
  /// causes.
  func places(
    refusing finding: PropertyReport, against claim: Property, by run: Trace,
    under parameters: [Int: Int], then refusal: Trace, compiler: TableCompiler
  ) -> [FindingPlace] {
    let acts = FindingCauses(model: model).rows(under: finding, of: claim).dropFirst()
    let ladders = acts.reversed().flatMap { act in
      let group = model.rows.first { $0.fullID == act }?.group
      return model.rows.filter { $0.fullID == act || group != nil && $0.group == group }
        .map(\.fullID)
    }
    let refusing = finding.refusal.last?.rows ?? []
    let read = Set(model.rows.filter { refusing.contains($0.fullID) }.flatMap(\.when.slots))
    var step = TraceStepReport(actor: "", call: "")
    step.rows = ladders + refusing
    let deciding = DecidingSettings(model: model)
    let replay = CounterexampleReplay(compiler: compiler)
    let whole = Trace(steps: run.steps + refusal.steps)
    return places(of: [], trace: [step]) { slot in
      let own = parameters[slot] ?? model.slots[slot].initial
      return deciding.decides(slot, whole)
        && deciding.others(than: own, slot).contains { value in
          let changed = parameters.merging([slot: value]) { $1 }
          return (read.contains(slot) || isAboutEnd(of: run, claim, under: changed))
            && !replay.shows(claim, by: run, under: changed)
        }
    }
  }

  /// Whether the same calls also lead to a user that the claim is about under another
  /// configuration.
  private func isAboutEnd(
    of run: Trace, _ claim: Property, under parameters: [Int: Int]
  ) -> Bool {
    guard case .staysReachable(let from, _, _) = claim.claim else { return false }
    let interpreter = Interpreter(
      model: model, observers: model.observers(readBy: claim.expressions))
    let start = interpreter.initial(parameters: parameters)
    let end = interpreter.replay(run, from: start)?.steps.last?.after
    return end.map { ConcreteEvaluator($0).holds(from) } ?? false
  }

  /// Whether another value of a single setting fulfils a broken claim about settings; true for
  /// other claims, and where no single setting suffices.
  private func isCause(_ slot: Int, of property: Property) -> Bool {
    guard case .configuration(let claim) = property.claim else { return true }
    let values = model.slots.indices.map { pool.closed[$0] ?? model.slots[$0].initial }
    let mending = claim.slots.filter { slot in
      DecidingSettings(model: model).others(than: values[slot], slot).contains { value in
        var changed = values
        changed[slot] = value
        return ConcreteEvaluator(changed).holds(claim)
      }
    }
    return mending.isEmpty || mending.contains(slot)
  }

  /// The places for any expressions, or none, restricted to some settings.
  ///
  /// - Parameter isCause: whether a setting, given by its slot, counts.
  package func places(
    of expressions: [Expression], trace: [TraceStepReport],
    where isCause: (Int) -> Bool = { _ in true }
  ) -> [FindingPlace] {
    let rows = rows(of: trace)
    // Deciding whether a setting is a cause may take replays, so only settings that are read are
    // examined.
    let read = Set((expressions + rows.map { model.rows[$0].when }).flatMap(\.slots))
    let causes = located.filter { read.contains($0.key) && isCause($0.key) }
    return SettingPlaces(model: model, located: causes)
      .places(of: expressions, rows: rows)
      .map { place(of: $0.slot, at: $0.location) }
  }

  /// For counterexamples that end with tokens, adds the settings that allow the final sign-in,
  /// behind those of the claim and before those of the acts that produced the record.
  ///
  /// - Parameters:
  ///   - claims: the declarations of the report's properties, in its order.
  ///   - runs: the counterexamples that the report shows, by the position of their property.
  func addOpenings(to report: inout PoolReport, claims: [Property], runs: [Int: Trace]) {
    for (position, run) in runs where report.properties[position].refusal.isEmpty {
      guard let signIn = LastSignIn(of: run, against: claims[position], in: model) else { continue }
      let read = Set(claims[position].expressions.flatMap(\.slots)).map { model.slots[$0].name }
      let all = report.properties[position].places
      let own = all.filter { read.contains($0.parameter) }
      let opening = signIn.settings(among: located.keys.sorted())
        .compactMap { slot in located[slot].map { place(of: slot, at: $0) } }
        .filter { !own.contains($0) }
      let rest = all.filter { !own.contains($0) && !opening.contains($0) }
      report.properties[position].places = Array((own + opening + rest).prefix(SettingPlaces.most))
    }
  }

  /// Puts the place that a finding's remedy changes in front of the other places, followed by the
  /// settings of those claims about settings that have the same cause. Further settings that the
  /// remedy changes are kept only if they are places of the finding already.
  package func addRemedies(to report: inout PoolReport) {
    for position in report.properties.indices {
      let id = report.properties[position].remedyID
      guard let remedy = model.remedies.first(where: { $0.id == id }) else { continue }
      let joined = report.properties[position].sameCause
      let claims = model.properties.filter {
        $0.isAboutConfigurations && joined.contains($0.fullID)
      }
      let settings = places(of: claims.flatMap(\.expressions), trace: [])
      let known = report.properties[position].places
      let changed = remedy.changes.compactMap { placeToChange($0.slot) }
      let all = changed.prefix(1) + changed.filter(known.contains) + settings + known
      report.properties[position].places = all.reduce(into: []) { places, next in
        if !places.contains(next), places.count < SettingPlaces.most { places.append(next) }
      }
    }
  }

  private func rows(of trace: [TraceStepReport]) -> [Int] {
    trace.flatMap(\.rows).compactMap { name in model.rows.firstIndex { $0.fullID == name } }
  }

  /// The place where a document sets a parameter or, where none does, where it would.
  private func placeToChange(_ slot: Int) -> FindingPlace? {
    let left = pool.document?.defaultPlaces[model.slots[slot].name]
    return (located[slot] ?? left).map { place(of: slot, at: $0) }
  }

  /// For each slot, the place where a document sets the parameter, or the option that does where
  /// options count.
  private var located: [Int: SourceLocation] {
    pool.origins.compactMapValues { origin in
      switch origin {
      case .document(let location): location
      case .commandLine where namesOptions: SourceLocation(file: "command line")
      default: nil
      }
    }
  }

  private func place(of slot: Int, at location: SourceLocation) -> FindingPlace {
    if namesOptions, let option = pool.options[slot] {
      return FindingPlace(option: option, parameter: model.slots[slot].name)
    }
    return FindingPlace(
      file: location.file, line: location.line, column: location.column,
      parameter: model.slots[slot].name)
  }
}
