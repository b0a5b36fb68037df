import StateSpace

/// Translates sets between a machine of a table and a space of some of the table's slots.
///
/// Machine and space have diagram stores and variable orders of their own. Slots that the machine
/// lacks, because its configuration does not use them, have their initial value in all its states.
/// Bits of a slot that the machine never sets are zero there.
struct SlotBridge {
  private let machine: SymbolicMachine
  private let space: SymbolicSpace
  /// The variables of machine and space that stand for the same bit.
  private var pairs: [(ofMachine: Int, ofSpace: Int)] = []
  /// Variables of the space for bits that the machine never sets.
  private var unset: [Int] = []
  /// Slots of the space that the machine lacks.
  private var absent: [Int] = []

  init(_ machine: SymbolicMachine, _ layout: StateLayout, _ space: SymbolicSpace) {
    (self.machine, self.space) = (machine, space)
    let names = Dictionary(
      zip(machine.bits, machine.bits.indices), uniquingKeysWith: { first, _ in first })
    for (slot, variables) in space.bits.sorted(by: { $0.key < $1.key }) {
      guard let field = layout.fields[slot] else {
        absent.append(slot)
        continue
      }
      for (position, variable) in variables.enumerated() {
        let bit = StateBit(word: field.word, place: field.shift + position)
        if let own = names[bit] {
          pairs.append((own, variable))
        } else {
          unset.append(variable)
        }
      }
    }
  }

  /// The resting variables of the machine that belong to no slot of the space.
  private var others: [Int] {
    let own = Set(pairs.map(\.ofMachine))
    return machine.resting.filter { !own.contains($0) }
  }

  /// Returns the valuations of the space's slots in a set of resting states.
  ///
  /// - Parameter leavesAbsentOpen: whether slots that the machine lacks may have any value, since
  ///   the configuration does not use them; they have their initial value otherwise.
  func valuations(in states: Diagram, leavesAbsentOpen: Bool) -> Diagram {
    var names = [Int](repeating: 0, count: machine.diagrams.variableCount)
    for pair in pairs { names[pair.ofMachine] = pair.ofSpace }
    var translation = DiagramTranslation(
      from: machine.diagrams, to: space.diagrams, variables: names)
    let left = machine.diagrams.exists(machine.diagrams.conjunction(of: others), in: states)
    let own = space.diagrams.and(
      [translation.translate(left)] + unset.map { space.diagrams.not(space.diagrams.variable($0)) })
    guard !leavesAbsentOpen else { return own }
    return absent.reduce(own) {
      space.diagrams.and($0, space.equality($1, space.model.slots[$1].initial))
    }
  }

  /// Returns the resting states, reached or not, whose slots have one of some valuations. Slots
  /// that the machine lacks are ignored.
  func states(with valuations: Diagram) -> Diagram {
    var names = [Int](repeating: 0, count: space.diagrams.variableCount)
    for pair in pairs { names[pair.ofSpace] = pair.ofMachine }
    var translation = DiagramTranslation(
      from: space.diagrams, to: machine.diagrams, variables: names)
    let possible = space.diagrams.and(
      [valuations] + unset.map { space.diagrams.not(space.diagrams.variable($0)) })
    let missing = unset + absent.flatMap { space.bits[$0] ?? [] }
    return translation.translate(
      space.diagrams.exists(space.diagrams.conjunction(of: missing), in: possible))
  }

  /// Returns the resting states with one of some valuations in which every other slot has its
  /// initial value.
  ///
  /// - Parameter initial: a packed state with the initial values.
  func start(with valuations: Diagram, initial: [UInt64]) -> Diagram {
    let rest = Set(machine.bits.indices).subtracting(pairs.map(\.ofMachine)).sorted()
    let cube = machine.diagrams.cube(
      rest.map { variable in
        let bit = machine.bits[variable]
        return Literal(
          variable: variable,
          value: bit.word < initial.count && initial[bit.word] & bit.mask != 0)
      })
    return machine.diagrams.and(states(with: valuations), cube)
  }
}
