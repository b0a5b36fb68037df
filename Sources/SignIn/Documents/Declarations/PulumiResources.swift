import TransitionTables

/// Reads the user pool and the app clients that a Pulumi or SST program declares with literals, and
/// Pulumi's programs in YAML. Pulumi's provider derives from Terraform's and has the same
/// arguments.
enum PulumiResources {
  private static let types = [
    "aws:cognito:UserPool": TerraformNames.pool,
    "aws:cognito/userPool:UserPool": TerraformNames.pool,
    "aws:cognito:UserPoolClient": TerraformNames.client,
    "aws:cognito/userPoolClient:UserPoolClient": TerraformNames.client,
    "aws:cognito:UserPoolDomain": TerraformNames.domain,
    "aws:cognito/userPoolDomain:UserPoolDomain": TerraformNames.domain,
  ]

  // MARK: YAML

  /// Whether a document is a Pulumi program with a user pool.
  static func isProgram(_ root: LocatedNode) -> Bool {
    (root["resources"]?.entries ?? []).contains {
      types[$0.value["type"]?.text ?? ""] == TerraformNames.pool
    }
  }

  /// Reads the pool of a program in YAML.
  static func read(_ document: LocatedDocument, reader: PoolReader) -> ImportedPool {
    let resources = (document.root["resources"]?.entries ?? []).compactMap { entry in
      types[entry.value["type"]?.text ?? ""].map { type in
        let properties =
          entry.value["properties"] ?? LocatedNode(.mapping([]), at: entry.keyLocation)
        return resource(type, entry.key, interpolated(Fact(literally: properties)))
      }
    }
    return pool(resources, of: document, format: .pulumi, reader: reader)
  }

  /// Marks texts with `${…}` as computed; `${pool.id}` refers to a resource.
  private static func interpolated(_ fact: Fact) -> Fact {
    var fact = fact
    switch fact.content {
    case .text(let text, _) where text.contains("${"):
      fact.content = .opaque("`\(text.prefix(40))` is computed at deployment")
      let name = text.dropFirst(2).prefix { $0 != "." && $0 != "}" }
      if text.hasPrefix("${") { fact.resource = String(name) }
    case .list(let elements): fact.content = .list(elements.map(interpolated))
    case .record(let entries):
      fact.content = .record(
        entries.map {
          Fact.Entry(key: $0.key, keyLocation: $0.keyLocation, value: interpolated($0.value))
        })
    case .text, .absent, .opaque, .uncertain: break
    }
    return fact
  }

  // MARK: Programs

  /// Reads the pool of a program in TypeScript.
  /// - Throws: the refusal of a literal that nests too deep or holds too many values.
  static func read(_ program: ProgramText, reader: PoolReader) throws(Diagnostic) -> ImportedPool {
    var scanner = program.scanner(.typeScript)
    var resources: [TerraformResource] = []
    var names: Set<String> = []
    var fields = PoolFields()
    var constants = ProgramConstants(of: program.text)
    var isSST = false
    var declared = ""
    while scanner.peek != nil {
      scanner.skipBlanks()
      if scanner.isAtString {
        _ = scanner.string()
        continue
      }
      guard scanner.isAtWord else {
        scanner.advance()
        continue
      }
      let word = scanner.word()
      if word == "const" || word == "let" {
        scanner.skipBlanks()
        declared = scanner.word()
        var literal = scanner
        let isConstant = word == "const" && literal.takeAssignment()
        if isConstant, literal.isAtString || literal.peek == "{" || literal.peek == "[" {
          constants.keep(declared, at: literal)
        }
      } else if word == "this", let field = fields.take(&scanner, among: names) {
        declared = field
      } else if word == "new", let made = try construction(&scanner, in: program) {
        isSST = isSST || made.isSST
        let given = named(constants.resolved(made.arguments))
        let arguments = made.isSST ? sstArguments(given) : given
        var found = resource(made.type, declared.isEmpty ? made.label : declared, arguments)
        if !made.label.isEmpty { found.address = made.label }
        resources.append(found)
        names.insert(found.name)
        if made.isSST, made.arguments["domain"].isCertain {
          resources.append(
            resource(
              TerraformNames.domain, "domain",
              belonging(to: found.name, at: made.arguments.location)))
        }
      } else if scanner.take(".addClient("), names.contains(word) {
        resources.append(try addedClient(of: word, &scanner, in: program))
      }
    }
    return pool(
      fields.joined(resources), of: program.document, format: isSST ? .sst : .pulumi,
      reader: reader)
  }

  /// A pool or a client that `new` constructs.
  private struct Construction {
    var type: String
    var isSST: Bool
    var label: String
    var arguments: Fact
  }

  private static func construction(
    _ scanner: inout SourceScanner, in program: ProgramText
  ) throws(Diagnostic) -> Construction? {
    scanner.skipBlanks()
    var words = [scanner.word()]
    while scanner.take(".") { words.append(scanner.word()) }
    let name = words.last ?? ""
    let isSST = name == "CognitoUserPool"
    guard let type = isSST ? TerraformNames.pool : types["aws:cognito:\(name)"],
      scanner.take("(")
    else { return nil }
    let (label, arguments) = try arguments(&scanner, in: program)
    return Construction(
      type: type, isSST: isSST, label: label, arguments: arguments)
  }

