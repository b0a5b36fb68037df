import TransitionTables

/// The text of a call or a request, parsed: `signIn(flow: userSRP, password: current)`.
///
/// The parser is strict: brackets must be closed and arguments separated by commas, and an error
/// points to its place in the file.
struct WrittenCall {
  /// One argument; its name is nil where only the value is written.
  struct Argument {
    var name: String?
    var value: String
    /// The place of the name, or of the value where there is no name.
    var location: SourceLocation
    /// The place of the value.
    var valueLocation: SourceLocation
  }

  private(set) var name = ""
  private(set) var arguments: [Argument] = []

  /// - Throws: `scenario.call` where the text is not a call.
  init(_ step: Scenario.Step) throws(Diagnostic) {
    let scalars = Array(step.call.unicodeScalars)
    let opening = scalars.firstIndex(of: "(") ?? scalars.count
    let words = Self.words(in: scalars, from: 0, to: opening)
    guard let first = words.first else {
      throw Self.complaint("the call has no name", at: step.written.place(ofCharacter: 0))
    }
    guard words.count == 1 else {
      throw Self.complaint(
        "behind `\(first.text)` stands `\(words[1].text)`",
        at: step.written.place(ofCharacter: words[1].start),
        remedy: "put the arguments in brackets: `\(first.text)(…)`")
    }
    name = first.text
    guard opening < scalars.count else { return }
    let closing = try Self.closing(of: scalars, behind: opening, name: name, in: step)
    guard !Self.words(in: scalars, from: opening + 1, to: closing).isEmpty else { return }
    var start = opening + 1
    while start <= closing {
      let end = scalars[start..<closing].firstIndex(of: ",") ?? closing
      arguments.append(try Self.argument(scalars, from: start, to: end, in: step))
      start = end + 1
    }
  }

  /// The position of the closing bracket, after which nothing may follow.
  private static func closing(
    of scalars: [Unicode.Scalar], behind opening: Int, name: String, in step: Scenario.Step
  ) throws(Diagnostic) -> Int {
    guard let closing = scalars.firstIndex(of: ")") else {
      throw complaint(
        "the call has no `)`", at: step.written.place(ofCharacter: scalars.count),
        remedy: "close it: `\(name)(…)`")
    }
    if let other = scalars[(opening + 1)...].firstIndex(of: "("), other < closing {
      throw complaint(
        "the call has two `(`", at: step.written.place(ofCharacter: other),
        remedy: "write `\(name)(name: value)`")
    }
    if let rest = words(in: scalars, from: closing + 1, to: scalars.count).first {
      throw complaint(
        "behind the `)` of the call stands `\(rest.text)`",
        at: step.written.place(ofCharacter: rest.start),
        remedy: "end the call with its `)`")
    }
    return closing
  }

  private static func argument(
    _ scalars: [Unicode.Scalar], from start: Int, to end: Int, in step: Scenario.Step
  ) throws(Diagnostic) -> Argument {
    let colon = scalars[start..<end].firstIndex(of: ":")
    let names = colon.map { words(in: scalars, from: start, to: $0) } ?? []
    let values = words(in: scalars, from: colon.map { $0 + 1 } ?? start, to: end)
    guard let value = values.first, colon == nil || !names.isEmpty else {
      throw complaint(
        "an argument is missing here",
        at: step.written.place(ofCharacter: min(start, scalars.count)),
        remedy: "write `name: value`, or leave the comma out")
    }
    for part in [names, values] where part.count > 1 {
      let (one, other) = (part[0].text, part[1].text.prefix { $0 != ":" })
      throw complaint(
        "between `\(one)` and `\(other)` a comma is missing",
        at: step.written.place(ofCharacter: part[1].start),
        remedy: "write `\(one), \(other)`")
    }
    return Argument(
      name: names.first?.text, value: value.text,
      location: step.written.place(ofCharacter: names.first?.start ?? value.start),
      valueLocation: step.written.place(ofCharacter: value.start))
  }

  /// The words between two positions, split at blanks.
  private static func words(
    in scalars: [Unicode.Scalar], from start: Int, to end: Int
  ) -> [(text: String, start: Int)] {
    guard start < end else { return [] }
    return scalars[start..<end].split { $0.properties.isWhitespace }.map { word in
      (String(String.UnicodeScalarView(word)), word.startIndex)
    }
  }

  private static func complaint(
    _ message: String, at location: SourceLocation,
    remedy: String = "write `\(Scenario.callExample)`"
  ) -> Diagnostic {
    Diagnostic("scenario.call", at: location, message, remedy: remedy)
  }
}
