import Foundation
import TransitionTables

/// The variables of the Serverless Framework's own file that the file itself decides where no
/// option is given: `${self:custom.stage}`, `${opt:stage, 'dev'}`.
///
/// Source: the Serverless Framework's guide, Variables: the first source with a value counts.
struct FrameworkVariables {
  /// The root of the framework's own file.
  let root: LocatedNode
  /// Whether a variable with an option takes the value that it has where the option is not given.
  var takesOptions = true

  /// The longest chain of variables that refer to each other.
  private static let deepest = 8

  /// A text with its variables replaced by their values, or nil where one of them is not known.
  func value(of text: String) -> String? { value(of: text, depth: 0) }

  private func value(of text: String, depth: Int) -> String? {
    guard depth < Self.deepest else { return nil }
    var rest = text
    // The innermost variable comes first, since variables nest.
    while let start = rest.range(of: "${", options: .backwards) {
      guard let end = rest[start.upperBound...].firstIndex(of: "}"),
        let known = known(rest[start.upperBound..<end], depth),
        !known.contains("${"), rest.utf8.count + known.utf8.count <= 10_000
      else { return nil }
      rest.replaceSubrange(start.lowerBound...end, with: known)
    }
    return rest
  }

  /// The value of a variable's first source that has one; nil where an earlier source is another
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

  /// The value at a path that no other file can define.
  private struct Place {
    var node: LocatedNode?
  }

  /// Looks up keys that are joined by dots; nil where a section in another file may define them.
  private func node(at keys: some StringProtocol) -> Place? {
    var node: LocatedNode? = root
    for key in keys.split(separator: ".") {
      if node?.text != nil { return nil }
      node = node?[String(key)]
    }
    return Place(node: node)
  }

  // MARK: Whole values

  /// The most values that replace variables.
  private static let most = 2_000

  /// A value whose variables are replaced, as far as they are known, by a text, a list or a record.
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

  /// The value of a text that consists of one variable of the file's own, `${self:a.b}`.
  private func target(of text: String) -> LocatedNode? {
    let start = "${self:"
    guard text.hasPrefix(start), text.hasSuffix("}") else { return nil }
    let keys = text.dropFirst(start.count).dropLast()
    guard keys.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) }) else { return nil }
    return node(at: keys)?.node
  }
}
