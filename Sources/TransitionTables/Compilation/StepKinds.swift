/// The kinds of steps of a model: each is an action with its inputs that begins the step.
public struct StepKinds: Sendable {
  /// An action with the values of its inputs; a nil action stands for rows that fire by themselves.
  public struct Kind: Hashable, Sendable {
    /// The action, by position in ``Model/actions``; nil for a row that fires by itself.
    public var action: Int?
    /// The values of the inputs, in the order of the action's inputs.
    public var inputs: [Int]

    package init(action: Int?, inputs: [Int]) { (self.action, self.inputs) = (action, inputs) }
  }

  /// The kinds by number, in the order of the rules.
  public private(set) var all: [Kind] = []
  /// The number of the kind of each rule.
  public private(set) var ofRule: [Int] = []

  init(_ compiled: CompiledModel) {
    var numbers: [Kind: Int] = [:]
    for rule in compiled.system.rules.indices {
      let label = compiled.label(ofRule: rule)
      let kind = Kind(action: label.action, inputs: label.inputs)
      if numbers[kind] == nil {
        numbers[kind] = all.count
        all.append(kind)
      }
      ofRule.append(numbers[kind] ?? 0)
    }
  }
}
