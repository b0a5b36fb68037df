import TransitionTables

/// Splits a shell script into the words of its commands, as far as they are literal.
///
/// Handles quotes, backslashes, comments and continued lines; the text of a here-document is read
/// like commands. A word that contains `$name`, `$(…)` or a backquote is computed. Linear in the
/// text, within the limits of all documents, where each word counts as a value.
struct ShellWords {
  /// A word of a command.
  struct Word: Sendable {
    var text: String
    var place: SourceLocation
    /// Whether a variable or another command supplies part of the word.
    var isComputed: Bool
    var isQuoted: Bool
  }

  private var scanner: SourceScanner
  private var commands: [[Word]] = [[]]
  private var depth = 0

  /// The commands of a script in their order, each as a list of words.
  /// - Throws: the refusal of a script that nests too deep or has too many words.
  static func commands(of program: ProgramText) throws(Diagnostic) -> [[Word]] {
    var words = ShellWords(scanner: program.scanner(.shell))
    words.split()
    if let refusal = words.scanner.refusal { throw refusal.pointing(into: program.document.lines) }
    return words.commands.filter { !$0.isEmpty }
  }

  private init(scanner: SourceScanner) { self.scanner = scanner }

  /// Splits up to the end of the text, or behind the parenthesis that closes a nested command.
  private mutating func split(isWithin: Bool = false) {
    var open = 0
    while let next = scanner.peek {
      if isWithin, next == "(" { open += 1 }
      if isWithin, next == ")" {
        open -= 1
        if open < 0 { return scanner.advance() }
      }
      switch next {
      case " ", "\t", "\r": scanner.advance()
      case "\\" where scanner.looksAt("\\\n"): scanner.advance(2)
      case "\\" where scanner.looksAt("\\\r\n"): scanner.advance(3)
      case "#": while let scalar = scanner.peek, scalar != "\n" { scanner.advance() }
      case "\n", ";", "&", "|", "(", ")", "`":
        if commands.last?.isEmpty == false { commands.append([]) }
        scanner.advance()
      default: word()
      }
    }
  }

  private mutating func word() {
    let place = scanner.place
    scanner.begin(depth: depth)
    var word = Word(text: "", place: place, isComputed: false, isQuoted: false)
    var text = String.UnicodeScalarView()
    while let scalar = scanner.peek {
      if " \t\r\n;&|()`".unicodeScalars.contains(scalar) { break }
      if scanner.looksAt("$(") {
        within(&word)
        continue
      }
      scanner.advance()
      switch scalar {
      case "\'":
        word.isQuoted = true
        quoted(by: "\'", into: &text, &word)
      case "\"":
        word.isQuoted = true
        quoted(by: "\"", into: &text, &word)
      case "\\":
        if let escaped = scanner.peek, escaped != "\n" { text.append(escaped) }
        scanner.advance()
      case "$": word.isComputed = true
      default: text.append(scalar)
      }
    }
    word.text = String(text)
    commands[commands.count - 1].append(word)
  }

  /// Reads `$(…)` as separate commands, placed before the command that contains it.
  private mutating func within(_ word: inout Word) {
    word.isComputed = true
    scanner.advance(2)
    depth += 1
    defer { depth -= 1 }
    scanner.begin(depth: depth)
    guard scanner.refusal == nil, let outer = commands.popLast() else { return }
    commands.append([])
    split(isWithin: true)
    commands.append(outer)
  }

  private mutating func quoted(
    by quote: Unicode.Scalar, into text: inout String.UnicodeScalarView, _ word: inout Word
  ) {
    while let scalar = scanner.peek, scalar != quote {
      if quote == "\"", scalar == "\\" {
        scanner.advance()
        if let escaped = scanner.peek, escaped != "\n" { text.append(escaped) }
      } else if quote == "\"", scanner.looksAt("$(") {
        within(&word)
        continue
      } else {
        if quote == "\"", scalar == "$" || scalar == "`" { word.isComputed = true }
        text.append(scalar)
      }
      scanner.advance()
    }
    scanner.advance()
  }
}
