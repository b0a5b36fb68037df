import Foundation
import TransitionTables

/// The kind of a program or script, which is neither YAML nor JSON, recognised by its content.
enum ProgramKind: Sendable {
  /// Terraform's own language.
  case terraform
  /// Amplify Gen2: the program that calls `defineAuth`.
  case amplifyDefinition
  /// Amplify Gen2: `backend.ts`, which overrides the result of `defineAuth`.
  case amplifyOverrides
  /// Amplify Gen1: `override.ts`, which overrides what the CLI generates from cli-inputs.json.
  case amplifyInputOverrides
  /// The configuration of an app as a literal, `aws-exports.js` or `amplifyconfiguration.dart`.
  case clientConfiguration
  /// Pulumi or SST resources as literals.
  case pulumi, sst
  /// CloudFormation resources as objects, or as constructs of the CDK.
  case template
  /// ACK or Crossplane resources, of which a file may contain several.
  case kubernetes
  /// A shell script that calls `aws cognito-idp`.
  case shell

  /// Recognises the kind of a text; returns nil where it may be data.
  ///
  /// Only lines without indentation count: a template may contain a program, but indented.
  /// - Throws: `document.unsupported-format` for a program that is not read.
  static func recognise(_ text: String, file: String) throws(Diagnostic) -> ProgramKind? {
    // Terraform's older language has no quotes around names: `variable name {`.
    if file.hasSuffix(".tf"), text.contains(where: { !$0.isWhitespace }) { return .terraform }
    let shells = [".ps1": "a PowerShell script", ".bat": "a batch file", ".cmd": "a batch file"]
    if let shell = shells.first(where: { file.hasSuffix($0.key) }) {
      throw UnsupportedFormat.refuse(shell.value, at: SourceLocation(file: file, line: 1))
    }
    var isFirst = true
    // A Python program may contain text in another language, and a shell script may write such
    // text.
    let isPython = file.hasSuffix(".py")
    let isOfShell = file.hasSuffix(".sh")
    for (index, line) in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let line = Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      let place = SourceLocation(file: file, line: index + 1)
      if !isOfShell, line.hasPrefix("```") {
        throw UnsupportedFormat.refuse(
          "Markdown with a program or a document in it", at: place,
          "give what stands in the block as a file of its own", line: String(line))
      }
      if index == 0, line.hasPrefix("#!"), line.contains("sh"), isShell(text) { return .shell }
      if isFirst, !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("//") {
        isFirst = false
        if isAssignment(line), !isShell(text) { throw refusalOfValues(line, at: place) }
      }
      if line.hasPrefix("apiVersion:"), KubernetesResources.names(String(line)) {
        return .kubernetes
      }
      if !isPython, line.contains("aws"), isCall(line) { return .shell }
      guard let language = Language(line), !isPython || language == .python,
        !isOfShell || language == .terraform
      else { continue }
      return try language.kind(of: text, line: line, at: place)
    }
    return nil
  }

  private static func refusalOfValues(_ line: Substring, at place: SourceLocation) -> Diagnostic {
    UnsupportedFormat.refuse(
      "a list of values, such as Terraform's .tfvars", at: place,
      "give the configuration with `--variable-file FILE`, or "
        + TerraformImporter.remedy.replacingOccurrences(of: "give ", with: ""),
      line: String(line))
  }

  /// Whether a text mentions a Cognito call in a shell.
  private static func isShell(_ text: String) -> Bool { text.contains("cognito-idp ") }

  /// Whether a line calls Cognito: `aws cognito-idp …`, possibly as `ID=$(aws …`.
  private static func isCall(_ line: Substring) -> Bool {
    guard let range = line.range(of: "cognito-idp "), !line.contains(": ") else { return false }
    let before = line[..<range.lowerBound]
    return before.hasPrefix("aws") || before.contains("$(aws") || before.contains("`aws")
  }

  /// Whether a line has the form `name = value`, with which neither YAML nor JSON begins.
  private static func isAssignment(_ line: Substring) -> Bool {
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    return name.first?.isLetter == true
      && line.dropFirst(name.count).drop { $0 == " " }.hasPrefix("= ")
      && !["const", "let", "var"].contains(String(name))
  }

  /// The language that a line reveals.
  private enum Language {
    case terraform, script, python, markup
    /// A program of the CDK in C#, Java or Go.
    case constructs

    init?(_ line: Substring) {
      let blocks = [
        "resource \"", "provider \"", "terraform {", "module \"", "variable \"", "locals {",
        "data \"", "output \"",
      ]
      let declarations = ["const ", "let ", "var "]
      let constructs = ["using Amazon.CDK", "import software.amazon.awscdk"]
      if blocks.contains(where: line.hasPrefix) {
        self = .terraform
      } else if constructs.contains(where: line.hasPrefix) || Self.importsConstructs(line) {
        self = .constructs
      } else if line.hasPrefix("import "),
        line.contains(" from ") || line.contains("{")
          || line.contains("'") || line.contains("\"")
      {
        self = .script
      } else if line.hasPrefix("export "), !Self.isOfShell(line),
        !line.contains(": ") || Self.isDeclaration(line)
      {
        self = .script
      } else if ["function ", "async ", "declare "].contains(where: line.hasPrefix),
        line.contains("("), Self.isDeclaration(line)
      {
        self = .script
      } else if line.hasPrefix("module.exports") || line.hasPrefix("Amplify.configure(") {
        self = .script
      } else if declarations.contains(where: line.hasPrefix), line.contains("="),
        ["(", "{", "\'\'\'", "\"\"\""].contains(where: line.contains)
      {
        self = .script
      } else if Self.program(inPython: line) != nil {
        self = .python
      } else if line.hasPrefix("<?xml") || line.hasPrefix("<!DOCTYPE") {
        self = .markup
      } else {
        return nil
      }
    }

    /// What a program in Python is by one of its lines, and what to do with it.
    private static let inPython: [(words: [String], what: String, remedy: String)] = [
      (["from aws_cdk", "import aws_cdk"], what: "of the CDK", remedy: synthesise),
      (["import pulumi"], "of Pulumi", UnsupportedFormat.describe),
      // A word that begins with a dot may stand anywhere in a line of code.
      ([".create_user_pool("], "of boto3", UnsupportedFormat.describe),
    ]

    private static func program(inPython line: Substring) -> (what: String, remedy: String)? {
      let isCode = line.drop { $0.isWhitespace }.first != "#"
      return inPython.first { kind in
        kind.words.contains { line.hasPrefix($0) || $0.first == "." && isCode && line.contains($0) }
      }.map { ($0.what, $0.remedy) }
    }

    /// Whether a line is a declaration that only a program has, with or without parameter types:
    /// `export function auth(names: Names) {`. A shell's functions have no parameters.
    private static func isDeclaration(_ line: Substring) -> Bool {
      let exported = line.hasPrefix("export ")
      var words = line.split(separator: " ").map(String.init)[...]
      while let word = words.first, ["export", "default", "async", "declare"].contains(word) {
        words.removeFirst()
      }
      let kinds = ["const", "let", "var", "function", "class", "interface", "type", "enum"]
      guard let kind = words.first else { return false }
      if exported { return kinds.contains(kind) }
      return kind == "function" && line.contains(": ") && !line.contains("()")
    }

    /// Whether a line has the shell's form `export NAME=value`, without a space.
    private static func isOfShell(_ line: Substring) -> Bool {
      line.dropFirst("export ".count).drop { $0.isLetter || $0.isNumber || $0 == "_" }.first == "="
    }

    /// Whether a line of Go imports the CDK, by itself or within the parentheses of an import.
    private static func importsConstructs(_ line: Substring) -> Bool {
      (line.hasPrefix("\t") || line.hasPrefix("import "))
        && line.contains("\"github.com/aws/aws-cdk-go")
    }

    /// The kind of a text in this language.
    func kind(
      of text: String, line: Substring, at place: SourceLocation
    ) throws(Diagnostic) -> ProgramKind {
      func refuse(_ what: String, _ remedy: String) -> Diagnostic {
        UnsupportedFormat.refuse(what, at: place, remedy, line: String(line))
      }
      switch self {
      case .terraform: return .terraform
      case .script:
        if let kind = ProgramKind.script(text) { return kind }
        if ProgramKind.isOfOldSST(text) {
          throw refuse("a program of SST before version 3", ProgramKind.buildSST(text))
        }
        if text.contains("aws-cdk-lib") || text.contains("@aws-cdk/") {
          throw refuse("a program of the CDK", ProgramKind.synthesise)
        }
        if text.contains("@serverless/typescript") {
          throw refuse("a Serverless Framework file in TypeScript", ProgramKind.package)
        }
        throw refuse(
          "a TypeScript or JavaScript program",
          "give the template that it is deployed as, or "
            + UnsupportedFormat.describe.replacingOccurrences(of: "give ", with: ""))
      case .python:
        let kind = Self.program(inPython: line)
        throw refuse("a program \(kind?.what ?? "")", kind?.remedy ?? UnsupportedFormat.describe)
      case .constructs: throw refuse("a program of the CDK", ProgramKind.synthesise)
      case .markup: throw refuse("markup", UnsupportedFormat.describe)
      }
    }
  }

  /// The remedy for a program of the CDK.
  static let synthesise =
    "run `cdk synth` and give the template that it writes: cdk.out/STACK.template.json"

  /// The remedy for a program of SST up to version 2, which creates its pools with the CDK.
  static func buildSST(_ text: String) -> String {
    let older = text.contains(packageOfSST) ? ", or .build/cdk.out/STACK.template.json" : ""
    return "run `npx sst build` and give the template that it writes:"
      + " .sst/dist/STACK.template.json\(older)"
  }

  /// The package of the constructs up to version 1, for which the template may have another path.
  private static let packageOfSST = "@serverless-stack/resources"

  /// Whether a program uses SST up to version 2, by the package of its constructs.
  static func isOfOldSST(_ text: String) -> Bool {
    ["\"sst/constructs\"", "'sst/constructs'", packageOfSST].contains(where: text.contains)
  }

  /// The remedy for a program of the Serverless Framework.
  static let package =
    "run `serverless package` and give the template that it writes: "
    + ".serverless/cloudformation-template-update-stack.json"

  /// The kind of a program in TypeScript or JavaScript, or of a literal in Dart, by the names in
  /// it.
  private static func script(_ text: String) -> ProgramKind? {
    let text = withoutComments(text)
    // A type with that name does not create a pool.
    if text.contains("new sst.aws.CognitoUserPool") { return .sst }
    let resources = ["cognito.UserPool(", "cognito.UserPoolClient("]
    // SST's programs have the provider without importing it.
    let hasProvider = text.contains("@pulumi/aws") || text.contains("new aws.cognito.UserPool")
    if hasProvider, resources.contains(where: text.contains) { return .pulumi }
    if text.contains("defineAuth(") { return .amplifyDefinition }
    if text.contains("AmplifyAuthCognitoStackTemplate") { return .amplifyInputOverrides }
    if text.contains("defineBackend"), text.contains("auth") { return .amplifyOverrides }
    // Neither a Lambda function defineAuthChallenge nor a variable defineAuth defines a pool.
    if text.contains("@aws-amplify/backend"),
      text.replacingOccurrences(of: "defineAuthChallenge", with: "").contains("defineAuth")
    {
      return .amplifyDefinition
    }
    if TemplateProgram.isOne(text) { return .template }
    if ClientLiteral.keys.contains(where: text.contains) { return .clientConfiguration }
    return nil
  }

  /// A program without the comments at line starts, which may name functions that it does not call.
  private static func withoutComments(_ text: String) -> String {
    var isInside = false
    return text.split(whereSeparator: \.isNewline).map { line -> Substring in
      var words = line.drop { $0 == " " || $0 == "\t" }
      isInside = isInside || words.hasPrefix("/*")
      if isInside {
        guard let end = words.range(of: "*/") else { return "" }
        isInside = false
        words = words[end.upperBound...]
      }
      return words.hasPrefix("//") ? "" : words
    }.joined(separator: "\n")
  }
}
