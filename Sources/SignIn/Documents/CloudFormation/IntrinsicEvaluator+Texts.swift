import Foundation
import TransitionTables

/// The functions that build texts and lists from other texts and lists.
extension IntrinsicEvaluator {
  mutating func substitution(_ call: IntrinsicCall) -> Fact {
    let pattern = call.argument.text ?? call.argument.elements?.first?.text
    guard let pattern else { return malformed(call, "a text, or a text and its variables") }
    var variables: [String: Fact] = [:]
    if let elements = call.argument.elements, elements.count == 2 {
      for entry in elements[1].entries ?? [] { variables[entry.key] = evaluate(entry.value) }
    }
    let parts = pattern.components(separatedBy: "${")
    var text = parts[0]
    var assumed: Set<String> = []
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: "}") else {
        return malformed(call, "a closing brace after each `${`")
      }
      let name = part[..<end].trimmingBlanks
      let rest = part[part.index(after: end)...]
      if name.hasPrefix("!") {
        text += "${\(name.dropFirst())}" + rest
        continue
      }
      let fact = variables[name] ?? variable(name, at: call.location)
      guard affords(steps: fact.assumed.count, at: call.location) else { return spent(call) }
      assumed.formUnion(fact.assumed)
      guard let piece = fact.text else {
        let isWhole = parts.count == 2 && parts[0].isEmpty && rest.isEmpty
        return Fact(
          .opaque(fact.unknownReason ?? "it holds something else than a text"),
          at: call.location, assuming: assumed.sorted(), resource: isWhole ? fact.resource : nil)
      }
      guard affords(bytes: piece.utf8.count, at: call.location) else { return spent(call) }
      text += piece + rest
    }
    return Fact(.text(text, quoted: true), at: call.location, assuming: assumed.sorted())
  }

  /// The value of a variable: `${Name}` is a reference, `${Name.Attribute}` an attribute.
  private mutating func variable(_ name: String, at location: SourceLocation) -> Fact {
    guard name.contains("."), let resource = name.split(separator: ".").first else {
      return value(of: name, at: location)
    }
    return Fact(
      .opaque("an attribute of \(resource) is known only at deployment"), at: location,
      resource: String(resource))
  }

  mutating func lookUp(_ call: IntrinsicCall) -> Fact {
    guard let parts = call.argument.elements, parts.count == 3 || parts.count == 4 else {
      return malformed(call, "a map and two keys")
    }
    let keys = parts.prefix(3).map { evaluate($0) }
    let assumed = Set(keys.flatMap(\.assumed)).sorted()
    if let unknown = keys.first(where: { $0.text == nil }) {
      return Fact(
        .opaque(unknown.unknownReason ?? "a key of Fn::FindInMap is no text"), at: call.location,
        assuming: assumed)
    }
    if let node = template.mapped(keys.compactMap(\.text)) {
      return evaluate(node).assuming(assumed)
    }
    if parts.count == 4, let fallback = parts[3]["DefaultValue"] {
      return evaluate(fallback).assuming(assumed)
    }
    let path = keys.compactMap(\.text).joined(separator: ".")
    complain(
      "template.unknown-mapping", at: call.location,
      "the template's Mappings hold no `\(path.prefix(80))`", remedy: "add it, or correct the keys")
    return Fact(.opaque("Mappings hold no \(path)"), at: call.location)
  }

  mutating func join(_ call: IntrinsicCall) -> Fact {
    guard let parts = call.argument.elements, parts.count == 2, let separator = parts[0].text else {
      return malformed(call, "a separator and a list")
    }
    let list = evaluate(parts[1])
    guard case .list(let elements) = list.content else {
      return Fact(
        .opaque(list.unknownReason ?? "Fn::Join joins no list"), at: call.location,
        assuming: list.assumed)
    }
    let assumed = Set(list.assumed + elements.flatMap(\.assumed)).sorted()
    if let unknown = elements.first(where: { $0.unknownReason != nil }) {
      return Fact(
        .opaque(unknown.unknownReason ?? ""), at: call.location, assuming: assumed)
    }
    let texts = elements.compactMap(\.text)
    let bytes = texts.reduce(separator.utf8.count * texts.count) { $0 + $1.utf8.count }
    guard affords(bytes: bytes, at: call.location) else { return spent(call) }
    let text = texts.joined(separator: separator)
    return Fact(.text(text, quoted: true), at: call.location, assuming: assumed)
  }

  mutating func select(_ call: IntrinsicCall) -> Fact {
    guard let parts = call.argument.elements, parts.count == 2 else {
      return malformed(call, "an index and a list")
    }
    let (index, list) = (evaluate(parts[0]), evaluate(parts[1]))
    let assumed = index.assumed + list.assumed
    guard let number = index.text.flatMap({ Int($0) }), case .list(let elements) = list.content
    else {
      return Fact(
        .opaque(index.unknownReason ?? list.unknownReason ?? "Fn::Select selects from no list"),
        at: call.location, assuming: Set(assumed).sorted())
    }
    guard elements.indices.contains(number) else {
      return malformed(call, "an index within its list of \(elements.count)")
    }
    return elements[number].assuming(assumed)
  }

  mutating func split(_ call: IntrinsicCall) -> Fact {
    guard let parts = call.argument.elements, parts.count == 2, let separator = parts[0].text,
      !separator.isEmpty
    else { return malformed(call, "a separator and a text") }
    let source = evaluate(parts[1])
    guard let text = source.text else {
      return Fact(
        .opaque(source.unknownReason ?? "Fn::Split splits no text"), at: call.location,
        assuming: source.assumed)
    }
    guard affords(bytes: text.utf8.count, at: call.location) else { return spent(call) }
    let pieces = text.components(separatedBy: separator).map {
      Fact(.text($0, quoted: true), at: call.location)
    }
    return Fact(.list(pieces), at: call.location, assuming: source.assumed)
  }
}

extension Fact {
  /// The reason why the value is not known, or nil where it is.
  var unknownReason: String? {
    switch content {
    case .opaque(let reason), .uncertain(let reason): reason
    case .absent, .text, .list, .record: nil
    }
  }
}
