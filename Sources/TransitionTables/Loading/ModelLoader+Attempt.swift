extension ModelLoader {
  mutating func readEvidenceKinds() {
    for entry in sections["evidence"] ?? [] {
      attempt { loader throws(Diagnostic) in
        var reader = try MappingReader(entry.value, subject: "a kind of evidence")
        let classes = try loader.slots(try reader.words("class") ?? [])
        let depends = try loader.slots(try reader.words("depends") ?? [])
        let judge = try reader.text("judge")
        let outstanding = try loader.condition(reader.optional("outstanding"))
        let held = try loader.condition(reader.optional("held"))
        loader.model.evidence[entry.key] = EvidenceKind(
          name: entry.key, classes: classes, depends: depends,
          judge: judge.isEmpty ? entry.key : judge, purpose: try reader.text("purpose"),
          outstanding: outstanding ?? .no, held: held ?? .yes,
          documentation: try reader.text("doc"), location: entry.keyLocation)
        loader.diagnostics += reader.unknownKeys()
      }
    }
    guard !model.evidence.isEmpty else { return }
    let names = model.evidence.keys.sorted()
    for row in model.rows {
      for judgement in row.judgements where model.evidence[judgement.evidence] == nil {
        diagnostics.append(
          Diagnostic(
            "table.unknown-name", at: row.location,
            "`\(row.id)` judges `\(judgement.evidence)`, which is no kind of evidence",
            remedy: names.nearest(to: judgement.evidence).map { "did you mean `\($0)`?" }
              ?? "declare it under `evidence:`"))
      }
    }
  }

  private func condition(_ node: LocatedNode?) throws(Diagnostic) -> Expression? {
    try node.map { node throws(Diagnostic) in
      try checker.check(try node.expression(), expecting: .bool)
    }
  }

  private func slots(_ words: [LocatedNode]) throws(Diagnostic) -> [Int] {
    var found: [Int] = []
    for word in words {
      let name = word.text ?? ""
      guard let symbol = model.symbols[name] else {
        throw Diagnostic(
          "table.unknown-name", at: word.location, "nothing is named `\(name)`",
          remedy: model.symbols.keys.sorted().nearest(to: name).map { "did you mean `\($0)`?" }
            ?? "name a variable, a field or an input")
      }
      found += symbol.slots
    }
    return found
  }

  mutating func readAttempt() {
    guard let node = attemptNode else { return }
    attempt { loader throws(Diagnostic) in
      var reader = try MappingReader(node, subject: "`attempt`")
      let begins = try loader.actions(try reader.words("begins") ?? [])
      let continues = try loader.actions(try reader.words("continues") ?? [])
      let recovers = try loader.actions(try reader.words("recovers") ?? [])
      let underway = try loader.checked(
        try reader.required("underway"), expecting: .bool, by: loader.checker, in: .states)
      let ready = try loader.checked(
        try reader.required("ready"), expecting: .bool, by: loader.checker, in: .states)
      loader.model.attempt = Attempt(
        begins: begins, continues: continues, recovers: recovers, underway: underway,
        ready: ready)
      loader.diagnostics += reader.unknownKeys()
    }
  }

  private func actions(_ words: [LocatedNode]) throws(Diagnostic) -> [Int] {
    var found: [Int] = []
    for word in words {
      guard let action = model.action(named: word.text ?? "") else {
        throw Diagnostic(
          "table.unknown-name", at: word.location, "`\(word.text ?? "")` is no action",
          remedy: model.actions.map(\.name).nearest(to: word.text ?? "")
            .map { "did you mean `\($0)`?" } ?? "name a declared action")
      }
      found.append(action)
    }
    return found
  }
}
