import Foundation
import TransitionTables

/// The variables of the Serverless Framework's own file that the file itself decides where nobody
/// gives an option: `${self:custom.stage}`, `${opt:stage, 'dev'}`.
///
/// Source: the Serverless Framework's guide, Variables: the first source with a value counts.
struct FrameworkVariables {
  /// The framework's own file.
  let root: LocatedNode
  /// Whether a variable may have the value that it has where nobody gives an option.
  var takesOptions = true

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
      if source.hasPrefix("opt:"), takesOptions { continue }
      guard source.hasPrefix("self:"), let path = node(at: source.dropFirst("self:".count)) else {
        return nil
      }
      guard let node = path.node else { continue }
      return node.text.flatMap { value(of: $0, depth: depth + 1) }
    }
    return nil
  }

  /// A place of the file that another file cannot have, with what stands there.
  private struct Place {
    var node: LocatedNode?
  }

  /// What stands under keys that are joined by dots, if anything; nil where a section of another
  /// file may have it.
  private func node(at keys: some StringProtocol) -> Place? {
    var node: LocatedNode? = root
    for key in keys.split(separator: ".") {
      if node?.text != nil { return nil }
      node = node?[String(key)]
    }
    return Place(node: node)
  }

  // MARK: Whole values

  /// The most values that take the place of variables.
  private static let most = 2_000

  /// A value with those that its variables stand for, as far as they are known: a text, a list or a
  /// record.
  func resolved(_ node: LocatedNode) -> LocatedNode {
    var left = Self.most
    return resolved(node, hops: 0, &left)
  }

  private func resolved(_ node: LocatedNode, hops: Int, _ left: inout Int) -> LocatedNode {
    left -= hops == 0 ? 0 : 1
    var node = node
    switch node.content {
    case .scalar(let text, _) where text.contains("${"):
      guard hops < Self.deepest, left > 0 else { return node }
      if let target = target(of: text) { return resolved(target, hops: hops + 1, &left) }
      guard let value = value(of: text) else { return node }
      node.content = .scalar(value, quoted: true)
    case .scalar: break
    case .sequence(let elements):
      node.content = .sequence(elements.map { resolved($0, hops: hops, &left) })
    case .mapping(var entries):
      for place in entries.indices {
        entries[place].value = resolved(entries[place].value, hops: hops, &left)
      }
      node.content = .mapping(entries)
    }
    return node
  }

  /// The value that a text stands for which is one variable of the file's own, `${self:a.b}`.
  private func target(of text: String) -> LocatedNode? {
    let start = "${self:"
    guard text.hasPrefix(start), text.hasSuffix("}") else { return nil }
    let keys = text.dropFirst(start.count).dropLast()
    guard keys.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) }) else { return nil }
    return node(at: keys)?.node
  }
}
