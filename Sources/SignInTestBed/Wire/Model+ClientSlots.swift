import TransitionTables

extension Model {
  /// The slots of the client's own variables and of its location. What the network does to the app
  /// is not among them: it is no matter of the service.
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

  /// A value by its text, or nil where the slot has none of that text.
  func value(_ text: String, in slot: Int) -> Int? {
    types.values(of: slots[slot].type).first { self.text(of: $0, in: slot) == text }
  }
}
