public import StateSpace

/// A model with fixed parameters, ready to be explored: packed states, `(mask, value)` rules, and
/// the meaning of each rule.
public struct CompiledModel: Sendable {
  /// The meaning of a rule in terms of the table.
  public struct Label: Sendable, Hashable {
    /// The row, by position in ``Model/rows``.
    public var row: Int
    /// The action that triggers it, or nil.
    public var action: Int?
    /// The values of the action's inputs, in their order.
    public var inputs: [Int]

    package init(row: Int, action: Int?, inputs: [Int]) {
      (self.row, self.action, self.inputs) = (row, action, inputs)
    }
  }

  /// The table as a model.
  public let model: Model
  /// The value of each parameter and assumption, by slot.
  public let parameters: [Int: Int]
  /// The slots of the observers that are part of the state.
  public let observers: Set<Int>
  /// The position of each slot in the packed words.
  public let layout: StateLayout
  /// The machine to explore.
  public internal(set) var system: TransitionSystem
  /// The meanings of the rules, by the rules' label number.
  public let labels: [Label]
  /// The compiler, which caches its results; nil where there is none to share.
  var compiler: TableCompiler?

  /// Returns the value of every slot in a packed state; slots that it has no bits for, such as
  /// inputs and absent observers, have their initial value.
  public func valuation(of state: [UInt64]) -> [Int] {
    model.slots.indices.map { slot in
      if let value = parameters[slot] { return value }
      guard let field = layout.fields[slot] else { return model.slots[slot].initial }
      let word = field.word < state.count ? state[field.word] : 0
      return model.types.decode(
        (word & field.mask) >> UInt64(field.shift), as: model.slots[slot].type)
    }
  }

  /// Returns the packed state of a valuation, with as many words as a state within a step has.
  public func pack(_ valuation: [Int]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: layout.wordCount)
    for slot in model.slots.indices {
      guard let field = layout.fields[slot] else { continue }
      let bits = model.types.encode(valuation[slot], as: model.slots[slot].type)
      words[field.word] |= bits << UInt64(field.shift)
    }
    return words
  }

  /// Returns the row, action and inputs of a rule of the system.
  public func label(ofRule rule: Int) -> Label { labels[Int(system.rules[rule].label)] }

  /// Returns an action with its inputs as an author would write it: `signIn(flow: userSRP)`.
  public func actionText(of label: Label) -> String {
    guard let action = label.action else { return model.rows[label.row].fullID }
    return model.actionText(action, inputs: label.inputs)
  }

  /// Returns the packed cubes in which an expression over the state holds.
  public func cubes(where expression: Expression) -> [PackedCube] {
    compiler?.cubes(where: expression, in: self)
      ?? RuleCompiler(model: model, parameters: parameters, observers: observers)
      .packedCubes(where: expression)
  }
}

extension Model {
  /// Returns an action with its inputs as an author would write it: `signIn(flow: userSRP)`.
  public func actionText(_ action: Int, inputs: [Int]) -> String {
    let parts = zip(actions[action].inputs, inputs).map { input, value in
      "\(input.name): \(text(of: value, in: input.slot))"
    }
    return "\(actions[action].call)(\(parts.joined(separator: ", ")))"
  }
}
