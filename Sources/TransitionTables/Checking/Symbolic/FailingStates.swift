import StateSpace

/// The states in which a claim fails in one configuration of a family, in a store of their own.
public struct FailingStates: Sendable {
  /// The diagrams are immutable once they are built, so that any thread may read them.
  private final class States: @unchecked Sendable {
    let diagrams: DecisionDiagrams
    let set: Diagram

    init(_ set: Diagram, in diagrams: DecisionDiagrams) {
      let own = DecisionDiagrams(variableCount: diagrams.variableCount)
      var copy = DiagramTranslation(
        from: diagrams, to: own, variables: Array(0..<diagrams.variableCount))
      (self.diagrams, self.set) = (own, copy.translate(set))
    }
  }

  /// A bit of a slot; position 0 is the lowest.
  private struct Bit {
    var slot: Int
    var position: Int
  }

  private let states: States
  /// The bit that each variable stands for; nil for variables that the set does not depend on.
  private let bits: [Bit?]

  /// - Parameters:
  ///   - set: a set of resting states that does not depend on parameters.
  ///   - machine: the machine that the set belongs to.
  ///   - layout: the layout of the machine's states.
  init(_ set: Diagram, in machine: SymbolicMachine, _ layout: StateLayout) {
    states = States(set, in: machine.diagrams)
    var owners: [StateBit: Bit] = [:]
    for (slot, field) in layout.fields.enumerated() {
      guard let field else { continue }
      for position in 0..<field.width {
        owners[StateBit(word: field.word, place: field.shift + position)] = Bit(
          slot: slot, position: position)
      }
    }
    bits = machine.bits.map { owners[$0] }
  }

  /// Returns a test whether a resting state of a compiled table, given by its words, is in the set.
  /// Slots that the table omits have their initial value.
  func membership(in compiled: CompiledModel) -> ([UInt64]) -> Bool {
    let places = bits.map { bit -> (word: Int, mask: UInt64, isSet: Bool) in
      guard let bit else { return (0, 0, false) }
      guard let field = compiled.layout.fields[bit.slot] else {
        let slot = compiled.model.slots[bit.slot]
        let initial = compiled.model.types.encode(slot.initial, as: slot.type)
        return (0, 0, initial >> UInt64(bit.position) & 1 == 1)
      }
      return (field.word, 1 << UInt64(field.shift + bit.position), false)
    }
    return { [states] state in
      states.diagrams.evaluate(states.set) { variable in
        let place = places[variable]
        return place.mask == 0 ? place.isSet : state[place.word] & place.mask != 0
      }
    }
  }
}
