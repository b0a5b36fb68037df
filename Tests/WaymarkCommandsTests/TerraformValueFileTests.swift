import PoolAnalysis
import SignIn
import TestSupport
import Testing
import TransitionTables

/// The files of values that Terraform loads by itself.
@Suite struct TerraformValueFileTests {
  private static let variable = "variable \"mfa\" {\n  default = \"OFF\"\n}\n"
  private static let module =
    variable + "resource \"aws_cognito_user_pool\" \"main\" {\n  name = \"shop\"\n"
    + "  mfa_configuration = var.mfa\n"
    + "  software_token_mfa_configuration {\n    enabled = true\n  }\n}\n"
  private static let root =
    variable + "module \"auth\" {\n  source = \"../../modules/auth\"\n  mfa = var.mfa\n}\n"

  /// For each pool, in the order of their places, its MFA setting and the place that states it.
  private func settings(
    _ files: [String: String], _ change: (inout PoolRequest, Folder) -> Void = { _, _ in }
  ) throws -> [String] {
    let folder = try Folder(files)
    var request = PoolRequest(paths: [folder.path])
    request.separatesPools = true
    change(&request, folder)
    return try PoolLoader(model: try SmallTable.model(), request: request).load().map { pool in
      let setting = pool.document?["mfa"]
      guard case .document(let place)? = setting?.origin else { return "open" }
      let file = place.file.dropFirst(folder.path.count + 1)
      return "\(setting?.value?.description ?? "") \(file):\(place.line)"
    }
  }

  @Test func `each configuration has the values of the files next to it`() throws {
    let files = [
      "modules/auth/main.tf": Self.module,
      // Terraform loads none of a module that is called.
      "modules/auth/terraform.tfvars": "mfa = \"OFF\"\n",
      "envs/dev/main.tf": Self.root,
      "envs/prod/main.tf": Self.root,
      "envs/prod/terraform.tfvars": "# of prod\nmfa = \"ON\"\n",
    ]
    #expect(try settings(files) == ["open", "required envs/prod/terraform.tfvars:2"])
  }

  @Test func `a later file goes before an earlier one, and what the user gives before all`() throws
  {
    var files = [
      "main.tf": Self.module, "terraform.tfvars": "mfa = \"ON\"\n",
      "other.tfvars": "mfa = \"ON\"\n",
    ]
    #expect(try settings(files) == ["required terraform.tfvars:1"])
    files["a.auto.tfvars"] = "\nmfa = \"OPTIONAL\"\n"
    #expect(try settings(files) == ["optional a.auto.tfvars:2"])
    files["b.auto.tfvars.json"] = "{\"mfa\": \"ON\"}"
    #expect(try settings(files) == ["required b.auto.tfvars.json:1"])
    let given = try settings(files) { request, folder in
      request.variableFiles = [folder["a.auto.tfvars"]]
    }
    #expect(given == ["optional a.auto.tfvars:2"])
  }

  @Test func `a file that cannot be read keeps no pool from being read, and is named`() throws {
    #expect(try settings(["main.tf": Self.module, "terraform.tfvars": "mfa {"]) == ["open"])
    #expect(try unread(["terraform.tfvars": "mfa {"]) == ["terraform.tfvars:1"])
    #expect(try unread(["b.auto.tfvars": "\n\nmfa = }"]) == ["b.auto.tfvars:3"])
    #expect(try unread(["terraform.tfvars": "mfa = \"ON\"\n"]) == [])
    // A file that the system cannot read is a note too: here a folder has its name.
    #expect(try unread(["terraform.tfvars/a.txt": ""]) == ["terraform.tfvars:0"])
  }

  /// A pool that one variable switches on.
  private static let switched =
    "variable \"users\" {\n  default = false\n}\n" + variable
    + "resource \"aws_cognito_user_pool\" \"main\" {\n  count = var.users ? 1 : 0\n"
    + "  name = \"shop\"\n  mfa_configuration = var.mfa\n}\n"

