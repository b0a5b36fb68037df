import SignIn
import SignInCryptography
import TransitionTables

/// What an administrator does in a step, as an operation: read from the command line that the table
/// has for the action.
struct RemoteCommand {
  let operation: String
  /// The attributes of a user that is made.
  private(set) var gives: [String] = []
  private var options: [(name: String, words: [String])] = []

  /// nil where no administrator acts, or no command is known.
  init?(_ step: Trace.Step, of model: Model) {
    guard let action = step.action, model.actions[action].isBy(.administrator) else {
      return nil
    }
    guard let line = model.command(of: action, inputs: step.inputs) else { return nil }
    // No value that stands for another has a blank: the quotes are for a shell.
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

  /// Whether the user has another password afterwards.
  var setsPassword: Bool { options.contains { $0.name.hasSuffix("password") } }

  /// The input, with what the words stand for.
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

  /// `admin-set-user-mfa-preference` as the API spells it.
  private static func camel(_ words: String) -> String {
    words.split(separator: "-").map {
      $0 == "mfa" ? "MFA" : $0.prefix(1).uppercased() + $0.dropFirst()
    }
    .joined()
  }

  /// `sms-mfa-settings` as the API spells it.
  private static func member(_ words: String) -> String {
    words.split(separator: "-")
      .map { $0 == "sms" ? "SMS" : $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
