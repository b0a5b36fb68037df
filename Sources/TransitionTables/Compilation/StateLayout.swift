import StateSpace

/// The position of each slot of the state in the packed words.
///
/// Locations come first, in the low bits of word 0, because rules are indexed by them; then the
/// message under way, then all slots that outlive a step. Transient slots have words of their own
/// after these, so that resting states are stored without them; each goes into the first such word
/// with room, since a state has at most eight words. No slot straddles two words.
public struct StateLayout: Sendable, Hashable {
  /// The position of one slot's bits.
  public struct Field: Sendable, Hashable {
    /// The index of the word.
    public var word: Int
    /// The lowest bit in the word, 0 to 63.
    public var shift: Int
    /// The number of bits, 0 to 64; 0 for a type with one value.
    public var width: Int
    /// The mask of the bits within the word.
    public var mask: UInt64 {
      width == 0 ? 0 : (width == 64 ? .max : (1 << UInt64(width)) - 1) << UInt64(shift)
    }
  }

  /// The fields by slot; nil for slots that are not part of the state.
  public let fields: [Field?]
  /// The number of words of a state within a step.
  public let wordCount: Int
  /// The number of words of a state at rest.
  public let restingWordCount: Int
  /// The number of low bits in word 0 that index the rules: locations and the message under way.
  public let selectorBits: Int

  /// Lays out a model's state with the given observers, without the absent slots.
  init(model: Model, observers: Set<Int>, absent: Set<Int> = []) {
    var fields = [Field?](repeating: nil, count: model.slots.count)
    // The number of occupied bits, by word.
    var taken = [0]
    /// Places a slot in the first word with room, beginning at a given word or else at the last
    /// one. Appends a word where none has room.
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

  /// Returns the bits of a state at rest that do not belong to some slots.
  func mask(without slots: Set<Int>) -> [UInt64] {
    var mask = [UInt64](repeating: .max, count: restingWordCount)
    for field in slots.sorted().compactMap({ fields[$0] }) where field.word < restingWordCount {
      mask[field.word] &= ~field.mask
    }
    return mask
  }
}
