import Foundation
import SignIn
import TransitionTables

/// The documents of pools below a folder, as a project has them.
///
/// Every file whose name may be that of a document is looked into, and taken where its content is
/// one and names a user pool. What `cdk synth` writes is taken too, unless an earlier run left it.
struct ProjectFiles {
  /// The documents, by their paths in alphabetical order.
  private(set) var taken: [String] = []
  /// The files that name Cognito and are none, with why.
  private(set) var left: [Diagnostic] = []
  /// What the programs of the folder do with the pool's users.
  private(set) var programs = ProjectPrograms()
  /// The same for the pools of each generation of Amplify, where the folder has both.
  private(set) var programsOf: [AmplifyBackend.Generation: ProjectPrograms] = [:]
  /// Why app clients are left that name a pool of another folder, or nil.
  private(set) var clients: Diagnostic?
  /// Whether there are more files than were looked into.
  private let isCut: Bool

  /// Documents of no pool that is deployed, with what they are: left where there are others.
  private var aside: [String: String] = [:]
  /// The requests that scripts name, and whether each is for an emulator alone.
  private var requests: [String: Bool] = [:]
  /// The documents that may be the input of a call that changes a pool or an app client, with that
  /// call.
  private var inputs: [String: String] = [:]
  /// Such calls that a file has.
  private var updates: Set<String> = []
  /// The scripts that change an app client and make none.
  private var changes: Set<String> = []
  /// The inputs of Amplify's CLI.
  private var amplifyInputs: [String] = []
  /// The scripts that make pools.
  private var makers: [String] = []
  /// The Serverless files among the documents, and the names of the pools in them.
  private var serverless: [String: Set<String>] = [:]
  /// The files that those of the Serverless Framework name, which are read with them.
  private var parts: Set<String> = []
  /// The templates that deploy others as nested stacks.
  private var stacks: [(file: String, bytes: [UInt8])] = []
  /// The templates among the documents, by their folders.
  private var templates: [String: [String]] = [:]
  /// The programs among the documents whose template a tool writes.
  private var constructs: Set<String> = []
  /// The programs among the documents that call Amplify's `defineAuth`.
  private var definitions: [String] = []
  /// The documents with what Amplify's programs override of their pools.
  private var overrides: [String] = []
  /// What apps receive of a pool.
  private(set) var received: Set<String> = []
  /// The programs that name a pool made elsewhere to Amplify, by the folders of their projects.
  private var references: [String: String] = [:]

  private static let suffixes: Set<String> = [
    "json", "yaml", "yml", "ts", "js", "mjs", "cjs", "tf", "tfstate", "dart", "sh", "ps1", "py",
    "template", FolderSearch.noSuffix,
  ]
  /// The suffixes of templates that another tool fills in.
  private static let unfilled: Set<String> = [
    "j2", "jinja", "jinja2", "tpl", "tmpl", "mustache", "hbs", "ejs", "erb",
  ]

