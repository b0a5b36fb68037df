import TransitionTables

/// Reads the blocks of Terraform's configuration language as facts; expressions become opaque.
///
/// Literals are strings without `${…}`, numbers, `true`, `false`, `null`, lists, objects and
/// here-documents. A variable counts with the value that is given for it from outside, never with
/// its default: which file of values a deployment takes, nobody here knows.
/// Source: the HCL native syntax specification.
struct HCLReader {
  /// One block: `resource "aws_cognito_user_pool" "main" { … }`.
  struct Block: Sendable {
    var type: String
    var labels: [String]
    var location: SourceLocation
    /// Attributes and blocks alike; a block that may stand several times is a list.
    var body: Fact
  }

  var scanner: SourceScanner
  /// The values of variables that are given from outside.
  let given: [String: String]
  private(set) var faults: [(location: SourceLocation, message: String)] = []

  init(scanner: SourceScanner, given: [String: String]) {
    self.scanner = scanner
    self.given = given
  }

  /// The blocks at the top of the file.
  mutating func blocks() -> [Block] {
    var blocks: [Block] = []
    while true {
      scanner.skipBlanks()
      guard scanner.peek != nil else { return blocks }
      let place = scanner.place
      let type = scanner.word()
      guard !type.isEmpty, let labels = labels() else {
        faults.append((place, "this is no block of Terraform"))
        return blocks
      }
      let body = body(depth: 0)
      blocks.append(
        Block(type: type, labels: labels, location: place, body: Fact(.record(body), at: place)))
    }
  }

  /// The labels of a block and its opening brace; nil where something else stands.
  private mutating func labels() -> [String]? {
    var labels: [String] = []
    while true {
      scanner.skipBlanks(newlines: false)
      if scanner.take("{") { return labels }
      let label = scanner.isAtString ? scanner.string() : scanner.word()
      guard let label, !label.isEmpty else { return nil }
      labels.append(label)
    }
  }

  private mutating func body(depth: Int) -> [Fact.Entry] {
    scanner.begin(depth: depth)
    var body = Body()
    while true {
      scanner.skipBlanks()
      if scanner.take("}") { return body.entries }
      let place = scanner.place
      guard scanner.peek != nil else {
        faults.append((place, "the file ends in the middle of a block"))
        return body.entries
      }
      let name = scanner.isAtString ? scanner.string() ?? "" : scanner.word()
      scanner.skipBlanks(newlines: false)
      if !name.isEmpty, scanner.take("=") || scanner.take(":") {
        let start = scanner.index
        var value = value(depth: depth + 1)
        if name == "count", scanner.text(from: start).isChoiceOfOne {
          value.content = .uncertain("it is 1 or 0, as is decided at deployment")
        }
        body.attributes.append(Fact.Entry(key: name, keyLocation: place, value: value))
        _ = scanner.take(",")
      } else if !name.isEmpty, let labels = labels() {
        var block = Fact(.record(self.body(depth: depth + 1)), at: place)
        if name == "dynamic" { block.content = .uncertain("a dynamic block computes it") }
        body.append(block, named: name == "dynamic" ? labels.first ?? name : name)
      } else {
        faults.append((place, "neither an attribute nor a block stands here"))
        scanner.skipExpression()
        scanner.advance()
      }
    }
  }

  /// What a body says: attributes, and blocks, those of one name together.
  private struct Body {
    var attributes: [Fact.Entry] = []
    private var names: [String] = []
    private var blocks: [String: [Fact]] = [:]

    mutating func append(_ block: Fact, named name: String) {
      if blocks[name] == nil { names.append(name) }
      blocks[name, default: []].append(block)
    }

