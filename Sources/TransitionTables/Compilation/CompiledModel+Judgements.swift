import StateSpace

extension CompiledModel {
  /// A watch on the rows that judge evidence. Each row is a group, whose visits are distinguished
  /// by the values that its verdicts depend on and by the class that is sent.
  public struct JudgementWatch: Sendable {
    /// The watch in the form that the engines take.
    public var rules = RuleWatch()
    /// The row of each group, by position in ``Model/rows``.
    public var rows: [Int] = []
  }

  /// Returns the watch on this model's rows; linear in the number of rules.
  public func judgementWatch(_ kinds: StepKinds) -> JudgementWatch {
    var watch = JudgementWatch()
    watch.rules.kinds = kinds.ofRule.map(Int32.init)
    var groups: [Int: Int32] = [:]
    for rule in system.rules.indices {
      let row = label(ofRule: rule).row
      guard !model.rows[row].judgements.isEmpty else {
        watch.rules.groups.append(-1)
        continue
      }
      if groups[row] == nil {
        groups[row] = Int32(watch.rows.count)
        watch.rows.append(row)
        let slots = self.slots(judgedBy: row)
        watch.rules.masks.append(mask(of: slots))
        // Inputs are not part of the state; they belong to the action that begins the step.
        watch.rules.tellsKinds.append(slots.contains { layout.fields[$0] == nil && isInput($0) })
      }
      watch.rules.groups.append(groups[row] ?? -1)
    }
    return watch
  }

  /// The slots that the verdicts of a row depend on, ascending.
  private func slots(judgedBy row: Int) -> [Int] {
    let kinds = model.rows[row].judgements.compactMap { model.evidence[$0.evidence] }
    return Set(kinds.flatMap { $0.classes + $0.depends }).sorted()
  }

  private func isInput(_ slot: Int) -> Bool {
    if case .input = model.slots[slot].kind { true } else { false }
  }

  /// The bits of some slots in the words of a state within a step.
  private func mask(of slots: [Int]) -> [UInt64] {
    var mask = [UInt64](repeating: 0, count: layout.wordCount)
    for slot in slots {
      if let field = layout.fields[slot] { mask[field.word] |= field.mask }
    }
    return mask
  }
}
