import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Terraform modules outside of the folder that calls them, and Terragrunt files.
@Suite struct TerraformSourceTests {
  private static func root(_ source: String) -> String {
    "module \"auth\" {\n  source = \"\(source)\"\n  name = \"users\"\n}\n"
  }

  private static let module =
    "variable \"name\" {}\n" + ProjectFolder.pool.replacing("\"shop\"", with: "var.name")

  /// For each pool that is found in a folder of a project, its files and its name.
  private func pools(_ files: [String: String], in place: String) throws -> [[String]] {
    let folder = try Folder(files)
    let request = PoolRequest(paths: [folder[place]])
    return try PoolLoader(model: try SmallTable.model(), request: request).load().map { pool in
      pool.files.map { String($0.dropFirst(folder.path.count + 1)) } + [pool.name]
    }
  }

  @Test(arguments: ["../../modules/auth", "./../../modules/auth/", "../../modules/outer"])
  func `a module outside of the folder is read with its caller`(source: String) throws {
    var files = [
      "envs/prod/main.tf": Self.root(source), "envs/dev/main.tf": Self.root(source),
      "modules/auth/main.tf": Self.module, "modules/auth/empty.tf": "\n",
    ]
    files["modules/outer/main.tf"] =
      "variable \"name\" {}\n"
      + Self.root("../auth").replacing("\"users\"", with: "var.name")
    let inner = source.contains("outer") ? ["modules/outer/main.tf"] : []
    #expect(
      try pools(files, in: "envs/prod") == [
        ["envs/prod/main.tf", "modules/auth/main.tf"] + inner + ["users"]
      ])
  }

  @Test(arguments: [("../../modules/cognito", true), ("../../modules/network", false)])
  func `a module that is not there is named where it should make a pool`(
    source: String, isNamed: Bool
  ) throws {
    let folder = try Folder(["envs/prod/main.tf": Self.root(source)])
    let found = ProjectFiles(in: folder["envs/prod"])
    #expect(found.left.map(\.location.file) == (isNamed ? [folder["envs/prod/main.tf"]] : []))
    #expect(found.left.allSatisfy { $0.message.contains("`\(source)`") })
  }

  @Test(arguments: [
    ("../../modules//auth", true), ("${get_terragrunt_dir()}/../../modules/auth", true),
    ("git::https://git.example/modules.git//cognito?ref=v1", true),
    ("../../modules/network", false), ("git::https://git.example/modules.git//auth", false),
  ])
  func `Terragrunt's file is named where its module makes a pool`(
    source: String, isNamed: Bool
  ) throws {
    let file =
      "terraform {\n  source = \"\(source)\"\n}\ninputs = {\n  name = \"users\"\n}\n"
    let isHere = !source.hasPrefix("git")
    let folder = try Folder([
      "live/prod/terragrunt.hcl": file, "modules/network/main.tf": "locals {}\n",
      "modules/\(isHere ? "auth" : "other")/main.tf": Self.module,
    ])
    let found = ProjectFiles(in: folder.path)
    let named = isNamed ? [folder["live/prod/terragrunt.hcl"]] : []
    #expect(found.left.map(\.location.file) == named)
    #expect(found.left.allSatisfy { $0.remedy.contains("terragrunt show -json") })
    #expect(found.taken.count == 1)
  }

  @Test(arguments: [
    ([:], true), (["backend.tf": "terraform {\n  backend \"s3\" {}\n}\n"], false),
    (["live/main.tf": root("..") + "provider \"aws\" {}\n"], false),
    (["provider.tf": "provider \"aws\" {}\n"], false),
    (["modules/other/main.tf": ProjectFolder.pool], false),
    (["examples/full/backend.tf": "terraform {\n  backend \"s3\" {}\n}\n"], false),
  ])
  func `the examples of a library of modules are left`(
    others: [String: String], isLeft: Bool
  ) throws {
    let files = [
      "main.tf": Self.module, "variables.tf": "variable \"more\" {}\n",
      "examples/full/main.tf": Self.root("../..") + "provider \"aws\" {}\n",
      "test/basic/main.tf": Self.root("../../"),
    ]
    let folder = try Folder(files.merging(others) { $1 })
    let found = ProjectFiles(in: folder.path)
    #expect(found.taken.isEmpty == isLeft)
    let left = found.left.filter { $0.message.contains("an example of a library") }
    let named = ["examples/full/main.tf", "test/basic/main.tf"].map { folder[$0] }
    #expect(left.map(\.location.file) == (isLeft ? named : []))
    #expect(
      left.first.map { $0.remedy.hasSuffix("`waymark check \(folder["examples/full"])`") } ?? true)
    // An example that is given by itself is read together with the module.
    #expect(ProjectFiles(in: folder["examples/full"]).taken.contains(folder["main.tf"]))
  }
}
