import SignInCryptography
import TransitionTables

/// The service's words, which the table has with brackets for what differs from request to request.
extension PoolService {
  /// Words of a row for this request; a bracket stays where nothing is known to stand there.
  func filled(_ text: String, _ turn: ServiceTurn, in valuation: [Int]) -> String {
    guard text.contains("[") else { return text }
    let password = turn.newPassword?.revealedText()
    let known: [(bracket: TableBracket, words: String?)] = [
      (.brokenRule, password.flatMap { passwordPolicy.brokenRule(of: $0, by: binding) }),
      (.clientID, World.clientID), (.name, turn.account.username),
      (.status, status(in: valuation)), (.kindOfName, kindsOfNames),
      (.address, kindOfAddress(turn.attribute)),
      (.attribute, codec.words(of: .alias).first { $0.member == turn.attribute }?.wire),
      (.lackingAttribute, lackingAttribute(turn)),
    ]
    return known.reduce(filled(text)) { text, part in
      part.words.map { text.filling(part.bracket, $0) } ?? text
    }
  }

  /// A refusal where no row is asked, in the words that rows have for it.
  func notAuthorized(_ reason: TableMember) -> ServiceException {
    let words = codec.words(of: .notAuthorizedReason).first { $0.member == reason }?.wire
    return ServiceException(
      .notAuthorizedException,
      (words ?? reason.rawValue).filling(.clientID, World.clientID))
  }

  /// What a user name is in a pool whose names are attributes.
  private var kindsOfNames: String? {
    let kinds = nameKinds(in: initial).map {
      $0 == TableMember.email ? "an email" : "a phone number"
    }
    return kinds.count > 1 ? "either \(kinds.joined(separator: " or "))" : kinds.first
  }

  /// The address that a request is about.
  private func kindOfAddress(_ attribute: String) -> String? {
    guard !attribute.isEmpty else { return nil }
    return attribute == TableMember.email ? "email address" : "phone number"
  }

  /// The first attribute that the pool requires and that is neither there nor in the request.
  private func lackingAttribute(_ turn: ServiceTurn) -> String? {
    let required = text(.requiredAttributes, in: initial).split { "{}, ".contains($0) }
    return contacts.first { contact in
      required.contains { $0 == contact.member } && turn.attributes[contact.wire] == nil
        && turn.account.attributes[contact.wire] == nil
    }?.wire
  }
}