  /// Reads the name and the literal arguments behind an opening parenthesis.
  private static func arguments(
    _ scanner: inout SourceScanner, in program: ProgramText
  ) throws(Diagnostic) -> (label: String, arguments: Fact) {
    let place = scanner.place
    // The name may be computed from a variable or a template string.
    var literal = TypeScriptLiteral(scanner: scanner)
    let label = literal.value().text ?? ""
    var arguments = Fact(.record([]), at: place)
    if literal.scanner.take(",") { arguments = literal.value() }
    scanner = literal.scanner
    if let refusal = scanner.refusal { throw refusal.pointing(into: program.document.lines) }
    return (label, arguments)
  }

  /// Resolves `userPoolId` in the arguments to the pool's variable or class field.
  private static func named(_ arguments: Fact) -> Fact {
    guard var entries = arguments.entries else { return arguments }
    for index in entries.indices where entries[index].key == "userPoolId" {
      let words = entries[index].value.variable ?? []
      // A variable that is itself called `userPoolId` does not identify a pool.
      entries[index].value.resource = words.first { $0 != "this" && $0 != "userPoolId" }
    }
    return Fact(.record(entries), at: arguments.location)
  }

  // MARK: SST

  /// Reads the client that SST's `addClient` creates: it leaves all settings to the service except
  /// the sign-in pages and the changes in `transform`.
  private static func addedClient(
    of pool: String, _ scanner: inout SourceScanner, in program: ProgramText
  ) throws(Diagnostic) -> TerraformResource {
    let client = belonging(to: pool, at: scanner.place)
    let (_, given) = try arguments(&scanner, in: program)
    return TerraformResource(
      type: TerraformNames.client, name: "client of \(pool)", address: "\(pool).addClient",
      arguments: client.transformed(by: given["transform"]["client"]).renamed(CamelCase.argument))
  }

  /// The arguments of a resource that SST creates for a pool.
  private static func belonging(to pool: String, at place: SourceLocation) -> Fact {
    let owner = Fact(.opaque("it is known at deployment"), at: place, resource: pool)
    return Fact(
      .record([Fact.Entry(key: "userPoolId", keyLocation: place, value: owner)]), at: place)
  }

  /// Translates the arguments of SST's component into those that it passes to Pulumi.
  /// Source: SST's component `CognitoUserPool`, version 3.
  private static func sstArguments(_ arguments: Fact) -> Fact {
    let place = arguments.location
    guard arguments.entries != nil else { return arguments }
    func text(_ text: String) -> Fact { Fact(.text(text, quoted: true), at: place) }
    func list(_ key: String) -> Fact {
      var fact = arguments[key]
      guard case .list(let elements) = fact.content else { return fact }
      fact.content = .list(
        elements.map { element in
          var element = element
          if element.text == "phone" { element.content = .text("phone_number", quoted: true) }
          return element
        })
      return fact
    }
    func upper(_ key: String) -> Fact {
      var fact = arguments[key]
      if let word = fact.text { fact.content = .text(word.uppercased(), quoted: true) }
      if case .absent = fact.content { fact = text("OFF") }
      return fact
    }
    func record(_ pairs: [(String, Fact)]) -> Fact {
      Fact(
        .record(pairs.map { Fact.Entry(key: $0.0, keyLocation: $0.1.location, value: $0.1) }),
        at: place)
    }
    func mechanism(_ name: String, _ priority: String) -> Fact {
      record([("name", text(name)), ("priority", text(priority))])
    }
    let names = [list("aliases"), list("usernames")]
    let verified = names.flatMap { fact -> [Fact] in
      if case .list(let elements) = fact.content { elements } else { [] }
    }
    let token = arguments["softwareToken"].isTrue ? record([("enabled", text("true"))]) : nil
    return record(
      [
        ("aliasAttributes", names[0]), ("usernameAttributes", names[1]),
        ("autoVerifiedAttributes", Fact(.list(verified), at: place)),
        ("mfaConfiguration", upper("mfa")), ("smsConfiguration", arguments["sms"]),
        ("userPoolAddOns", record([("advancedSecurityMode", upper("advancedSecurity"))])),
        ("usernameConfiguration", record([("caseSensitive", text("false"))])),
        ("lambdaConfig", arguments["triggers"]),
        (
          "accountRecoverySetting",
          record([
            (
              "recoveryMechanisms",
              Fact(
                .list([
                  mechanism("verified_phone_number", "1"), mechanism("verified_email", "2"),
                ]), at: place)
            )
          ])
        ),
      ] + (token.map { [("softwareTokenMfaConfiguration", $0)] } ?? [])
    ).transformed(by: arguments["transform"]["userPool"])
  }

  // MARK: Both

  private static func resource(
    _ type: String, _ name: String, _ properties: Fact
  ) -> TerraformResource {
    TerraformResource(
      type: type, name: name, address: name, arguments: properties.renamed(CamelCase.argument))
  }

  private static func pool(
    _ resources: [TerraformResource], of document: LocatedDocument, format: PoolDocument.Format,
    reader: PoolReader
  ) -> ImportedPool {
    var importer = TerraformImporter(
      document: document, format: format, resources: resources, reader: reader)
    importer.read()
    return importer.pool
  }
}

extension Fact {
  /// The record with the changes of SST's `transform`: the keys of an object replace the record's
  /// own; a function may add any key.
  fileprivate func transformed(by changes: Fact) -> Fact {
    var record = self
    switch changes.content {
    case .record(let new):
      let changed = new.map(\.key)
      record.content = .record((entries ?? []).filter { !changed.contains($0.key) } + new)
    case .opaque, .uncertain:
      let unknown = Entry(
        key: TypeScriptLiteral.spread, keyLocation: changes.location, value: changes)
      record.content = .record((entries ?? []) + [unknown])
    case .absent, .text, .list: break
    }
    return record
  }
}
