import TransitionTables

/// Rows that refuse a request in the same way: a log does not show which of them it was, and a path
/// of the catalogue has but one.
struct RowsAlike {
  /// What an app gets to see of a row.
  private struct Answer: Hashable {
    var message: Int
    var text: String
    var fields: [Int: Expression]

    init?(_ row: Row, in model: Model) {
      guard let sent = row.sends, model.messages[sent].kind == "exception" else { return nil }
      (message, text) = (sent, row.text)
      let updates = row.updates.filter { model.messages[sent].fields.contains($0.slot) }
      fields = Dictionary(updates.map { ($0.slot, $0.value) }, uniquingKeysWith: { $1 })
    }
  }

  private let model: Model
  /// The rows that fire in this configuration.
  private let live: [Row]

  /// - Parameter compiled: the table in one configuration.
  init(_ compiled: CompiledModel) {
    model = compiled.model
    live = Set(compiled.labels.map(\.row)).sorted().map { compiled.model.rows[$0] }
  }

  /// The other rows, by id, that a request may come to and that refuse as the last of these does.
  func others(than rows: [String]) -> [String] {
    guard let first = live.first(where: { $0.fullID == rows.first }),
      let last = live.first(where: { $0.fullID == rows.last }),
      let answer = Answer(last, in: model), case .message = first.trigger
    else { return [] }
    return reached(by: first.trigger, of: first.component)
      .filter { Answer($0, in: model) == answer && !rows.contains($0.fullID) }.map(\.fullID)
  }

  /// The rows that may fire from a message on, by the locations that they go to.
  private func reached(by message: Row.Trigger, of component: Int?) -> [Row] {
    let own = live.filter { $0.component == component }
    var found = own.filter { $0.trigger == message }
    var open = found
    var places: Set<Int> = []
    while let row = open.popLast() {
      for place in row.target.map({ [$0] }) ?? row.from ?? []
      where places.insert(place).inserted {
        let next = own.filter { $0.trigger == .none && $0.from?.contains(place) == true }
        found += next
        open += next
      }
    }
    return found
  }
}
