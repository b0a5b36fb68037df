import TransitionTables

/// Evaluates functions, `for` and keys in brackets, as far as their arguments are known.
extension TerraformValues {
  /// The result of a function; nil where it is not known.
  mutating func call(_ function: String, _ parts: [Fact], depth: Int) -> Fact? {
    switch function {
    case "try": return attempt(parts, depth: depth)
    case "can":
      guard let first = parts.first else { return nil }
      if isMissing(first, depth: depth) { return Self.flag(false, at: first.location) }
      return resolve(first, depth: depth).isSettled ? Self.flag(true, at: first.location) : nil
    case "lookup" where parts.count > 1: return lookUp(parts, depth: depth)
    case "coalesce": return firstFilled(parts, depth: depth)
    default: break
    }
    let arguments = parts.map { resolve($0, depth: depth) }
    guard let first = arguments.first, arguments.allSatisfy(\.isSettled),
      let content = Self.content(of: function, arguments)
    else { return nil }
    return Fact(content, at: first.location).assuming(arguments.flatMap(\.assumed))
  }

  /// The result of a function that needs all of its arguments.
  private static func content(of function: String, _ arguments: [Fact]) -> Fact.Content? {
    let lists = arguments.compactMap(\.elements)
    let records = arguments.compactMap { $0.entriesByName }
    let isOfOne = arguments.count == 1
    switch function {
    case "length" where isOfOne:
      return arguments[0].size.map { .text("\($0)", quoted: false) }
    case "contains":
      guard arguments.count == 2, let list = lists.first, let wanted = arguments[1].text,
        list.allSatisfy({ $0.text != nil })
      else { return nil }
      return flag(list.contains { $0.text == wanted }, at: arguments[0].location).content
    case "upper" where isOfOne:
      return arguments[0].text.map { .text($0.uppercased(), quoted: true) }
    case "lower" where isOfOne:
      return arguments[0].text.map { .text($0.lowercased(), quoted: true) }
    case "concat" where lists.count == arguments.count: return .list(Array(lists.joined()))
    case "element" where arguments.count == 2:
      // The index wraps around.
      guard let list = lists.first, !list.isEmpty,
        let index = arguments[1].text.flatMap({ Int($0) }), index >= 0
      else { return nil }
      return list[index % list.count].content
    case "compact" where lists.count == 1: return .list(lists[0].filter { $0.text != "" })
    case "flatten" where lists.count == 1:
      return .list(lists[0].flatMap { $0.elements ?? [$0] })
    case "merge" where records.count == arguments.count(where: { !$0.isAbsent }):
      var merged: [Fact.Entry] = []
      for entry in records.joined() {
        merged.removeAll { $0.key == entry.key }
        merged.append(entry)
      }
      return .record(merged)
    case "keys" where records.count == 1:
      return .list(records[0].map { Fact(.text($0.key, quoted: true), at: $0.keyLocation) })
    case "values" where records.count == 1: return .list(records[0].map(\.value))
    case "one" where lists.first.map({ $0.count < 2 }) == true:
      return lists[0].first?.content ?? .absent
    case "toset", "tolist", "tomap", "distinct", "tostring", "tobool", "tonumber":
      return isOfOne ? arguments[0].content : nil
    default: return nil
    }
  }

  private static func flag(_ value: Bool, at place: SourceLocation) -> Fact {
    Fact(.text("\(value)", quoted: false), at: place)
  }

  /// The first value whose evaluation does not fail.
  private mutating func attempt(_ parts: [Fact], depth: Int) -> Fact? {
    for part in parts where !isMissing(part, depth: depth) {
      var value = resolve(part, depth: depth)
      // If the resource does not exist, the next argument counts, which may be empty.
      value.isNeverEmpty = value.isNeverEmpty && parts.count == 1
      return value.isSettled ? value : nil
    }
    return nil
  }

  /// The first value that is present and not an empty text.
  private mutating func firstFilled(_ parts: [Fact], depth: Int) -> Fact? {
    for part in parts {
      let value = resolve(part, depth: depth)
      guard value.isSettled, value.isCertain || value.isAbsent else { return nil }
      if !value.isAbsent, value.text != "" { return value }
    }
    return nil
  }

  /// Whether an expression fails because of a missing key, as `try` and `can` detect.
  private mutating func isMissing(_ fact: Fact, depth: Int) -> Bool {
    if let words = fact.variable {
      guard words.count > (called[words[0]] == nil ? 2 : 1) else { return false }
      var owner = fact
      owner.variable = Array(words.dropLast())
      return isMissing(words[words.count - 1], in: owner, depth: depth)
    }
    guard let deferred = fact.deferred else { return false }
    switch deferred.kind {
    case .element:
      let key = resolve(deferred.parts[1], depth: depth).text
      return key.map { isMissing($0, in: deferred.parts[0], depth: depth) } ?? false
    case .call("can"): return false
    case .call("try"):
      return deferred.parts.allSatisfy { isMissing($0, depth: depth) }
    case .call: return deferred.parts.contains { isMissing($0, depth: depth) }
    case .choice, .joined, .each, .ofEach, .block: return false
    }
  }

  private mutating func isMissing(_ key: String, in owner: Fact, depth: Int) -> Bool {
    if isMissing(owner, depth: depth) { return true }
    let value = resolve(owner, depth: depth)
    guard value.isSettled else { return false }
    switch value.content {
    case .absent, .text: return true
    case .list(let elements): return !elements.indices.contains(Int(key) ?? -1)
    case .record: return value.entriesByName?.contains { $0.key == key } == false
    case .opaque, .uncertain: return false
    }
  }

