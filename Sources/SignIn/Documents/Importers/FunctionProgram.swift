import TransitionTables

/// The programs of the functions that a template attaches to triggers.
struct FunctionPrograms: Hashable, Sendable {
  /// Those of the pool, and those of the template's other pools.
  var own: [FunctionProgram] = []
  var ofOthers: [FunctionProgram] = []

  /// Adds those of another document.
  static func + (first: Self, second: Self) -> Self {
    Self(own: first.own + second.own, ofOthers: first.ofOthers + second.ofOthers)
  }

  /// Whether a place is certainly in the program of the pool's own function.
  func isOfOwn(_ place: SourceLocation) -> Bool {
    own.contains { $0.isIn(place.file) }
      || own.contains { $0.mayBeIn(place.file) } && !isOfOther(place)
  }

  /// Whether a place is in the program of another pool's function, and not in that of the pool's
  /// own.
  func isOfOther(_ place: SourceLocation) -> Bool {
    if own.contains(where: { $0.isIn(place.file) }) { return false }
    return ofOthers.contains { $0.isIn(place.file) }
      || ofOthers.contains { $0.mayBeIn(place.file) } && !own.contains { $0.mayBeIn(place.file) }
  }
}

/// The program of a function that a template declares.
struct FunctionProgram: Hashable, Sendable {
  /// The folder of the function's code.
  var folder: String
  /// The path of the file with its handler, without a suffix.
  var file: String

  /// Whether a file has the function's handler.
  func isIn(_ file: String) -> Bool { Self.path(file).hasPrefix("\(self.file).") }

  /// Whether a file belongs to the function's code.
  func mayBeIn(_ file: String) -> Bool { folder == "." || Self.path(file).hasPrefix("\(folder)/") }

  private static func path(_ file: String) -> String { PoolReader.path(file, from: ".") }
}

extension TemplateImporter {
  /// The programs of the functions that are some triggers of a pool, and of the other pools, as far
  /// as the template declares them.
  func programs(of triggers: Set<String>, of pool: String) -> FunctionPrograms {
    var programs = self.programs(of: triggers)
    let own = programs.removeValue(forKey: pool) ?? []
    return FunctionPrograms(
      own: own, ofOthers: programs.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  /// The same for each pool, by its name.
  private func programs(of triggers: Set<String>) -> [String: [FunctionProgram]] {
    // Its complaints are of no interest here.
    var evaluator = evaluator
    let isTrigger = { (name: LocatedNode) in name.text.map(triggers.contains) ?? false }
    var owners: [String: Set<String>] = [:]
    for pool in template.resources where pool.type == Self.poolType {
      for trigger in triggers.sorted() {
        let named = pool.properties?["LambdaConfig"]?[trigger].map { evaluator.evaluate($0) }
        if let function = named?.resource { owners[function, default: []].insert(pool.name) }
      }
    }
    var programs: [String: [FunctionProgram]] = [:]
    for function in template.resources
    where ["AWS::Serverless::Function", "AWS::Lambda::Function"].contains(function.type) {
      var pools = owners[function.name] ?? []
      for event in function.properties?["Events"]?.entries ?? [] {
        let properties = event.value["Properties"]
        let attached = properties?["Trigger"]
        guard (attached?.elements ?? [attached].compactMap(\.self)).contains(where: isTrigger),
          let pool = properties?["UserPool"].map({ evaluator.evaluate($0) })?.resource
        else { continue }
        pools.insert(pool)
      }
      guard !pools.isEmpty, let program = program(of: function) else { continue }
      for pool in pools { programs[pool, default: []].append(program) }
    }
    return programs
  }

  private func program(of function: Template.Resource) -> FunctionProgram? {
    let common = template.document.root["Globals"]?["Function"]
    let property = { (key: String) in function.properties?[key] ?? common?[key] }
    guard let handler = property("Handler")?.text, let point = handler.lastIndex(of: ".") else {
      return nil
    }
    // Code in a bucket, or in the template itself, is in no file.
    let code = property("CodeUri") ?? property("Code")
    guard let code = code.map({ $0.text }) ?? ".", !code.contains("://") else { return nil }
    let folder = PoolReader.path(code, from: TerraformTree.folder(of: template.document.file))
    return FunctionProgram(
      folder: folder, file: PoolReader.path(String(handler[..<point]), from: folder))
  }
}
