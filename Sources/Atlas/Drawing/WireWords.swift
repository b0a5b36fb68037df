import Diagrams
import SignIn

/// Parses messages and calls of a trace, and turns names of the table into words.
struct WireWords {
  /// A parsed message or call: `SMS_MFA(medium: own)`.
  struct Phrase {
    var name: String
    /// The fields, in the order of the text.
    var fields: [(name: String, value: String)]

    subscript(_ name: DrawnName) -> String { fields.first { $0.name == name }?.value ?? "" }

    init(_ text: String) {
      name = String(text.prefix { $0 != "(" })
      fields = []
      guard text.hasSuffix(")") else { return }
      var depth = 0
      var parts = [""]
      for character in text.dropFirst(name.count + 1).dropLast() {
        if "({".contains(character) { depth += 1 }
        if ")}".contains(character) { depth -= 1 }
        if character == ",", depth == 0 {
          parts.append("")
        } else {
          parts[parts.count - 1].append(character)
        }
      }
      fields = parts.compactMap { part in
        let sides = part.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
        return sides.count == 2 ? (String(sides[0]), String(sides[1])) : nil
      }
    }

    /// The fields with a value other than false, none or empty.
    var spoken: String {
      fields.filter { !["", "false", "none", "{}"].contains($0.value) }
        .map { $0.value == "true" ? $0.name : "\($0.name): \($0.value)" }.joined(separator: ", ")
    }
  }

  /// The name as the service's API writes it: `SOFTWARE_TOKEN_MFA` for `softwareTokenMFA`.
  static func capitals(_ name: String) -> String {
    let letters = Array(name)
    var out = ""
    for (index, letter) in letters.enumerated() {
      let followsSmall = index > 0 && !letters[index - 1].isUppercase
      let startsWord =
        index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if letter.isUppercase, index > 0, followsSmall || startsWord { out += "_" }
      out += letter.uppercased()
    }
    return out
  }

  /// The words of a name: `expire session` for `expireSession`.
  static func plain(_ name: String) -> String {
    capitals(name).lowercased().split(separator: "_").joined(separator: " ")
  }
}
