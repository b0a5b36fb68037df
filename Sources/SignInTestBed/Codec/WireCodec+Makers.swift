import SignIn
import TransitionTables

extension WireCodec {
  /// The half that makes the bytes of a message.
  enum Side {
    /// The app: requests, and the answers to challenges.
    case requests
    /// The service: challenges and results.
    case replies
  }

  /// Complaints about makers that a half lacks, and about makers that the table never names.
  ///
  /// - Parameters:
  ///   - side: the half whose makers are checked.
  ///   - known: the makers that the half has.
  ///   - judged: the other names that the half knows, of evidence that it judges.
  func unknownMakers(
    of side: Side, known: Set<String>, judged: Set<String> = []
  ) -> [Diagnostic] {
    let names = known.sorted()
    let inMembers = model.messages.flatMap { message in
      let isRequest = message.kind == .request || message.kind == .administration
      switch side {
      case .requests: return isRequest ? message.wire.members : message.wire.answers
      case .replies: return isRequest || message.kind == .exception ? [] : message.wire.members
      }
    }
    let named =
      inMembers.map { ($0.maker, $0.location) }
      + (side == .replies
        ? []
        : model.rows.flatMap { row in
          row.carries.sorted { $0.key < $1.key }.map { ($0.value, row.location) }
        })
    let there = TableMaker.known(in: model)
    let missing = known.union(judged).subtracting(there.map(\.name)).sorted().map {
      model.complaint(ofMissing: $0, "the test bed makes `\($0)`", TableMaker.sort, among: there)
    }
    let unknown: [Diagnostic] = named.compactMap { maker, location in
      guard !maker.isEmpty, !known.contains(maker), model.evidence[maker] == nil else { return nil }
      return model.diagnostic(
        "binding.unknown-maker", at: location, "nothing in the test bed makes `\(maker)`",
        remedy: names.nearest(to: maker).map { "did you mean `\($0)`?" }
          ?? "name a maker, or a kind of evidence")
    }
    return missing + unknown
  }
}
