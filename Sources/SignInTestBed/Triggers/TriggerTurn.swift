import SignInCryptography

/// The questions to trigger functions, and their answers, during one request.
struct TriggerTurn {
  /// The state that the event of a question shows.
  var shown: [Int] = []
  /// The results of this sign-in so far, as `request.session` lists them.
  var history: [JSON] = []
  /// The challenge that CreateAuthChallenge returned.
  var custom: CustomChallenge?
  /// The changes that PreTokenGeneration makes to the tokens.
  var tokens: TokenChanges?
  /// The values, before this request, of the slots that answers have set.
  private var lent: [Int: Int] = [:]

  /// Records the value of a slot that changes for this request alone.
  mutating func lend(_ slot: Int, insteadOf value: Int) {
    if lent[slot] == nil { lent[slot] = value }
  }

  /// A valuation with the slots' values from before this request.
  func withoutLoans(_ valuation: [Int]) -> [Int] {
    var valuation = valuation
    for (slot, value) in lent { valuation[slot] = value }
    return valuation
  }
}

/// A custom challenge, as CreateAuthChallenge returns it.
struct CustomChallenge: Sendable {
  /// The parameters that the app gets.
  var shown: [JSON.Member]
  /// The parameters that VerifyAuthChallengeResponse gets.
  var hidden: JSON
  /// The value of `challengeMetadata`.
  var metadata: JSON

  init(_ response: JSON) {
    shown = response["publicChallengeParameters"]?.entries ?? []
    hidden = response["privateChallengeParameters"] ?? .null
    metadata = response["challengeMetadata"] ?? .null
  }

  /// A reply whose challenge parameters are the public ones, and the name of the user.
  func shown(in body: JSON) -> JSON {
    .object(
      body.entries.map { member in
        guard member.name == TableWire.challengeParameters.rawValue else { return member }
        let name = member.value.entries.filter { $0.name == TableWire.authUsername.rawValue }
        return JSON.Member(member.name, .object(name + shown))
      })
  }
}
