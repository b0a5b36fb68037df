import TestSupport
import Testing

/// Files next to a pool that name Cognito and make no pool: nothing is said of them.
@Suite struct ForeignFileTests {
  @Test(arguments: [
    (
      "buildspec.yml",
      "version: 0.2\nphases:\n  build: { commands: [deploy cognito] }\n"
        + "artifacts:\n  files: [dist]\n", false
    ),
    (
      "role.yaml",
      "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\n"
        + "rules:\n  - apiGroups: [cognitoidentityprovider.services.k8s.aws]\n", false
    ),
    (
      "composition.yaml",
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nspec:\n  resources:\n"
        + "    - base: { apiVersion: cognitoidp.aws.upbound.io/v1beta1, kind: UserPool }\n", true
    ),
  ])
  func `of what builds and of a cluster's resources only that is named which makes a pool`(
    path: String, text: String, isNamed: Bool
  ) throws {
    let found = try ProjectFolder(["infra/main.tf": ProjectFolder.pool, path: text])
    #expect(found.names == [["infra/main.tf"]])
    let named = found.pools[0].notes.filter { $0.code == "document.unsupported-format" }
    #expect(named.map(\.location.file) == (isNamed ? [found.folder[path]] : []))
  }

  @Test func `a script that writes a program is no program in that language`() throws {
    let script = "#!/bin/bash\ncat > users.ts << EOF\nimport { list } from './cognito'\nEOF\n"
    let found = try ProjectFolder(["main.tf": ProjectFolder.pool, "scripts/fix.sh": script])
    #expect(found.names == [["main.tf"]])
    #expect(!found.pools[0].notes.contains { $0.code == "document.unsupported-format" })
  }
}
