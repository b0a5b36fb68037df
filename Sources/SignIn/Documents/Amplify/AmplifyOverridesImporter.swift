import TransitionTables

/// Reads the overrides that a program makes to the pool and app client that Amplify creates: Gen2's
/// `backend.ts` with `cfnUserPool.mfaConfiguration = …`, `addPropertyOverride('…', …)`,
/// `addPropertyDeletionOverride('…')` and `delete cfnUserPool.…`, and Gen1's `override.ts` with
/// `resources.userPool.mfaConfiguration = …`.
///
/// An override takes precedence over what Amplify makes; about other properties the program says
/// nothing. Literals are read; a value that is computed, or stands within a condition or a
/// function, leaves the parameter open. Source: Amplify's guides to overriding resources; the CDK's
/// `CfnResource`.
struct AmplifyOverridesImporter {
  /// One override of a property.
  private struct Override {
    var isClient: Bool
    /// The keys that lead to the property: `["Policies", "PasswordPolicy"]`.
    var path: [String]
    /// The new value; absent where the property is deleted.
    var value: Fact
  }

  private var scanner: SourceScanner
  private let document: LocatedDocument
  private let generation: ImportedPool.AmplifyGeneration
  private let parameters: [ParameterDeclaration]
  /// The names that the program uses for the pool (false) and the app client (true).
  private var names: [String: Bool]
  private var constants: ProgramConstants
  private var overrides: [Override] = []
  private var notes: [Diagnostic] = []
  /// The number of open braces, and that number where every line runs unconditionally.
  private var depth = 0
  private let usualDepth: Int
  /// The function or construct that the program passes the pool to.
  private let receiver: PoolReceiver?
  /// Whether the program mentions a domain of the pool.
  private let hasDomain: Bool

  /// Reads the overrides of a program.
  /// - Throws: the refusal of a literal that nests too deep or holds too many values.
  static func read(
    _ program: ProgramText, _ generation: ImportedPool.AmplifyGeneration,
    _ parameters: [ParameterDeclaration]
  ) throws(Diagnostic) -> ImportedPool {
    var importer = AmplifyOverridesImporter(program, generation, parameters)
    importer.collect()
    if let refusal = importer.scanner.refusal {
      throw refusal.pointing(into: program.document.lines)
    }
    return importer.pool
  }

  private init(
    _ program: ProgramText, _ generation: ImportedPool.AmplifyGeneration,
    _ parameters: [ParameterDeclaration]
  ) {
    self.parameters = parameters
    constants = ProgramConstants(of: program.text)
    scanner = program.scanner(.typeScript)
    document = program.document
    self.generation = generation
    hasDomain = ["addDomain(", "UserPoolDomain"].contains { program.text.contains($0) }
    receiver = generation == .second ? PoolReceiver(in: program.text) : nil
    switch generation {
    case .first:
      names = ["userPool": false, "userPoolClient": true, "userPoolClientWeb": true]
      // All overrides stand in the function `override`.
      usualDepth = 1
    case .second:
      names = ["cfnUserPool": false, "cfnUserPoolClient": true]
      usualDepth = 0
    }
  }

  /// The name of the file in this generation of Amplify.
  private var file: String { generation == .first ? "override.ts" : "backend.ts" }

  // MARK: Collecting

  private mutating func collect() {
    var isDeleting = false
    while scanner.peek != nil {
      scanner.skipBlanks()
      if scanner.isAtString {
        _ = scanner.string()
      } else if scanner.isAtWord {
        let word = scanner.word()
        if word == "const" || word == "let" {
          declare(isConstant: word == "const")
        } else if let isClient = names[word], takePoint() {
          // `resources.cfnResources.cfnUserPool.x` is handled here as well, as it ends in the same
          // way.
          follow(isClient: isClient, isDeleting: isDeleting)
        }
        if !scanner.take(".") { isDeleting = word == "delete" }
      } else {
        if scanner.peek == "{" { depth += 1 }
        if scanner.peek == "}" { depth -= 1 }
        isDeleting = false
        scanner.advance()
      }
    }
  }

