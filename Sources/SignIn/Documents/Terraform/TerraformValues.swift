import TransitionTables

/// What the variables and local values of a Terraform configuration stand for.
///
/// A variable has the value that is given for it by name, else that of the last file of values that
/// names it, else, where the user asks for that, its default, on which the facts then hang. What
/// it stands for otherwise only a deployment knows. A called module's variables have what the call
/// gives them, else their defaults. Local values are replaced by what they say.
struct TerraformValues {
  private let given: [String: String]
  private var stated: [String: Fact] = [:]
  private var defaults: [String: Fact] = [:]
  private var locals: [String: Fact] = [:]
  /// The members of the values that were looked into, by their words.
  private var members: [[String]: [String: Fact]] = [:]
  /// What `each.key` and `each.value` stand for.
  private var each: [String: Fact] = [:]
  /// The elements for which the dynamic blocks stand that are being written out, by their names.
  private var iterators: [String: (key: Fact, value: Fact)] = [:]
  /// How many facts may still be written out: local values stand for each other.
  var budget: Int
  /// Where it was spent; what stands behind is left as it is.
  private(set) var end: SourceLocation?
  private static let deepest = 16
  private static let mostInstances = 100

  /// - Parameters:
  ///   - blocks: those of the whole configuration.
  ///   - files: what the files of values say, in the order in which they are given.
  ///   - reader: what is given by name, and whether defaults count.
  ///   - budget: how many facts may be written out.
  ///   - inputs: what a call gives a module, whose variables then have no other value but their
  ///     defaults; nil for a configuration that nobody calls.
  init(
    blocks: [HCLReader.Block], files: [[Fact.Entry]], reader: PoolReader, budget: Int,
    inputs: [String: Fact]? = nil
  ) {
    self.budget = budget
    let known = (inputs ?? [:]).filter { $0.value.unknownReason == nil }
    given = reader.templateParameters.filter { known[$0.key] == nil }
    for entry in files.joined() { stated[entry.key] = entry.value }
    stated.merge(inputs ?? [:]) { $1 }
    for block in blocks {
      if block.type == "locals" {
        for entry in block.body.entries ?? [] { locals[entry.key] = entry.value }
      } else if block.type == "variable", let name = block.labels.first,
        reader.takesVariableDefaults || inputs != nil,
        let value = block.body.entries?.first(where: { $0.key == "default" })?.value
      {
        defaults[name] = inputs == nil ? value.assuming([name]) : value
      }
    }
  }

  /// A fact with the variables and local values in it replaced, as far as they are known.
  mutating func resolve(_ fact: Fact, depth: Int = 0) -> Fact {
    budget -= 1
    if budget <= 0 { end = end ?? fact.location }
    guard budget > 0, depth <= Self.deepest else { return fact }
    if let words = fact.variable {
      guard let value = value(of: words, at: fact.location) else { return fact }
      return resolve(value, depth: depth + 1).assuming(fact.assumed)
    }
    if let deferred = fact.deferred {
      return value(of: deferred, depth: depth + 1)?.assuming(fact.assumed) ?? fact
    }
    var fact = fact
    switch fact.content {
    case .list(let elements):
      fact.content = .list(elements.flatMap { written(out: $0, depth: depth) })
    case .record(let entries):
      fact.content = .record(
        entries.compactMap { entry in
          let value = resolve(entry.value, depth: depth)
          // No block is as if none were there.
          if case .list(let blocks) = entry.value.content, !blocks.isEmpty,
            case .list(let left) = value.content, left.isEmpty
          {
            return nil
          }
          return Fact.Entry(key: entry.key, keyLocation: entry.keyLocation, value: value)
        })
    case .absent, .text, .opaque, .uncertain: break
    }
    return fact
  }

  /// What variables decide; nil where they are not known. A block is written out in its list.
  private mutating func value(of deferred: Fact.Deferred, depth: Int) -> Fact? {
    switch deferred.kind {
    case .choice(let test): choose(test, deferred.parts, depth: depth)
    case .lookup: lookUp(deferred.parts, depth: depth)
    case .ofEach(let name): each(name, of: deferred.parts[0], depth: depth)
    case .block: nil
    }
  }

  private mutating func lookUp(_ parts: [Fact], depth: Int) -> Fact? {
    let (map, key) = (resolve(parts[0], depth: depth), resolve(parts[1], depth: depth))
    guard let entries = map.entries, let name = key.text,
      !entries.contains(where: { $0.key.hasPrefix("(") })
    else { return nil }
    let found = entries.first { $0.key == name }?.value ?? parts[2]
    let value = resolve(found, depth: depth)
    return value.deferred == nil ? value.assuming(map.assumed + key.assumed) : nil
  }

  private mutating func each(_ name: String, of list: Fact, depth: Int) -> Fact? {
    let known = resolve(list, depth: depth)
    guard case .list(let elements) = known.content else { return nil }
    let values = elements.map { resolve($0[name], depth: depth) }
    guard values.allSatisfy({ $0.unknownReason == nil }) else { return nil }
    return Fact(.list(values), at: list.location).assuming(known.assumed)
  }

