/// What the steps of a model begin with: actions with their inputs.
public struct StepKinds: Sendable {
  /// An action with the values of its inputs; a nil action for a row that fires by itself.
  public struct Kind: Hashable, Sendable {
    /// By position in ``Model/actions``.
    public var action: Int?
    /// In the order of the action's inputs.
    public var inputs: [Int]

    package init(action: Int?, inputs: [Int]) { (self.action, self.inputs) = (action, inputs) }
  }

  /// By number, in the order of the rules.
  public private(set) var all: [Kind] = []
  /// By rule, the number of its kind.
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