  /// Reads a declaration: `const { cfnUserPool: pool } = …`, `const pool = ….cfnUserPool` or
  /// `const email = { … }`.
  private mutating func declare(isConstant: Bool) {
    scanner.skipBlanks()
    if scanner.take("{") {
      while scanner.peek != nil, !scanner.take("}") {
        scanner.skipBlanks()
        let name = scanner.word()
        scanner.skipBlanks()
        if scanner.take(":") {
          scanner.skipBlanks()
          let own = scanner.word()
          if let isClient = names[name] { names[own] = isClient }
        }
        scanner.skipBlanks()
        if name.isEmpty, !scanner.take(","), scanner.peek != "}" { scanner.advance() }
        _ = scanner.take(",")
      }
      return
    }
    let own = scanner.word()
    guard !own.isEmpty, scanner.takeAssignment() else { return }
    if isConstant, depth <= usualDepth, scanner.peek == "{" || scanner.peek == "[" {
      // The scanner stays in front of the value, since functions in it may contain overrides.
      return constants.keep(own, at: scanner)
    }
    var words = [scanner.word()]
    while scanner.take(".") { words.append(scanner.word()) }
    scanner.skipBlanks()
    guard scanner.peek != "=", scanner.peek != "(", let last = words.last else { return }
    if let isClient = names[last] { names[own] = isClient }
    if last == "defaultChild" {
      if words.contains("userPool") { names[own] = false }
      if words.contains("userPoolClient") { names[own] = true }
    }
  }

  /// Reads what is done to a property, behind the pool's name and a point.
  private mutating func follow(isClient: Bool, isDeleting: Bool) {
    let place = scanner.place
    var path = [scanner.word()]
    while takePoint() { path.append(scanner.word()) }
    scanner.skipBlanks()
    let isAssignment = scanner.peek == "=" && !scanner.looksAt("==") && !scanner.looksAt("=>")
    if isDeleting {
      add(isClient, path.map(CamelCase.property), Fact(.absent, at: place))
    } else if isAssignment {
      _ = scanner.take("=")
      let start = scanner.index
      let value = assigned().renamed(CamelCase.property)
      if path == ["schema"], addsAttributes(scanner.text(from: start), value) {
        notes.append(
          document.diagnostic(
            "document.not-modelled", .note, at: place,
            "\(file) adds attributes to the schema, which no row reads",
            remedy: "no verdict hangs on custom attributes"))
      } else {
        add(isClient, path.map(CamelCase.property), value)
      }
    } else if path.count == 1, scanner.take("(") {
      call(path[0], isClient: isClient, at: place)
    }
  }

  /// Takes the point before a member, even on the next line or behind a cast:
  /// `(resources.userPool as any).x`.
  private mutating func takePoint() -> Bool {
    var ahead = scanner
    ahead.skipBlanks()
    let isCast = ahead.take("as ")
    if isCast { ahead.skipType() }
    let isClosed = ahead.take(")")
    guard isClosed || !isCast else { return false }
    ahead.skipBlanks()
    guard [".", "?.", "!."].contains(where: { ahead.take($0) }) else { return false }
    ahead.skipBlanks()
    scanner = ahead
    return true
  }

  /// Whether a list is the existing schema, `...(userPool.schema as any[])`, with additional
  /// attributes of which none is required.
  private func addsAttributes(_ text: String, _ value: Fact) -> Bool {
    let dense = text.filter { !$0.isWhitespace }
    guard dense.hasPrefix("[..."), dense.contains(".schema"),
      case .list(let elements) = value.content
    else { return false }
    return !elements.contains { $0["Required"].text == "true" }
  }

  private mutating func call(_ method: String, isClient: Bool, at place: SourceLocation) {
    let isRaw = method == "addOverride" || method == "addDeletionOverride"
    guard isRaw || method == "addPropertyOverride" || method == "addPropertyDeletionOverride"
    else { return }
    scanner.skipBlanks()
    guard scanner.isAtString, let text = scanner.string() else {
      return add(isClient, [], Fact(.uncertain("the overridden property is computed"), at: place))
    }
    var path = text.split(separator: ".").map(String.init)
    if isRaw {
      guard path.first == "Properties" else { return }
      path.removeFirst()
    }
    scanner.skipBlanks()
    merge(isClient, path, scanner.take(",") ? literal() : Fact(.absent, at: place))
  }

