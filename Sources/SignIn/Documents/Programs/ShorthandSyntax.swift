import TransitionTables

/// Reads the shorthand syntax of the AWS command line, `Name=email,Required=true` or
/// `PasswordPolicy={MinimumLength=8}`, as facts at the place of the option's value.
/// Source: the AWS CLI user guide, "Using shorthand syntax".
struct ShorthandSyntax {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private let place: SourceLocation
  private static let deepest = 16

  /// Reads a text; returns nil where it is not in shorthand syntax.
  static func read(_ text: String, at place: SourceLocation) -> Fact? {
    var reader = ShorthandSyntax(text, at: place)
    let entries = reader.entries(until: nil, depth: 0)
    guard let entries, reader.index == reader.scalars.count else { return nil }
    return Fact(.record(entries), at: place)
  }

  private init(_ text: String, at place: SourceLocation) {
    scalars = text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != " " }
    self.place = place
  }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func entries(until end: Unicode.Scalar?, depth: Int) -> [Fact.Entry]? {
    guard depth < Self.deepest else { return nil }
    var entries: [Fact.Entry] = []
    while true {
      if let end, peek == end {
        index += 1
        return entries
      }
      guard peek != nil else { return end == nil ? entries : nil }
      let key = word()
      guard !key.isEmpty, peek == "=" else { return nil }
      index += 1
      guard let value = value(depth: depth) else { return nil }
      entries.append(Fact.Entry(key: key, keyLocation: place, value: value))
      if peek == "," { index += 1 }
    }
  }

  private mutating func value(depth: Int) -> Fact? {
    switch peek {
    case "{":
      index += 1
      return entries(until: "}", depth: depth + 1).map { Fact(.record($0), at: place) }
    case "[":
      index += 1
      return list(depth: depth + 1)
    default:
      var words = [word()]
      // `a,b` continues as a list until the next `key=`.
      while peek == ",", !isKeyAhead {
        index += 1
        words.append(word())
      }
      let facts = words.map { Fact(.text($0, quoted: true), at: place) }
      return facts.count == 1 ? facts[0] : Fact(.list(facts), at: place)
    }
  }

  private mutating func list(depth: Int) -> Fact? {
    guard depth < Self.deepest else { return nil }
    var elements: [Fact] = []
    while let next = peek {
      if next == "]" {
        index += 1
        return Fact(.list(elements), at: place)
      }
      if next == "{" {
        index += 1
        guard let record = entries(until: "}", depth: depth + 1) else { return nil }
        elements.append(Fact(.record(record), at: place))
      } else {
        elements.append(Fact(.text(word(), quoted: true), at: place))
      }
      if peek == "," { index += 1 } else if peek != "]" { return nil }
    }
    return nil
  }

  private var isKeyAhead: Bool {
    var ahead = index + 1
    while ahead < scalars.count, !",={}[]".unicodeScalars.contains(scalars[ahead]) { ahead += 1 }
    return ahead < scalars.count && scalars[ahead] == "="
  }

  private mutating func word() -> String {
    var word = String.UnicodeScalarView()
    if let quote = peek, quote == "\"" || quote == "\'" {
      index += 1
      while let scalar = peek, scalar != quote {
        word.append(scalar)
        index += 1
      }
      index += 1
      return String(word)
    }
    while let scalar = peek, !",={}[]".unicodeScalars.contains(scalar) {
      word.append(scalar)
      index += 1
    }
    return String(word)
  }
}
