import SignIn

extension PoolDocument.Format {
  /// What a document of the format is called; where the format has several kinds of files, by the
  /// name of the file.
  func label(of path: String) -> String {
    switch self {
    case .amplifyInputs where path.hasSuffix("parameters.json"): "Amplify Gen1 parameters.json"
    case .cloudFormation where path.hasSuffix(".ts"): "CloudFormation resources in TypeScript"
    case .cloudFormation where [".js", ".mjs", ".cjs"].contains(where: path.hasSuffix):
      "CloudFormation resources in JavaScript"
    default: rawValue
    }
  }
}
