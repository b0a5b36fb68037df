import Findings
import SignIn
import SignInTestBed
import TransitionTables

/// Runs the client cases of a file one after the other against the table's client.
package struct CaseBatch {
  package let model: Model
  package let environment: ToolEnvironment

  package init(model: Model, environment: ToolEnvironment) {
    self.model = model
    self.environment = environment
  }

  /// Runs all cases of a file.
  /// - Throws: the errors of a file that cannot be read as cases.
  package func run(_ path: String) throws(CommandFailure) -> [CaseReport] {
    do {
      let cases = try read(path)
      let runner = CaseRunner(model: model)
      environment.progress("running \(TextLayout.counted(cases.count, "case")) of \(path)")
      return environment.stopwatch.time("cases") { cases.map { runner.run($0) } }
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }

  /// Reads the cases of a file.
  package func read(_ path: String) throws(DiagnosticList) -> [ClientCase] {
    try ClientCase.read(try document(path), against: model)
  }

  private func document(_ path: String) throws(DiagnosticList) -> LocatedDocument {
    try PoolReader.document(at: path)
  }

  // MARK: Writing

  package static func text(_ reports: [CaseReport], style: TerminalStyle, isVerbose: Bool) -> String
  {
    var out = ""
    for report in reports {
      let line = "\(report.verdict.rawValue)  \(report.id)"
      out += style.dress(line, as: role(of: report.verdict)) + "\n"
      if isVerbose || report.verdict != .agrees {
        for reason in report.reasons { out += "  \(reason)\n" }
      }
      if isVerbose || report.verdict == .differs { out += steps(of: report) }
      if let setUps = report.setUps { out += "  \(text(of: setUps))\n" }
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

  private static func text(of setUps: CaseReport.SetUps) -> String {
    "agrees in \(setUps.agree) of \(setUps.agree + setUps.differ) legal set-ups; "
      + "\(setUps.illegal) others are illegal"
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
    let refused = reports.count { $0.verdict == .notApplicable && $0.refusedCall != nil }
    let open = reports.count { $0.setUps != nil }
    let texts = reports.map(\.textsNotCompared).reduce(0, +)
    return "\(TextLayout.counted(reports.count, "case")): \(count(.agrees)) agree, "
      + "\(count(.differs)) differ, \(count(.notApplicable)) not applicable"
      + (refused > 0
        ? "\nnot applicable for a call that the table does not allow: \(refused)" : "")
      + (open > 0 ? "\nleft the set-up open: \(TextLayout.counted(open, "case"))" : "")
      + (texts > 0 ? "\nnot compared: \(TextLayout.counted(texts, "text")) of errors" : "")
  }

  package static func json(_ reports: [CaseReport]) -> JSONValue {
    func count(_ verdict: CaseReport.Verdict) -> JSONValue {
      .number(reports.count { $0.verdict == verdict })
    }
    return .object([
      "cases": .array(reports.map(json)),
      "summary": .object([
        "agree": count(.agrees), "differ": count(.differs),
        "notApplicable": count(.notApplicable), "total": .number(reports.count),
        "notAllowed": .number(
          reports.count { $0.verdict == .notApplicable && $0.refusedCall != nil }),
        "textsNotCompared": .number(reports.map(\.textsNotCompared).reduce(0, +)),
      ]),
    ])
  }

  private static func json(_ report: CaseReport) -> JSONValue {
    .object([
      "id": .string(report.id), "verdict": .string(report.verdict.rawValue),
      "reasons": .strings(report.reasons), "place": .string("\(report.location)"),
      "setUps": report.setUps.map {
        .object([
          "agree": .number($0.agree), "differ": .number($0.differ), "illegal": .number($0.illegal),
        ])
      } ?? .null,
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
