import TransitionTables

/// The literals that a program declares as constants, each by one name, and does nothing else to.
struct ProgramConstants {
  private var values: [String: Fact] = [:]
  private let text: String

  /// How many constants are kept at most, and how many values each of them has at most.
  private static let most = 100

  /// - Parameter text: the whole program.
  init(of text: String) { self.text = text }

  subscript(name: String) -> Fact? { values[name] }

  /// Keeps the literal in front of which a scanner stands, unless the program may change it.
  mutating func keep(_ name: String, at scanner: SourceScanner) {
    guard values.count < Self.most else { return }
    var reader = TypeScriptLiteral(scanner: scanner)
    let value = resolved(reader.assignedValue())
    let isChanged =
      values[name] != nil || ["\(name).", "\(name)["].contains { text.contains($0) }
    let isKept = !isChanged && reader.scanner.refusal == nil && value.count <= Self.most
    // One that is not kept counts too, so that there is an end to looking.
    values[name] =
      isKept ? value : Fact(.opaque("the program changes `\(name.prefix(40))`"), at: value.location)
  }

  /// A value with the constants that it names in their places.
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
  /// Goes on behind the `=` of a declaration, with the type before it and blanks around; false
  /// where there is none.
  mutating func takeAssignment() -> Bool {
    skipBlanks()
    if take(":") { skipType() }
    guard take("=") else { return false }
    skipBlanks()
    return true
  }

  /// Goes on behind the name of a type, with blanks.
  mutating func skipType() {
    skipBlanks()
    while let next = peek,
      next.properties.isAlphabetic || "_.<>[]".unicodeScalars.contains(next)
    { advance() }
    skipBlanks()
  }
}
