extension TextSink {
  /// The catalogue of paths, grouped by outcome.
  func catalogue(of report: PoolReport) -> String {
    guard !report.paths.isEmpty else { return "" }
    var out = title("Paths", "\(TextLayout.grouped(report.paths.count)): \(tally(of: report))")
    for outcome in report.outcomes {
      let paths = report.paths.filter { $0.outcome == outcome }
      out += "\n  " + style.dress(heading(for: outcome), as: role(of: outcome)) + "\n"
      out += TextLayout.columns(paths.map(cells)).map { $0 + "\n" }.joined()
    }
    return out + (report.sideSteps.isEmpty ? "" : "\n" + sideSteps(of: report))
  }

  /// The number of paths by outcome: `12 ✓ signed in, 3 ✗ ends with an error`.
  func tally(of report: PoolReport) -> String {
    report.outcomes.map { name in
      "\(report.paths.count { $0.outcome == name }) \(heading(for: name))"
    }.joined(separator: ", ")
  }

  private func heading(for outcome: String) -> String {
    switch outcome {
    case "done": "✓ signed in"
    case "error": "✗ ends with an error"
    case "noWayOn": "✗ dead end"
    case "neverReturns": "✗ a call never returns"
    default: "↗ sent to \(outcome)"
    }
  }

  private func role(of outcome: String) -> TerminalStyle.Role {
    switch outcome {
    case "done": .good
    case "error", "noWayOn", "neverReturns": .bad
    default: .doubtful
    }
  }

  private func cells(of path: PathReport) -> [String] {
    var cells: [String] = []
    for (position, call) in path.calls.enumerated() {
      cells.append("\(position == 0 ? "    " : "")\(call.argument) → \(call.answer)")
    }
    if let condition = path.condition { cells.append("if \(condition)") }
    return cells
  }

  /// Loops and errors that are not part of a path, grouped by the step where they start.
  private func sideSteps(of report: PoolReport) -> String {
    var out = title("Next to the paths", "\(TextLayout.grouped(report.sideSteps.count))")
    let places = Set(report.sideSteps.map(\.from)).sorted()
    for place in places {
      out += "\n  at \(place)\n"
      var rows: [[String]] = []
      for step in report.sideSteps where step.from == place {
        var row = ["    " + step.call.argument, "→ " + step.call.answer]
        if step.to != place { row.append("back to \(step.to)") }
        if let condition = step.condition { row.append("if \(condition)") }
        if !rows.contains(row) { rows.append(row) }
      }
      out += TextLayout.columns(rows).map { $0 + "\n" }.joined()
    }
    return out
  }
}

extension PoolReport {
  /// The outcomes of the paths, in the order of the catalogue.
  package var outcomes: [String] {
    let order = ["done", "resetPassword", "confirmSignUp", "error", "noWayOn", "neverReturns"]
    let others = Set(paths.map(\.outcome)).subtracting(order).sorted()
    return (order + others).filter { name in paths.contains { $0.outcome == name } }
  }
}
