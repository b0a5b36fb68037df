import PoolAnalysis
import TestSupport
import Testing

/// Calls of Terraform's modules that make nothing.
@Suite struct ModuleLeftOutTests {
  @Test(arguments: [
    ("count = 0", "the `count` of `module.users` is 0"),
    ("count = var.on ? 1 : 0", "the `count` of `module.users` is 0, since `on` is `false`"),
    ("for_each = toset([])", "the `for_each` of `module.users` is empty"),
  ])
  func `a module of which Terraform makes none has no pool`(argument: String, words: String) throws
  {
    let files = [
      "main.tf": "module \"users\" {\n  source = \"./users\"\n  \(argument)\n}\n",
      "variables.tf": "variable \"on\" {}\n",
      "terraform.tfvars": "on = false\n", "users/pool.tf": ProjectFolder.pool,
    ]
    let failure = try #require(throws: CommandFailure.self) { try ProjectFolder(files) }
    #expect(failure.diagnostics.map(\.code) == ["template.pool-switched-off"])
    let start = "`module.users.aws_cognito_user_pool.main` is not created: \(words)"
    #expect(failure.diagnostics.first?.message.hasPrefix(start) == true, "\(failure.diagnostics)")
    #expect(failure.diagnostics.map(\.location.line) == [3])
  }

  @Test func `a module that Terraform makes as well has its pool`() throws {
    let call = { (name: String, count: Int) in
      "module \"\(name)\" {\n  source = \"./users\"\n  count = \(count)\n}\n"
    }
    let found = try ProjectFolder([
      "main.tf": call("a", 0) + call("b", 1), "users/pool.tf": ProjectFolder.pool,
    ])
    #expect(found.pools.count == 1)
    #expect(!found.pools[0].notes.contains { $0.code == "template.pool-switched-off" })
  }
}
