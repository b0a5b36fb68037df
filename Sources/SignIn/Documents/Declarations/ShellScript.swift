import TransitionTables

/// Reads the pool and the app client that a shell script creates by calls of `aws cognito-idp`, as
/// far as their options are literal. Options with variables of the script stay open.
enum ShellScript {
  /// A call, whose options are translated to members of the request.
  private struct Call {
    var operation: String
    var place: SourceLocation
    var request: Fact
    /// Whether `--cli-input-json` takes the request from another file or a computed text.
    var isElsewhere: Bool
    /// The name of the pool as the script writes it, perhaps with variables.
    var name: String?
    /// The flags that are followed by a value, which makes the call fail.
    var flags: [(option: String, value: ShellWords.Word)]
  }

  private static let operations = [
    "create-user-pool", "create-user-pool-client", "set-user-pool-mfa-config",
    "create-user-pool-domain", "update-user-pool-client", "update-user-pool",
  ]

  /// Reads the pool and the app client that the calls create.
  /// - Throws: `shell.no-pool` where the script creates neither a pool nor a client, or does not
  ///   state what it creates; `template.several-pools`; and the refusal of a script that is too
  ///   large.
  static func read(
    _ program: ProgramText, reader: PoolReader
  ) throws(Diagnostic) -> [ImportedPool] {
    let commands = try ShellWords.commands(of: program)
    let variables = variables(of: commands)
    let all = commands.map { named($0, variables) }.compactMap(call)
    let calls = all.filter { operations[..<3].contains($0.operation) }
    let document = program.document
    var pools = calls.filter { $0.operation == operations[0] }
    if let name = reader.poolName { pools.removeAll { $0.request["PoolName"].text != name } }
    let name = pools.first?.name
    let repeated = pools.dropFirst().filter { name != nil && $0.name == name }
    if !repeated.isEmpty, repeated.count == pools.count - 1 {
      // The second call is the script's fallback for a failure of the first and creates the same
      // pool.
      pools = [pools[0]]
    }
    if pools.count > 1 {
      throw document.diagnostic(
        "template.several-pools", at: pools[1].place, "the script makes \(pools.count) pools",
        remedy: "choose one of them: `--pool NAME`")
    }
    if let call = (pools + calls).first(where: \.isElsewhere) {
      throw document.diagnostic(
        "shell.no-pool", at: call.place,
        "the request of \(call.operation) stands in another file, or is computed",
        remedy: "give that file, which is what `--cli-input-json` takes, or what"
          + " `aws cognito-idp describe-user-pool` prints")
    }
    var clients = calls.filter { $0.operation == operations[1] }
    if let name = reader.clientName {
      clients.removeAll { $0.request["ClientName"].text != name }
    }
    // The settings of later calls take precedence over those that the pool was created with.
    var parts =
      multiFactor(calls, document, reader)
      + pools.map { part(of: $0, document, reader, isClient: false) }
    let ordered = AppClientImporter.inOrder(clients) { $0.request["AllowedOAuthFlows"] }
    if let client = ordered.clients.first {
      var part = part(of: client, document, reader, isClient: true)
      part.hasOtherClients = ordered.isOfSeveral
      if clients.count > 1 {
        part.diagnostics.append(
          document.diagnostic(
            "template.several-clients", .note, at: client.place,
            "\(ordered.first) the \(clients.count) app clients that the script makes is taken",
            remedy: "give `--client NAME` for another one"))
      }
      parts.append(part)
    }
    let updates = all.filter { $0.operation == operations[4] }
    let isRead = updates.count == 1 && clients.count < 2 && !updates[0].isElsewhere
    if isRead { parts.append(change(updates[0], document, reader)) }
    if let first = parts.indices.first {
      parts[first].hasDomain = all.contains { $0.operation == operations[3] }
      parts[first].diagnostics += changes(
        in: commands, document, butAt: isRead ? updates[0].place : nil)
      parts[first].diagnostics += repeated.map { call in
        document.diagnostic(
          "template.several-pools", .note, at: call.place,
          "this makes a pool of the same name as the call before it, which is read",
          remedy: "give what `aws cognito-idp describe-user-pool` prints after the script")
      }
    } else {
      throw document.diagnostic(
        "shell.no-pool", at: document.root.location,
        "the script makes no user pool and no app client",
        remedy: "give the script with `aws cognito-idp create-user-pool`, or what"
          + " `aws cognito-idp describe-user-pool` prints")
    }
    return parts
  }

