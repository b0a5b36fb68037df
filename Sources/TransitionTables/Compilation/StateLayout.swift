import StateSpace

/// Where each slot of the state lies in the packed words.
///
/// Locations come first, in the low bits of word 0, because rules are indexed by them; then the
/// message under way, then all that outlives a step. What is forgotten at rest lies in words of its
/// own behind it, so that resting states are stored without it; there each slot fills the first
/// word with room, since a state has eight words at most. No slot straddles two words.
public struct StateLayout: Sendable, Hashable {
  /// The bits of one slot.
  public struct Field: Sendable, Hashable {
    /// The word that holds it.
    public var word: Int
    /// Its lowest bit, 0 to 63.
    public var shift: Int
    /// Its bits, 0 to 64; 0 for a type with one value.
    public var width: Int
    /// The bits in place.
    public var mask: UInt64 {
      width == 0 ? 0 : (width == 64 ? .max : (1 << UInt64(width)) - 1) << UInt64(shift)
    }
  }

  /// By slot; nil for slots that are not part of the state.
  public let fields: [Field?]
  /// The words of a state while a step runs.
  public let wordCount: Int
  /// The words of a state at rest.
  public let restingWordCount: Int
  /// The low bits of word 0 that rules are indexed by: locations and the message under way.
  public let selectorBits: Int

  /// Lays out a model's state with the given observers, without the slots that are absent.
  init(model: Model, observers: Set<Int>, absent: Set<Int> = []) {
    var fields = [Field?](repeating: nil, count: model.slots.count)
    // By word, how many bits are taken.
    var taken = [0]
    /// Places a slot in the first word that has room for it, from a word on; without one, from the
    /// last that was begun. Where none has room, a word is begun.
    func place(_ slot: Int, from first: Int? = nil) {
      let width = model.types.width(of: model.slots[slot].type)
      var word = first ?? taken.count - 1
      while word < taken.count, taken[word] + width > 64 { word += 1 }
      if word == taken.count { taken.append(0) }
      fields[slot] = Field(word: word, shift: taken[word], width: width)
      taken[word] += width
    }
    let isIncluded = { (slot: Int) in
      guard !absent.contains(slot) else { return false }
      let declaration = model.slots[slot]
      return declaration.kind == .observer ? observers.contains(slot) : declaration.isState
    }
    let slots = model.slots.indices.filter(isIncluded)
    for component in model.components { place(component.locationSlot) }
    if let message = model.messageSlot { place(message) }
    selectorBits = min(taken[taken.count - 1], TransitionSystem.mostSelectorBits)
    let lasting = slots.filter { fields[$0] == nil && !model.slots[$0].isTransient }
    for slot in lasting { place(slot) }
    let resting = taken.count
    restingWordCount = resting
    for slot in slots where fields[slot] == nil { place(slot, from: resting) }
    wordCount = taken.count
    self.fields = fields
  }

  /// The bits of a state at rest that are no part of some slots.
  func mask(without slots: Set<Int>) -> [UInt64] {
    var mask = [UInt64](repeating: .max, count: restingWordCount)
    for field in slots.sorted().compactMap({ fields[$0] }) where field.word < restingWordCount {
      mask[field.word] &= ~field.mask
    }
    return mask
  }
}
