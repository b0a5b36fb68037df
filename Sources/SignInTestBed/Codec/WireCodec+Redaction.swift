import SignInCryptography
import TransitionTables

extension WireCodec {
  /// What stands in place of a secret.
  static let redacted = "‹redacted›"

  /// A request with its secrets blacked out: what the message marks as secret, and where it does
  /// not know a member, every name that is a secret anywhere.
  func redacted(_ input: JSON, of operation: String) -> JSON {
    guard let message = request(named: operation, input)?.message else { return redacted(input) }
    let form = model.messages[message].wire
    let name = form.members.first { $0.field == form.answering?.field && $0.field != nil }?.name
    let challenge = name.flatMap { input[$0]?.text }.flatMap { self.challenge(named: $0) }
    return redacted(input, except: open[message].members, challenge.map { open[$0].answers } ?? [])
  }

  /// A value with everything blacked out that is a secret in any message.
  func redacted(
    _ json: JSON, except open: Set<String> = [], _ answers: Set<String> = []
  ) -> JSON {
    switch json {
    case .object(let members):
      return .object(
        members.map { member in
          let isSecret =
            secrets.contains(member.name) && !open.contains(member.name)
            && !answers.contains(member.name)
          guard isSecret, member.value.text != "" else {
            return JSON.Member(member.name, redacted(member.value, except: open, answers))
          }
          return JSON.Member(member.name, .string(Self.redacted))
        })
    case .array(let elements): return .array(elements.map { redacted($0, except: open, answers) })
    default: return json
    }
  }
}
