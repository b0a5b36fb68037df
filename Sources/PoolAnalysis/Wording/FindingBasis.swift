import Findings
import TransitionTables

/// What a finding rests on that neither the documents nor public evidence settle: an assumption
/// that alone decides it, a setting that is assumed of what made the pool, or a row of confidence C
/// or D. Where a limit cut off the assumptions, one of those left may decide it, and nothing is
/// said but what is known.
struct FindingBasis {
  let model: Model
  let pool: LoadedPool

  /// Adds to each finding what it rests on.
  func add(to report: inout PoolReport) {
    var (decisive, isCutOff): ([ConfigurationReport.Decisive], Bool) = ([], false)
    switch report.configuration.trial {
    case .tried(let found): decisive = found
    case .cutOff(let found, _): (decisive, isCutOff) = (found, true)
    case .notTried, nil: break
    }
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
          doubtfulRow(of: property)
        }
    }
  }

  /// The settings that no document states, among those that the claim reads or the remedy changes.
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

  /// The row with the least confidence among those that decide the finding.
  private func doubtfulRow(of property: PropertyReport) -> String {
    let names = FindingCauses(model: model).rows(under: property, of: claim(of: property))
    for confidence in ["D", "C"] {
      let row = names.first { name in
        model.rows.first { $0.fullID == name }?.source?.confidence == confidence
      }
      if let row { return "rests on \(row), confidence \(confidence)" }
    }
    return ""
  }
}
