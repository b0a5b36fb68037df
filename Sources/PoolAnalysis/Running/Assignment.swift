import SafeText
import TransitionTables

/// A `name=value` of the command line.
package struct Assignment: Sendable, Hashable {
  package var name: String
  package var value: String
  /// The option that contained it, for diagnostics.
  package var option = "--set"

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  package init(parsing text: String) throws(CommandFailure) {
    try self.init(parsing: text, of: "--set")
  }

  /// Reads the value of an option.
  package init(parsing text: String, of option: String) throws(CommandFailure) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw CommandFailure.usage(
        "usage.assignment", "`\(text)` is no assignment", remedy: "write `name=value`")
    }
    self.option = option
    name = String(text[..<sign])
    value = String(text[text.index(after: sign)...])
  }

  package var text: String { "\(name)=\(value)" }

  /// The assignment as one word of a shell.
  var shellText: String { ShellText.quoted(text) }
}

extension Model {
  /// The command-line option that sets a parameter: `--set mfa=required`.
  package func option(setting slot: Int, to value: Int) -> String {
    let option = slots[slot].kind == .assumption ? "--assume" : "--set"
    let assignment = Assignment(name: slots[slot].name, value: text(of: value, in: slot))
    return "\(option) \(assignment.shellText)"
  }

  /// The options that turn one configuration into another; missing parameters have their defaults.
  package func options(from old: [Int: Int], to new: [Int: Int]) -> [String] {
    parameters.compactMap { slot in
      let value = new[slot] ?? slots[slot].initial
      return value == old[slot] ?? slots[slot].initial ? nil : option(setting: slot, to: value)
    }
  }
}

/// Quotes words for a shell.
package enum ShellText {
  /// The word, in single quotes where necessary; characters that a terminal would interpret are
  /// escaped.
  package static func quoted(_ word: String) -> String {
    if word.unicodeScalars.contains(where: isEscaped) { return escaped(word) }
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-_./=:,@%+".unicodeScalars.contains(scalar)
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isObeyed || scalar == "\n" || scalar == "\t"
  }

  /// The word in the quotes of bash and zsh in which octal numbers stand for bytes.
  private static func escaped(_ word: String) -> String {
    let signs = word.unicodeScalars.map { scalar -> String in
      if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
      guard isEscaped(scalar) else { return String(scalar) }
      // Each number has three digits.
      return String(scalar).utf8.map { "\\" + String(Int($0) + 512, radix: 8).dropFirst() }.joined()
    }
    return "$'\(signs.joined())'"
  }
}
