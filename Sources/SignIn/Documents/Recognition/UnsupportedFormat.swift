import Foundation
import TransitionTables

/// Documents that concern user pools but are not read, and what to give instead of each.
///
/// They state nothing about the pool, or they are programs whose result only their tools can
/// compute.
enum UnsupportedFormat {
  static let describe = deployed("ID")

  /// The remedy that asks for the output of the calls which describe a deployed pool.
  static func deployed(_ id: String) -> String {
    "give the deployed pool: `aws cognito-idp describe-user-pool --user-pool-id \(id)`,"
      + " with get-user-pool-mfa-config and describe-user-pool-client with it"
  }

  static func refuse(
    _ what: String, at location: SourceLocation, _ remedy: String = describe,
    line: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "document.unsupported-format", at: location, "this is \(what), which is not read",
      remedy: remedy, sourceLine: line)
  }

  /// The error for a program that refers to a pool made elsewhere.
  static func reference(at location: SourceLocation, id: String? = nil) -> Diagnostic {
    refuse(
      "a program that refers to a pool made elsewhere", at: location,
      "give the template that makes it, or "
        + deployed(id ?? "ID").replacingOccurrences(of: "give ", with: ""))
  }

  /// The error for a template with parts that another tool, such as Mustache or Jinja, replaces;
  /// until then it may be neither YAML nor JSON.
  static func unfilled(at location: SourceLocation, line: String? = nil) -> Diagnostic {
    refuse(
      "a template that another tool fills in", at: location,
      "give what that tool makes of it, or "
        + describe.replacingOccurrences(of: "give ", with: ""), line: line)
  }

  /// The error for lines that are not data but have marks of such a tool; nil where there are none.
  static func unfilled(_ lines: [String], file: String) -> Diagnostic? {
    let marked = lines.firstIndex { line in
      // Rejects most lines quickly.
      guard line.utf8.contains(where: "{<".utf8.contains) else { return false }
      // CloudFormation and GitHub use double braces too.
      let rest = line.replacingOccurrences(of: "{{resolve:", with: "")
        .replacingOccurrences(of: "${{", with: "")
      return rest.contains("{{") || rest.contains("{%") && rest.contains("%}")
        || rest.contains("<%") && rest.contains("%>")
    }
    return marked.map {
      unfilled(at: SourceLocation(file: file, line: $0 + 1), line: lines[$0])
    }
  }

  /// The error for Terraform files without a pool.
  static func withoutPool(_ program: ProgramText) -> Diagnostic {
    let line = program.document.lines.firstIndex { !$0.isEmpty && !$0.hasPrefix("#") } ?? 0
    return refuse(
      "Terraform without a user pool",
      at: SourceLocation(file: program.document.file, line: line + 1),
      "give the file, or the folder, with the resource \(TerraformNames.pool) too, or "
        + TerraformImporter.remedy.replacingOccurrences(of: "give ", with: ""),
      line: program.document.lines[line])
  }

  /// The error for resources without their template.
  static func withoutTemplate(_ document: LocatedDocument) -> Diagnostic {
    refuse(
      "a part of a template, without the template", at: document.root.location,
      "give the whole template, which a build may write of such parts: build it, and give for"
        + " instance dist/template.yaml; or give the folder of the project, or write it below"
        + " `Resources:`")
  }

  /// The error for a parsed document of an unsupported format, or nil.
  static func refusal(of document: LocatedDocument, keys: Set<String>) -> Diagnostic? {
    let root = document.root
    let place = root.location
    if keys.contains("UserAgent"), keys.contains("Version") {
      return refuse("an Amplify client configuration without sign-in", at: place)
    }
    if keys.contains("terraform_version") {
      return refuse(
        "a raw Terraform state of an older version", at: place,
        "give what `terraform show -json` prints of it")
    }
    if keys.contains("runtime"), keys.contains("name") {
      return refuse("a Pulumi project without a user pool", at: place)
    }
    if keys.contains("apiVersion"), keys.contains("kind"),
      document.lines.contains(where: KubernetesResources.names)
    {
      return refuse("a Kubernetes resource with resources of Cognito in it", at: place)
    }
    if keys.contains("resourceName"), keys.contains("serviceConfiguration") {
      return refuse(
        "a headless request to the Amplify CLI", at: place,
        "give the cli-inputs.json that the CLI writes below amplify/backend/auth/")
    }
    // A buildspec of CodeBuild has both keys too, with the files that it passes on.
    if let artifacts = root["artifacts"]?.entries, keys.contains("version"),
      artifacts.allSatisfy({ $0.value["type"] != nil })
    {
      return refuse(
        "a CDK manifest", at: place,
        "give the STACK.template.json that `cdk synth` wrote next to it")
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
}
