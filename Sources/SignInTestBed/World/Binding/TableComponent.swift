import TransitionTables

/// The two halves of a sign-in.
enum TableComponent: String, TableNames {
  case client
  case pool

  static var sort: String { "component" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.components.map { ($0.name, model.slots[$0.locationSlot].location) }
  }
}

extension Model {
  /// The position of a component; nil where the model has none.
  func component(_ half: TableComponent) -> Int? { component(named: half.rawValue) }

  /// The message that a row sends to the pool or to the client; nil for any other.
  func sends(_ firing: Interpreter.Firing) -> (message: Int, toPool: Bool)? {
    guard let sent = rows[firing.row].sends, let receiver = messages[sent].receiver else {
      return nil
    }
    return (sent, components[receiver].name == TableComponent.pool.rawValue)
  }

  /// Whether a row belongs to the pool, or to no component.
  func isOfPool(_ firing: Interpreter.Firing) -> Bool {
    rows[firing.row].component.map { components[$0].name == TableComponent.pool.rawValue } ?? true
  }
}
