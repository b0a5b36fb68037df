import TransitionTables

/// Evaluates the variables and local values of a Terraform configuration.
///
/// A variable has the value that is given for it by name, else that of the last file of values that
/// sets it, else, where the user asks for it, its default, on which the facts then depend.
/// Otherwise only a deployment knows its value. The variables of a called module have the values of
/// the call, else their defaults. Local values are replaced by their expressions.
struct TerraformValues {
  let given: [String: String]
  private var stated: [String: Fact] = [:]
  private var defaults: [String: Fact] = [:]
  private var locals: [String: Fact] = [:]
  /// A cache of the members of values that were accessed, by the words that lead to the value.
  private var members: [[String]: [String: Fact]] = [:]
  /// The values of `each` and `count`, of the names of dynamic blocks being expanded, and of names
  /// that a `for` binds.
  var called: [String: Fact] = [:]
  /// The number of facts that may still be expanded; it bounds local values that refer to each
  /// other.
  var budget: Int
  /// The place where the budget ran out; facts behind it are not expanded.
  private(set) var end: SourceLocation?
  static let deepest = 16
  static let mostInstances = 100

  /// - Parameters:
  ///   - blocks: the blocks of the whole configuration.
  ///   - files: the contents of the files of values, in the order in which they are given.
  ///   - reader: provides the values given by name, and whether defaults count.
  ///   - budget: the number of facts that may be expanded.
  ///   - inputs: the values that a call gives a module, whose other variables have only their
  ///     defaults; nil for a configuration that nothing calls.
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
      } else if block.type == "variable", let name = block.labels.first {
        let type = block.body["type"]
        stated[name] = stated[name]?.conforming(to: type)
        guard reader.takesVariableDefaults || inputs != nil,
          let value = block.body.entries?.first(where: { $0.key == "default" })?.value
            .conforming(to: type)
        else { continue }
        defaults[name] = inputs == nil ? value.assuming([name]) : value
      }
    }
  }

  /// A fact whose variables and local values are replaced, as far as they are known.
  mutating func resolve(_ fact: Fact, depth: Int = 0) -> Fact {
    budget -= 1
    if budget <= 0 { end = end ?? fact.location }
    guard budget > 0, depth <= Self.deepest else { return fact }
    if let words = fact.variable {
      guard let value = value(of: words, at: fact.location, depth: depth) else { return fact }
      return resolve(value, depth: depth + 1).assuming(fact.assumed)
    }
    if let deferred = fact.deferred {
      return value(of: deferred, depth: depth).map { $0.assuming(fact.assumed) } ?? fact
    }
    var fact = fact
    switch fact.content {
    case .list(let elements):
      fact.content = .list(elements.flatMap { written(out: $0, depth: depth) })
    case .record(let entries):
      fact.content = .record(
        entries.compactMap { entry in
          let value = resolve(entry.value, depth: depth)
          // A block that expands to none counts as absent.
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

  /// The value of an expression; nil where it is not known. Blocks are expanded in their list.
  mutating func value(of deferred: Fact.Deferred, depth: Int) -> Fact? {
    switch deferred.kind {
    case .choice(let test): choose(test, deferred.parts, depth: depth)
    case .call(let function): call(function, deferred.parts, depth: depth)
    case .element: element(deferred.parts, depth: depth)
    case .joined: join(deferred.parts, depth: depth)
    case .each(let key, let value): each(key, value, deferred.parts, depth: depth)
    case .ofEach(let name): each(name, of: deferred.parts[0], depth: depth)
    case .block: nil
    }
  }

  /// The value that a choice selects; nil where its test is not known.
  private mutating func choose(
    _ test: Fact.Deferred.Test, _ parts: [Fact], depth: Int
  ) -> Fact? {
    let (left, right) = (resolve(parts[0], depth: depth), resolve(parts[1], depth: depth))
    let holds = Fact.Deferred.holds(test, left, right)
    let value = resolve(parts[holds != false ? 2 : 3], depth: depth)
    guard value.deferred == nil else { return nil }
    if holds == nil {
      // An empty list may be compared with anything: the result is empty whether the test holds or
      // not.
      guard value.hasElements == false, left.hasElements == false,
        resolve(parts[3], depth: depth).hasElements == false
      else { return nil }
    }
    return value.assuming(left.assumed + right.assumed)
  }

  /// The expansion of a list element: for a dynamic block, the blocks that it stands for, or itself
  /// where these are not known.
  mutating func written(out element: Fact, depth: Int) -> [Fact] {
    guard let deferred = element.deferred, case .block(let name) = deferred.kind else {
      return [resolve(element, depth: depth)]
    }
    let over = resolve(deferred.parts[0], depth: depth + 1)
    let members: [(key: Fact, value: Fact)]
    switch over.content {
    // Each element of a set is its own key; the index into a list is not used.
    case .list(let elements): members = elements.map { ($0, $0) }
    case .record(let entries):
      members = entries.map { (Fact(.text($0.key, quoted: true), at: $0.keyLocation), $0.value) }
    default: return [element]
    }
    guard members.count <= Self.mostInstances else { return [element] }
    let outer = called
    defer { called = outer }
    return members.map { member in
      called[name] = Self.member(member.key, member.value)
      return resolve(deferred.parts[1], depth: depth + 1).assuming(over.assumed)
    }
  }

  /// The instances of a block, one for each key of its literal `for_each`, or a single one without
  /// it: the key in brackets, and the block's body. There are none where its `count` is known to be
  /// 0.
  /// - Parameter ofPools: whether the block is a pool.
  mutating func instances(of block: Fact, ofPools: Bool = false) -> [(key: String, body: Fact)] {
    guard let entries = block.entries,
      let over = entries.first(where: { $0.key == "for_each" }).map({ resolve($0.value) }),
      let members = over.members, members.count <= Self.mostInstances
    else { return counted(block, ofPools: ofPools) }
    var single = block
    single.content = .record(entries.filter { $0.key != "for_each" })
    return members.map { key, value in
      called["each"] = Self.member(Fact(.text(key, quoted: true), at: value.location), value)
      defer { called["each"] = nil }
      return ("[\(key)]", settled(single))
    }
  }

  /// The instances of a block without `for_each`, as many as its `count`, where that is known; at
  /// most one for a pool.
  private mutating func counted(
    _ block: Fact, ofPools: Bool
  ) -> [(key: String, body: Fact)] {
    guard let entries = block.entries,
      let count = entries.first(where: { $0.key == "count" }).map({ resolve($0.value) }),
      let number = count.text.flatMap({ Int($0) }), number <= (ofPools ? 1 : Self.mostInstances)
    else { return [("", settled(block))] }
    var one = block
    one.content = .record(entries.filter { $0.key != "count" })
    return (0..<max(0, number)).map { index in
      let text = Fact(.text("\(index)", quoted: false), at: count.location)
      let entry = Fact.Entry(key: "index", keyLocation: count.location, value: text)
      called["count"] = Fact(.record([entry]), at: count.location)
      defer { called["count"] = nil }
      return (number == 1 ? "" : "[\(index)]", settled(one))
    }
  }

  /// The value of a name that iterates over elements: a record of key and value.
  private static func member(_ key: Fact, _ value: Fact) -> Fact {
    let entries = [("key", key), ("value", value)].map { name, fact in
      Fact.Entry(key: name, keyLocation: fact.location, value: fact)
    }
    return Fact(.record(entries), at: value.location)
  }

  /// The value that the words of a variable or a local value lead to, or nil where it is not known.
  mutating func value(
    of words: [String], at place: SourceLocation, depth: Int
  ) -> Fact? {
    // No value nests deeper than this.
    guard words.count <= LocatedDocument.deepestNesting + 2 else { return nil }
    if var value = called[words[0]] {
      for key in words.dropFirst() {
        value = written(value, depth: depth)
        guard let entries = value.entries, let found = entries.first(where: { $0.key == key })
        else { return nil }
        value = found.value.assuming(value.assumed)
      }
      return value
    }
    guard words.count > 1, ["var", "local"].contains(words[0]) else { return nil }
    if words.count > 2 { return member(of: words, at: place, depth: depth) }
    let name = words[1]
    return words[0] == "local"
      ? locals[name]
      : given[name].map { HCLReader.given($0, at: place) } ?? stated[name] ?? defaults[name]
  }

  /// A value that is replaced by its own value where it is a variable or an expression.
  private mutating func written(_ value: Fact, depth: Int) -> Fact {
    value.variable == nil && value.deferred == nil ? value : resolve(value, depth: depth + 1)
  }

  /// The member that the last word selects in the value of the other words. The members of each
  /// value are indexed once, because a configuration may access all those of a large one.
  private mutating func member(
    of words: [String], at place: SourceLocation, depth: Int
  ) -> Fact? {
    let owner = Array(words.dropLast())
    if members[owner] == nil {
      let value = value(of: owner, at: place, depth: depth).map { written($0, depth: depth) }
      members[owner] = Dictionary(
        (value?.entries ?? []).map { ($0.key, $0.value.assuming(value?.assumed ?? [])) }
      ) { first, _ in first }
    }
    guard let found = members[owner]?[words[words.count - 1]] else { return nil }
    return found.isCertain || found.isAbsent ? found : nil
  }
}

extension Fact {
  /// The keys and values that a literal `for_each` iterates over: those of an object, or of a set
  /// of texts, each of which is its own key.
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
