import TransitionTables

extension Model {
  /// The slots of the client's own variables and of its location, without those of the network, of
  /// which the service knows nothing.
  var clientSlots: [Int] {
    guard let client = component(.client) else { return [] }
    return slots.indices.filter { slot in
      guard slots[slot].presence == .yes else { return false }
      switch slots[slot].kind {
      case .variable(component: client), .location(component: client): return true
      default: return false
      }
    }
  }

  /// The value with a text; nil where the slot has no such value.
  func value(_ text: String, in slot: Int) -> Int? {
    types.values(of: slots[slot].type).first { self.text(of: $0, in: slot) == text }
  }
}
