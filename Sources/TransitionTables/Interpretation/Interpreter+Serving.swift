extension Interpreter {
  /// Makes a component answer a message from outside the table by its own rows: the row that
  /// receives the message, and the rows after it until one sends something or the component rests.
  /// No other component takes part, so the sender receives the answer.
  ///
  /// - Parameters:
  ///   - message: the message, by position in ``Model/messages``.
  ///   - fields: the message's fields by slot; missing fields have their first value.
  ///   - valuation: a state at rest. It may contain fields of other messages, as in one step of the
  ///     table.
  /// - Returns: the rows that fired; empty where no row receives the message.
  public func serve(
    _ message: Int, fields: [Int: Int], to valuation: [Int]
  ) throws(Fault) -> [Firing] {
    guard let first = try deliver(message, fields: fields, to: valuation) else { return [] }
    var firings = [first]
    while let last = firings.last, model.rows[last.row].sends == nil, isUrgent(last.valuation) {
      guard firings.count < 4096 else { throw .endless }
      firings.append(try goOn(from: last.valuation))
    }
    return firings
  }

  /// Fires the row by which a serving component leaves an urgent state.
  ///
  /// - Parameter valuation: the state, which is urgent.
  public func goOn(from valuation: [Int]) throws(Fault) -> Firing {
    guard let next = try fireOnly(of: matching(valuation, [.none]), in: valuation) else {
      throw .stuck(valuation: valuation)
    }
    return next
  }
}
