extension Interpreter {
  /// Lets a component answer a message from outside the table by its own rows: the row that
  /// receives it, and what follows until something is sent or the component rests. Nobody else
  /// takes part, so whoever sent the message gets the answer too.
  ///
  /// - Parameters:
  ///   - message: by position in ``Model/messages``.
  ///   - fields: the message's fields by slot; those left out have their first value.
  ///   - valuation: a state at rest; fields of other messages may stand in it, as they do within
  ///     one step of the table.
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

  /// The row by which a component that serves leaves a state that is left at once.
  ///
  /// - Parameter valuation: the state, which is urgent.
  public func goOn(from valuation: [Int]) throws(Fault) -> Firing {
    guard let next = try fireOnly(of: matching(valuation, [.none]), in: valuation) else {
      throw .stuck(valuation: valuation)
    }
    return next
  }
}
