import TransitionTables

/// The names that an author of requests and answers may use.
extension WireCodec {
  /// The containers whose members stand next to the others where a request is written flat.
  static let inlined = Set(
    [TableWire.authParameters, .challengeResponses].map(\.rawValue))

  /// The names of the operations that clients call.
  var clientOperations: [String] { model.messages.filter { $0.kind == .request }.map(\.name) }

  /// The names of the members of flat requests.
  var requestMembers: [String] {
    let members = model.messages.flatMap { message -> [WireMember] in
      switch TableKind(rawValue: message.kind) {
      case .request: message.wire.answers + message.wire.members
      case .challenge: message.wire.answers
      default: []
      }
    }
    return Set(
      members.flatMap { Self.inlined.contains($0.path[0]) ? $0.path.dropFirst() : $0.path[...] }
    ).sorted()
  }

  /// Complaints about unknown names in an answer: members, challenges and exceptions.
  ///
  /// - Parameters:
  ///   - answer: the service's JSON.
  ///   - operation: the operation that is answered, by the name of the table's message.
  ///   - document: the document that contains the answer.
  func complaints(
    about answer: LocatedNode, to operation: String, in document: LocatedDocument
  ) -> [Diagnostic] {
    if let type = answer["__type"] {
      let known = model.messages.filter { $0.kind == .exception }.map(\.wire.name)
      return unknown(in: answer, ["__type", Self.words], document)
        + document.unknown(type, "no exception is", among: known)
    }
    let name = answer[.challengeName].flatMap { $0.isNull ? nil : $0 }
    return unknown(in: answer, within: [], of: paths(inReplyTo: operation), document)
      + document.unknown(name, "no challenge is", among: words(of: .challenge).map(\.wire))
  }

  /// The paths of all members that an answer to an operation can have.
  private func paths(inReplyTo operation: String) -> [[String]] {
    let result = model.message(named: "\(operation)Result")
    let replies =
      result.map { [model.messages[$0]] }
      ?? model.messages.filter { $0.kind == .challenge || $0.name == .tokens }
    var others = result == nil ? [TableWire.challengeName, .session].map(\.rawValue) : []
    // The token endpoint's errors, and the further members of its tokens.
    if operation == .federatedToken {
      others += ["error", "error_description", "expires_in", "token_type"]
    }
    return replies.flatMap(\.wire.members).map(\.path) + others.map { [$0] }
  }

  private func unknown(
    in node: LocatedNode, within path: [String], of paths: [[String]], _ document: LocatedDocument
  ) -> [Diagnostic] {
    let below = paths.filter { $0.count > path.count && $0.starts(with: path) }
    // A member without declared parts may have any parts, and so may a challenge's parameters.
    guard !below.isEmpty, path != [TableWire.challengeParameters.rawValue] else { return [] }
    let known = Set(below.map { $0[path.count] }).sorted()
    return (node.elements ?? [node]).flatMap { part in
      unknown(in: part, known, document)
        + (part.entries ?? []).flatMap {
          unknown(in: $0.value, within: path + [$0.key], of: paths, document)
        }
    }
  }

  private func unknown(
    in node: LocatedNode, _ known: [String], _ document: LocatedDocument
  ) -> [Diagnostic] {
    (node.entries ?? []).filter { !known.contains($0.key) }.map {
      document.unknown($0, "no answer has `\($0.key)` here", among: known)
    }
  }
}

extension LocatedDocument {
  /// The complaint about an unknown key.
  func unknown(_ entry: LocatedNode.Entry, _ message: String, among known: [String]) -> Diagnostic {
    diagnostic(
      "cases.name", at: entry.keyLocation, message, remedy: known.remedy(for: entry.key))
  }

  /// The complaint about an unknown word; empty where the word is known or missing.
  func unknown(_ node: LocatedNode?, _ what: String, among known: [String]) -> [Diagnostic] {
    guard let node, case let word = node.text ?? "", !known.contains(word) else { return [] }
    return [
      diagnostic(
        "cases.name", at: node.location, "\(what) `\(word)`", remedy: known.remedy(for: word))
    ]
  }
}
