import TestSupport
import Testing

@testable import PoolAnalysis

/// What is looked at in a folder grows as the number of its files: four times as many take no more
/// than some four times as long.
@Suite(.serialized) struct FolderGrowthTests {
  private static let template =
    #"{"Resources":{"P":{"Type":"AWS::Cognito::UserPool","Properties":{}}}}"#

  /// The processor time for the groups of a folder's documents.
  private func seconds(_ files: [String: String]) throws -> Double {
    let folder = try Folder(files)
    return processorTime { _ = PoolDocuments(named: [folder.path]).groups }.seconds
  }

  /// Modules of Terraform, each of which calls the next one; the last one has the pool.
  private func modules(_ count: Int) -> [String: String] {
    var files = ["m\(count)/main.tf": "resource \"aws_cognito_user_pool\" \"p\" {\n}\n"]
    for number in 0..<count {
      files["m\(number)/main.tf"] = "module \"x\" {\n  source = \"../m\(number + 1)\"\n}\n"
    }
    return files
  }

  /// What `cdk synth` writes for so many stacks.
  private func stacks(_ count: Int) -> [String: String] {
    var files: [String: String] = [:]
    var names: [String] = []
    for number in 0..<count {
      files["cdk.out/s\(number).template.json"] = Self.template
      files["cdk.out/s\(number).assets.json"] = #"{"files":{"a":"s\#(number).template.json"}}"#
      names.append(#""s\#(number).assets.json""#)
    }
    files["cdk.out/manifest.json"] = #"{"artifacts":[\#(names.joined(separator: ","))]}"#
    return files
  }

  /// Projects of the Serverless Framework, each with a whole template that its file does not name.
  private func projects(_ count: Int) -> [String: String] {
    var files: [String: String] = [:]
    let template = #"{"AWSTemplateFormatVersion":"2010-09-09",\#(Self.template.dropFirst())"#
    for number in 0..<count {
      files["p\(number)/serverless.yml"] =
        "service: s\nprovider: { name: aws }\nresources: ${file(r.yml)}\n"
      files["p\(number)/r.yml"] = Self.template
      files["p\(number)/other.json"] = template
    }
    return files
  }

  /// Templates that export their pool, each with another one that has an app client for it.
  private func clients(_ count: Int) -> [String: String] {
    var files: [String: String] = [:]
    for number in 0..<count {
      files["p\(number).json"] =
        Self.template.dropLast()
        + #","Outputs":{"I":{"Value":{"Ref":"P"},"Export":{"Name":"pool\#(number)"}}}}"#
      files["c\(number).json"] =
        #"{"Resources":{"C":{"Type":"AWS::Cognito::UserPoolClient","Properties":"#
        + #"{"UserPoolId":{"Fn::ImportValue":"pool\#(number)"}}}}}"#
    }
    return files
  }

  /// One template that exports so many pools, and one that imports as many others, under names of
  /// which only a deployment knows the beginning.
  private func names(_ count: Int) -> [String: String] {
    func all(_ line: (Int) -> String) -> String { (0..<count).map(line).joined(separator: ",") }
    func name(_ end: String) -> String { ##"{"Fn::Sub":"${AWS::StackName}-\##(end)"}"## }
    let pools = all { #""P\#($0)":{"Type":"AWS::Cognito::UserPool"}"# }
    let outputs = all {
      #""O\#($0)":{"Value":{"Ref":"P\#($0)"},"Export":{"Name":\#(name("x\($0)"))}}"#
    }
    let clients = all {
      #""C\#($0)":{"Type":"AWS::Cognito::UserPoolClient","Properties":{"UserPoolId":"#
        + #"{"Fn::ImportValue":\#(name("y\($0)"))}}}"#
    }
    return [
      "a.json": #"{"Resources":{\#(pools)},"Outputs":{\#(outputs)}}"#,
      "b.json": #"{"Resources":{\#(clients)}}"#,
    ]
  }

  @Test(.timed) func `names of exports that only a deployment knows`() throws {
    // A hundred million pairs of names.
    #expect(try seconds(names(10_000)) < 10)
  }

  @Test(.timed) func `projects with templates of their own`() throws {
    _ = try seconds(projects(10))
    let (few, many) = (try seconds(projects(50)), try seconds(projects(200)))
    #expect(many < few * 9, "\(few) s and \(many) s")
  }

  @Test func `a template of an app client is read with its pool's template`() throws {
    let folder = try Folder(clients(3))
    let names = PoolDocuments(named: [folder.path]).groups.map { group in
      group.map { String($0.path.dropFirst(folder.path.count + 1)) }
    }
    #expect(names == (0..<3).map { ["c\($0).json", "p\($0).json"] })
  }

  @Test(.timed) func `templates of app clients`() throws {
    let (few, many) = (try seconds(clients(100)), try seconds(clients(400)))
    #expect(many < few * 9, "\(few) s and \(many) s")
  }

  @Test(.timed) func `modules that call each other`() throws {
    _ = try seconds(modules(10))
    let (few, many) = (try seconds(modules(100)), try seconds(modules(400)))
    #expect(many < few * 9, "\(few) s and \(many) s")
  }

  @Test(.timed) func `templates of one run`() throws {
    _ = try seconds(stacks(10))
    let (few, many) = (try seconds(stacks(100)), try seconds(stacks(400)))
    #expect(many < few * 9, "\(few) s and \(many) s")
  }
}
