import SignInCryptography
import TransitionTables

/// The service's words, which the table has with brackets for what differs from request to request.
extension PoolService {
  /// Words of a row for this request; a bracket stays where nothing is known to stand there.
  func filled(_ text: String, _ turn: ServiceTurn, in valuation: [Int]) -> String {
    guard text.contains("[") else { return text }
    let password = turn.newPassword?.revealedText()
    let known: [(bracket: String, words: String?)] = [
      (.brokenRule, password.flatMap { passwordPolicy.brokenRule(of: $0) }),
      ("[the client's id]", World.clientID),
      ("[its id]", World.clientID),
      ("[the name]", turn.account.username),
      ("[the status, such as FORCE_CHANGE_PASSWORD]", status(in: valuation)),
      ("[an email, a phone number, or either an email or a phone number]", kindsOfNames),
      ("[email address or phone number]", kindOfAddress(turn.attribute)),
      ("[attribute]", codec.words(of: .alias).first { $0.member == turn.attribute }?.wire),
      ("[the attribute]", lackingAttribute(turn)),
    ]
    return known.reduce(filled(text)) { text, part in
      part.words.map { text.replacing(part.bracket, with: $0) } ?? text
    }
  }

  /// A refusal where no row is asked, in the words that rows have for it.
  func notAuthorized(_ reason: TableMember) -> ServiceException {
    let words = codec.words(of: .notAuthorizedReason).first { $0.member == reason }?.wire
    return ServiceException(
      .notAuthorizedException,
      (words ?? reason.rawValue).replacing("[its id]", with: World.clientID))
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
