import PoolAnalysis
import TestSupport
import Testing

/// Says why Terraform makes no pool, and what to change.
@Suite struct PoolLeftOutTests {
  /// A pool with a further argument in its third line.
  private static func pool(_ argument: String) -> String {
    ProjectFolder.pool.replacing("\n}", with: "\n  \(argument)\n}")
  }

  /// A variable, whose default is in its second line.
  private static func variable(_ name: String, _ value: String) -> String {
    "variable \"\(name)\" {\n  default = \(value)\n}\n"
  }

  /// The messages and remedies about a folder whose pools are all left out, with the defaults of
  /// variables.
  private func complaints(_ files: [String: String]) throws -> [String] {
    let folder = try Folder(files)
    var request = PoolRequest(paths: [folder.path])
    (request.takesVariableDefaults, request.separatesPools) = (true, true)
    let failure = try #require(throws: CommandFailure.self) {
      try PoolLoader(model: try SmallTable.model(), request: request).load()
    }
    #expect(failure.diagnostics.allSatisfy { $0.code == "template.pool-switched-off" })
    return failure.diagnostics.map {
      "\($0.message); \($0.remedy)".replacing(folder.path + "/", with: "")
    }
  }

  private static let start = "`aws_cognito_user_pool.main` is not created: its "

  @Test func `a count that is written out as 0 has nothing to check`() throws {
    #expect(
      try complaints(["main.tf": Self.pool("count = 0")]) == [
        Self.start + "`count` is 0; a pool of `count` 0 has nothing to check; to have it checked,"
          + " remove the `count`"
      ])
  }

  @Test func `an empty map is named by its variable, which a file of values can fill`() throws {
    var files = [
      "main.tf": Self.pool("for_each = var.pools"), "v.tf": Self.variable("pools", "{}"),
    ]
    let cause = Self.start + "`for_each` is empty, since `pools` is empty (v.tf:2); "
    #expect(
      try complaints(files) == [
        cause + "give the value that is deployed: `--variable-file FILE`"
      ])
    files["prod.tfvars"] = "pools = { a = {}, b = {} }\n"
    #expect(
      try complaints(files) == [
        cause + "if `prod.tfvars` is deployed, where `pools` has 2 elements, add"
          + " `--variable-file prod.tfvars`"
      ])
  }

  @Test func `a local value is named by the variable behind it`() throws {
    let local = "locals {\n  on = contains(var.features, \"auth\")\n}\n"
    let files = [
      "main.tf": Self.pool("count = local.on ? 1 : 0"), "l.tf": local,
      "v.tf": Self.variable("features", "[\"api\"]"),
    ]
    #expect(
      try complaints(files) == [
        Self.start + "`count` is 0, since `features` is `[\"api\"]` (v.tf:2);"
          + " give the value that is deployed: `--variable-file FILE`,"
          + " or `--parameter features=VALUE`"
      ])
    #expect(
      try complaints(files.merging(["l.tf": "locals {\n  on = false\n}\n"]) { $1 }) == [
        Self.start + "`count` is 0, since `local.on` is `false` (l.tf:2);"
          + " to have the pool checked, change it there"
      ])
  }

  @Test func `of a choice only the side that is taken is a cause`() throws {
    let files = [
      "main.tf": Self.pool("for_each = var.on ? var.pools : toset([])"),
      "on.tf": Self.variable("on", "false"), "v.tf": Self.variable("pools", "[\"a\"]"),
    ]
    let cause = Self.start + "`for_each` is empty, since `on` is `false` (on.tf:2); "
    #expect(try complaints(files).map { $0.hasPrefix(cause) } == [true])
  }

  /// A module whose pool an argument of it switches on, which it does by default.
  private static let module = variable("enabled", "true") + pool("count = var.enabled ? 1 : 0")
  private static func call(_ argument: String) -> String {
    "module \"auth\" {\n  source = \"../../modules/auth\"\n  \(argument)\n}\n"
  }
  private static let startInModule =
    "`module.auth.aws_cognito_user_pool.main` is not created: its `count` is 0, since "
  private static let orOther = ", or check another root module that calls the module"

  @Test func `an argument of a module is named by its call`() throws {
    var files = [
      "modules/auth/main.tf": Self.module, "envs/dev/main.tf": Self.call("enabled = false"),
    ]
    #expect(
      try complaints(files) == [
        Self.startInModule + "`enabled` is `false` in the call of `module.auth`"
          + " (envs/dev/main.tf:3); to have the pool checked, change it there" + Self.orOther
      ])
    // The variable that the call hands on.
    files["envs/dev/main.tf"] = Self.call("enabled = var.users")
    files["envs/dev/v.tf"] = Self.variable("users", "false")
    #expect(
      try complaints(files) == [
        Self.startInModule + "`users` is `false` (envs/dev/v.tf:2); give the value that is"
          + " deployed: `--variable-file FILE`, or `--parameter users=VALUE`"
      ])
    // The default of the module.
    files["envs/dev/main.tf"] = Self.call("")
    files["modules/auth/main.tf"] = Self.module.replacing("true", with: "false")
    #expect(
      try complaints(files) == [
        Self.startInModule + "`enabled` is `false` by default (modules/auth/main.tf:2) and the call"
          + " of `module.auth` leaves it out (envs/dev/main.tf:1); to have the pool checked, set"
          + " `enabled` in that call" + Self.orOther
      ])
  }

  /// The number of notes about pools that are left out.
  private func notes(_ files: [String: String]) throws -> Int {
    let folder = try Folder(files)
    var request = PoolRequest(paths: [folder.path])
    request.separatesPools = true
    let pools = try PoolLoader(model: try SmallTable.model(), request: request).load()
    #expect(pools.count == 1)
    return pools.flatMap(\.notes).count { $0.code == "template.pool-switched-off" }
  }

  @Test func `a pool that another root makes from the same module is no note`() throws {
    var files = [
      "modules/auth/main.tf": Self.module, "envs/dev/main.tf": Self.call("enabled = false"),
      "envs/prod/main.tf": Self.call(""),
    ]
    #expect(try notes(files) == 0)
    files["envs/dev/main.tf"] = Self.call("count = 0")
    #expect(try notes(files) == 0)
    // A pool that nothing makes stays a note, also next to one of another module.
    files["envs/prod/main.tf"] = ProjectFolder.pool
    #expect(try notes(files) == 1)
  }
}
