/// Finds the two places of a key that stands twice in a mapping, of which the YAML parser names
/// only the beginning of the mapping.
struct DuplicateKey {
  let lines: [String]
  let key: String

  /// Line and column, from 1, of the first two occurrences in the mapping that begins at a place;
  /// nil where they cannot be distinguished from other text.
  func places(inMappingAt start: SourceLocation) -> (first: SourceLocation, second: SourceLocation)?
  {
    guard lines.indices.contains(start.line - 1) else { return nil }
    // The parser names the brace of a flow mapping, or the first key behind it.
    let line = Array(lines[start.line - 1].unicodeScalars.prefix(start.column))
    var opening = line.count - 1
    if line.last != "{" { opening = line.dropLast().lastIndex { $0 != " " } ?? opening }
    var brace = start
    brace.column = opening + 1
    let isFlow = opening >= 0 && line[opening] == "{"
    let found = isFlow ? flow(from: brace) : block(from: start)
    return found.count > 1 ? (found[0], found[1]) : nil
  }

  /// In a block mapping all keys stand in the column of the first one.
  private func block(from start: SourceLocation) -> [SourceLocation] {
    var found: [SourceLocation] = []
    for index in lines.indices.dropFirst(start.line - 1) {
      let scalars = Array(lines[index].unicodeScalars)
      // The first key may stand behind the dash of a list.
      let indentation = scalars.prefix { $0 == " " }.count
      let isBlank = indentation == scalars.count || scalars[indentation] == "#"
      if index > start.line - 1, !isBlank, indentation < start.column - 1 { break }
      guard index == start.line - 1 || indentation == start.column - 1 else { continue }
      if Self.begins(scalars.dropFirst(start.column - 1), with: key) {
        found.append(SourceLocation(file: start.file, line: index + 1, column: start.column))
      }
    }
    return found
  }

  private static func begins(_ text: ArraySlice<Unicode.Scalar>, with key: String) -> Bool {
    [key, "\"\(key)\"", "'\(key)'"].contains { spelling in
      let scalars = Array(spelling.unicodeScalars)
      guard text.starts(with: scalars) else { return false }
      return text.dropFirst(scalars.count).drop { $0 == " " }.first == ":"
    }
  }

  /// In a flow mapping a key follows its `{` or a comma, outside of texts and inner brackets.
  private func flow(from start: SourceLocation) -> [SourceLocation] {
    var found: [SourceLocation] = []
    var depth = 0
    var quote: Unicode.Scalar?
    var awaitsKey = false
    for index in lines.indices.dropFirst(start.line - 1) {
      let scalars = Array(lines[index].unicodeScalars)
      var column = index == start.line - 1 ? start.column - 1 : 0
      while column < scalars.count {
        let scalar = scalars[column]
        if awaitsKey, depth == 1, quote == nil, scalar != " " {
          awaitsKey = false
          if Self.begins(scalars[column...], with: key) {
            found.append(SourceLocation(file: start.file, line: index + 1, column: column + 1))
          }
        }
        if let open = quote {
          if scalar == "\\", open == "\"" { column += 1 } else if scalar == open { quote = nil }
        } else if scalar == "\"" || scalar == "'" {
          quote = scalar
        } else {
          if scalar == "{" || scalar == "[" { depth += 1 }
          if scalar == "}" || scalar == "]" { depth -= 1 }
          if depth == 0 { return found }
          awaitsKey = awaitsKey || depth == 1 && (scalar == "{" || scalar == ",")
        }
        column += 1
      }
    }
    return found
  }
}
