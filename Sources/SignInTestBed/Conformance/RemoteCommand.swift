import SignIn
import SignInCryptography
import TransitionTables

/// An administrator's step as an API operation, read from the command line that the table has for
/// the action.
struct RemoteCommand {
  let operation: String
  /// The attributes that a created user is given.
  private(set) var gives: [String] = []
  private var options: [(name: String, words: [String])] = []

  /// nil where the actor is no administrator, or the action has no known command.
  init?(_ step: Trace.Step, of model: Model) {
    guard let action = step.action, model.actions[action].isBy(.administrator) else {
      return nil
    }
    guard let line = model.command(of: action, inputs: step.inputs) else { return nil }
    // Remove the quotes, which are for a shell: no placeholder's value contains a blank.
    let words = line.replacing("\"", with: "").split(separator: " ").map(String.init)
    guard words.count > 2 else { return nil }
    operation = Self.camel(words[2])
    for word in words.dropFirst(3) {
      if word.hasPrefix("--") {
        options.append((String(word.dropFirst(2)), []))
      } else if !options.isEmpty {
        options[options.count - 1].words.append(word)
      }
    }
    for option in options where option.name == "user-attributes" && operation == .adminCreateUser {
      if option.words.contains(where: { $0.hasPrefix("Name=email,") }) {
        gives.append(TableMember.email.rawValue)
      }
      if option.words.contains(where: { $0.hasPrefix("Name=phone_number,") }) {
        gives.append(TableMember.phone.rawValue)
      }
    }
  }

  /// Whether the operation changes the user's password.
  var setsPassword: Bool { options.contains { $0.name.hasSuffix("password") } }

  /// The input of the operation, with the placeholders replaced.
  func input(
    pool: String, name: String, password: String, attributes: [String: String]
  ) -> JSON {
    let values = [
      "$POOL": pool, "$NAME": name, "$PASSWORD": password, "$ADDRESS": attributes[.email] ?? "",
      "$NUMBER": attributes[.phoneNumber] ?? "",
    ]
    func filled(_ word: String) -> String {
      values.sorted { $0.key < $1.key }.reduce(word) { $0.replacing($1.key, with: $1.value) }
    }
    return .object(
      options.map { option in
        let words = option.words.map(filled)
        let value: JSON
        if option.name.hasSuffix("attributes") {
          value = .array(words.map { Self.record($0) { .string($0) } })
        } else if let word = words.first {
          value = word.contains("=") ? Self.record(word) { .bool($0 == "true") } : .string(word)
        } else {
          value = .bool(!option.name.hasPrefix("no-"))
        }
        let plain = option.name.hasPrefix("no-") ? String(option.name.dropFirst(3)) : option.name
        return JSON.Member(Self.member(plain), value)
      })
  }

  private static func record(_ word: String, _ value: (String) -> JSON) -> JSON {
    .object(
      word.split(separator: ",").map { part in
        let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
        return JSON.Member(sides[0], value(sides.count > 1 ? sides[1] : ""))
      })
  }

  /// Converts `admin-set-user-mfa-preference` to the API's spelling.
  private static func camel(_ words: String) -> String {
    words.split(separator: "-").map {
      $0 == "mfa" ? "MFA" : $0.prefix(1).uppercased() + $0.dropFirst()
    }
    .joined()
  }

  /// Converts `sms-mfa-settings` to the API's spelling.
  private static func member(_ words: String) -> String {
    words.split(separator: "-")
      .map { $0 == "sms" ? "SMS" : $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
