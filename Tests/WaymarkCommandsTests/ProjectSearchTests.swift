import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Which files of a project's folder are looked into.
@Suite struct ProjectSearchTests {
  @Test func `upper folders are looked into first, and that some are not is said`() throws {
    let folder = try Folder([
      "infra/main.tf": ProjectFolder.pool, "web/a/1.ts": "\n", "web/a/2.ts": "\n",
      "web/a/b/pool.tf": ProjectFolder.pool,
    ])
    let whole = ProjectFiles(in: folder.path)
    #expect(whole.taken == [folder["infra/main.tf"], folder["web/a/b/pool.tf"]])
    #expect(whole.cut(in: folder.path) == nil)
    let cut = ProjectFiles(in: folder.path, most: 3)
    #expect(cut.taken == [folder["infra/main.tf"]])
    let warning = try #require(cut.cut(in: folder.path))
    #expect(warning.code == "project.not-all-files")
    #expect(warning.severity == .warning)
    #expect(warning.location.file == folder.path)
  }
}
