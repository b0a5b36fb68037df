import TransitionTables

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
  /// The programs of the functions that are a pool's trigger PreSignUp, as far as the template
  /// declares them.
  func preSignUpPrograms(of pool: Template.Resource) -> [FunctionProgram] {
    // Its complaints are of no interest here.
    var evaluator = evaluator
    let trigger = "PreSignUp"
    let named = pool.properties?["LambdaConfig"]?[trigger].map { evaluator.evaluate($0) }
    return template.resources.compactMap { function in
      guard ["AWS::Serverless::Function", "AWS::Lambda::Function"].contains(function.type) else {
        return nil
      }
      let isAttached = (function.properties?["Events"]?.entries ?? []).contains { event in
        let owner = event.value["Properties"]?["UserPool"].map { evaluator.evaluate($0) }
        let triggers = event.value["Properties"]?["Trigger"]
        return owner?.resource == pool.name
          && (triggers?.elements ?? [triggers].compactMap(\.self)).contains { $0.text == trigger }
      }
      return isAttached || named?.resource == function.name ? program(of: function) : nil
    }
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
