import TransitionTables

extension WireCodec {
  /// Which half makes the bytes of a message.
  enum Side {
    /// The app: requests, and the answers to challenges.
    case requests
    /// The service: challenges and results.
    case replies
  }

  /// Complaints about makers that a half does not have.
  ///
  /// - Parameters:
  ///   - side: the half.
  ///   - known: the makers that it has.
  func unknownMakers(of side: Side, known: Set<String>) -> [Diagnostic] {
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
    return named.compactMap { maker, location in
      guard !maker.isEmpty, !known.contains(maker), model.evidence[maker] == nil else { return nil }
      return model.diagnostic(
        "binding.unknown-maker", at: location, "nothing in the test bed makes `\(maker)`",
        remedy: names.nearest(to: maker).map { "did you mean `\($0)`?" }
          ?? "name a maker, or a kind of evidence")
    }
  }
}