  /// The settings of `set-user-pool-mfa-config`, the last call first.
  private static func multiFactor(
    _ calls: [Call], _ document: LocatedDocument, _ reader: PoolReader
  ) -> [ImportedPool] {
    calls.filter { $0.operation == operations[2] }.reversed().map { call in
      var importer = MFAConfigurationImporter(
        properties: call.request, document: document, parameters: reader.parameters)
      importer.read()
      var part = ImportedPool(format: .shell)
      part.settings = importer.settings.filter {
        $0.value != reader.parameters.setting(named: $0.key)
      }
      part.fixed = importer.fixedFacts
      part.diagnostics = importer.reader.diagnostics
      return part
    }
  }

  /// The settings that the only call to change an app client states. The secret stays as created.
  private static func change(
    _ call: Call, _ document: LocatedDocument, _ reader: PoolReader
  ) -> ImportedPool {
    let stated = part(of: call, document, reader, isClient: true)
    var part = ImportedPool(format: .shell)
    part.changesClient = true
    part.hasOwnUsers = stated.hasOwnUsers
    part.silence[.client] = stated.silence[.client]
    part.settings = stated.settings.filter { name, setting in
      setting.isStated && name != PoolParameter.clientSecret.rawValue
    }
    part.diagnostics = stated.diagnostics.filter { $0.code == "document.no-api-client" }
    part.diagnostics.append(
      document.diagnostic(
        "shell.update", .note, at: call.place,
        "what \(call.operation) leaves out goes back to the default", remedy: whatToGive))
    return part
  }

  private static let whatToGive =
    "give what `aws cognito-idp describe-user-pool` prints after the script"

  /// Notes about calls that change a pool or an app client: they reset the settings they leave out.
  ///
  /// - Parameter read: the place of a call that is read, and gets no note.
  private static func changes(
    in commands: [[ShellWords.Word]], _ document: LocatedDocument, butAt read: SourceLocation?
  ) -> [Diagnostic] {
    commands.compactMap { words in
      guard words.contains(where: { $0.text == "cognito-idp" }),
        let verb = words.first(where: { operations[4...].contains($0.text) }), verb.place != read
      else { return nil }
      return document.diagnostic(
        "shell.update", .note, at: verb.place,
        "what \(verb.text) changes is not read, and what it leaves out goes back to the default",
        remedy: whatToGive)
    }
  }

  /// The request of a call of `update-user-pool`; nil where the request stands in another file, or
  /// the call has an unexpected form.
  static func update(_ text: String, at place: SourceLocation) -> Fact? {
    let commands = try? ShellWords.commands(of: ProgramText(text, file: place.file))
    guard let words = commands?.first(where: { $0.contains { $0.text == operations[5] } }),
      words.contains(where: { $0.text == "--user-pool-id" }), let call = call(words),
      call.operation == operations[5], !call.isElsewhere
    else { return nil }
    return call.request.placed(at: place)
  }

  private static func part(
    of call: Call, _ document: LocatedDocument, _ reader: PoolReader, isClient: Bool
  ) -> ImportedPool {
    var part = ServiceRequest(
      call.request, document: document, parameters: reader.parameters
    ).read(isClient: isClient)
    part.format = .shell
    part.diagnostics = part.diagnostics.map { ofOption($0, call, document) }
    part.diagnostics += call.flags.map { option, value in
      let positive = option.replacing("--no-", with: "--", maxReplacements: 1)
      let isOn = (value.text == "true") == (positive == option)
      return document.diagnostic(
        "document.unknown-value", .warning, at: value.place,
        "`\(option)` takes no value, and the call fails at `\(value.text)`",
        remedy: "write `\(isOn ? positive : "--no-" + positive.dropFirst(2))` alone")
    }
    if isClient { part.name = nil }
    return part
  }

  /// Rewords a complaint about an unknown property that comes from an option of the call.
  private static func ofOption(
    _ complaint: Diagnostic, _ call: Call, _ document: LocatedDocument
  ) -> Diagnostic {
    let known =
      call.operation == operations[0]
      ? KnownProperties.templatePool : KnownProperties.templateClient
    guard complaint.code == "document.unknown-property",
      let entry = call.request.entries?.first(where: { $0.keyLocation == complaint.location }),
      !known.contains(entry.key)
    else { return complaint }
    func option(_ property: String) -> String {
      "--" + TerraformNames.name(of: property).replacing("_", with: "-")
    }
    let owner = KnownProperties.records.filter { name, members in
      known.contains(name) && members.contains(entry.key)
    }.keys.min()
    let guess = known.sorted().nearest(to: entry.key)
    return document.diagnostic(
      complaint.code, complaint.severity, at: complaint.location,
      "\(call.operation) has no option `\(option(entry.key))`; it is not read, and the call fails"
        + " at it",
      remedy: owner.map { "write `\(option($0)) \(entry.key)=…`, of which it is a part" }
        ?? guess.map { "did you mean `\(option($0))`?" } ?? "remove it, or correct its name")
  }

