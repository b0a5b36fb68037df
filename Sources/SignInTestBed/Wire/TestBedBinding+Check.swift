public import TransitionTables

extension TestBedBinding {
  /// Checks all that the table names and the bundled test bed carries out, without keeping it.
  /// - Throws: a `DiagnosticList` with the codes of a binding and `binding.unknown-maker`.
  public static func check(_ model: Model) throws(DiagnosticList) {
    _ = try TestBedBinding(model)
    let codec = WireCodec(model)
    let problems =
      PoolService.unknownMakers(in: codec)
      + codec.unknownMakers(of: .requests, known: WireApp.known)
    guard problems.isEmpty else { throw DiagnosticList(problems) }
  }
}
