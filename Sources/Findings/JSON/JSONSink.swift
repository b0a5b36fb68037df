/// Writes reports as JSON, one object with sorted keys: the machine-readable output of `explore`
/// and `check`.
public struct JSONSink: Sendable {
  public init() {}

  /// The JSON object of one pool.
  public func value(of report: PoolReport) -> JSONValue {
    var entries: [String: JSONValue] = [
      "pool": .string(report.pool),
      "configuration": configuration(report.configuration),
      "states": .number(report.coverage.states),
      "transitions": report.coverage.countsTransitions
        ? .number(report.coverage.transitions) : .null,
      "depth": report.coverage.measuresDepth ? .number(report.coverage.depth) : .null,
      "cryptography": cryptography(report.cryptography ?? CryptographyReport()),
      "paths": .array(report.paths.map(path)),
      "properties": .array(report.properties.map(property)),
    ]
    if !report.problems.isEmpty { entries["problems"] = .array(report.problems.map(problem)) }
    if !report.notModelled.isEmpty { entries["notModelled"] = .strings(report.notModelled) }
    if let fix = report.fix { entries["fix"] = fix.value }
    return .object(entries)
  }

  /// The JSON object of a pool whose documents could not be read or checked.
  ///
  /// - Parameters:
  ///   - pool: the pool's name, or nil if no document states it.
  ///   - problems: the reasons.
  public func value(ofUnchecked pool: String?, problems: [DocumentProblem]) -> JSONValue {
    .object([
      "pool": .optional(pool), "problems": .array(problems.map(problem)),
    ])
  }

  /// The JSON array of a trace, one object per step.
  public func value(of steps: [TraceStepReport]) -> JSONValue { trace(steps) }

  private func configuration(_ configuration: ConfigurationReport) -> JSONValue {
    let closed = configuration.closed.map { ($0.name, value($0.value)) }
    var entries: [String: JSONValue] = [
      "closed": .object(Dictionary(closed, uniquingKeysWith: { first, _ in first })),
      "open": .strings(configuration.open.map(\.name)),
    ]
    if !configuration.bounds.isEmpty {
      entries["bounds"] = .array(
        configuration.bounds.map {
          .object([
            "name": .string($0.name), "most": .string($0.most), "counts": .string($0.counted),
          ])
        })
    }
    switch configuration.trial {
    case .notTried(let reason): entries["assumptionsNotTried"] = .string(reason)
    case .tried(let decisive): entries["decisiveAssumptions"] = .array(decisive.map(value))
    case .cutOff(let decisive, let untried):
      entries["decisiveAssumptions"] = .array(decisive.map(value))
      entries["assumptionsCutOff"] = .strings(untried)
    case nil: break
    }
    return .object(entries)
  }

  private func value(_ assumption: ConfigurationReport.Decisive) -> JSONValue {
    .object([
      "name": .string(assumption.name), "otherwise": .string(assumption.otherwise),
      "flips": .strings(assumption.flips),
    ])
  }

  private func value(_ value: ConfigurationReport.Value) -> JSONValue {
    switch value {
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .member(let member): .string(member)
    case .set(let members): .strings(members)
    }
  }

  private func cryptography(_ report: CryptographyReport) -> JSONValue {
    var entries = counts(report.total)
    entries["exploration"] = .object(
      counts(report.exploration).merging(["judgements": .number(report.judgements)]) { a, _ in a })
    entries["replay"] = .object(
      counts(report.replay).merging([
        "paths": .number(report.replayedPaths), "sideSteps": .number(report.replayedSideSteps),
      ]) { a, _ in a })
    entries["differences"] = .array(report.differences.map(difference))
    entries["unexercisedRows"] = .strings(report.unexercisedRows)
    entries["evidence"] = .array(report.evidence.map(evidence))
    return .object(entries)
  }

  private func counts(_ counts: CryptographyReport.Counts) -> [String: JSONValue] {
    [
      "srp": .number(counts.srp), "deviceSRP": .number(counts.deviceSRP),
      "totp": .number(counts.totp), "webAuthn": .number(counts.webAuthn),
      "codes": .number(counts.codes),
    ]
  }

