import SafeText

/// Writes verdicts as JUnit XML, for the test views of CI systems: one suite per pool, one test
/// case per property.
///
/// A failed property of severity `error` is a failure, and so is a warning if warnings count. A
/// property that was not decided is an error or skipped, and a vacuous one is skipped; neither
/// counts as a success.
public struct JUnitSink: Sendable {
  private let isStrict: Bool

  /// - Parameter isStrict: whether warnings count as failures.
  public init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// The XML document for some pools.
  public func text(of reports: [PoolReport], problems: [DocumentProblem] = []) -> String {
    let problems = problems + reports.flatMap(\.problems)
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"waymark\">\n"
    for report in reports {
      let kinds = report.properties.map(kind)
      out += "  <testsuite name=\"\(XMLText.escaped(report.pool))\" "
      out += "tests=\"\(kinds.count)\" failures=\"\(kinds.count { $0 == .failure })\" "
      out += "errors=\"\(kinds.count { $0 == .error })\" "
      out += "skipped=\"\(kinds.count { $0 == .skipped })\">\n"
      for (property, kind) in zip(report.properties, kinds) {
        out += testCase(property, kind, in: report)
      }
      if let fix = report.fix?.text(width: 80), !fix.isEmpty {
        out += "    <system-out>\(XMLText.escaped(fix))</system-out>\n"
      }
      out += "  </testsuite>\n"
    }
    if !problems.isEmpty {
      out += "  <testsuite name=\"documents\" tests=\"\(problems.count)\" "
      let errors = problems.count { $0.severity == .error }
      out += "errors=\"\(errors)\" skipped=\"\(problems.count - errors)\">\n"
      for problem in problems {
        let place = problem.line > 0 ? "\(problem.file):\(problem.line)" : problem.file
        let message = XMLText.escaped("\(place): \(problem.message)")
        out += "    <testcase name=\"\(XMLText.escaped(problem.code))\" "
        out += "classname=\"documents\">\n"
        out +=
          problem.severity == .error
          ? "      <error message=\"\(message)\" type=\"error\"/>\n"
          : "      <skipped message=\"\(message)\"/>\n"
        out += "    </testcase>\n"
      }
      out += "  </testsuite>\n"
    }
    return out + "</testsuites>\n"
  }

  private enum Kind { case success, failure, error, skipped }

  private func kind(_ property: PropertyReport) -> Kind {
    let weighs = property.severity == .error || isStrict && property.severity == .warning
    switch property.verdict {
    case .holds: return .success
    case .fails where property.isKnown || property.cause != nil: return .skipped
    case .fails: return weighs ? .failure : .skipped
    case .undetermined: return weighs ? .error : .skipped
    case .vacuous: return .skipped
    }
  }

  private func testCase(_ property: PropertyReport, _ kind: Kind, in report: PoolReport) -> String {
    let head =
      "    <testcase name=\"\(XMLText.escaped(property.id))\" "
      + "classname=\"\(XMLText.escaped(report.pool))\""
    guard kind != .success else { return head + "/>\n" }
    let message = XMLText.escaped(Self.message(property))
    let body = XMLText.escaped(Self.details(property)).replacing("&#10;", with: "\n")
    var out = head + ">\n"
    switch kind {
    case .failure:
      out += "      <failure message=\"\(message)\" type=\"\(property.severity.rawValue)\">"
      out += "\(body)</failure>\n"
    case .error: out += "      <error message=\"\(message)\" type=\"undetermined\"/>\n"
    case .skipped, .success: out += "      <skipped message=\"\(message)\"/>\n"
    }
    return out + "    </testcase>\n"
  }

  private static func message(_ property: PropertyReport) -> String {
    switch property.verdict {
    case .holds: "holds"
    case .fails: property.sentence
    case .vacuous: "Holds only because what it speaks of never happens: \(property.prose)"
    case .undetermined: "The search stopped before it was decided: \(property.prose)"
    }
  }

  private static func details(_ property: PropertyReport) -> String {
    var lines: [String] = []
    for place in property.places {
      lines.append("\(place.file.visibleLine):\(place.line):\(place.column): \(place.parameter)")
    }
    for (position, step) in property.run.enumerated() {
      lines.append("\(position + 1). \(step.actor) \(step.shortCall) -> \(step.answer ?? "-")")
      for change in step.changes {
        lines.append("     \(change.name): \(change.before) => \(change.after)")
      }
    }
    if !property.remedy.isEmpty { lines.append("Remedy: \(property.remedy)") }
    if !property.command.isEmpty { lines.append("Again: \(property.command)") }
    return "\n" + lines.joined(separator: "\n") + "\n"
  }
}
