import Findings
import SignIn
import SignInTestBed
import TransitionTables

/// A file of the client's cases, run one after the other against the table's client.
struct CaseBatch {
  let model: Model
  let environment: ToolEnvironment

  /// Runs all cases of a file.
  /// - Throws: every complaint about a file that cannot be read as cases.
  func run(_ path: String) throws(CommandFailure) -> [CaseReport] {
    do {
      let cases = try read(path)
      let runner = CaseRunner(model: model)
      environment.progress("running \(TextLayout.counted(cases.count, "case")) of \(path)")
      return environment.stopwatch.time("cases") { cases.map { runner.run($0) } }
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }

  /// The cases of a file.
  func read(_ path: String) throws(DiagnosticList) -> [ClientCase] {
    try ClientCase.read(try document(path), against: model)
  }

  private func document(_ path: String) throws(DiagnosticList) -> LocatedDocument {
    try PoolReader.document(at: path)
  }

  // MARK: Writing

  static func text(_ reports: [CaseReport], style: TerminalStyle, isVerbose: Bool) -> String {
    var out = ""
    for report in reports {
      let line = "\(report.verdict.rawValue)  \(report.id)"
      out += style.dress(line, as: role(of: report.verdict)) + "\n"
      if isVerbose || report.verdict != .agrees {
        for reason in report.reasons { out += "  \(reason)\n" }
      }
      if isVerbose || report.verdict == .differs { out += steps(of: report) }
      if report.verdict == .differs { out += "  \(report.location)\n" }
    }
    return out + "\n\(summary(reports))\n"
  }

  private static func role(of verdict: CaseReport.Verdict) -> TerminalStyle.Role {
    switch verdict {
    case .agrees: .good
    case .differs: .bad
    case .notApplicable: .quiet
    }
  }

  private static func steps(of report: CaseReport) -> String {
    report.steps.map { step in
      var out = "  \(step.call) → \(step.answer ?? "does not return")\n"
      for request in step.requests { out += "    sends \(text(of: request))\n" }
      return out + "    by \(step.rows.joined(separator: ", "))\n"
    }.joined()
  }

  private static func text(of request: WireRequest) -> String {
    let fields = request.fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return fields.isEmpty
      ? request.operation : "\(request.operation) { \(fields.joined(separator: ", ")) }"
  }

  private static func summary(_ reports: [CaseReport]) -> String {
    func count(_ verdict: CaseReport.Verdict) -> Int {
      reports.count { $0.verdict == verdict }
    }
    return "\(TextLayout.counted(reports.count, "case")): \(count(.agrees)) agree, "
      + "\(count(.differs)) differ, \(count(.notApplicable)) not applicable"
  }

  static func json(_ reports: [CaseReport]) -> JSONValue {
    func count(_ verdict: CaseReport.Verdict) -> JSONValue {
      .number(reports.count { $0.verdict == verdict })
    }
    return .object([
      "cases": .array(reports.map(json)),
      "summary": .object([
        "agree": count(.agrees), "differ": count(.differs),
        "notApplicable": count(.notApplicable), "total": .number(reports.count),
      ]),
    ])
  }

  private static func json(_ report: CaseReport) -> JSONValue {
    .object([
      "id": .string(report.id), "verdict": .string(report.verdict.rawValue),
      "reasons": .strings(report.reasons), "place": .string("\(report.location)"),
      "steps": .array(
        report.steps.map { step in
          .object([
            "call": .string(step.call), "answer": .optional(step.answer),
            "rows": .strings(step.rows),
            "requests": .array(
              step.requests.map { request in
                .object([
                  "operation": .string(request.operation),
                  "fields": .strings(
                    request.fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }),
                ])
              }),
          ])
        }),
    ])
  }
}
