import Foundation
import SignIn
import TransitionTables

/// Finds the documents of pools below a folder, such as a project.
///
/// Every file whose name may be that of a document is examined, and taken where its content is a
/// document that mentions a user pool. Output of `cdk synth` is taken too, unless an earlier run
/// left it.
struct ProjectFiles {
  /// The paths of the documents, in alphabetical order.
  private(set) var taken: [String] = []
  /// The files that mention Cognito but are not taken, with the reasons.
  var left: [Diagnostic] = []
  /// The effects of the folder's programs on the pool's users.
  private(set) var programs = ProjectPrograms()
  /// These effects for the pools of each generation of Amplify, where the folder has both.
  private(set) var programsOf: [AmplifyBackend.Generation: ProjectPrograms] = [:]
  /// The note about app clients whose pool is in another folder, or nil.
  private(set) var clients: Diagnostic?
  /// Whether there are more files than were examined.
  private let isCut: Bool

  /// Documents whose pool is not deployed, each with a phrase for it; skipped where there are
  /// others.
  private var aside: [String: String] = [:]
  /// For each request file that scripts reference, whether it is only for an emulator.
  private var requests: [String: Bool] = [:]
  /// The documents that may be the input of a call that changes a pool or an app client, with the
  /// call.
  private var inputs: [String: String] = [:]
  /// The calls of this kind that occur in some file.
  private var updates: Set<String> = []
  /// The scripts that change an app client and create none.
  private var changes: Set<String> = []
  /// The input files of Amplify's CLI.
  private var amplifyInputs: [String] = []
  /// The scripts that create pools.
  private var makers: [String] = []
  /// The Serverless files among the documents, with the names of the pools in them.
  private var serverless: [String: Set<String>] = [:]
  /// The files that Serverless files reference, which are read with them.
  private var parts: Set<String> = []
  /// The templates that deploy others as nested stacks.
  private var stacks: [(file: String, bytes: [UInt8])] = []
  /// The templates without a pool that may declare resources of another template's pool.
  private var belongings: [(file: String, bytes: [UInt8])] = []
  /// The templates among the documents, by their folders.
  private var templates: [String: [String]] = [:]
  /// The programs among the documents whose template a tool generates.
  private var constructs: Set<String> = []
  /// The programs among the documents that call Amplify's `defineAuth`.
  private var definitions: [String] = []
  /// The documents with overrides for the pools of Amplify's programs.
  private var overrides: [String] = []
  /// The configurations that apps receive about a pool.
  private(set) var received: Set<String> = []
  /// The programs that pass an existing pool to Amplify, by the folders of their projects.
  private var references: [String: String] = [:]

  private static let suffixes: Set<String> = [
    "json", "yaml", "yml", "ts", "js", "mjs", "cjs", "tf", "tfstate", "dart", "sh", "ps1", "bat",
    "cmd", "py", "hcl", "template", FolderSearch.noSuffix,
  ]
  /// The suffixes of templates with placeholders for another tool.
  private static let unfilled: Set<String> = [
    "j2", "jinja", "jinja2", "tpl", "tmpl", "mustache", "hbs", "ejs", "erb",
  ]

