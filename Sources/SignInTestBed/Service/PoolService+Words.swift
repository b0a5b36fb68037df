import SignInCryptography
import TransitionTables

/// The service's texts, in which the table writes brackets for what differs between requests.
extension PoolService {
  /// A row's text with its brackets filled for this request; an unknown bracket is kept.
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

  /// A NotAuthorizedException that no row sends, with the text that rows use for the reason.
  func notAuthorized(_ reason: TableMember) -> ServiceException {
    let words = codec.words(of: .notAuthorizedReason).first { $0.member == reason }?.wire
    return ServiceException(
      .notAuthorizedException,
      (words ?? reason.rawValue).filling(.clientID, World.clientID))
  }

  /// The kind of user name in a pool whose names are attributes, in the service's words.
  private var kindsOfNames: String? {
    let kinds = nameKinds(in: initial).map {
      $0 == TableMember.email ? "an email" : "a phone number"
    }
    return kinds.count > 1 ? "either \(kinds.joined(separator: " or "))" : kinds.first
  }

  /// The kind of address that a request is about, in the service's words.
  private func kindOfAddress(_ attribute: String) -> String? {
    guard !attribute.isEmpty else { return nil }
    return attribute == TableMember.email ? "email address" : "phone number"
  }

  /// The first required attribute that neither the account nor the request has.
  private func lackingAttribute(_ turn: ServiceTurn) -> String? {
    let required = text(.requiredAttributes, in: initial).split { "{}, ".contains($0) }
    return contacts.first { contact in
      required.contains { $0 == contact.member } && turn.attributes[contact.wire] == nil
        && turn.account.attributes[contact.wire] == nil
    }?.wire
  }
}
