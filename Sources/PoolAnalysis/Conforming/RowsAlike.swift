import SignIn
import TransitionTables

/// Finds rows that reject a request in the same way: a log does not show which of them fired, and a
/// path of the catalogue has only one.
struct RowsAlike {
  /// The part of a row's answer that an app can see.
  private struct Answer: Hashable {
    var message: Int
    var text: String
    var fields: [Int: Expression]

    init?(_ row: Row, in model: Model) {
      guard let sent = row.sends, model.messages[sent].isKind(.exception) else { return nil }
      (message, text) = (sent, row.text)
      let updates = row.updates.filter { model.messages[sent].fields.contains($0.slot) }
      fields = Dictionary(updates.map { ($0.slot, $0.value) }, uniquingKeysWith: { $1 })
    }
  }

  private let model: Model
  /// The rows that can fire in this configuration.
  private let live: [Row]

  /// - Parameter compiled: the table compiled for one configuration.
  init(_ compiled: CompiledModel) {
    model = compiled.model
    live = Set(compiled.labels.map(\.row)).sorted().map { compiled.model.rows[$0] }
  }

  /// The ids of the other rows that the request may reach and that reject like the last given row.
  func others(than rows: [String]) -> [String] {
    let path = path(rows)
    guard let answer = path.last.flatMap({ Answer($0, in: model) }) else { return [] }
    return near(path).filter { Answer($0, in: model) == answer && !rows.contains($0.fullID) }
      .map(\.fullID)
  }

  /// The ids of the rows that the request may reach and that reject with the exception of the last
  /// given row, in the given words. There are none where a field supplies the words, such as a
  /// reason: then every reason has its own path.
  func others(than rows: [String], saying words: String) -> [String] {
    let path = path(rows)
    guard let exception = path.last?.sends else { return [] }
    let form = model.messages[exception].wire
    let common = form.members.contains { $0.field != nil } ? "" : form.text
    return near(path)
      .filter { $0.sends == exception && ($0.text.isEmpty ? common : $0.text) == words }
      .map(\.fullID)
  }

  private func path(_ rows: [String]) -> [Row] {
    rows.compactMap { id in live.first { $0.fullID == id } }
  }

  /// The alternatives to the rows of a path, and the rows that can follow the alternatives to its
  /// last row. Rows that begin elsewhere belong to another request, such as the answer to another
  /// challenge.
  private func near(_ path: [Row]) -> [Row] {
    guard let first = path.first, let last = path.last, case .message = first.trigger else {
      return []
    }
    let own = live.filter { $0.component == first.component }
    let start =
      path.count == 1 ? own.filter { $0.trigger == first.trigger } : leaving(last.from ?? [], own)
    return leaving(path.dropFirst().flatMap { $0.from ?? [] }, own) + reached(from: start, own)
  }

  /// The rows without a trigger that leave some locations.
  private func leaving(_ places: [Int], _ own: [Row]) -> [Row] {
    own.filter { $0.trigger == .none && $0.from?.contains(where: places.contains) == true }
  }

  /// The rows that may fire after some rows, by the locations that these lead to.
  private func reached(from start: [Row], _ own: [Row]) -> [Row] {
    var (found, open) = (start, start)
    var places: Set<Int> = []
    while let row = open.popLast() {
      for place in row.target.map({ [$0] }) ?? row.from ?? [] where places.insert(place).inserted {
        let next = leaving([place], own)
        found += next
        open += next
      }
    }
    return found
  }
}
