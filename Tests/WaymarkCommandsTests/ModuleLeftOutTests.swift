import PoolAnalysis
import TestSupport
import Testing

/// Calls of Terraform's modules that make nothing.
@Suite struct ModuleLeftOutTests {
  @Test(arguments: [
    ("count = 0", "by its `count` there is no `module.users`"),
    ("count = var.on ? 1 : 0", "by its `count` there is no `module.users`: `on` is `false`"),
    ("for_each = toset([])", "by its `for_each` there is no `module.users`"),
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
    #expect(failure.diagnostics.first?.message.hasPrefix(words) == true, "\(failure.diagnostics)")
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