  /// The value that a choice comes to; nil where what it tests is not known.
  private mutating func choose(
    _ test: Fact.Deferred.Test, _ parts: [Fact], depth: Int
  ) -> Fact? {
    let (left, right) = (resolve(parts[0], depth: depth), resolve(parts[1], depth: depth))
    let holds = Fact.Deferred.holds(test, left, right)
    let value = resolve(parts[holds != false ? 2 : 3], depth: depth)
    guard value.deferred == nil else { return nil }
    if holds == nil {
      // Whatever an empty list is compared with, it is chosen on both sides.
      guard value.hasElements == false, left.hasElements == false,
        resolve(parts[3], depth: depth).hasElements == false
      else { return nil }
    }
    return value.assuming(left.assumed + right.assumed)
  }

  /// An element of a list; of a dynamic block, the blocks that it comes to, or itself where that is
  /// not known.
  private mutating func written(out element: Fact, depth: Int) -> [Fact] {
    guard let deferred = element.deferred, case .block(let name) = deferred.kind else {
      return [resolve(element, depth: depth)]
    }
    let over = resolve(deferred.parts[0], depth: depth + 1)
    let members: [(key: Fact, value: Fact)]
    switch over.content {
    // Of a set each element is its own key; of a list nobody uses the number.
    case .list(let elements): members = elements.map { ($0, $0) }
    case .record(let entries):
      members = entries.map { (Fact(.text($0.key, quoted: true), at: $0.keyLocation), $0.value) }
    default: return [element]
    }
    guard members.count <= Self.mostInstances else { return [element] }
    let outer = iterators[name]
    defer { iterators[name] = outer }
    return members.map { member in
      iterators[name] = member
      return resolve(deferred.parts[1], depth: depth + 1).assuming(over.assumed)
    }
  }

  /// A block once for each key of its literal `for_each`, or once where it has none: the key in
  /// brackets, and what the block then says. Where its `count` is known to be 0 there is none.
  mutating func instances(of block: Fact) -> [(key: String, body: Fact)] {
    guard let entries = block.entries,
      let over = entries.first(where: { $0.key == "for_each" }).map({ resolve($0.value) }),
      let members = over.members, members.count <= Self.mostInstances
    else { return Self.unlessNone(resolve(block)) }
    var single = block
    single.content = .record(entries.filter { $0.key != "for_each" })
    return members.map { key, value in
      each = ["key": Fact(.text(key, quoted: true), at: value.location), "value": value]
      defer { each = [:] }
      return ("[\(key)]", resolve(single))
    }
  }

  /// A block without `for_each`, unless its `count` says that there is none.
  private static func unlessNone(_ block: Fact) -> [(key: String, body: Fact)] {
    let count = block["count"].text
    guard count == "0" || count == "1", let entries = block.entries else { return [("", block)] }
    var one = block
    one.content = .record(entries.filter { $0.key != "count" })
    return count == "0" ? [] : [("", one)]
  }

  /// What the words of a variable or a local value lead to, or nil where nobody says.
  private mutating func value(of words: [String], at place: SourceLocation) -> Fact? {
    let name = words[1]
    // No value nests that deep.
    guard words.count <= LocatedDocument.deepestNesting + 2 else { return nil }
    let isOfBlock = !["var", "local", "each"].contains(words[0])
    if isOfBlock, !["key", "value"].contains(name) || iterators[words[0]] == nil { return nil }
    if words.count > 2, words[0] != "each", !isOfBlock { return member(of: words, at: place) }
    var value =
      switch words[0] {
      case "local": locals[name]
      case "each": each[name]
      case _ where isOfBlock:
        name == "key" ? iterators[words[0]]?.key : iterators[words[0]]?.value
      default: given[name].map { HCLReader.given($0, at: place) } ?? stated[name] ?? defaults[name]
      }
    for key in words.dropFirst(2) {
      guard let found = value?[key], found.isCertain else { return nil }
      value = found
    }
    return value
  }

  /// What the last word leads to within that which the others lead to; the members of each value
  /// are sorted once, for a configuration may name all of a large one.
  private mutating func member(of words: [String], at place: SourceLocation) -> Fact? {
    let owner = Array(words.dropLast())
    if members[owner] == nil {
      let entries = value(of: owner, at: place)?.entries ?? []
      members[owner] = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    }
    guard let found = members[owner]?[words[words.count - 1]], found.isCertain else { return nil }
    return found
  }
}

extension Fact {
  /// The keys and values that a `for_each` goes through, where they are literal: of an object, or
  /// of a set of texts, each of which is its own key.
  fileprivate var members: [(key: String, value: Fact)]? {
    switch content {
    case .record(let entries):
      entries.contains { $0.key.hasPrefix("(") } ? nil : entries.map { ($0.key, $0.value) }
    case .list(let elements):
      elements.contains { $0.text == nil } ? nil : elements.map { ($0.text ?? "", $0) }
    case .absent, .text, .opaque, .uncertain: nil
    }
  }
}