  /// The counts by class; classes that do not apply to a kind are listed separately with the
  /// reason.
  private func evidence(_ evidence: CryptographyReport.Evidence) -> JSONValue {
    let judged = evidence.classes.filter(\.reason.isEmpty).map {
      ($0.name, JSONValue.number($0.count))
    }
    let others = evidence.classes.filter { !$0.reason.isEmpty }.map {
      ($0.name, JSONValue.string($0.reason))
    }
    return .object([
      "kind": .string(evidence.kind),
      "classes": .object(Dictionary(judged, uniquingKeysWith: { first, _ in first })),
      "without": .object(Dictionary(others, uniquingKeysWith: { first, _ in first })),
    ])
  }

  private func difference(_ difference: CryptographyReport.Difference) -> JSONValue {
    .object([
      "row": .string(difference.row), "evidence": .string(difference.evidence),
      "class": .string(difference.sentClass), "expected": .string(difference.expected),
      "actual": .string(difference.actual), "context": .string(difference.context),
    ])
  }

  private func path(_ path: PathReport) -> JSONValue {
    var entries: [String: JSONValue] = [
      "id": .string(path.id),
      "steps": .strings(path.calls.map { $0.step.isEmpty ? "noAnswer" : $0.step }),
      "outcome": .string(path.outcome),
      "record": record(path.record),
      "trace": trace(path.trace),
      "replay": .string(path.replay.rawValue),
    ]
    if let condition = path.condition { entries["condition"] = .string(condition) }
    return .object(entries)
  }

  /// A record in the form that scenario files use.
  private func record(_ entries: [RecordEntry]) -> JSONValue {
    var plain: [String: JSONValue] = [:]
    var indexed: [String: [String: JSONValue]] = [:]
    for entry in entries {
      if let member = entry.member {
        indexed[entry.name, default: [:]][member] = .string(entry.value)
      } else {
        plain[entry.name] = .string(entry.value)
      }
    }
    return .object(plain.merging(indexed.mapValues { .object($0) }) { first, _ in first })
  }

  private func problem(_ problem: DocumentProblem) -> JSONValue {
    .object([
      "code": .string(problem.code), "severity": .string(problem.severity.rawValue),
      "message": .string(problem.message), "remedy": .string(problem.remedy),
      "file": .string(problem.file), "line": .number(problem.line),
      "column": .number(problem.column),
    ])
  }

  private func place(_ place: FindingPlace) -> JSONValue {
    .object([
      "file": .string(place.file), "line": .number(place.line), "column": .number(place.column),
      "parameter": .string(place.parameter),
    ])
  }

  private func property(_ property: PropertyReport) -> JSONValue {
    var entries: [String: JSONValue] = [
      "id": .string(property.id),
      "severity": .string(property.severity.rawValue),
      "verdict": .string(property.verdict.rawValue),
      "condition": .optional(property.condition),
      "trace": property.trace.map(trace) ?? .null,
    ]
    if !property.example.isEmpty { entries["example"] = values(property.example) }
    if let cause = property.cause { entries["cause"] = .string(cause) }
    if property.isRuledOut { entries["isRuledOut"] = .bool(true) }
    if !property.basis.isEmpty { entries["basis"] = .string(property.basis) }
    if property.verdict == .fails, !property.remedy.isEmpty {
      entries["remedy"] = .string(property.remedy)
    }
    if property.verdict == .fails, !property.places.isEmpty {
      entries["places"] = .array(property.places.map(place))
    }
    if !property.refusal.isEmpty { entries["refusal"] = trace(property.refusal) }
    if !property.furtherTraces.isEmpty {
      entries["furtherTraces"] = .array(property.furtherTraces.map(trace))
    }
    if !property.lackOfTraces.isEmpty {
      entries["lackOfTraces"] = .string(property.lackOfTraces)
    }
    if !property.why.isEmpty {
      entries["why"] = .array(
        property.why.map {
          .object([
            "part": .string($0.part), "since": $0.since.map(JSONValue.number) ?? .null,
            "values": values($0.values),
          ])
        })
    }
    return .object(entries)
  }

  private func values(_ values: [ClaimValue]) -> JSONValue {
    .object(
      Dictionary(values.map { ($0.name, value($0.value)) }, uniquingKeysWith: { first, _ in first })
    )
  }

  private func trace(_ steps: [TraceStepReport]) -> JSONValue {
    .array(
      steps.map { step in
        .object([
          "actor": .string(step.actor), "call": .string(step.call), "rows": .strings(step.rows),
          "messages": .strings(step.messages), "answer": .optional(step.answer),
          "changes": .object(
            Dictionary(
              step.changes.map {
                ($0.name, .object(["before": .string($0.before), "after": .string($0.after)]))
              }, uniquingKeysWith: { first, _ in first })),
        ])
      })
  }
}
