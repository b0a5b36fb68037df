import Findings
import TransitionTables

/// States the basis of a finding that neither the documents nor public evidence settle: an
/// assumption that alone decides it, an assumed setting of the framework, or a row of confidence C
/// or D. Where a limit ended the trial of assumptions, one of the untried ones may decide it, and
/// only known decisive ones are named. Where none was tried, the assumptions that the
/// counterexample depends on take precedence over a doubtful row.
struct FindingBasis {
  let model: Model
  let pool: LoadedPool
  let compiler: TableCompiler

  /// Adds its basis to each finding.
  /// - Parameters:
  ///   - runs: the counterexamples that the report shows, by the position of their property.
  ///   - unweighed: the properties whose finding may turn out to be less severe.
  func add(to report: inout PoolReport, runs: [Int: Trace], unweighed: Set<Int>) {
    var (decisive, isCutOff): ([ConfigurationReport.Decisive], Bool) = ([], false)
    var isTried = true
    switch report.configuration.trial {
    case .tried(let found): decisive = found
    case .cutOff(let found, _): (decisive, isCutOff) = (found, true)
    case .notTried, nil: isTried = false
    }
    let stop = report.isInterrupted ? "the run was interrupted" : "a limit was reached"
    for position in report.properties.indices where report.properties[position].verdict == .fails {
      let property = report.properties[position]
      let assumed = decisive.filter { $0.flips.contains(property.id) }.map(\.name)
      let names = assumed.reduce(into: [String]()) { known, next in
        if !known.contains(next) { known.append(next) }
      }
      let settings = assumedSettings(of: property)
      report.properties[position].basis =
        if !names.isEmpty {
          "rests on the assumption \(names.listOfAll)"
        } else if isCutOff {
          ""
        } else if !settings.isEmpty {
          "rests on \(settings.listOfAll), which is assumed"
        } else {
          basis(of: property, shownBy: isTried ? nil : runs[position])
        }
      guard unweighed.contains(position) else { continue }
      let known = report.properties[position].basis
      report.properties[position].basis =
        "may weigh less, \(stop) first" + (known.isEmpty ? "" : "; \(known)")
    }
  }

  /// Turns errors that rest on a row of confidence D into warnings: such a row was never measured,
  /// and an error must be certain.
  func limitDoubtful(in report: inout PoolReport) {
    for position in report.properties.indices
    where report.properties[position].verdict == .fails
      && doubtfulRow(of: report.properties[position])?.confidence == "D"
    {
      report.properties[position].severity.limit(to: .warning)
    }
  }

  private func basis(of property: PropertyReport, shownBy run: Trace?) -> String {
    guard let doubtful = doubtfulRow(of: property) else { return "" }
    let row = "rests on \(doubtful.row), confidence \(doubtful.confidence)"
    guard let run, let claim = claim(of: property) else { return row }
    let names = assumptions(under: run, against: claim)
    return names.isEmpty ? row : "its counterexample rests on the assumption \(names.listOfAll)"
  }

  /// The assumptions that the counterexample depends on: it is none with another value of one of
  /// them. Empty for reachability claims, whose failure a single run does not show.
  private func assumptions(under run: Trace, against claim: Property) -> [String] {
    switch claim.claim {
    case .always, .alwaysWithin: break
    default: return []
    }
    guard let start = run.steps.first?.before else { return [] }
    let replay = CounterexampleReplay(compiler: compiler)
    let parameters = Dictionary(uniqueKeysWithValues: model.parameters.map { ($0, start[$0]) })
    return model.parameters.filter { model.slots[$0].kind == .assumption }.filter { slot in
      model.types.values(of: model.slots[slot].type).contains { value in
        value != start[slot]
          && !replay.shows(claim, by: run, under: parameters.merging([slot: value]) { $1 })
      }
    }.map { model.slots[$0].name }
  }

  /// The settings that the claim reads or the remedy changes, and whose defaults are assumed.
  private func assumedSettings(of property: PropertyReport) -> [String] {
    let claim = claim(of: property)
    let remedy = model.remedies.first { $0.id == property.remedyID }
    let slots = (claim?.expressions ?? []).flatMap(\.slots) + (remedy?.changes ?? []).map(\.slot)
    let assumed = pool.document?.assumed ?? []
    return slots.reduce(into: [String]()) { names, slot in
      guard case .frameworkDefault? = pool.origins[slot], let value = pool.closed[slot],
        assumed.contains(model.slots[slot].name)
      else { return }
      let name = "\(model.slots[slot].name) = \(model.text(of: value, in: slot))"
      if !names.contains(name) { names.append(name) }
    }
  }

  private func claim(of property: PropertyReport) -> Property? {
    model.properties.first { $0.fullID == property.id }
  }

  /// The row with the lowest confidence among those that decide the finding.
  private func doubtfulRow(of property: PropertyReport) -> (row: String, confidence: String)? {
    let names = FindingCauses(model: model).rows(under: property, of: claim(of: property))
    for confidence in ["D", "C"] {
      let row = names.first { name in
        model.rows.first { $0.fullID == name }?.source?.confidence == confidence
      }
      if let row { return (row, confidence) }
    }
    return nil
  }
}
