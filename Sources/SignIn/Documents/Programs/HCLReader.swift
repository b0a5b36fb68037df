import TransitionTables

/// Reads blocks of Terraform's configuration language as facts; expressions become opaque.
///
/// Literals are strings without `${…}`, numbers, `true`, `false`, `null`, lists, objects and
/// here-documents. A variable or a local value becomes a fact with its name; ``TerraformValues``
/// finds its value.
/// Source: the HCL native syntax specification.
struct HCLReader {
  /// A block, such as `resource "aws_cognito_user_pool" "main" { … }`.
  struct Block: Sendable {
    var type: String
    var labels: [String]
    var location: SourceLocation
    /// Both attributes and blocks; blocks that may occur several times form a list.
    var body: Fact
  }

  var scanner: SourceScanner
  private(set) var faults: [(location: SourceLocation, message: String)] = []
  /// Whether the block is a resource of another service. There Terraform's first versions accepted
  /// a repeated argument, so that an error would not concern the pool.
  private var isForeign = false
  /// The names that a `for` binds.
  var bound: Set<String> = []
  /// The depth of the current expression within others, and whether it stands in brackets.
  var (within, isInBrackets) = (0, false)

  init(scanner: SourceScanner) { self.scanner = scanner }

  /// Reads the attributes at the top of a file of values, such as `prod.tfvars`.
  mutating func attributes() -> [Fact.Entry] { body(depth: 0, isWholeFile: true) }