  /// Adds a record key by key, as the CDK merges it.
  private mutating func merge(_ isClient: Bool, _ path: [String], _ value: Fact) {
    guard let entries = value.entries, !entries.isEmpty, path.count < Self.deepest,
      !entries.contains(where: \.isOfUnknownName)
    else { return add(isClient, path, value) }
    for entry in entries { merge(isClient, path + [entry.key], entry.value) }
  }

  /// The greatest number of keys in the path to a property.
  private static let deepest = 8

  private mutating func assigned() -> Fact {
    scanner.skipBlanks()
    let start = scanner.index
    var reader = TypeScriptLiteral(scanner: scanner)
    let value = reader.assignedValue()
    scanner = reader.scanner
    return constants[scanner.text(from: start).trimmingBlanks] ?? constants.resolved(value)
  }

  private mutating func literal() -> Fact {
    var reader = TypeScriptLiteral(scanner: scanner)
    let value = reader.value()
    scanner = reader.scanner
    return constants.resolved(value)
  }

  private mutating func add(_ isClient: Bool, _ path: [String], _ value: Fact) {
    scanner.begin(depth: path.count)
    guard scanner.refusal == nil else { return }
    var value = value
    if depth > usualDepth {
      value.content = .uncertain("a condition or a function in \(file) may override it")
    }
    overrides.append(Override(isClient: isClient, path: path, value: value))
  }

  // MARK: Reading

  private var pool: ImportedPool {
    let isFirst = generation == .first
    var pool = ImportedPool(format: isFirst ? .amplifyInputOverrides : .amplifyOverrides)
    let other = isFirst ? "cli-inputs.json" : "resource.ts with defineAuth"
    let reason = "\(file) does not override it; give the \(other) too"
    pool.silence = [.pool: reason, .client: reason]
    pool.diagnostics = notes
    pool.hasDomain = hasDomain
    var user = UserPoolImporter(
      properties: properties(isClient: false), dialect: .template, document: document,
      parameters: parameters)
    user.read()
    take(user.settings, isClient: false, into: &pool)
    pool.fixed = user.fixedFacts
    pool.replacesSchema = replacesSchema
    pool.removedTriggers = removedTriggers
    pool.diagnostics += user.reader.diagnostics
    var client = AppClientImporter(
      properties: properties(isClient: true), dialect: .template, document: document,
      parameters: parameters)
    client.read()
    take(client.settings, isClient: true, into: &pool)
    pool.fixed += client.fixedFacts
    pool.diagnostics += client.reader.diagnostics
    if let receiver {
      pool.diagnostics.append(
        document.diagnostic(
          "amplify.given-away", .note,
          at: SourceLocation(file: document.file, line: receiver.line),
          "`\(receiver.name.prefix(40))` is given the pool, and what it does to it is not read",
          remedy: "give the template that `npx ampx sandbox` synthesises below"
            + " .amplify/artifacts/cdk.out too"))
    }
    for override in overrides where override.path.isEmpty {
      pool.diagnostics.append(
        document.diagnostic(
          "amplify.computed", .warning, at: override.value.location,
          "an override cannot be read: \(override.value.unknownReason ?? "")",
          remedy: isFirst
            ? "give the template below amplify/backend/auth/…/build"
            : "give the template that `npx ampx sandbox` synthesises below"
              + " .amplify/artifacts/cdk.out"))
    }
    return pool
  }

  /// The properties that were set, as in a template.
  private func properties(isClient: Bool) -> Fact {
    let changes = overrides.filter { $0.isClient == isClient && !$0.path.isEmpty }
    return Fact(.record([]), at: document.root.location)
      .with(changes.map { ($0.path[...], $0.value) })
  }

  /// Whether the override replaces the whole schema of the document: the CDK merges records and
  /// replaces lists.
  private var replacesSchema: Bool {
    overrides.contains { override in
      guard !override.isClient, override.path == ["Schema"] else { return false }
      switch override.value.content {
      case .absent: return true
      case .list(let elements): return elements.allSatisfy { $0.unknownReason == nil }
      case .text, .record, .opaque, .uncertain: return false
      }
    }
  }