  /// - Parameters:
  ///   - folder: the folder's path, as the user wrote it.
  ///   - most: how many files are looked into.
  init(in folder: String, most: Int = FolderSearch.most) {
    var modules: [String: TerraformFolder] = [:]
    let files = FolderSearch(
      in: folder, suffixes: Self.suffixes.union(Self.unfilled), most: most)
    isCut = files.isCut
    let both = AmplifyBackend.Generation.both(of: files.paths, in: folder)
    var searches = [ProgramSearch(in: folder)]
    searches += both.map { ProgramSearch(in: folder, without: $0.other) }
    let names = Self.names + ProgramSearch.names
    for path in files.paths {
      // Without a suffix a template alone is one, which has a megabyte at most; programs have more.
      let isBare = FolderSearch.suffix(of: path) == FolderSearch.noSuffix
      guard let bytes = try? PoolReader.bytes(of: path), !isBare || bytes.count <= 1_000_000 else {
        continue
      }
      if Self.data.contains(FolderSearch.suffix(of: path)),
        FolderSearch.has(PoolReader.typesOfNestedStacks, in: bytes)
      {
        stacks.append((path, bytes))
      }
      guard path.hasSuffix(".tf") || FolderSearch.has(names, in: bytes) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard !isBare || Self.declaresPool(text) else { continue }
      for index in searches.indices { searches[index].look(into: text, of: path) }
      updates.formUnion(Self.updates(in: bytes))
      if Self.unfilled.contains(FolderSearch.suffix(of: path)) {
        if Self.declaresPool(text) { left.append(PoolReader.unfilledTemplate(path)) }
      } else if path.hasSuffix(".tf") {
        // Terraform reads all files of a folder together; one without a block adds nothing.
        guard !PoolReader.isBlank(bytes) else { continue }
        modules[Self.folder(of: path), default: TerraformFolder()].add(path, text)
      } else {
        look(into: path, bytes, text)
      }
    }
    let (examples, uncalled) = (
      TerraformFolder.examples(in: modules, of: folder),
      TerraformFolder.uncalled(in: modules, of: folder)
    )
    for (module, deployed) in TerraformFolder.superseded(in: modules, of: folder)
      .sorted(by: { $0.key < $1.key })
    {
      guard let path = modules.removeValue(forKey: module)?.paths.first else { continue }
      left.append(PoolReader.setAside(path, as: "an older copy of \(deployed)/, by its state"))
    }
    for module in examples + uncalled {
      guard let path = modules.removeValue(forKey: module)?.paths.first else { continue }
      let what =
        examples.contains(module)
        ? "an example next to what the project deploys"
        : "a Terraform module that nothing here calls"
      left.append(PoolReader.setAside(path, as: what))
    }
    let wanted = TerraformFolder.withCallers(modules)
    for folder in wanted { taken += modules[folder]?.paths ?? [] }
    clients = TerraformFolder.poolIsElsewhere(modules.filter { !wanted.contains($0.key) }.values)
    left += modules.sorted { $0.key < $1.key }.flatMap(\.value.poolsElsewhere)
    takeSynthesised()
    takeAbove()
    let backend = AmplifyBackend(of: files.paths, in: folder)
    for path in backend.documents(without: taken) {
      guard let bytes = try? PoolReader.bytes(of: path) else { continue }
      look(into: path, bytes, String(decoding: bytes, as: UTF8.self))
    }
    taken.sort()
    leaveReferred()
    leavePackaged()
    for (path, newer) in CloudAssembly.repeated(among: taken) {
      aside[path] = "an earlier run of `cdk synth` than \(newer)"
    }
    leaveRepeated()
    leaveGenerated(in: files.paths)
    for path in Self.unmade(constructs, in: files.paths) {
      aside[path] = "a class of constructs that no program here makes"
    }
    for path in AmplifyBackend.leftOvers(among: taken, next: definitions) {
      aside[path] = AmplifyBackend.leftOver
    }
    for path in AmplifyBackend.copies(among: taken, of: definitions) {
      aside[path] = AmplifyBackend.elsewhere
    }
    left += Self.compiledPrograms(in: folder)
    if !backend.isThere { leaveReceived() }
    setAside()
    leaveCopies()
    leaveStale()
    let isSynthesised = taken.contains { path in
      path.contains("cdk.out/") && SynthesisedTemplate.root(ofTemplate: path) == nil
    }
    if isSynthesised {
      left.removeAll { $0.message.contains(Self.program) }
      // What a construct of the program becomes stands there too.
      taken.removeAll { constructs.contains($0) }
    }
    left = Self.programsFirst(left.filter { !parts.contains($0.location.file) })
    if taken.isEmpty {
      left += [Self.anyProgram(in: folder) ?? Self.anyApp(in: folder)].compactMap(\.self)
    } else {
      left += [clients].compactMap(\.self)
      for index in searches.indices { searches[index].finish(reading: taken + parts) }
      programs = searches[0].found
      programsOf = Dictionary(uniqueKeysWithValues: zip(both, searches.dropFirst().map(\.found)))
    }
  }

