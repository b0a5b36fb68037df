/// A construct or a function to which Amplify's `backend.ts` passes the pool or its client. Its
/// effect on them is defined in another file or package, and is not read.
struct PoolReceiver {
  let name: String
  /// The line of the call, 1-based.
  let line: Int

  private static let ofAmazon = ["aws-cdk-lib", "@aws-cdk/", "@aws-amplify/", "constructs"]
  private static let given: Set<Substring> = [
    "userPool", "userPoolClient", "cfnUserPool", "cfnUserPoolClient",
  ]
  /// The numbers of characters that are read of an import, and of the arguments of a call.
  private static let (longestImport, longestCall) = (500, 2_000)
  /// The greatest number of calls of imported functions that are examined.
  private static let mostCalls = 1_000

  /// Finds the first receiver in a program; nil where there is none.
  init?(in text: String) {
    let names = Self.imported(in: text)
    var line = 1
    var place = text.startIndex
    var calls = 0
    while place < text.endIndex {
      let character = text[place]
      if character == "\n" { line += 1 }
      guard Self.isOfName(character) else {
        place = text.index(after: place)
        continue
      }
      let word = text[place...].prefix(while: Self.isOfName)
      place = word.endIndex
      guard names.contains(word), place < text.endIndex, text[place] == "(" else { continue }
      calls += 1
      guard calls <= Self.mostCalls else { return nil }
      guard Self.hasPool(text[place...]) else { continue }
      (name, self.line) = (String(word), line)
      return
    }
    return nil
  }

  /// The names that a program imports from files of its project and from third-party packages.
  private static func imported(in text: String) -> Set<Substring> {
    var names: Set<Substring> = []
    for piece in text.split(separator: "import ").map({ $0.prefix(longestImport) }) {
      guard let from = piece.firstRange(of: " from ") else { continue }
      let package = piece[from.upperBound...].drop { $0 == "'" || $0 == "\"" || $0 == " " }
      guard !ofAmazon.contains(where: package.hasPrefix) else { continue }
      names.formUnion(piece[..<from.lowerBound].split { !isOfName($0) })
    }
    return names
  }

  /// Whether the arguments of a call, which starts at its bracket, name the pool or its client.
  private static func hasPool(_ call: Substring) -> Bool {
    var depth = 0
    let arguments = call.prefix(longestCall).prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
    return arguments.split { !isOfName($0) }.contains(where: given.contains)
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