  // MARK: The name of the pool

  /// The variables that a script sets exactly once, at the start of a line, with their texts.
  private static func variables(of commands: [[ShellWords.Word]]) -> [String: String] {
    var texts: [String: String] = [:]
    var changed: Set<String> = []
    for words in commands {
      let isLine = words[0].place.column == 1
      for (index, word) in words.enumerated() {
        guard let sign = word.text.firstIndex(of: "=") else {
          if ["read", "for"].contains(words[0].text) { changed.insert(word.text) }
          continue
        }
        var name = String(word.text[..<sign])
        let isAddition = name.hasSuffix("+")
        if isAddition { name.removeLast() }
        // `NAME=text call …` sets the variable for that call alone.
        let isWhole = index == words.count - 1
        let isFirst = index == 0 || index == 1 && ["export", "readonly"].contains(words[0].text)
        let text = String(word.text[word.text.index(after: sign)...])
        if !isLine || !isWhole || !isFirst || isAddition || word.isComputed
          || texts.updateValue(text, forKey: name) != nil
        {
          changed.insert(name)
        }
      }
    }
    return texts.filter { !changed.contains($0.key) }
  }

  /// Replaces the variable for the pool's name in a command by its value.
  private static func named(
    _ words: [ShellWords.Word], _ variables: [String: String]
  ) -> [ShellWords.Word] {
    guard let option = words.firstIndex(where: { $0.text == "--pool-name" }),
      option + 1 < words.count, words[option + 1].isComputed
    else { return words }
    var name = Substring(words[option + 1].text)
    if name.hasPrefix("$") { name.removeFirst() }
    if name.hasPrefix("{"), name.hasSuffix("}") { name = name.dropFirst().dropLast() }
    guard let text = variables[String(name)] else { return words }
    var words = words
    words[option + 1].text = text
    words[option + 1].isComputed = false
    return words
  }

  // MARK: Options

  /// The position of the operation in a command: behind `cognito-idp`, or behind a function of the
  /// script that adds this word.
  private static func verb(of words: [ShellWords.Word]) -> Int? {
    let service = words.firstIndex { $0.text == "cognito-idp" }
    guard service != nil || words.contains(where: { owners.contains($0.text) }) else { return nil }
    return words.indices.first { $0 > service ?? 0 && operations.contains(words[$0].text) }
  }

  /// Options of which every operation requires one.
  private static let owners: Set<String> = ["--pool-name", "--user-pool-id"]

  private static func call(_ words: [ShellWords.Word]) -> Call? {
    guard let verb = verb(of: words) else { return nil }
    var entries: [Fact.Entry] = []
    var isElsewhere = false
    var flags: [(option: String, value: ShellWords.Word)] = []
    var index = verb + 1
    while index < words.count {
      let option = words[index]
      index += 1
      guard option.text.hasPrefix("--"), !option.isComputed else { continue }
      var values: [ShellWords.Word] = []
      while index < words.count, words[index].isQuoted || !words[index].text.hasPrefix("--"),
        !words[index].text.hasPrefix(">")
      {
        values.append(words[index])
        index += 1
      }
      guard !general.contains(option.text) else { continue }
      if Self.flags.contains(option.text.replacing("--no-", with: "--", maxReplacements: 1)),
        let value = values.first, ["true", "false"].contains(value.text)
      {
        flags.append((option.text, value))
      }
      if option.text == "--cli-input-json", let input = values.first {
        let request = fact(input, isRecord: false)
        entries += request.entries ?? []
        isElsewhere = isElsewhere || request.entries == nil
      } else {
        entries.append(entry(of: option, values))
      }
    }
    let place = words[verb].place
    let option = words.firstIndex { $0.text == "--pool-name" }
    return Call(
      operation: words[verb].text, place: place, request: Fact(.record(entries), at: place),
      isElsewhere: isElsewhere,
      name: option.flatMap { $0 + 1 < words.count ? words[$0 + 1].text : nil }, flags: flags)
  }

  /// The options that switch something on, or with the prefix `no-` off.
  private static let flags: Set<String> = [
    "--generate-secret", "--allowed-o-auth-flows-user-pool-client", "--enable-token-revocation",
    "--enable-propagate-additional-user-context-data",
  ]

  /// Options that any call may have and that do not describe the pool.
  private static let general: Set<String> = [
    "--region", "--profile", "--query", "--output", "--endpoint-url", "--no-cli-pager", "--debug",
    "--no-verify-ssl", "--no-paginate", "--user-pool-id", "--user-pool-tags", "--client-id",
  ]

