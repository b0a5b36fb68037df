import Findings
import SignIn
import TransitionTables

/// Where in the user's documents a finding has its cause: the settings that its claim reads, and
/// those that decide the rows of its trace.
package struct FindingPlaces {
  package let pool: LoadedPool
  package let model: Model
  /// Whether a setting of the command line is a place too.
  private let namesOptions: Bool

  package init(pool: LoadedPool, model: Model, namesOptions: Bool = false) {
    self.pool = pool
    self.model = model
    self.namesOptions = namesOptions
  }

  /// The settings that a document decides: those of the claim first, then those of the trace's rows
  /// from the last one back; at most three.
  package func places(for property: Property, trace: [TraceStepReport]) -> [FindingPlace] {
    let stated = places(of: property.expressions, trace: trace)
    guard stated.isEmpty, property.isAboutConfigurations else { return stated }
    // What nobody wrote would stand in the app client.
    let slots = property.expressions.flatMap(\.slots)
    let left = slots.lazy.compactMap { slot in
      pool.document?.clientPlaces[model.slots[slot].name].map { place(of: slot, at: $0) }
    }
    return left.first.map { [$0] } ?? []
  }

  /// The same for any expressions, or none, and of some settings alone.
  ///
  /// - Parameter isCause: whether a setting, by slot, counts.
  package func places(
    of expressions: [Expression], trace: [TraceStepReport],
    where isCause: (Int) -> Bool = { _ in true }
  ) -> [FindingPlace] {
    let rows = trace.flatMap(\.rows).compactMap { name in
      model.rows.firstIndex { $0.fullID == name }
    }
    // Whether a setting is a cause may take replays, so only those that are read are asked about.
    let read = Set((expressions + rows.map { model.rows[$0].when }).flatMap(\.slots))
    let causes = located.filter { read.contains($0.key) && isCause($0.key) }
    return SettingPlaces(model: model, located: causes)
      .places(of: expressions, rows: rows)
      .map { place(of: $0.slot, at: $0.location) }
  }

  /// Where tokens are the end of a counterexample, puts the settings that let that sign-in through
  /// behind those of the claim, and before those of the acts that made the record.
  ///
  /// - Parameters:
  ///   - claims: the report's properties as they are declared, in its order.
  ///   - runs: the counterexamples that the report shows, by position of the property.
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

  /// Puts what the remedy of a finding changes in front of its other places.
  package func addRemedies(to report: inout PoolReport) {
    for position in report.properties.indices {
      let id = report.properties[position].remedyID
      guard let remedy = model.remedies.first(where: { $0.id == id }) else { continue }
      let changed = remedy.changes.compactMap { change in
        located[change.slot].map { place(of: change.slot, at: $0) }
      }
      let others = report.properties[position].places.filter { !changed.contains($0) }
      report.properties[position].places = Array((changed + others).prefix(SettingPlaces.most))
    }
  }

  /// Where a document sets a parameter, or an option where those count, by slot.
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
