import StateSpace

extension TableExploration {
  /// Returns the steps in LTSmin's enumerated table format. Each action with its inputs is a part
  /// of the transition relation; each line of a part is one combination of values that its rules
  /// read and write and that occurs in some state.
  ///
  /// Variables that no rule of a part reads or writes are `*`. Each step of a reached state matches
  /// exactly one line, and no line adds a step, so states and steps are those of the exploration.
  /// The text depends only on the exploration.
  public func enumeratedTable() -> String {
    let variables = ExportedSystem.variables(of: compiled)
    let names = variables.map(\.name)
    let actions = compiled.labels.map(compiled.actionText(of:))
    let kinds = Array(Set(actions)).sorted()
    var text = "begin state\n" + names.map { "\($0):\($0)" }.joined(separator: " ")
    text += "\nend state\nbegin edge\naction:action\nend edge\nbegin init\n"
    let start = exploration.state(0)
    text += variables.map { String($0.value(in: start)) }.joined(separator: " ") + "\nend init\n"
    let lines = tableLines(of: variables)
    for label in compiled.labels.indices {
      guard let own = lines[label], let kind = kinds.firstIndex(of: actions[label]) else {
        continue
      }
      text += "begin trans\n"
      for line in own { text += line + " \(kind)\n" }
      text += "end trans\n"
    }
    text += "begin sort action\n" + kinds.map { "\"\(Self.quoted($0))\"\n" }.joined()
    return text + "end sort\n"
  }

  /// The lines for each label of a rule, in the order in which they were found.
  private func tableLines(of variables: [ExportedVariable]) -> [Int: [String]] {
    guard let graph = exploration.graph else { return [:] }
    var touched: [Int: [Bool]] = [:]
    for rule in compiled.system.rules {
      let label = Int(rule.label)
      var own = touched[label] ?? variables.map { _ in false }
      for (place, variable) in variables.enumerated() {
        let words = rule.cubes.map(\.mask) + [rule.clear, rule.set]
        own[place] = own[place] || words.contains { variable.value(in: $0) != 0 }
      }
      touched[label] = own
    }
    var lines: [Int: [String]] = [:]
    var known: [Int: Set<String>] = [:]
    for source in 0..<graph.stateCount {
      let before = exploration.state(source)
      for edge in graph.edges(from: source) {
        let label = Int(compiled.system.rules[edge.label.firstRule].label)
        let after = exploration.state(edge.target)
        let parts = zip(variables, touched[label] ?? []).map { variable, isTouched in
          isTouched ? "\(variable.value(in: before))/\(variable.value(in: after))" : "*"
        }
        let line = parts.joined(separator: " ")
        if known[label, default: []].insert(line).inserted {
          lines[label, default: []].append(line)
        }
      }
    }
    return lines
  }
}
