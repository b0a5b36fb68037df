import TransitionTables

/// A pool that Terraform does not make, because its `count` is 0 or its `for_each` is empty, or
/// that of the module call which it belongs to.
struct PoolLeftOut: Sendable {
  /// The address of the pool, such as `module.auth.aws_cognito_user_pool.main`.
  var address: String
  /// The module call whose argument decides it; nil where it is an argument of the pool itself.
  var call: String?
  /// The argument that decides it, `count` or `for_each`, with its place.
  var argument: String
  var place: SourceLocation
  /// The place of the pool's block.
  var pool: SourceLocation
  /// Whether the argument is written out, without a variable.
  var isLiteral = true
  var causes: [Cause] = []

  /// - Parameters:
  ///   - address: the address of the pool.
  ///   - call: the module call that is not made; nil where the pool itself is not.
  ///   - block: the block of the pool or of the call, which has the argument.
  ///   - pool: the place of the pool's block.
  ///   - isInRoot: whether nothing calls the configuration of the block.
  ///   - values: the values in the configuration of the block.
  init(
    _ address: String, call: String? = nil, _ block: HCLReader.Block, pool: SourceLocation,
    isInRoot: Bool, by values: inout TerraformValues
  ) {
    (self.address, self.call, self.pool) = (address, call, pool)
    let entries = block.body.entries ?? []
    let entry =
      entries.first { $0.key == "for_each" && values.hasNoMember($0.value) }
      ?? entries.first { $0.key == "count" }
    (argument, place) = (entry?.key ?? "count", entry?.keyLocation ?? block.location)
    guard let entry else { return }
    isLiteral = entry.value.variables.isEmpty
    add(values.causes(in: entry.value, isInRoot: isInRoot))
  }

  /// Adds causes, each name once.
  private mutating func add(_ more: [Cause]) {
    for cause in more where !causes.contains(where: { $0.name == cause.name }) {
      causes.append(cause)
    }
  }

  /// Replaces the causes that are variables of a called module by what the call gives them.
  /// - Parameters:
  ///   - call: the block of the call.
  ///   - name: the address of the call, such as `module.auth`.
  ///   - isInRoot: whether nothing calls the configuration of the call.
  ///   - values: the values in the configuration of the call.
  mutating func follow(
    _ call: HCLReader.Block, named name: String, isInRoot: Bool, by values: inout TerraformValues
  ) {
    let found = causes
    causes = []
    for cause in found {
      guard cause.origin == .input else {
        add([cause])
        continue
      }
      add(cause.followed(through: call, named: name, isInRoot: isInRoot, by: &values))
    }
  }

  // MARK: Texts

  /// The sentence that says why there is no pool.
  var message: String {
    let owner = call.map { "the `\(argument)` of `\($0)`" } ?? "its `\(argument)`"
    let reasons = causes.compactMap(\.words).prefix(3).joined(separator: " and ")
    return "`\(address)` is not created: \(owner) is \(argument == "count" ? "0" : "empty")"
      + (reasons.isEmpty ? "" : ", since \(reasons)")
  }

  /// What to do about it: if a file of values in the project has another value, give it.
  /// - Parameter files: files of values that are not read.
  func remedy(among files: [(file: String, bytes: [UInt8])]) -> String {
    if let other = file(among: files) { return other }
    guard let cause = causes.first(where: { $0.origin == .variable }) ?? causes.first else {
      return isLiteral ? remedyOfLiteral : Self.remedyOfUnknown
    }
    let orOther = "or check another root module that calls the module"
    switch cause.origin {
    case .variable:
      return "give the value that is deployed: `--variable-file FILE`"
        + (cause.isOfMembers ? "" : ", or `--parameter \(cause.variable.prefix(40))=VALUE`")
    case .local: return "to have the pool checked, change it there"
    case .argument: return "to have the pool checked, change it there, \(orOther)"
    case .input, .moduleDefault:
      return "to have the pool checked, set `\(cause.variable.prefix(40))` in that call, \(orOther)"
    }
  }

  /// The remedy that names a file of values in which a variable has another value.
  private func file(among files: [(file: String, bytes: [UInt8])]) -> String? {
    let variables = causes.filter { $0.origin == .variable }
    guard !variables.isEmpty else { return nil }
    for file in files {
      guard let values = try? PoolReader.values(of: file).values else { continue }
      for cause in variables {
        guard let words = cause.otherWords(in: values) else { continue }
        return "if `\(file.file)` is deployed, where `\(cause.name.prefix(40))` \(words),"
          + " add `--variable-file \(file.file)`"
      }
    }
    return nil
  }

  /// The remedy where the argument is written out as 0 or as empty.
  private var remedyOfLiteral: String {
    let kind = call == nil ? "a pool" : "a module"
    return argument == "count"
      ? "\(kind) of `count` 0 has nothing to check; to have it checked, remove the `count`"
      : "\(kind) of an empty `for_each` has nothing to check; to have it checked, give the"
        + " `for_each` an element"
  }

  /// The remedy where no variable is known that the argument hangs on.
  private static let remedyOfUnknown =
    "if the pool is deployed all the same, give its state: `terraform show -json`"
}
