public import StateSpace

/// The valuations of a model's slots as decision diagrams: each slot gets as many Boolean variables
/// as its type needs, unless its value is fixed.
///
/// Inspections leave everything open; compilation fixes the parameters and, an action at a time,
/// the inputs, so that what remains is a condition on the state.
public final class SymbolicSpace {
  /// The model whose slots are meant.
  public let model: Model
  /// Where all diagrams of this space live.
  public let diagrams: DecisionDiagrams
  /// The Boolean variables of each slot that has any, least significant bit first.
  public let bits: [Int: [Int]]
  /// Slots whose value is known; they have no influence as variables.
  public var fixed: [Int: Int]
  private let slotOfBit: [Int]
  /// What ``validity(of:)`` found: rows without end ask for the same few slots.
  private var knownValidity: [Int: Diagram] = [:]

  /// Lays out the given slots in their order; all others must be fixed before they are read.
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

  /// The slots that own the given Boolean variables, ascending.
  public func slots(of variables: [Int]) -> [Int] {
    Set(variables.map { slotOfBit[$0] }).sorted()
  }

  /// Where a slot's bits form one of its values: no for the unused patterns of a width.
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

  /// The configurations that the service takes: each of some slots has one of its values, and no
  /// rule of legality that is an error forbids it.
  public func legal(_ slots: [Int] = []) -> Diagram {
    let refused = model.legality.filter(\.isError).map { condition($0.forbid) }
    return diagrams.minus(diagrams.and(slots.map(validity)), diagrams.or(refused))
  }

  /// Validity of every slot that a diagram depends on.
  public func validity(around diagram: Diagram) -> Diagram {
    diagrams.and(slots(of: diagrams.support(of: diagram)).map(validity))
  }

  /// The condition that variables bear a bit pattern, least significant first.
  func pattern(_ bits: UInt64, over variables: [Int]) -> Diagram {
    diagrams.and(
      variables.enumerated().map { position, variable in
        bits >> UInt64(position) & 1 == 1
          ? diagrams.variable(variable) : diagrams.not(diagrams.variable(variable))
      })
  }

  /// Where a slot has a value.
  public func equality(_ slot: Int, _ value: Int) -> Diagram {
    if let known = fixed[slot] { return known == value ? .yes : .no }
    let type = model.slots[slot].type
    if case .integer(let range) = type, !range.contains(value) { return .no }
    return pattern(model.types.encode(value, as: type), over: bits[slot] ?? [])
  }

  /// The values of the bits with which slots have values; nil where a slot cannot have its own.
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

  /// The least valuation in a diagram, for the slots that it depends on; nil if there is none.
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
