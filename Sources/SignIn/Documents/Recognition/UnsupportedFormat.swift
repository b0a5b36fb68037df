import Foundation
import TransitionTables

/// Documents that describe user pools but are not read, and what to give instead of each.
///
/// They say too little to check a pool by (`amplify_outputs.json` knows no flows, no recovery, no
/// triggers), or they are programs, or an older tool's input to a template that says everything.
enum UnsupportedFormat {
  private static let describe =
    "give the deployed pool: `aws cognito-idp describe-user-pool --user-pool-id ID`,"
    + " with get-user-pool-mfa-config and describe-user-pool-client beside it"

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
    func has(_ key: String, _ inner: String) -> Bool { root[key]?[inner] != nil }
    let place = root.location
    if has("auth", "user_pool_id") || has("auth", "aws_region") {
      let pool = root["auth"]?["user_pool_id"]?.text ?? "ID"
      return refuse(
        "an amplify_outputs.json", at: place,
        describe.replacingOccurrences(of: " ID`", with: " \(pool.prefix(60))`"))
    }
    if has("auth", "plugins") || keys.contains("aws_user_pools_id")
      || keys.contains("UserAgent") && keys.contains("Version")
    {
      return refuse("an Amplify client configuration", at: place)
    }
    if keys.contains("cognitoConfig") {
      return refuse("an Amplify Gen1 cli-inputs.json", at: place)
    }
    if has("resource", "aws_cognito_user_pool") || keys.contains("terraform_version")
      || keys.contains("planned_values")
    {
      return refuse("Terraform", at: place)
    }
    if keys.contains("provider"), keys.contains("service") || keys.contains("functions") {
      return refuse(
        "a Serverless Framework file", at: place,
        "give the template that `serverless package` writes below .serverless/")
    }
    if keys.contains("artifacts"), keys.contains("version") {
      return refuse(
        "a CDK manifest", at: place, "give the template that `cdk synth` writes beside it")
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

  /// The refusal of a program's text, before anyone tries to parse it as data; nil for data.
  ///
  /// Only lines without indentation count: a template may well hold a program, but indented.
  static func refusal(ofText text: Substring, file: String) -> Diagnostic? {
    for (index, line) in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let shown = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let line = Substring(shown)
      guard let (what, remedy) = program(line) else { continue }
      return refuse(
        what, at: SourceLocation(file: file, line: index + 1), remedy, line: String(line))
    }
    return nil
  }

  /// Of which language a line betrays the document to be.
  private static func program(_ line: Substring) -> (what: String, remedy: String)? {
    if ["resource \"aws_", "provider \"", "terraform {", "module \""].contains(
      where: line.hasPrefix)
    {
      return ("Terraform", describe)
    }
    let isImport = line.hasPrefix("import ") && line.contains(" from ")
    if isImport || line.hasPrefix("export ") && !line.contains(": ")
      || line.hasPrefix("const ") && line.contains("=") && line.contains("(")
    {
      return (
        "a TypeScript or JavaScript program",
        "give the template that `cdk synth` writes, or "
          + describe.replacingOccurrences(of: "give ", with: "")
      )
    }
    if line.hasPrefix("from aws_cdk") || line.hasPrefix("<?xml") || line.hasPrefix("<!DOCTYPE") {
      return (line.hasPrefix("<") ? "markup" : "a Python program", describe)
    }
    return nil
  }
}