  private static func entry(of option: ShellWords.Word, _ values: [ShellWords.Word]) -> Fact.Entry {
    var name = String(option.text.dropFirst(2))
    let isOff = name.hasPrefix("no-")
    if isOff { name.removeFirst(3) }
    let camel = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
    let property = CamelCase.property(of: camel.prefix(1).lowercased() + camel.dropFirst())
    let value =
      values.isEmpty
      ? Fact(.text(isOff ? "false" : "true", quoted: false), at: option.place)
      : fact(values, of: property)
    return Fact.Entry(key: property, keyLocation: option.place, value: value)
  }

  private static let lists: Set<String> = [
    "AliasAttributes", "AutoVerifiedAttributes", "UsernameAttributes", "Schema",
    "ExplicitAuthFlows", "CallbackURLs", "LogoutURLs", "SupportedIdentityProviders",
    "AllowedOAuthFlows", "AllowedOAuthScopes", "ReadAttributes", "WriteAttributes",
  ]

  /// A record in the command line's shorthand some of whose values are variables, or nil.
  private static func computedRecord(_ words: [ShellWords.Word]) -> Fact? {
    guard words.count == 1, words[0].isComputed else { return nil }
    let place = words[0].place
    var entries: [Fact.Entry] = []
    for part in words[0].text.split(separator: ",") {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, sides[0].allSatisfy(\.isLetter) else { return nil }
      // The text does not show which of the values come from a variable.
      let value = Fact(.opaque("a variable of the script gives it"), at: place)
      entries.append(Fact.Entry(key: String(sides[0]), keyLocation: place, value: value))
    }
    return Fact(.record(entries), at: place)
  }

  private static func fact(_ words: [ShellWords.Word], of property: String) -> Fact {
    if KnownProperties.isRecord(property), let record = computedRecord(words) { return record }
    let facts = words.map { fact($0, isRecord: property == "Schema") }
    guard lists.contains(property) else {
      guard facts.count == 1, case .text(let text, _) = facts[0].content, text.contains("="),
        KnownProperties.isRecord(property)
      else { return facts[0] }
      return ShorthandSyntax.read(text, at: words[0].place) ?? unread(words[0])
    }
    if facts.count == 1, case .list = facts[0].content { return facts[0] }
    return Fact(.list(facts), at: words[0].place)
  }

  private static func fact(_ word: ShellWords.Word, isRecord: Bool) -> Fact {
    if word.isComputed {
      return Fact(.opaque("a variable of the script gives it"), at: word.place)
    }
    if word.text.hasPrefix("file://") {
      return Fact(.opaque("it stands in \(word.text.prefix(60))"), at: word.place)
    }
    let text = String(word.text.drop(while: \.isWhitespace))
    if text.hasPrefix("{") || text.hasPrefix("[") {
      guard let json = try? LocatedDocument(parsing: text, file: word.place.file) else {
        return unread(word)
      }
      return Fact(literally: json.root).placed(at: word.place)
    }
    if isRecord { return ShorthandSyntax.read(word.text, at: word.place) ?? unread(word) }
    return Fact(.text(word.text, quoted: true), at: word.place)
  }

  private static func unread(_ word: ShellWords.Word) -> Fact {
    Fact(.opaque("its text is neither JSON nor the command line's shorthand"), at: word.place)
  }
}

extension Fact {
  /// The fact with every value at one place.
  fileprivate func placed(at place: SourceLocation) -> Fact {
    var fact = Fact(content, at: place)
    switch content {
    case .list(let elements): fact.content = .list(elements.map { $0.placed(at: place) })
    case .record(let entries):
      fact.content = .record(
        entries.map {
          Entry(key: $0.key, keyLocation: place, value: $0.value.placed(at: place))
        })
    case .text, .absent, .opaque, .uncertain: break
    }
    return fact
  }
}

extension KnownProperties {
  /// Whether a property of a request is a record.
  static func isRecord(_ property: String) -> Bool {
    records[property] != nil || property == "LambdaConfig"
  }
}

extension PoolReader {
  /// Whether a shell script creates a user pool rather than only an app client. Names of other
  /// scripts and printed texts do not count.
  package static func makesPool(script text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      guard line.contains("create-user-pool"), !line.drop(while: \.isWhitespace).hasPrefix("#")
      else { return false }
      return line.split(whereSeparator: { ";&|".contains($0) }).contains { part in
        let command = part.drop { $0.isWhitespace }
        let isText =
          ["echo ", "printf "].contains { command.hasPrefix($0) } && !command.contains("$(")
        return !isText && command.contains(createCall)
      }
    }
  }

  private static var createCall: Regex<Substring> {
    /(?:^|[\s"'`(])create-user-pool(?:$|[\s\\"'`),])/
  }
}
