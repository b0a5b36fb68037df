import Findings
import TransitionTables

/// What a finding rests on that public evidence does not settle: an assumption that alone decides
/// it, or a row of confidence C or D.
struct FindingBasis {
  let model: Model

  /// Adds to each finding what it rests on.
  func add(to report: inout PoolReport) {
    var decisive: [ConfigurationReport.Decisive] = []
    switch report.configuration.trial {
    case .tried(let found), .cutOff(let found, _): decisive = found
    case .notTried, nil: break
    }
    for position in report.properties.indices where report.properties[position].verdict == .fails {
      let property = report.properties[position]
      let assumed = decisive.filter { $0.flips.contains(property.id) }.map(\.name)
      let names = assumed.reduce(into: [String]()) { known, next in
        if !known.contains(next) { known.append(next) }
      }
      report.properties[position].basis =
        names.isEmpty ? doubtfulRow(of: property) : "rests on the assumption \(names.listOfAll)"
    }
  }

  /// The last of the trace's rows with the least confidence.
  private func doubtfulRow(of property: PropertyReport) -> String {
    let names = (property.trace ?? []).flatMap(\.rows)
    for confidence in ["D", "C"] {
      let row = names.last { name in
        model.rows.first { $0.fullID == name }?.source?.confidence == confidence
      }
      if let row { return "rests on \(row), confidence \(confidence)" }
    }
    return ""
  }
}
