import Findings
import SignIn
import TransitionTables

/// Renders a comparison of two pools as JSON.
package struct DifferenceReport {
  package let difference: PoolDifference
  package let model: Model

  package init(difference: PoolDifference, model: Model) {
    self.difference = difference
    self.model = model
  }

  package var value: JSONValue {
    let users = difference.users
    return .object([
      "before": pool(difference.oldPool), "after": pool(difference.newPool),
      "settings": .array(difference.settings.map(setting)),
      "rulings": .array(difference.rulings.map(ruling)),
      "replacesPool": .bool(difference.replacesPool),
      "harms": .strings(difference.harms.map(\.code)),
      "users": .object([
        "records": .number(users.records), "affectedRecords": .number(users.affectedRecords),
        "helpedRecords": .number(users.helpedRecords),
        "affected": .array(users.affected.map(group)),
        "affectedInShort": .array(users.affectedInShort.map(group)),
        "strandedRecords": .number(users.strandedRecords),
        "stranded": .array(users.stranded.map(group)),
        "lostBeginnings": .strings(users.lostBeginnings),
        "gainedBeginnings": .strings(users.gainedBeginnings),
        "helped": .array(users.helped.map(group)),
      ]),
      "verdicts": .array(difference.verdicts.map(verdict)),
      "warnings": .object([
        "gained": .array(difference.gainedProblems.map(problem)),
        "lost": .array(difference.lostProblems.map(problem)),
        "lasting": .array(difference.lastingWarnings.map { problem(DocumentProblem($0)) }),
      ]),
      "paths": .object([
        "isComplete": .bool(!difference.hasTooManyPaths),
        "gained": .array(difference.gainedPaths.map(path)),
        "lost": .array(difference.lostPaths.map(path)),
        "gainedSequences": .array(difference.gainedSequences.map(sequence)),
        "lostSequences": .array(difference.lostSequences.map(sequence)),
        "oldUsersSequences": .array(difference.oldUsersSequences.map(sequence)),
      ]),
    ])
  }

  private func pool(_ pool: LoadedPool) -> JSONValue {
    .object(["pool": .string(pool.name), "origin": .string(pool.origin)])
  }

  private func setting(_ change: PoolDifference.SettingChange) -> JSONValue {
    .object([
      "parameter": .string(change.name), "before": .string(change.old),
      "after": .string(change.new), "beforeOrigin": .string(change.oldOrigin),
      "afterOrigin": .string(change.newOrigin),
    ])
  }

  private func ruling(_ diagnostic: Diagnostic) -> JSONValue {
    .object([
      "rule": .string(diagnostic.code), "severity": .string(diagnostic.severity.rawValue),
      "place": .string(diagnostic.location.description), "message": .string(diagnostic.message),
      "remedy": .string(diagnostic.remedy),
    ])
  }

  private func problem(_ problem: DocumentProblem) -> JSONValue {
    .object([
      "code": .string(problem.code), "severity": .string(problem.severity.rawValue),
      "message": .string(problem.message), "remedy": .string(problem.remedy),
      "file": .string(problem.file), "line": .number(problem.line),
      "column": .number(problem.column),
    ])
  }

  private func group(_ group: UserComparison.Group) -> JSONValue {
    var entries: [String: JSONValue] = [
      "facts": .strings(group.facts), "clauses": .strings(group.clauses),
      "records": .number(group.records),
      "needsAdministrator": .bool(group.needsAdministrator),
    ]
    if let example = group.example {
      let wording = TraceWording(model: model)
      entries["example"] = .object([
        "record": JSONSink().value(of: wording.steps(example.record)),
        "before": JSONSink().value(of: wording.steps(example.before)),
        "after": JSONSink().value(of: wording.steps(example.after)),
        "end": .string(DifferenceText.end(of: example.after, in: model)),
      ])
    }
    return .object(entries)
  }

  private func verdict(_ change: PoolDifference.VerdictChange) -> JSONValue {
    .object([
      "id": .string(change.new.id), "severity": .string(change.new.severity.rawValue),
      "before": .string(change.old.verdict.rawValue),
      "after": .string(change.new.verdict.rawValue),
      "trace": change.new.trace.map { JSONSink().value(of: $0) } ?? .null,
    ])
  }

  private func path(_ path: PathReport) -> JSONValue {
    .object([
      "id": .string(path.id),
      "calls": .strings(path.calls.map(\.call)),
      "steps": .strings(path.calls.map { $0.step.isEmpty ? "noAnswer" : $0.step }),
      "outcome": .string(path.outcome),
    ])
  }

  private func sequence(_ sequence: PoolDifference.StepSequence) -> JSONValue {
    .object([
      "steps": .strings(sequence.steps), "outcome": .string(sequence.outcome),
      "paths": .number(sequence.paths),
      "isMetByOldUsers": .bool(sequence.isMetByOldUsers),
    ])
  }
}
