public import TransitionTables

extension TestBedBinding {
  /// Checks that the bundled test bed carries out everything that the table names.
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