  @Test func `the file that scripts pass is read, where it is always the same`() throws {
    var files = [
      "infra/main.tf": Self.switched, "infra/local.auto.tfvars": "users = false\n",
      "infra/deploy.tfvars": "users = true\nmfa = \"ON\"\n",
      "infra/test.tfvars": "mfa = \"OFF\"\n",
      "deploy.sh": "DIR=infra\nVALUES=\"$DIR/deploy.tfvars\"\n"
        + "terraform apply -var-file=\"$VALUES\" -auto-approve\n",
    ]
    #expect(try settings(files) == ["required infra/deploy.tfvars:2"])
    files["infra/Makefile"] = "plan:\n\tterraform plan -var-file deploy.tfvars\n"
    #expect(try settings(files) == ["required infra/deploy.tfvars:2"])
    let given = try settings(files) { request, folder in
      request.variableFiles = [folder["infra/test.tfvars"]]
      request.templateParameters = [Assignment(name: "users", value: "true")]
    }
    #expect(given == ["off infra/test.tfvars:1"])
    files["infra/examples/run.sh"] = "terraform apply -var-file=test.tfvars\n"
    #expect(try settings(files) == ["required infra/deploy.tfvars:2"])
    for other in ["terraform plan -var-file=$(STAGE).tfvars", "run [\"-var-file\", \"a.tfvars\"]"] {
      files["infra/Makefile"] = "plan:\n\t\(other)\n"
      #expect(throws: CommandFailure.self) { try settings(files) }
    }
  }

  @Test func `a pool that a variable switches off names its value, and a file with another`() throws
  {
    var files = [
      "main.tf": Self.switched, "local.auto.tfvars": "# local\nusers = false\n",
    ]
    func complaint() throws -> String {
      let folder = try Folder(files)
      let failure = try #require(throws: CommandFailure.self) {
        try PoolLoader(model: try SmallTable.model(), request: PoolRequest(paths: [folder.path]))
          .load()
      }
      return failure.diagnostics.map { one in
        "\(one.location.file):\(one.location.line) \(one.message); \(one.remedy)"
          .replacing(folder.path + "/", with: "")
      }.joined(separator: "\n")
    }
    #expect(
      try complaint()
        == "main.tf:8 `aws_cognito_user_pool.main` is not created: its `count` is 0, since `users`"
        + " is `false` (local.auto.tfvars:2);"
        + " give the value that is deployed: `--variable-file FILE`, or `--parameter users=VALUE`")
    files["prod.tfvars"] = "users = true\n"
    let end = try complaint()
    #expect(
      end.hasSuffix(
        "; if `prod.tfvars` is deployed, where `users` is `true`, add `--variable-file prod.tfvars`"
      ))
    // No secret is shown, and none is taken for another value where it is the same.
    let secret = "shop-client-secret-of-many-words"
    files["main.tf"] = Self.switched.replacing("users", with: "client_secret")
      .replacing("? 1 : 0", with: "== \"\" ? 1 : 0")
    files["local.auto.tfvars"] = "client_secret = \"\(secret)\"\n"
    files["prod.tfvars"] = "client_secret = \"\(secret)\"\n"
    #expect(try complaint().hasSuffix("or `--parameter client_secret=VALUE`"))
    files["prod.tfvars"] = "client_secret = \"\(secret)-2\"\n"
    #expect(try complaint().contains("`client_secret` is `•••`, add `--variable-file prod.tfvars`"))
    #expect(try !complaint().contains(secret))
  }

  /// The places of the notes about files of values that cannot be read.
  private func unread(_ values: [String: String]) throws -> [String] {
    let folder = try Folder(values.merging(["main.tf": Self.module]) { first, _ in first })
    var request = PoolRequest(paths: [folder.path])
    request.separatesPools = true
    let pools = try PoolLoader(model: try SmallTable.model(), request: request).load()
    return pools.flatMap(\.notes).filter { $0.code == "terraform.unread-values" }.map {
      "\($0.location.file.dropFirst(folder.path.count + 1)):\($0.location.line)"
    }
  }
}