  /// Takes what Amplify made of its programs, which stands in a hidden folder, unless the program
  /// is newer.
  private mutating func takeSynthesised() {
    // One template is made of all programs of a project.
    let roots = Dictionary(
      definitions.map { (SynthesisedTemplate.root(ofProgram: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    let known = Set(taken)
    for template in roots.values.sorted().compactMap(SynthesisedTemplate.init(of:))
    where !known.contains(template.path) {
      if let newer = template.newer {
        left.append(SynthesisedTemplate.old(template.path, than: newer))
      } else {
        taken.append(template.path)
      }
    }
  }

  /// Takes the templates that deploy others as nested stacks: with which values, they alone say.
  private mutating func takeAbove() {
    let known = Set(taken)
    let nested = templates.values.flatMap(\.self)
    taken += PoolReader.templatesAbove(nested, among: stacks).keys.filter { !known.contains($0) }
  }

  /// Leaves the templates of an earlier run of `cdk synth`, unless there is nothing else: a run for
  /// one stack names that one alone.
  private mutating func leaveStale() {
    let stale = Set(CloudAssembly.stale(among: taken))
    guard taken.contains(where: { !stale.contains($0) && !constructs.contains($0) }) else { return }
    left += taken.filter(stale.contains).map { CloudAssembly.stale($0) }
    taken.removeAll(where: stale.contains)
  }

  /// Leaves the templates that a tool made of those next to them, for a deployment.
  private mutating func leavePackaged() {
    for paths in templates.values where paths.count > 1 {
      let texts = paths.filter(taken.contains).compactMap { path in
        (try? PoolReader.bytes(of: path)).map { (file: path, bytes: $0) }
      }
      for (path, source) in PoolReader.packaged(texts) {
        aside[path] = "what a command `package` made of \(source)"
      }
      for (path, source) in PoolReader.translated(texts) {
        aside[path] = "the template \(source) in JSON"
      }
    }
  }

  /// Leaves the Serverless files that make the pools of the project's own file once more: the
  /// framework reads another file by an option alone.
  private mutating func leaveRepeated() {
    let own = serverless.filter { Self.isServerlessName($0.key) }
    for (path, pools) in serverless where own[path] == nil && !pools.isEmpty {
      let isRepeated = own.contains { other, names in
        Self.folder(of: other) == Self.folder(of: path) && pools.isSubset(of: names)
      }
      if isRepeated { aside[path] = "another Serverless file with the pool of the project's own" }
    }
  }

  /// Leaves what tools made of what is here too, and the earlier states of scripts.
  private mutating func leaveGenerated(in paths: [String]) {
    let all = templates.values.flatMap(\.self)
    let scripts = makers.filter { aside[$0] == nil }
    for found in [
      GeneratedTemplate.ofServerless(all, of: Array(serverless.keys)),
      GeneratedTemplate.ofAmplify(all, next: amplifyInputs, in: paths),
      ScriptGeneration.earlier(among: scripts), ScriptGeneration.copies(among: scripts),
    ] {
      aside.merge(found) { $1 }
    }
  }

  /// Leaves what apps receive where a program makes the pool: Amplify did not, though it may have
  /// written the file of another project that this is a copy of, and it says little of one.
  private mutating func leaveReceived() {
    guard let maker = left.first(where: Self.makesPool),
      taken.allSatisfy({ received.contains($0) || aside[$0] != nil })
    else { return }
    for path in received {
      aside[path] = "what an app receives of the pool of \(maker.location.file)"
    }
  }

  /// Leaves what is of no pool that is deployed, unless there is nothing else; what makes a pool of
  /// an emulator, or is given one, is of none in any case.
  private mutating func setAside() {
    for path in taken {
      if let what = AmplifyCategory.withoutPool(path) { aside[path] = what }
    }
    for path in taken where requests[PoolReader.path(path, from: ".")] == true {
      aside[path] = Self.request
    }
    for (path, call) in inputs where updates.contains(call) {
      // A script may make the pool of it.
      let isMade = requests[PoolReader.path(path, from: ".")] != nil
      if !isMade || call == Self.clientUpdate { aside[path] = "an input of \(call)" }
    }
    let change = Self.script(calling: Self.clientUpdate)
    // Of a client that no document makes they say too little.
    if taken.allSatisfy({ changes.contains($0) || aside[$0] != nil }) {
      for path in changes { aside[path] = change }
    }
    let isAlone = !taken.contains { aside[$0] == nil }
    // Where a program makes the pool, that says more than an import of it.
    let isMade = left.contains(where: Self.makesPool)
    if isAlone {
      aside = aside.filter { path, what in
        [Self.emulator, Self.request, AmplifyCategory.given, change].contains(what)
          || isMade && (what == Self.imported || received.contains(path))
      }
    }
    left += taken.compactMap { path in aside[path].map { PoolReader.setAside(path, as: $0) } }
    taken.removeAll { aside[$0] != nil }
  }

  /// Leaves all but one of the copies of a backend of Amplify's CLI.
  private mutating func leaveCopies() {
    let copies = AmplifyCategory.copies(among: taken)
    left += copies.sorted { $0.key < $1.key }.map { path, original in
      PoolReader.setAside(path, as: "a copy of \(original)")
    }
    taken.removeAll { copies[$0] != nil }
  }

  /// Leaves what is overridden of a pool that a project of Amplify's refers to.
  private mutating func leaveReferred() {
    for root in definitions.compactMap(SynthesisedTemplate.root(ofProgram:)) {
      references[root] = nil
    }
    let referring = references
    taken.removeAll { path in
      overrides.contains(path)
        && SynthesisedTemplate.root(ofProgram: path).flatMap { referring[$0] } != nil
    }
    left += referring.values.sorted().map(PoolReader.reference)
  }

  private static let emulator = "a script for an emulator of the service"
  private static let request = "a request to an emulator of the service"
  private static let imported = "an import of a pool that is made elsewhere"

  private static var typeOfPool: Regex<Substring> { /AWS::Cognito::User[Pp]ool/ }
  /// A pool among the resources of a file, with its name.
  static var poolResource: Regex<(Substring, Substring)> {
    /(\w+):\s+(?:\{\s*)?Type:\s*["']?AWS::Cognito::UserPool(?!\w)/
  }

  /// What a document of a pool names.
  private static let names = [
    "AWS::Cognito::UserPool", "aws_cognito_user_pool", "UserPool", "user_pool", "defineAuth",
    "cognito", "Cognito", "configuration:", "userPoolName", "MfaConfiguration", "\"PoolName\"",
    "referenceAuth", "\"authSelections\"",
  ]

  private mutating func look(into path: String, _ bytes: [UInt8], _ text: String) {
    let calls = FolderSearch.lines(with: ["referenceAuth("], in: bytes)
    if calls.contains(where: { !$0.hasPrefix("//") && !$0.hasPrefix("*") }),
      let root = SynthesisedTemplate.root(ofProgram: path)
    {
      references[root] = path
    }
    do throws(DiagnosticList) {
      switch try PoolReader.formatOrRefusal(of: bytes, file: path) {
      case .cloudFormation, .sam:
        // A type in another case is one that a person has misspelt.
        let types = text.ranges(of: Self.typeOfPool).map { text[$0.upperBound...] }
        if types.contains(where: { $0.first?.isLetter != true || $0.hasPrefix("Client") })
          || text.contains("CfnUserPool") || text.contains("cognitoUserPool:")
        {
          taken.append(path)
          templates[Self.folder(of: path), default: []].append(path)
          if text.contains("new CfnUserPool") || text.contains(".CfnUserPool(") {
            constructs.insert(path)
          }
        }
      case .serverless:
        guard Self.mayHavePool(path, bytes) else { break }
        taken.append(path)
        serverless[path] = Set(text.matches(of: Self.poolResource).map { String($0.1) })
        parts.formUnion(Self.resources(of: path, bytes))
        if Self.isCopy(path, bytes) { aside[path] = "a Serverless file away from its project" }
      case .shell:
        let calls = Self.updates(in: bytes)
        if !text.contains("create-user-pool") {
          guard let call = calls.min() else { break }
          guard calls.contains(Self.clientUpdate), Self.ofClient.contains(where: text.contains)
          else {
            left.append(PoolReader.setAside(path, as: Self.script(calling: call)))
            break
          }
          changes.insert(path)
        }
        taken.append(path)
        if PoolReader.makesPool(script: text) { makers.append(path) }
        let isEmulated = Self.callsEmulator(text)
        if isEmulated { aside[path] = Self.emulator }
        for name in text.matches(of: Self.requestFile) {
          let request = PoolReader.path(String(name.1), from: Self.folder(of: path))
          requests[request] = isEmulated && requests[request] != false
        }
      case .amplifyOutputs, .amplifyConfiguration:
        taken.append(path)
        received.insert(path)
        let name = path.split(separator: "/").last ?? ""
        if name.contains(".example.") || name.contains(".sample.") || Self.isUnfilled(text) {
          aside[path] = "an example of what an app receives"
        }
      case .amplifyInputs:
        taken.append(path)
        amplifyInputs.append(path)
        if text.filter({ !$0.isWhitespace }).contains(#""serviceType":"imported""#) {
          aside[path] = Self.imported
        } else if !["cli-inputs.json", "parameters.json"].contains(where: path.hasSuffix) {
          aside[path] = "a file in the manner of cli-inputs.json that Amplify's CLI did not write"
        }
      case .request:
        taken.append(path)
        if !text.contains("PoolName") || text.contains("\"UserPoolId\"") {
          inputs[path] = "update-user-pool"
        }
      case .describeUserPoolClient:
        taken.append(path)
        // What the service answers has the dates of the client.
        if !["\"UserPoolClient\"", "CreationDate", "LastModified"].contains(where: text.contains) {
          inputs[path] = Self.clientUpdate
        }
      case .amplifyDefinition:
        taken.append(path)
        definitions.append(path)
      case .amplifyOverrides:
        taken.append(path)
        overrides.append(path)
      case .terraformState, .terraformPlan:
        if text.contains("\"aws_cognito_user_pool") { taken.append(path) }
      case .waymark:
        if Self.isPoolFile(text) { taken.append(path) }
      case .terraformConfiguration where !path.hasSuffix(".json"):
        // Terraform's language in another file is what a program writes.
        guard Self.declaresPool(text) else { break }
        left.append(PoolReader.setAside(path, as: "a program that writes Terraform's files"))
      default: taken.append(path)
      }
    } catch {
      // Of what is no document only that counts which makes a pool in another language, or is
      // broken. Programs of apps, which name the pool that they sign in to, are most.
      let makesPool = Self.makesPool(path, text)
      let isOfAmplify = AmplifyCategory.isWritten(path)
      guard makesPool || isOfAmplify, !CloudAssembly.isManifest(path) else { return }
      let isData = Self.data.contains(FolderSearch.suffix(of: path))
      let isBroken = isOfAmplify || isData && Self.declaresPool(text)
      left +=
        error.diagnostics.filter {
          makesPool && $0.code == "document.unsupported-format"
            || isBroken && !Self.others.contains($0.code)
        }.prefix(1)
    }
  }

  /// The folder of a path, or an empty text.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The warning that a folder has more than is looked into, if it has.
  func cut(in folder: String) -> Diagnostic? {
    guard isCut else { return nil }
    return Diagnostic(
      "project.not-all-files", .warning, at: SourceLocation(file: folder),
      "this folder has more than \(FolderSearch.most) files that may be documents, or folders more"
        + " than \(FolderSearch.deepest) deep: those further down were not looked into",
      remedy: "give the folder of the pool's documents, or the documents")
  }

  /// What was taken and what was left, in one note at the folder.
  func note(in folder: String, formats: [String: PoolDocument.Format]) -> Diagnostic {
    let names = taken.map { "\($0) (\(formats[$0]?.label(of: $0) ?? "not read"))" }
    let programs: [(String, SourceLocation?)] = [
      ("sign-ups are taken to be confirmed by a server", programs.confirmation),
      ("a function confirms sign-ups at PreSignUp", programs.autoConfirmation),
      (
        "a function confirms some sign-ups",
        programs.confirmationOfSome ?? programs.autoConfirmationOfSome
      ),
      ("accounts are taken to be made by the project", programs.accounts),
      ("functions stand here for a custom challenge", programs.challenge),
    ]
    let others = left.prefix(Self.mostNamed).map(\.location.file).joined(separator: ", ")
    let more = left.count > Self.mostNamed ? " and \(left.count - Self.mostNamed) more" : ""
    return Diagnostic(
      "project.documents", .note, at: SourceLocation(file: folder),
      "taken: \(names.joined(separator: ", "))"
        + (left.isEmpty ? "" : "; left: \(others)\(more)")
        + programs.compactMap { text, place in place.map { "; \(text) (\($0))" } }.joined(),
      remedy: left.first?.remedy ?? "name the files one by one to take others")
  }

  /// How many files that were left are named.
  static let mostNamed = 8

  /// Why files were left, a note for each that is named; app clients of a pool elsewhere are named
  /// alone.
  var reasons: [Diagnostic] {
    left.prefix(Self.mostNamed).filter { $0.code != "template.no-pool" }.map(\.asNote)
  }

  /// Whether a program makes a pool of which the documents that were taken may say nothing.
  var hasProgram: Bool { left.contains(where: Self.makesPool) }
}
