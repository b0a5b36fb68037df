import StateSpace

/// The states of one configuration of a family in which a claim fails, apart from the family.
public struct FailingStates: Sendable {
  /// Nothing changes the diagrams once they are made, so that any thread may read them.
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

  /// A bit of a slot, counted from the lowest.
  private struct Bit {
    var slot: Int
    var position: Int
  }

  private let states: States
  /// By variable, what it stands for; nil for what the set does not depend on.
  private let bits: [Bit?]

  /// - Parameters:
  ///   - set: a set of resting states that does not depend on parameters.
  ///   - machine: where it is.
  ///   - layout: what the bits of the machine stand for.
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

  /// Whether a resting state of a table that was compiled under the configuration is among them, by
  /// its words. Slots that the table does without have their initial value.
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
