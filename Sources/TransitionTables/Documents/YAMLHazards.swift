/// What must not reach the YAML parser: text that would exhaust its stack or its patience.
///
/// Three things can: flow brackets nested by the thousand and directives by the thousand, both of
/// which the scanner reads in quadratic time, and aliases inside a mapping's *key*. Keys are
/// compared by value, and a value made of aliases of aliases grows exponentially ("billion
/// laughs"). As ordinary values aliases are harmless here, because ``NodeConverter`` counts what it
/// makes of them. One pass over the text.
enum YAMLHazards {
  /// Up to here a text's aliases cannot make a key that takes noticeable time.
  static let harmlessAliases = 12

  /// How many lines may begin as directives do, such as `%TAG`; of those each is compared with all
  /// before it.
  private static let mostDirectives = 1_000

  /// The first hazard of the text, or nil.
  static func first(in lines: [String], file: String) -> Diagnostic? {
    if let line = tooDeepLine(lines) {
      return .tooDeep(at: SourceLocation(file: file, line: line))
    }
    let directives = lines.indices.filter { lines[$0].hasPrefix("%") }
    if directives.count > mostDirectives {
      let line = directives[mostDirectives]
      return Diagnostic.tooManyValues(
        at: SourceLocation(file: file, line: line + 1),
        "more than \(mostDirectives) lines begin with `%`, as directives do",
        remedy: "take the directives out, or indent the lines"
      ).pointing(into: lines)
    }
    guard let place = aliasedKey(lines, file: file) else { return nil }
    return Diagnostic(
      "document.alias-as-key", at: place, "a key is a collection or an alias",
      remedy: "write plain words as keys", sourceLine: lines[place.line - 1])
  }

  /// The first line that opens more flow brackets, or is indented further, than any pool needs.
  private static func tooDeepLine(_ lines: [String]) -> Int? {
    var depth = 0
    for (index, line) in lines.enumerated() {
      // A new top-level key: half-open intervals in the prose above it shall not add up.
      if let first = line.unicodeScalars.first, first.properties.isAlphabetic { depth = 0 }
      for byte in line.utf8 {
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
        if depth > LocatedDocument.deepestNesting { return index + 1 }
      }
      let indentation = line.utf8.prefix { " -?:".utf8.contains($0) }.count
      if indentation > LocatedDocument.deepestNesting * 8 { return index + 1 }
      depth = max(depth, 0)
    }
    return nil
  }

  /// Where a key looks like a collection or an alias, in a text with many live aliases.
  private static func aliasedKey(_ lines: [String], file: String) -> SourceLocation? {
    var anchors: Set<String> = []
    var aliases: [String] = []
    var suspect: SourceLocation?
    for (index, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      // Whether what opened in the line and is not closed yet may be a collection: what opens in
      // a word, such as the variable in `arn:${region}:*`, is text.
      var opened: [Bool] = []
      for column in bytes.indices {
        var isText = false
        if "[{".utf8.contains(bytes[column]) {
          opened.append(column == 0 || " \t[{,-?:!".utf8.contains(bytes[column - 1]))
        } else if "]}".utf8.contains(bytes[column]) {
          isText = opened.popLast() == false
        }
        let isSigil = bytes[column] == UInt8(ascii: "&") || bytes[column] == UInt8(ascii: "*")
        if isSigil, let name = word(in: bytes, after: column) {
          if bytes[column] == UInt8(ascii: "&") {
            anchors.insert(name)
          } else {
            aliases.append(name)
          }
        }
        if suspect == nil, !isText, isComplexKey(bytes, column) {
          suspect = SourceLocation(file: file, line: index + 1, column: column + 1)
        }
      }
    }
    let live = aliases.count { anchors.contains($0) }
    return live > harmlessAliases ? suspect : nil
  }

  /// The name that follows `&` or `*` where a token may begin, else nil.
  private static func word(in bytes: [UInt8], after column: Int) -> String? {
    guard column == 0 || " \t[{,-?:!".utf8.contains(bytes[column - 1]) else { return nil }
    let name = bytes[(column + 1)...].prefix { byte in
      byte >= 0x80 || UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9")
        || UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z")
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Whether `? `, `]:`, `}:`, or an alias before a colon stands here.
  private static func isComplexKey(_ bytes: [UInt8], _ column: Int) -> Bool {
    let byte = bytes[column]
    if byte == UInt8(ascii: "?") {
      let opens = column == 0 || " \t[{,-?:".utf8.contains(bytes[column - 1])
      return opens && (column + 1 == bytes.count || " \t[{*&!".utf8.contains(bytes[column + 1]))
    }
    var next = column + 1
    if byte == UInt8(ascii: "*") {
      guard let name = word(in: bytes, after: column) else { return false }
      next += name.utf8.count
    } else if byte != UInt8(ascii: "]") && byte != UInt8(ascii: "}") {
      return false
    }
    while next < bytes.count, bytes[next] == UInt8(ascii: " ") || bytes[next] == UInt8(ascii: "\t")
    {
      next += 1
    }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }
}