  /// - Parameters:
  ///   - folder: the folder's path, as the user wrote it.
  ///   - most: the greatest number of files to examine.
  init(in folder: String, most: Int = FolderSearch.most) {
    var modules: [String: TerraformFolder] = [:]
    var terragrunt: [(path: String, text: String)] = []
    let files = FolderSearch(
      in: folder, suffixes: Self.suffixes.union(Self.unfilled), most: most)
    isCut = files.isCut
    let both = AmplifyBackend.Generation.both(of: files.paths, in: folder)
    var searches = [ProgramSearch(in: folder)]
    searches += both.map { ProgramSearch(in: folder, without: $0.other) }
    let names = Self.names + ProgramSearch.names
    for path in files.paths {
      // Files without a suffix can only be templates, which have at most a megabyte; programs have
      // more.
      let isBare = FolderSearch.suffix(of: path) == FolderSearch.noSuffix
      guard let bytes = try? PoolReader.bytes(of: path), !isBare || bytes.count <= 1_000_000 else {
        continue
      }
      if Self.data.contains(FolderSearch.suffix(of: path)),
        FolderSearch.has(PoolReader.typesOfNestedStacks, in: bytes)
      {
        stacks.append((path, bytes))
      }
      if path.hasSuffix(".hcl") {
        terragrunt.append((path, String(decoding: bytes, as: UTF8.self)))
        continue
      }
      guard path.hasSuffix(".tf") || FolderSearch.has(names, in: bytes) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard !isBare || Self.declaresPool(text) else { continue }
      for index in searches.indices { searches[index].look(into: text, of: path) }
      updates.formUnion(Self.updates(in: bytes))
      if Self.unfilled.contains(FolderSearch.suffix(of: path)) {
        if Self.declaresPool(text) { left.append(PoolReader.unfilledTemplate(path)) }
      } else if path.hasSuffix(".tf") {
        // Terraform reads all files of a folder together; a file without a block adds nothing.
        guard !PoolReader.isBlank(bytes) else { continue }
        modules[Self.folder(of: path), default: TerraformFolder()].add(path, text)
      } else {
        look(into: path, bytes, text)
      }
    }
    TerraformFolder.addCalled(to: &modules)
    left += terragrunt.compactMap { path, text in
      TerraformFolder.terragrunt(text, of: path, among: modules)
    }
    left += TerraformFolder.leave(from: &modules, of: folder)
    let wanted = TerraformFolder.withCallers(modules)
    for folder in wanted { taken += modules[folder]?.paths ?? [] }
    clients = TerraformFolder.poolIsElsewhere(modules.filter { !wanted.contains($0.key) }.values)
    left += modules.sorted { $0.key < $1.key }.flatMap(\.value.poolsElsewhere)
    takeSynthesised()
    takeBelongings()
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
    leaveGenerated(in: files.paths, of: folder)
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
    dropReadProjects()
    let isSynthesised = taken.contains { path in
      path.contains("cdk.out/") && SynthesisedTemplate.root(ofTemplate: path) == nil
    }
    if isSynthesised {
      left.removeAll { $0.message.contains(Self.program) }
      // The synthesised template contains the program's constructs too.
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

  /// Takes the templates that Amplify synthesised from its programs, which stand in a hidden
  /// folder, unless the program is newer.
  private mutating func takeSynthesised() {
    // One template is synthesised from all programs of a project.
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

  /// Takes the templates whose domain or provider belongs to a pool that another template exports.
  private mutating func takeBelongings() {
    let owners = belongings.isEmpty ? [] : templates.values.flatMap(Self.texts)
    for path in PoolReader.templates(belongings, importingFrom: owners) {
      taken.append(path)
      templates[Self.folder(of: path), default: []].append(path)
    }
  }

  /// Takes the templates that deploy others as nested stacks: only they state the parameter values.
  private mutating func takeAbove() {
    let known = Set(taken)
    let nested = templates.values.flatMap(\.self)
    taken += PoolReader.templatesAbove(nested, among: stacks).keys.filter { !known.contains($0) }
  }

  /// Skips the templates of an earlier run of `cdk synth`, unless there is nothing else: the
  /// manifest of a run for one stack only lists that stack.
  private mutating func leaveStale() {
    let stale = Set(CloudAssembly.stale(among: taken))
    guard taken.contains(where: { !stale.contains($0) && !constructs.contains($0) }) else { return }
    left += taken.filter(stale.contains).map { CloudAssembly.stale($0) }
    taken.removeAll(where: stale.contains)
  }

  /// Skips the templates that a tool generated from neighbouring ones, for a deployment.
  private mutating func leavePackaged() {
    for paths in templates.values where paths.count > 1 {
      let texts = Self.texts(paths.filter(taken.contains))
      for (path, source) in PoolReader.packaged(texts) {
        aside[path] = "what a command `package` made of \(source)"
      }
      for (path, source) in PoolReader.translated(texts) {
        aside[path] = "the template \(source) in JSON"
      }
    }
  }

  /// Skips the Serverless files that repeat the pools of the project's own file: the framework only
  /// reads another file if an option says so.
  private mutating func leaveRepeated() {
    let own = serverless.filter { Self.isServerlessName($0.key) }
    for (path, pools) in serverless where own[path] == nil && !pools.isEmpty {
      let isRepeated = own.contains { other, names in
        Self.folder(of: other) == Self.folder(of: path) && pools.isSubset(of: names)
      }
      if isRepeated { aside[path] = "another Serverless file with the pool of the project's own" }
    }
  }

  /// Skips files that tools generated from other files here, and earlier versions of scripts.
  private mutating func leaveGenerated(in paths: [String], of folder: String) {
    let all = templates.values.flatMap(\.self)
    let scripts = makers.filter { aside[$0] == nil }
    for found in [
      GeneratedTemplate.ofServerless(all, of: Array(serverless.keys)),
      GeneratedTemplate.ofAmplify(all, next: amplifyInputs, in: paths),
      GeneratedTemplate.undeployed(all, of: folder), GeneratedTemplate.earlier(all, of: folder),
      ScriptGeneration.earlier(among: scripts), ScriptGeneration.copies(among: scripts, all),
    ] {
      aside.merge(found) { $1 }
    }
  }

  /// Skips the configurations of apps where a program creates the pool. Amplify did not create that
  /// pool: the file may be a copy from another project, and states little about it.
  private mutating func leaveReceived() {
    guard let maker = left.first(where: Self.makesPool),
      taken.allSatisfy({ received.contains($0) || aside[$0] != nil })
    else { return }
    for path in received {
      aside[path] = "what an app receives of the pool of \(maker.location.file)"
    }
  }

  /// Skips documents whose pool is not deployed, unless there is nothing else. Documents that
  /// create a pool in an emulator, or receive one, are always skipped.
  private mutating func setAside() {
    for path in taken {
      if let what = AmplifyCategory.withoutPool(path) { aside[path] = what }
    }
    for path in taken where requests[PoolReader.path(path, from: ".")] == true {
      aside[path] = Self.request
    }
    for (path, call) in inputs where updates.contains(call) {
      // A script may create the pool from it.
      let isMade = requests[PoolReader.path(path, from: ".")] != nil
      if !isMade || call == Self.clientUpdate { aside[path] = "an input of \(call)" }
    }
    let change = Self.script(calling: Self.clientUpdate)
    // Changes to a client that no document creates state too little.
    if taken.allSatisfy({ changes.contains($0) || aside[$0] != nil }) {
      for path in changes { aside[path] = change }
    }
    let isAlone = !taken.contains { aside[$0] == nil }
    // A program that creates the pool is more informative than an import of it.
    let isMade = left.contains(where: Self.makesPool)
    if isAlone {
      aside = aside.filter { path, what in
        Self.ofNoPool.contains(what) || what == change
          || isMade && (what == Self.imported || received.contains(path))
      }
    }
    left += taken.compactMap { path in aside[path].map { PoolReader.setAside(path, as: $0) } }
    taken.removeAll { aside[$0] != nil }
  }

  /// Skips all but one of the copies of a backend of Amplify's CLI.
  private mutating func leaveCopies() {
    let copies = AmplifyCategory.copies(among: taken)
    left += copies.sorted { $0.key < $1.key }.map { path, original in
      PoolReader.setAside(path, as: "a copy of \(original)")
    }
    taken.removeAll { copies[$0] != nil }
  }

  /// Skips overrides for a pool that an Amplify project only refers to.
  private mutating func leaveReferred() {
    for root in definitions.compactMap(SynthesisedTemplate.root(ofProgram:)) {
      references[root] = nil
    }
    let referring = references
    taken.removeAll { path in
      overrides.contains(path)
        && SynthesisedTemplate.root(ofProgram: path).flatMap { referring[$0] } != nil
    }
    left += referring.values.sorted().map { PoolReader.reference($0) }
  }

  /// The reasons for which files are skipped even if the folder has no other document.
  private static let ofNoPool = [emulator, request, AmplifyCategory.given, AmplifyCategory.older]
  private static let emulator = "a script for an emulator of the service"
  private static let request = "a request to an emulator of the service"
  private static let imported = "an import of a pool that is made elsewhere"

  private static var typeOfPool: Regex<Substring> { /AWS::Cognito::User[Pp]ool/ }
  /// Matches a pool among the resources of a file; captures its name.
  static var poolResource: Regex<(Substring, Substring)> {
    /(\w+):\s+(?:\{\s*)?Type:\s*["']?AWS::Cognito::UserPool(?!\w)/
  }

  /// Words of which every document of a pool contains one.
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
        // A type in another case is a misspelling by a person.
        let types = text.ranges(of: Self.typeOfPool).map { text[$0.upperBound...] }
        if types.contains(where: { $0.first?.isLetter != true || $0.hasPrefix("Client") })
          || text.contains("CfnUserPool") || text.contains("cognitoUserPool:")
        {
          taken.append(path)
          templates[Self.folder(of: path), default: []].append(path)
          if text.contains("new CfnUserPool") || text.contains(".CfnUserPool(") {
            constructs.insert(path)
          }
        } else if text.contains("ImportValue"), !types.isEmpty {
          belongings.append((path, bytes))
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
        // The service's answers have dates, which an input lacks.
        if !["\"UserPoolClient\"", "CreationDate", "LastModified"].contains(where: text.contains) {
          inputs[path] = Self.clientUpdate
        }
      case .amplifyDefinition:
        taken.append(path)
        definitions.append(path)
      case .amplifyOverrides where FolderSearch.has(Self.names, in: bytes):
        taken.append(path)
        overrides.append(path)
      case .terraformState, .terraformPlan:
        if text.contains("\"aws_cognito_user_pool") { taken.append(path) }
      case .waymark:
        if Self.isPoolFile(text) { taken.append(path) }
      case .amplifyOverrides: break
      case .terraformConfiguration where !path.hasSuffix(".json"):
        // Terraform's language in another file is generated by a program.
        guard Self.declaresPool(text) else { break }
        left.append(PoolReader.setAside(path, as: "a program that writes Terraform's files"))
      default: taken.append(path)
      }
    } catch {
      // Of files that are no documents, only those count that create a pool in another language, or
      // are broken. Most are programs of apps, which mention the pool that they sign in to.
      let makesPool = Self.makesPool(path, text)
      let isOfAmplify = AmplifyCategory.isWritten(path)
      guard makesPool || isOfAmplify, !CloudAssembly.isManifest(path) else { return }
      let isData = Self.data.contains(FolderSearch.suffix(of: path))
      let isBroken = isOfAmplify || isData && Self.declaresPool(text)
      left +=
        error.diagnostics.filter {
          makesPool && $0.code == "document.unsupported-format"
            || isBroken && !Self.others.contains($0.code)
        }.prefix(1).map { PoolReader.ofServerless($0, text) }
    }
  }

  /// The folder of a path, or an empty text.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The warning that a folder has more files than are examined, or nil.
  func cut(in folder: String) -> Diagnostic? {
    guard isCut else { return nil }
    return Diagnostic(
      "project.not-all-files", .warning, at: SourceLocation(file: folder),
      "this folder has more than \(FolderSearch.most) files that may be documents, or folders more"
        + " than \(FolderSearch.deepest) deep: those further down were not looked into",
      remedy: "give the folder of the pool's documents, or the documents")
  }

  /// A note at the folder that lists the files taken and skipped.
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

  /// The greatest number of skipped files that are listed.
  static let mostNamed = 8

  /// Notes with the reasons why the listed files were skipped; app clients of a pool elsewhere have
  /// a note of their own.
  var reasons: [Diagnostic] {
    left.prefix(Self.mostNamed).filter { $0.code != "template.no-pool" }.map(\.asNote)
  }

  /// Whether a program creates a pool that the taken documents may not describe.
  var hasProgram: Bool { left.contains(where: Self.makesPool) }
}
