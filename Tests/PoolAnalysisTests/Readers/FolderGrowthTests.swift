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

  @Test func `modules that call each other`() throws {
    _ = try seconds(modules(10))
    let (few, many) = (try seconds(modules(100)), try seconds(modules(400)))
    #expect(many < few * 9, "\(few) s and \(many) s")
  }

  @Test func `templates of one run`() throws {
    _ = try seconds(stacks(10))
    let (few, many) = (try seconds(stacks(100)), try seconds(stacks(400)))
    #expect(many < few * 9, "\(few) s and \(many) s")
  }
}
