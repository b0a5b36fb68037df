public import StateSpace

/// The valuations of a model's slots as decision diagrams. Each slot has as many Boolean variables
/// as its type needs, unless its value is fixed.
///
/// Inspections leave all slots open. Compilation fixes the parameters and, for one action at a
/// time, the inputs, so that a condition on the state remains.
public final class SymbolicSpace {
  /// The model that declares the slots.
  public let model: Model
  /// The shared store of this space's diagrams.
  public let diagrams: DecisionDiagrams
  /// The Boolean variables of each slot that has any, least significant bit first.
  public let bits: [Int: [Int]]
  /// The slots whose value is fixed; their variables have no influence.
  public var fixed: [Int: Int]
  private let slotOfBit: [Int]
  /// The cache of ``validity(of:)``; rows ask for the same few slots again and again.
  private var knownValidity: [Int: Diagram] = [:]

  /// Allocates variables for the given slots in their order; all others must be fixed before use.
  public init(model: Model, slots: [Int], fixed: [Int: Int] = [:]) {
    self.model = model
    self.fixed = fixed
    var bits: [Int: [Int]] = [:]
    var owners: [Int] = []
    for slot in slots {
      let width = model.types.width(of: model.slots[slot].type)
      bits[slot] = Array(owners.count..<owners.count + width)
      owners += Array(repeating: slot, count: width)
    }
    self.bits = bits
    slotOfBit = owners
    diagrams = DecisionDiagrams(variableCount: max(owners.count, 1))
  }

  /// Returns the slots that own the given Boolean variables, ascending.
  public func slots(of variables: [Int]) -> [Int] {
    Set(variables.map { slotOfBit[$0] }).sorted()
  }

  /// Returns the condition that a slot's bits form one of its values; it excludes unused bit
  /// patterns.
  public func validity(of slot: Int) -> Diagram {
    let type = model.slots[slot].type
    guard fixed[slot] == nil, let variables = bits[slot] else { return .yes }
    let values = model.types.values(of: type)
    guard values.count < 1 << variables.count else { return .yes }
    if let known = knownValidity[slot] { return known }
    let valid = diagrams.or(
      values.map { pattern(model.types.encode($0, as: type), over: variables) })
    knownValidity[slot] = valid
    return valid
  }

  /// Returns the configurations that the service accepts: some slots have valid values, and no
  /// legality rule that is an error forbids the configuration.
  public func legal(_ slots: [Int] = []) -> Diagram {
    let refused = model.legality.filter(\.isError).map { condition($0.forbid) }
    return diagrams.minus(diagrams.and(slots.map(validity)), diagrams.or(refused))
  }

  /// Returns the conjunction of the validity of every slot that a diagram depends on.
  public func validity(around diagram: Diagram) -> Diagram {
    diagrams.and(slots(of: diagrams.support(of: diagram)).map(validity))
  }

  /// Returns the condition that variables have a bit pattern, least significant bit first.
  func pattern(_ bits: UInt64, over variables: [Int]) -> Diagram {
    diagrams.and(
      variables.enumerated().map { position, variable in
        bits >> UInt64(position) & 1 == 1
          ? diagrams.variable(variable) : diagrams.not(diagrams.variable(variable))
      })
  }

  /// Returns the condition that a slot has a value.
  public func equality(_ slot: Int, _ value: Int) -> Diagram {
    if let known = fixed[slot] { return known == value ? .yes : .no }
    let type = model.slots[slot].type
    if case .integer(let range) = type, !range.contains(value) { return .no }
    return pattern(model.types.encode(value, as: type), over: bits[slot] ?? [])
  }

  /// Returns the bits by which slots have given values; nil where a slot cannot have its value.
  func fixedBits(_ values: [(slot: Int, value: Int)]) -> [Int: Bool]? {
    var found: [Int: Bool] = [:]
    for (slot, value) in values {
      if let known = fixed[slot] {
        if known != value { return nil }
        continue
      }
      let type = model.slots[slot].type
      if case .integer(let range) = type, !range.contains(value) { return nil }
      let pattern = model.types.encode(value, as: type)
      for (position, variable) in (bits[slot] ?? []).enumerated() {
        found[variable] = pattern >> UInt64(position) & 1 == 1
      }
    }
    return found
  }

  /// Returns the least valuation in a diagram, for the slots that it depends on; nil if there is
  /// none.
  public func example(of diagram: Diagram) -> [(slot: Int, value: Int)]? {
    let restricted = diagrams.and(diagram, validity(around: diagram))
    guard let assignment = diagrams.smallestAssignment(of: restricted) else { return nil }
    let chosen = Dictionary(uniqueKeysWithValues: assignment.map { ($0.variable, $0.value) })
    return slots(of: diagrams.support(of: restricted)).map { slot in
      let pattern = (bits[slot] ?? []).enumerated().reduce(UInt64(0)) {
        $0 | (chosen[$1.element] == true ? 1 << UInt64($1.offset) : 0)
      }
      return (slot, model.types.decode(pattern, as: model.slots[slot].type))
    }
  }
}