  /// Reads the blocks at the top of the file.
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
      isForeign = type == "resource" && labels.first?.hasPrefix("aws_cognito_") == false
      let body = body(depth: 0)
      blocks.append(
        Block(type: type, labels: labels, location: place, body: Fact(.record(body), at: place)))
    }
  }

  /// Reads the labels of a block and its opening brace; returns nil where there is something else.
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

  /// - Parameter isObject: whether the body is an object value, of whose repeated keys the last one
  ///   counts, rather than a block, whose arguments must not repeat.
  private mutating func body(
    depth: Int, isWholeFile: Bool = false, isObject: Bool = false
  ) -> [Fact.Entry] {
    scanner.begin(depth: depth)
    var body = Body()
    while true {
      scanner.skipBlanks()
      if !isWholeFile, scanner.take("}") { return body.entries }
      let place = scanner.place
      guard scanner.peek != nil else {
        if !isWholeFile { faults.append((place, "the file ends in the middle of a block")) }
        return body.entries
      }
      let name = key()
      scanner.skipBlanks(newlines: false)
      if !name.isEmpty, scanner.take("=") || scanner.take(":") {
        let start = scanner.index
        var value = name == "ignore_changes" ? names() : value(depth: depth + 1)
        if name == "count", scanner.text(from: start).isChoiceOfOne {
          value.content = .uncertain("it is 1 or 0, as is decided at deployment")
        }
        let first = body.set(Fact.Entry(key: name, keyLocation: place, value: value))
        if let first, !isObject, !isForeign { scanner.refuse(name, at: place, first: first) }
        _ = scanner.take(",")
      } else if !name.isEmpty, let labels = labels() {
        var block = Fact(.record(self.body(depth: depth + 1)), at: place)
        let known = name == "dynamic" ? labels.first ?? name : name
        if name == "dynamic" {
          block.deferred = Fact.Deferred.block(block, named: known)
          let names = block.deferred?.parts.first?.variables.prefix(3) ?? []
          block.content = .uncertain(
            "a dynamic block computes it"
              + (names.isEmpty ? "" : " from \(names.joined(separator: ", "))"))
        }
        body.append(block, named: known)
      } else {
        faults.append((place, "neither an attribute nor a block stands here"))
        scanner.skipExpression()
        scanner.advance()
      }
    }
  }

  /// Reads the name of an attribute or a block, or the text of a computed key.
  private mutating func key() -> String {
    let start = scanner.index
    if scanner.isAtString { return scanner.string() ?? scanner.text(from: start) }
    guard scanner.take("(") else {
      // `aws.east = aws.main`, among the providers of a module.
      // A number can be a key of an object, as in `403 = { … }`.
      var words = scanner.digits() + scanner.word()
      while !words.isEmpty, scanner.take(".") { words += "." + scanner.word() }
      return words
    }
    scanner.skipBracketed(until: ")")
    return scanner.text(from: start)
  }

  /// The contents of a body: attributes, and blocks grouped by name.
  private struct Body {
    private var attributes: [Fact.Entry] = []
    private var positions: [String: Int] = [:]
    private var names: [String] = []
    private var blocks: [String: [Fact]] = [:]

    /// Sets an attribute; returns the place of an earlier attribute with its name, whose value it
    /// replaces.
    mutating func set(_ attribute: Fact.Entry) -> SourceLocation? {
      if let position = positions[attribute.key] {
        let first = attributes[position].keyLocation
        attributes[position] = attribute
        return first
      }
      positions[attribute.key] = attributes.count
      attributes.append(attribute)
      return nil
    }

    mutating func append(_ block: Fact, named name: String) {
      if blocks[name] == nil { names.append(name) }
      blocks[name, default: []].append(block)
    }

    /// The attributes, then for each block name a list of its blocks, in the order of their first
    /// ones.
    var entries: [Fact.Entry] {
      attributes
        + names.compactMap { name in
          guard let list = blocks[name], let place = list.first?.location else { return nil }
          return Fact.Entry(key: name, keyLocation: place, value: Fact(.list(list), at: place))
        }
    }
  }

  // MARK: Values

  /// Reads names of arguments, as in `ignore_changes`: a list, or `all`.
  private mutating func names() -> Fact {
    scanner.skipBlanks(newlines: false)
    let place = scanner.place
    guard scanner.take("[") else { return Fact(.text(scanner.word(), quoted: false), at: place) }
    var names: [Fact] = []
    while true {
      scanner.skipBlanks()
      if scanner.peek == nil || scanner.take("]") { return Fact(.list(names), at: place) }
      let (place, start) = (scanner.place, scanner.index)
      let name = scanner.isAtString ? scanner.string() ?? "" : scanner.word()
      names.append(Fact(.text(name, quoted: false), at: place))
      scanner.skipExpression()
      _ = scanner.take(",")
      if scanner.index == start { scanner.advance() }
    }
  }

  private mutating func value(depth: Int) -> Fact {
    scanner.skipBlanks(newlines: false)
    let (place, start) = (scanner.place, scanner.index)
    scanner.begin(depth: depth)
    var ahead = self
    var content = literal(depth: depth)
    scanner.skipBlanks(newlines: false)
    if content != nil, !isAtEnd { content = nil }
    if let content { return Fact(content, at: place) }
    scanner.skipExpression()
    var fact = computed(
      scanner.text(from: start).trimmingBlanks, shown: scanner.excerpt(from: start), at: place)
    fact.deferred = ahead.expression()?.deferred
    if fact.deferred?.mayBeNothing == true, case .opaque(let reason) = fact.content {
      fact.content = .uncertain(reason)
    }
    return fact
  }

  /// Whether the expression ends here.
  var isAtEnd: Bool {
    guard let next = scanner.peek else { return true }
    return "\n,)]}".unicodeScalars.contains(next)
  }

  private mutating func literal(depth: Int) -> Fact.Content? {
    if scanner.isAtHereDocument {
      let text = scanner.hereDocument()
      return text.contains("${") || text.contains("%{") ? nil : .text(text, quoted: true)
    }
    if scanner.isAtString { return scanner.string().map { .text($0, quoted: true) } }
    if scanner.take("{") {
      return skipsFor("}") ? nil : .record(body(depth: depth, isObject: true))
    }
    if scanner.take("[") { return skipsFor("]") ? nil : .list(elements(depth: depth)) }
    let digits = scanner.digits()
    if !digits.isEmpty { return .text(digits, quoted: false) }
    let word = scanner.word()
    switch word {
    case "true": return .text("true", quoted: false)
    case "false": return .text("false", quoted: false)
    case "null": return .absent
    default: return Self.conversions.contains(word) ? converted(by: word, depth: depth) : nil
    }
  }

  /// Functions that change only the type of a literal; `compact` also removes empty texts.
  private static let conversions = ["toset", "tolist", "tomap", "compact"]

  /// Reads the literal in the parentheses of a conversion; returns nil where it is computed.
  private mutating func converted(by function: String, depth: Int) -> Fact.Content? {
    let start = scanner
    if scanner.take("(") {
      scanner.skipBlanks()
      scanner.begin(depth: depth + 1)
      let content = literal(depth: depth + 1)
      scanner.skipBlanks()
      if let content, scanner.take(")") {
        guard function == "compact", case .list(let elements) = content else { return content }
        return .list(elements.filter { $0.text != "" })
      }
    }
    // After a refusal the scanner must not be reset.
    if scanner.refusal == nil { scanner = start }
    return nil
  }

  /// Skips a `for` expression behind its opening bracket, since only Terraform evaluates it;
  /// returns false where there is none.
  private mutating func skipsFor(_ closing: Unicode.Scalar) -> Bool {
    var ahead = scanner
    ahead.skipBlanks()
    guard ahead.word() == "for" else { return false }
    ahead.skipBlanks(newlines: false)
    guard ahead.isAtWord else { return false }
    scanner.skipBracketed(until: closing)
    return true
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

  /// Creates a computed fact. Its whole text determines what it refers to; a message shows only the
  /// beginning.
  func computed(_ text: String, shown: String, at place: SourceLocation) -> Fact {
    var inner =
      text.hasPrefix("\"${") && text.hasSuffix("}\"")
      ? String(text.dropFirst(3).dropLast(2)).trimmingBlanks : text
    var fact = Fact(
      .opaque("`\(shown)` is computed at deployment"), at: place,
      resource: TerraformAddress.pool(in: inner) ?? TerraformAddress.provider(in: inner))
    if let function = Self.conversions.first(where: { inner.hasPrefix($0 + "(") }),
      inner.hasSuffix(")")
    {
      inner = String(inner.dropFirst(function.count + 1).dropLast()).trimmingBlanks
    }
    fact.isNeverEmpty = TerraformAddress.isOfSomething(inner)
    // `each.value["mfa"]` means `each.value.mfa`.
    inner.replace("[\"", with: ".")
    inner.replace("\"]", with: "")
    let parts = inner.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
    }
    // `lambda_config.value` is the element for which a dynamic block stands; `.key` is its key.
    guard isName,
      bound.contains(parts[0])
        || parts.count > 1 && (isKnown(parts[0]) || ["key", "value"].contains(parts[1]))
    else { return fact }
    fact.isNeverEmpty = false
    fact.variable = parts
    // A loop may name its own variable `var`; a reference to it has a single part.
    if parts[0] == "var", parts.count > 1 {
      fact.content = .opaque("the variable \(parts[1]) is given at deployment")
    }
    return fact
  }

  /// Whether a name refers to something whose value may be known.
  func isKnown(_ name: String) -> Bool {
    bound.contains(name) || ["var", "local", "each", "count"].contains(name)
  }

  /// The fact for a given value: a list where it has commas or brackets.
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
  /// Whether the text is an expression that chooses between 1 and 0.
  fileprivate var isChoiceOfOne: Bool {
    let squeezed = filter { $0 != " " && $0 != "(" && $0 != ")" }.trimmingBlanks
    return squeezed.hasSuffix("?1:0") || squeezed.hasSuffix("?0:1")
  }
}