  private mutating func lookUp(_ parts: [Fact], depth: Int) -> Fact? {
    let (map, key) = (resolve(parts[0], depth: depth), resolve(parts[1], depth: depth))
    guard let entries = map.entriesByName, let name = key.text,
      let found = entries.first(where: { $0.key == name })?.value ?? parts.dropFirst(2).first
    else { return nil }
    let value = resolve(found, depth: depth)
    return value.deferred == nil ? value.assuming(map.assumed + key.assumed) : nil
  }

  /// The value of a list or an object under a key.
  mutating func element(_ parts: [Fact], depth: Int) -> Fact? {
    let (owner, key) = (resolve(parts[0], depth: depth), resolve(parts[1], depth: depth))
    guard let name = key.text else { return nil }
    let found =
      owner.entriesByName?.first { $0.key == name }?.value
      ?? owner.elements.flatMap { list in
        Int(name).flatMap { list.indices.contains($0) ? list[$0] : nil }
      }
    guard let found else { return nil }
    let value = resolve(found, depth: depth)
    return value.isSettled ? value.assuming(owner.assumed + key.assumed) : nil
  }

  /// The concatenation of texts that are all known.
  mutating func join(_ parts: [Fact], depth: Int) -> Fact? {
    let known = parts.map { resolve($0, depth: depth) }
    let texts = known.compactMap(\.text)
    guard texts.count == parts.count, let place = parts.first?.location else {
      // `"${var.names}"` is the value itself.
      return known.count == 1 && known[0].isSettled ? known[0] : nil
    }
    return Fact(.text(texts.joined(), quoted: true), at: place)
      .assuming(known.flatMap(\.assumed))
  }

  /// The result of a `for`.
  mutating func each(_ key: String?, _ value: String, _ parts: [Fact], depth: Int) -> Fact? {
    let over = resolve(parts[0], depth: depth)
    let numbered = over.elements?.enumerated().map { index, element in
      (Fact(.text("\(index)", quoted: false), at: element.location), element)
    }
    let named = over.entriesByName?.map { entry in
      (Fact(.text(entry.key, quoted: true), at: entry.keyLocation), entry.value)
    }
    guard let members = numbered ?? named, members.count <= Self.mostInstances else { return nil }
    let outer = called
    defer { called = outer }
    var (assumed, entries, elements) = (over.assumed, [Fact.Entry](), [Fact]())
    for member in members {
      if let key { called[key] = member.0 }
      called[value] = member.1
      let condition = resolve(parts[1], depth: depth)
      assumed += condition.assumed
      guard let holds = condition.text, ["true", "false"].contains(holds) else { return nil }
      guard holds == "true" else { continue }
      let first = resolve(parts[2], depth: depth).withoutVariables
      guard parts.count > 3 else {
        elements.append(first)
        continue
      }
      guard let name = first.text, !entries.contains(where: { $0.key == name }) else { return nil }
      entries.append(
        Fact.Entry(
          key: name, keyLocation: first.location,
          value: resolve(parts[3], depth: depth).withoutVariables))
    }
    return Fact(parts.count > 3 ? .record(entries) : .list(elements), at: over.location)
      .assuming(assumed)
  }

  /// A list of the values that each element of a list has under a name.
  mutating func each(_ name: String, of list: Fact, depth: Int) -> Fact? {
    let known = resolve(list, depth: depth)
    guard case .list(let elements) = known.content else { return nil }
    let values = elements.map { resolve($0[name], depth: depth) }
    guard values.allSatisfy({ $0.unknownReason == nil }) else { return nil }
    return Fact(.list(values), at: list.location).assuming(known.assumed)
  }
}

extension Fact {
  /// Whether the fact is not a variable or an expression.
  fileprivate var isSettled: Bool { variable == nil && deferred == nil }

  var isAbsent: Bool { if case .absent = content { true } else { false } }

  /// The value converted to the type of its variable: members missing in an object get their
  /// defaults.
  func conforming(to type: Fact) -> Fact {
    guard let call = type.deferred, case .call(let name) = call.kind, let inner = call.parts.first
    else { return self }
    var fact = self
    switch (name, content) {
    case ("optional", .absent):
      return call.parts.count > 1 ? call.parts[1].conforming(to: inner) : self
    case ("optional", _): return conforming(to: inner)
    case ("map", .record(let entries)):
      fact.content = .record(
        entries.map { entry in
          Entry(
            key: entry.key, keyLocation: entry.keyLocation, value: entry.value.conforming(to: inner)
          )
        })
    case ("list", .list(let elements)), ("set", .list(let elements)):
      fact.content = .list(elements.map { $0.conforming(to: inner) })
    case ("object", .record(var entries)):
      for attribute in inner.entries ?? [] {
        if let index = entries.firstIndex(where: { $0.key == attribute.key }) {
          entries[index].value = entries[index].value.conforming(to: attribute.value)
        } else if case .call("optional")? = attribute.value.deferred?.kind {
          let value = Fact(.absent, at: location).conforming(to: attribute.value)
          entries.append(Entry(key: attribute.key, keyLocation: location, value: value))
        }
      }
      fact.content = .record(entries)
    default: break
    }
    return fact
  }

  fileprivate var elements: [Fact]? {
    if case .list(let elements) = content { elements } else { nil }
  }

  /// The entries of an object if all its keys are known.
  fileprivate var entriesByName: [Entry]? {
    entries.flatMap { entries in entries.contains { $0.key.hasPrefix("(") } ? nil : entries }
  }

  /// The number of elements, or of characters.
  fileprivate var size: Int? {
    switch content {
    case .list(let elements): elements.count
    case .record: entriesByName?.count
    case .text(let text, _): text.count
    case .absent, .opaque, .uncertain: nil
    }
  }
}
