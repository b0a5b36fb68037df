import Foundation
import TransitionTables

/// The variables of the Serverless Framework's own file that the file itself decides where nobody
/// gives an option: `${self:custom.stage}`, `${opt:stage, 'dev'}`.
///
/// Source: the Serverless Framework's guide, Variables: the first source with a value counts.
struct FrameworkVariables {
  /// The framework's own file.
  let root: LocatedNode

  /// How deep one variable names the next.
  private static let deepest = 8

  /// A text with the values of its variables, or nil where one of them is not known.
  func value(of text: String) -> String? { value(of: text, depth: 0) }

  private func value(of text: String, depth: Int) -> String? {
    guard depth < Self.deepest else { return nil }
    var rest = text
    // The innermost first: one may stand within another.
    while let start = rest.range(of: "${", options: .backwards) {
      guard let end = rest[start.upperBound...].firstIndex(of: "}"),
        let known = known(rest[start.upperBound..<end], depth),
        !known.contains("${"), rest.utf8.count + known.utf8.count <= 10_000
      else { return nil }
      rest.replaceSubrange(start.lowerBound...end, with: known)
    }
    return rest
  }

  /// The value of the first source that has one; nil where the first that may have one is another
  /// file, the environment or the service.
  private func known(_ variable: Substring, _ depth: Int) -> String? {
    for source in variable.split(separator: ",").map({ $0.trimmingBlanks }) {
      if let quote = source.first, ["'", "\""].contains(quote) {
        return source.count > 1 && source.last == quote
          ? String(source.dropFirst().dropLast()) : nil
      }
      if source.hasPrefix("opt:") { continue }
      guard source.hasPrefix("self:") else { return nil }
      let keys = source.dropFirst("self:".count).split(separator: ".")
      var node: LocatedNode? = root
      for key in keys {
        // A section of another file may have it.
        if node?.text != nil { return nil }
        node = node?[String(key)]
      }
      guard let node else { continue }
      return node.text.flatMap { value(of: $0, depth: depth + 1) }
    }
    return nil
  }
}
