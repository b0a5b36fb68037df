import TransitionTables

/// What the variables and local values of a Terraform configuration stand for.
///
/// A variable has the value that is given for it by name, else that of the last file of values that
/// names it, else, where the user asks for that, its default, on which the facts then hang. What
/// it stands for otherwise only a deployment knows. Local values are replaced by what they say.
struct TerraformValues {
  private let given: [String: String]
  private var stated: [String: Fact] = [:]
  private var defaults: [String: Fact] = [:]
  private var locals: [String: Fact] = [:]
  /// How many facts may still be written out: local values stand for each other.
  private var budget = LocatedDocument.mostValues
  private static let deepest = 16

  /// - Parameters:
  ///   - blocks: those of the whole configuration.
  ///   - files: what the files of values say, in the order in which they are given.
  ///   - reader: what is given by name, and whether defaults count.
  init(blocks: [HCLReader.Block], files: [[Fact.Entry]], reader: PoolReader) {
    given = reader.templateParameters
    for entry in files.joined() { stated[entry.key] = entry.value }
    for block in blocks {
      if block.type == "locals" {
        for entry in block.body.entries ?? [] { locals[entry.key] = entry.value }
      } else if block.type == "variable", let name = block.labels.first,
        reader.takesVariableDefaults,
        let value = block.body.entries?.first(where: { $0.key == "default" })?.value
      {
        defaults[name] = value.assuming([name])
      }
    }
  }

  /// A fact with the variables and local values in it replaced, as far as they are known.
  mutating func resolve(_ fact: Fact, depth: Int = 0) -> Fact {
    budget -= 1
    guard budget > 0, depth <= Self.deepest else { return fact }
    if let words = fact.variable {
      guard let value = value(of: words, at: fact.location) else { return fact }
      return resolve(value, depth: depth + 1).assuming(fact.assumed)
    }
    var fact = fact
    switch fact.content {
    case .list(let elements):
      fact.content = .list(elements.map { resolve($0, depth: depth) })
    case .record(let entries):
      fact.content = .record(
        entries.map {
          Fact.Entry(
            key: $0.key, keyLocation: $0.keyLocation, value: resolve($0.value, depth: depth))
        })
    case .absent, .text, .opaque, .uncertain: break
    }
    return fact
  }

  /// What the words of a variable or a local value lead to, or nil where nobody says.
  private func value(of words: [String], at place: SourceLocation) -> Fact? {
    let name = words[1]
    var value =
      words[0] == "local"
      ? locals[name]
      : given[name].map { HCLReader.given($0, at: place) } ?? stated[name] ?? defaults[name]
    for key in words.dropFirst(2) {
      guard let found = value?[key], found.isCertain else { return nil }
      value = found
    }
    return value
  }
}
