extension Model {
  /// The model without a row, or without all instances of it: what would happen if it had never
  /// been written. In a ladder the rungs below take over.
  ///
  /// Positions of rows stay, so that compiled rules and traces of both models can be compared.
  public func removing(row id: String) -> Model {
    var model = self
    for position in rows.indices where rows[position].id == id || rows[position].fullID == id {
      model.rows[position].when = .no
    }
    return model
  }
}
