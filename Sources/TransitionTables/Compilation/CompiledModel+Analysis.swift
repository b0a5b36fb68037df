import StateSpace

extension CompiledModel {
  /// Analyses the values that states can have, by locations and by the message under way: the rules
  /// that can fire at all under this configuration, and the bits that ever change.
  func valueAnalysis() -> ValueAnalysis {
    let parts = layout.fields.compactMap { field in
      field.flatMap { field in
        field.width == 0
          ? nil
          : ValueAnalysis.Part(word: field.word, shift: field.shift, width: field.width)
      }
    }
    let control = model.components.map(\.locationSlot) + (model.messageSlot.map { [$0] } ?? [])
    let fields = control.compactMap { layout.fields[$0] }.filter { $0.word == 0 }
    return ValueAnalysis(
      system, parts: parts,
      controlBits: min(fields.map { $0.shift + $0.width }.max() ?? 0, 63))
  }
}
