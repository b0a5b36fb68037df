import SignIn

extension PoolDocument.Format {
  /// The name of the format, or of the kind of file where the format has several, by the file's
  /// name.
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
