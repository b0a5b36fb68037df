import SignInCryptography

/// What the owner's functions have to do with one request.
struct TriggerTurn {
  /// The state that the event of a question shows.
  var shown: [Int] = []
  /// What was answered on the way of this sign-in, as `request.session` lists it.
  var history: [JSON] = []
  /// The challenge that CreateAuthChallenge has made.
  var custom: CustomChallenge?
  /// What PreTokenGeneration changes in the tokens.
  var tokens: TokenChanges?
  /// Slots that answers have set, with the values that they had before.
  private var lent: [Int: Int] = [:]

  /// Notes that a slot takes another value for this request.
  mutating func lend(_ slot: Int, insteadOf value: Int) {
    if lent[slot] == nil { lent[slot] = value }
  }

  /// A valuation in which the slots that were set have their own values again.
  func withoutLoans(_ valuation: [Int]) -> [Int] {
    var valuation = valuation
    for (slot, value) in lent { valuation[slot] = value }
    return valuation
  }
}

/// A challenge of the designer's own, as CreateAuthChallenge answers it.
struct CustomChallenge: Sendable {
  /// What the app gets.
  var shown: [JSON.Member]
  /// What VerifyAuthChallengeResponse gets.
  var hidden: JSON
  /// `challengeMetadata`.
  var metadata: JSON

  init(_ response: JSON) {
    shown = response["publicChallengeParameters"]?.entries ?? []
    hidden = response["privateChallengeParameters"] ?? .null
    metadata = response["challengeMetadata"] ?? .null
  }

  /// An answer with what the app gets in its challenge's parameters, next to the name of the user.
  func shown(in body: JSON) -> JSON {
    .object(
      body.entries.map { member in
        guard member.name == TableWire.challengeParameters.rawValue else { return member }
        let name = member.value.entries.filter { $0.name == TableWire.authUsername.rawValue }
        return JSON.Member(member.name, .object(name + shown))
      })
  }
}
