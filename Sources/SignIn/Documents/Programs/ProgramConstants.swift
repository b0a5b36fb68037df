import TransitionTables

/// The literals that a program declares as constants and does not change afterwards.
struct ProgramConstants {
  private var values: [String: Fact] = [:]
  private let text: String

  /// The greatest number of constants, and of values in each of them.
  private static let most = 100

  /// - Parameter text: the text of the whole program.
  init(of text: String) { self.text = text }

  subscript(name: String) -> Fact? { values[name] }

  /// Keeps the literal at the scanner's position, unless the program may change it.
  mutating func keep(_ name: String, at scanner: SourceScanner) {
    guard values.count < Self.most else { return }
    var reader = TypeScriptLiteral(scanner: scanner)
    let value = resolved(reader.assignedValue())
    let isChanged =
      values[name] != nil || ["\(name).", "\(name)["].contains { text.contains($0) }
    let isKept = !isChanged && reader.scanner.refusal == nil && value.count <= Self.most
    // Constants that are not kept count too, which bounds the search.
    values[name] =
      isKept ? value : Fact(.opaque("the program changes `\(name.prefix(40))`"), at: value.location)
  }

  /// The value, with the constants that it names replaced by their values.
  func resolved(_ fact: Fact) -> Fact {
    if let words = fact.variable, words.count == 1, let known = values[words[0]] { return known }
    var fact = fact
    switch fact.content {
    case .list(let elements): fact.content = .list(elements.map(resolved))
    case .record(let entries):
      fact.content = .record(
        entries.map { entry in
          var entry = entry
          entry.value = resolved(entry.value)
          return entry
        })
    case .absent, .text, .opaque, .uncertain: break
    }
    return fact
  }
}

extension SourceScanner {
  /// Advances behind the `=` of a declaration, with a type before it and blanks around it; returns
  /// false where there is none.
  mutating func takeAssignment() -> Bool {
    skipBlanks()
    if take(":") { skipType() }
    guard take("=") else { return false }
    skipBlanks()
    return true
  }

  /// Advances behind the name of a type and the blanks around it.
  mutating func skipType() {
    skipBlanks()
    while let next = peek,
      next.properties.isAlphabetic || "_.<>[]".unicodeScalars.contains(next)
    { advance() }
    skipBlanks()
  }
}
