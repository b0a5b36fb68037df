import Foundation
import TransitionTables

/// Documents that describe user pools but are not read, and what to give instead of each.
///
/// They say nothing of the pool, or they are programs whose result only their tools know.
enum UnsupportedFormat {
  /// The languages of programs whose literals are read.
  enum Program: Sendable { case terraform, amplify }

  private static let describe =
    "give the deployed pool: `aws cognito-idp describe-user-pool --user-pool-id ID`,"
    + " with get-user-pool-mfa-config and describe-user-pool-client with it"

  private static func refuse(
    _ what: String, at location: SourceLocation, _ remedy: String = describe,
    line: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "document.unsupported-format", at: location, "this is \(what), which is not read",
      remedy: remedy, sourceLine: line)
  }

  /// The refusal of a parsed document, or nil where it may be one that is read.
  static func refusal(of document: LocatedDocument, keys: Set<String>) -> Diagnostic? {
    let root = document.root
    let place = root.location
    if keys.contains("UserAgent"), keys.contains("Version") {
      return refuse("an Amplify client configuration without sign-in", at: place)
    }
    if keys.contains("terraform_version") {
      return refuse("a raw Terraform state", at: place, TerraformImporter.remedy)
    }
    let isServerless =
      keys.contains("provider") && (keys.contains("service") || keys.contains("functions"))
    if isServerless || root["resources"]?["Resources"]?.entries != nil {
      return refuse(
        "a Serverless Framework file", at: place,
        "give the template that `serverless package` writes below .serverless/")
    }
    if keys.contains("runtime"), keys.contains("name"),
      keys.contains("resources") || keys.contains("config")
    {
      return refuse("a Pulumi project", at: place)
    }
    if keys.contains("apiVersion"), keys.contains("kind") {
      return refuse("a Kubernetes resource", at: place)
    }
    if keys == ["Type", "Properties"], root["Type"]?.text?.hasPrefix("AWS::Cognito::") == true {
      return refuse(
        "one resource of a template, without the template", at: place,
        "give the whole template, or write it below `Resources:` and a name of its own")
    }
    if keys.contains("resourceName"), keys.contains("serviceConfiguration") {
      return refuse(
        "a headless request to the Amplify CLI", at: place,
        "give the cli-inputs.json that the CLI writes below amplify/backend/auth/")
    }
    if keys.contains("artifacts"), keys.contains("version") {
      return refuse(
        "a CDK manifest", at: place, "give the template that `cdk synth` writes next to it")
    }
    if keys.contains("UserPools") || keys.contains("UserPoolClients") {
      return refuse("a list of pools or clients", at: place)
    }
    if keys.contains("steps"), keys.contains("pool") {
      return refuse(
        "a Waymark scenario", at: place, "play it with `waymark run`, or give its pool file")
    }
    return nil
  }

  /// The program that a text is, as far as its literals are read, or its refusal; nil for data.
  ///
  /// Only lines without indentation count: a template may well hold a program, but indented.
  static func program(ofText text: String, file: String) throws(Diagnostic) -> Program? {
    var isFirst = true
    for (index, line) in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let shown = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let line = Substring(shown)
      if isFirst, !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("//") {
        isFirst = false
        if isAssignment(line) {
          throw refuse(
            "a list of values, such as Terraform's .tfvars",
            at: SourceLocation(file: file, line: index + 1),
            "give the configuration with `--parameter NAME=VALUE` for each variable, or "
              + TerraformImporter.remedy.replacingOccurrences(of: "give ", with: ""),
            line: String(line))
        }
      }
      guard let (what, remedy, known) = program(line) else { continue }
      switch known {
      case .terraform where text.contains("\"\(TerraformNames.pool)"): return .terraform
      case .amplify where text.contains("defineAuth"): return .amplify
      case .amplify where configurationKeys.contains(where: text.contains):
        throw refuse(
          "the configuration of an Amplify app inside a program",
          at: SourceLocation(file: file, line: index + 1),
          "save the object between its braces as JSON in a file of its own",
          line: String(line))
      default: break
      }
      throw refuse(
        what, at: SourceLocation(file: file, line: index + 1), remedy, line: String(line))
    }
    return nil
  }

  /// What only the configuration of an Amplify app names.
  private static let configurationKeys = [
    "awsCognitoAuthPlugin", "aws_user_pools_id", "user_pool_client_id",
  ]

  /// `name = value`, as neither YAML nor JSON begins.
  private static func isAssignment(_ line: Substring) -> Bool {
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    return name.first?.isLetter == true
      && line.dropFirst(name.count).drop { $0 == " " }.hasPrefix("= ")
  }

  /// Of which language a line betrays the document to be.
  private static func program(
    _ line: Substring
  ) -> (what: String, remedy: String, known: Program?)? {
    let blocks = [
      "resource \"", "provider \"", "terraform {", "module \"", "variable \"", "locals {",
      "data \"", "output \"",
    ]
    if blocks.contains(where: line.hasPrefix) {
      return ("Terraform without a user pool", TerraformImporter.remedy, .terraform)
    }
    let isImport = line.hasPrefix("import ") && (line.contains(" from ") || line.contains("{"))
    if isImport || line.hasPrefix("import {") || line.hasPrefix("export ") && !line.contains(": ")
      || line.hasPrefix("export const ")
      || line.hasPrefix("const ") && line.contains("=")
        && (line.contains("(") || line.contains("{"))
    {
      return (
        "a TypeScript or JavaScript program",
        "give the template that `cdk synth` writes, or "
          + describe.replacingOccurrences(of: "give ", with: ""), .amplify
      )
    }
    if line.hasPrefix("from aws_cdk") || line.hasPrefix("<?xml") || line.hasPrefix("<!DOCTYPE") {
      return (line.hasPrefix("<") ? "markup" : "a Python program", describe, nil)
    }
    return nil
  }
}