    /// The attributes, then a list for the blocks of each name in the order of the first ones.
    var entries: [Fact.Entry] {
      attributes
        + names.compactMap { name in
          guard let list = blocks[name], let place = list.first?.location else { return nil }
          return Fact.Entry(key: name, keyLocation: place, value: Fact(.list(list), at: place))
        }
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) -> Fact {
    scanner.skipBlanks(newlines: false)
    let (place, start) = (scanner.place, scanner.index)
    scanner.begin(depth: depth)
    var content = literal(depth: depth)
    scanner.skipBlanks(newlines: false)
    if content != nil, !isAtEnd { content = nil }
    if let content { return Fact(content, at: place) }
    scanner.skipExpression()
    return computed(scanner.excerpt(from: start), at: place)
  }

  private var isAtEnd: Bool {
    guard let next = scanner.peek else { return true }
    return "\n,)]}".unicodeScalars.contains(next)
  }

  private mutating func literal(depth: Int) -> Fact.Content? {
    if scanner.looksAt("<<") { return hereDocument() }
    if scanner.isAtString { return scanner.string().map { .text($0, quoted: true) } }
    if scanner.take("{") { return .record(body(depth: depth)) }
    if scanner.take("[") { return .list(elements(depth: depth)) }
    if let first = scanner.peek, ("0"..."9").contains(first) {
      var digits = String.UnicodeScalarView()
      while let digit = scanner.peek, ("0"..."9").contains(digit) {
        digits.append(digit)
        scanner.advance()
      }
      return .text(String(digits), quoted: false)
    }
    switch scanner.word() {
    case "true": return .text("true", quoted: false)
    case "false": return .text("false", quoted: false)
    case "null": return .absent
    default: return nil
    }
  }

  private mutating func elements(depth: Int) -> [Fact] {
    var elements: [Fact] = []
    while true {
      scanner.skipBlanks()
      if scanner.peek == nil || scanner.take("]") { return elements }
      let start = scanner.index
      elements.append(value(depth: depth + 1))
      scanner.skipBlanks()
      _ = scanner.take(",")
      if scanner.index == start { scanner.advance() }
    }
  }

  /// A here-document's text; nil where it computes a part of itself.
  private mutating func hereDocument() -> Fact.Content? {
    scanner.advance(2)
    _ = scanner.take("-")
    let end = scanner.word()
    while let scalar = scanner.peek, scalar != "\n" { scanner.advance() }
    scanner.advance()
    var text = ""
    while scanner.peek != nil {
      var line = String.UnicodeScalarView()
      while let scalar = scanner.peek, scalar != "\n" {
        line.append(scalar)
        scanner.advance()
      }
      if String(line).trimmingBlanks == end { break }
      text += String(line) + "\n"
      scanner.advance()
    }
    return text.contains("${") || text.contains("%{") ? nil : .text(text, quoted: true)
  }

  private func computed(_ text: String, at place: SourceLocation) -> Fact {
    let parts = text.split(separator: ".").map { $0.trimmingBlanks }
    let isName = parts.last?.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) } == true
    if parts.count == 2, parts[0] == "var", isName {
      if let value = given[parts[1]] { return Self.given(value, at: place) }
      return Fact(.opaque("the variable \(parts[1]) is given at deployment"), at: place)
    }
    return Fact(
      .opaque("`\(text)` is computed at deployment"), at: place,
      resource: TerraformAddress.pool(in: text))
  }

  /// A given value: a list where it has commas or brackets.
  static func given(_ value: String, at place: SourceLocation) -> Fact {
    let bare = value.filter { $0 != "[" && $0 != "]" && $0 != "\"" }
    guard value.contains(",") || value.hasPrefix("[") else {
      return Fact(.text(value, quoted: true), at: place)
    }
    return Fact(
      .list(
        bare.split(separator: ",").map { Fact(.text($0.trimmingBlanks, quoted: true), at: place) }),
      at: place)
  }
}

extension String {
  /// Whether it is an expression that chooses between 1 and 0.
  fileprivate var isChoiceOfOne: Bool {
    let squeezed = filter { $0 != " " && $0 != "(" && $0 != ")" }.trimmingBlanks
    return squeezed.hasSuffix("?1:0") || squeezed.hasSuffix("?0:1")
  }
}
