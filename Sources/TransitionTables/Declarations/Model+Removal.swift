extension Model {
  /// Returns the model without a row, or without all its instances, as if it had never been
  /// written. In a ladder the rungs below take over.
  ///
  /// The positions of rows are kept, so that compiled rules and traces of both models can be
  /// compared.
  public func removing(row id: String) -> Model {
    var model = self
    for position in rows.indices where rows[position].id == id || rows[position].fullID == id {
      model.rows[position].when = .no
    }
    return model
  }
}
