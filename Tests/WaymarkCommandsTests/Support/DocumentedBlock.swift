import Foundation

/// A fenced block of a page of documentation: commands with what stands below each, a file that the
/// page shows, or something that nobody is to type.
struct DocumentedBlock: Sendable, CustomStringConvertible {
  /// A command as it stands in a page, with the lines below it.
  struct Command: Sendable {
    var line: String
    var lines: [String]
  }

  var page: String
  /// What stands behind the three grave accents.
  var language: String
  var lines: [String]
  /// What the comment in the line above says, such as `not run: it installs packages`.
  var remark: String

  var description: String { "\(page): \(commands.first?.line ?? lines.first ?? "")" }

  var commands: [Command] {
    guard language == "console" else { return [] }
    var found: [Command] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        found.append(Command(line: String(line.dropFirst(2)), lines: []))
      } else if !found.isEmpty {
        found[found.count - 1].lines.append(line)
      }
    }
    return found
  }

  /// Whether a reader would take something in it for a line to type.
  var looksLikeCommands: Bool {
    if ["console", "sh", "bash", "shell"].contains(language) { return true }
    let programs = ["waymark ", "swift ", "apt-get ", "spin ", "java ", "$ "]
    return lines.contains { line in programs.contains { line.hasPrefix($0) } }
  }

  /// The name of the file that it is, by the remark `file: NAME`.
  var file: String? {
    remark.hasPrefix("file: ") ? String(remark.dropFirst(6)) : nil
  }

  var isNotRun: Bool { remark.hasPrefix("not run: ") }

  /// All blocks of a page.
  static func all(in text: String, page: String) -> [DocumentedBlock] {
    var blocks: [DocumentedBlock] = []
    var open: DocumentedBlock?
    var remark = ""
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = DocumentedBlock(
            page: page, language: String(line.dropFirst(3)), lines: [], remark: remark)
        }
        remark = ""
      } else if open != nil {
        open?.lines.append(line)
      } else if let match = line.wholeMatch(of: /<!-- ((?:not run|file): .*) -->/) {
        remark = String(match.1)
      } else if !line.isEmpty {
        remark = ""
      }
    }
    return blocks
  }

  /// Command lines of this program within running text: `` `waymark inspect` ``.
  static func inlineCommands(in text: String) -> [String] {
    var isFenced = false
    let prose = text.components(separatedBy: "\n").filter { line in
      if line.hasPrefix("```") { isFenced.toggle() }
      return !isFenced
    }
    return prose.joined(separator: "\n").matches(of: /`waymark ([^`]+)`/).map { String($0.1) }
  }

  /// A command line's words, with what stands in single quotes as one.
  static func words(_ line: some StringProtocol) -> [String] {
    var words: [String] = [""]
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Whether lines stand in a text one below the other; `…` stands for any lines between.
  static func isExcerpt(_ lines: [String], of text: String) -> Bool {
    var rest = text.components(separatedBy: "\n")[...]
    for part in lines.split(separator: "…") {
      let part = Array(part)
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else {
        return false
      }
      rest = rest[(start + part.count)...]
    }
    return true
  }
}
