import SignInCryptography
import TransitionTables

extension WireCodec {
  /// The text that replaces a secret.
  static let redacted = "‹redacted›"

  /// A request with its secrets redacted: members that the message marks as secret, members whose
  /// name is secret in some message and not open in this one, and unknown members, whose names may
  /// be misspelt.
  func redacted(_ input: JSON, of operation: String) -> JSON {
    guard let message = request(named: operation, input)?.message else { return redacted(input) }
    let form = model.messages[message].wire
    let name = form.members.first { $0.field == form.answering?.field && $0.field != nil }?.name
    let challenge = name.flatMap { input[$0]?.text }.flatMap { self.challenge(named: $0) }
    let containers = Set(form.members.flatMap { $0.path.dropLast() })
      .union(form.answering?.path ?? []).subtracting(form.containers.keys.compactMap(\.last))
    return redacted(
      withoutUnknown(input, containers),
      except: open[message].members, challenge.map { open[$0].answers } ?? [])
  }

  /// A request, or a container in it, with members of unknown names redacted, and containers that
  /// are not objects. The content of a known member is kept.
  private func withoutUnknown(_ json: JSON, _ containers: Set<String>) -> JSON {
    if let elements = json.elements {
      return .array(elements.map { withoutUnknown($0, containers) })
    }
    guard case .object(let members) = json else { return .string(Self.redacted) }
    return .object(
      members.map { member in
        if containers.contains(member.name) {
          return JSON.Member(member.name, withoutUnknown(member.value, containers))
        }
        // In `userAttributes.email` the first part is the member's name.
        let name = String(member.name.prefix { $0 != "." })
        let isKnown = known.contains(name) || secrets.contains(name)
        return isKnown ? member : JSON.Member(member.name, .string(Self.redacted))
      })
  }

  /// A value with every member redacted whose name is secret in some message.
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