  /// The triggers that are deleted; nil unless triggers are set one by one, so that the others
  /// stay.
  private var removedTriggers: [String]? {
    let changes = overrides.filter { !$0.isClient && $0.path.first == "LambdaConfig" }
    guard !changes.isEmpty, changes.allSatisfy({ $0.path.count > 1 }) else { return nil }
    let words = parameters.words(.triggers)
    return changes.filter(\.value.isAbsentOrList).compactMap { words?[$0.path[1]] }
  }

  /// Takes the settings of the properties that were overridden; the defaults of the others come
  /// from `defineAuth`.
  private func take(
    _ settings: [String: Setting], isClient: Bool, into pool: inout ImportedPool
  ) {
    for (name, setting) in settings.sorted(by: { $0.key < $1.key }) {
      if setting != parameters.setting(named: name) { pool.settings[name] = setting }
    }
    for override in overrides where override.isClient == isClient {
      guard override.value.isAbsentOrList, let first = override.path.first else { continue }
      let isWhole = override.path.count == 1
      for name in Self.parameters[isWhole ? first : override.path.joined(separator: ".")] ?? [] {
        guard pool.settings[name] == nil, let value = parameters.setting(name).value else {
          continue
        }
        pool.settings[name] = .stated(value, at: override.value.location)
      }
    }
  }

  /// The parameters that each property decides, for properties that are deleted and for lists,
  /// which do not say what they leave out.
  private static let parameters: [String: [PoolParameter]] = [
    "UsernameAttributes": [.usernameAttributes], "AliasAttributes": [.aliasAttributes],
    "AutoVerifiedAttributes": [.autoVerified], "Schema": [.requiredAttributes],
    "UserAttributeUpdateSettings": [.verifyBeforeUpdate],
    "AccountRecoverySetting": [.recovery], "MfaConfiguration": [.mfa],
    "EnabledMfas": [.mfaMethods], "Policies": [.passwordHistory, .firstFactors],
    "Policies.PasswordPolicy": [.passwordHistory], "Policies.SignInPolicy": [.firstFactors],
    "AdminCreateUserConfig": [.selfSignUp],
    "UsernameConfiguration": [.caseSensitive], "UserPoolTier": [.tier],
    "DeviceConfiguration": [.devices, .challengeOnNewDevice],
    "SmsConfiguration": [.smsConfigured], "EmailConfiguration": [.emailSender],
    "UserPoolAddOns": [.threatProtection], "LambdaConfig": [.triggers],
    "ExplicitAuthFlows": [.flows], "GenerateSecret": [.clientSecret],
    "PreventUserExistenceErrors": [.existenceErrors],
  ]
}

extension Fact {
  /// The number of values in the fact, itself included.
  var count: Int {
    switch content {
    case .list(let elements): elements.reduce(1) { $0 + $1.count }
    case .record(let entries): entries.reduce(1) { $0 + $1.value.count }
    case .absent, .text, .opaque, .uncertain: 1
    }
  }

  /// Whether the fact removes the earlier value of a property.
  fileprivate var isAbsentOrList: Bool {
    switch content {
    case .absent, .list: true
    case .text, .record, .opaque, .uncertain: false
    }
  }

  /// The record with new values at the given paths of keys; a later change replaces an earlier one.
  /// Linear in the values; recurses as deep as the paths.
  fileprivate func with(_ changes: [(path: ArraySlice<String>, value: Fact)]) -> Fact {
    let last = changes.lastIndex { $0.path.isEmpty }
    let rest = changes[(last.map { $0 + 1 } ?? 0)...]
    var record = last.map { changes[$0].value } ?? self
    guard !rest.isEmpty else { return record }
    var entries = record.entries ?? []
    var positions = Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
    var groups: [String: [(path: ArraySlice<String>, value: Fact)]] = [:]
    for (path, value) in rest {
      guard let key = path.first else { continue }
      if positions[key] == nil {
        positions[key] = entries.count
        let inner = Fact(.record([]), at: value.location)
        entries.append(Entry(key: key, keyLocation: value.location, value: inner))
      }
      groups[key, default: []].append((path.dropFirst(), value))
    }
    for (key, group) in groups {
      guard let position = positions[key], let latest = group.last else { continue }
      entries[position].keyLocation = latest.value.location
      entries[position].value = entries[position].value.with(group)
    }
    record.content = .record(entries)
    return record
  }
}
