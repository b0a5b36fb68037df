import SignIn
import TestSupport
import Testing
import TransitionTables

/// Programs that once ended the process or kept it for ever: each is read or refused.
/// See ``HostileDocumentTests`` for data, and ``ProgramGrowthTests`` for the time that they take.
@Suite struct HostileProgramTests {
  private static let backend = """
    import { defineBackend } from '@aws-amplify/backend'
    import { f } from './f'
    const backend = defineBackend({ auth })
    const { cfnUserPool } = backend.auth.resources.cfnResources

    """

  private static func pool(_ body: String) -> String {
    "resource \"aws_cognito_user_pool\" \"p\" {\n  name = \"p\"\n\(body)\n}\n"
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined(separator: "\n")
  }

  // MARK: Paths and choices that nest by their length alone

  private static let path = lines(60_000) { _ in "a" }.replacing("\n", with: ".")

  @Test(arguments: [
    backend + "cfnUserPool.addPropertyOverride('\(path)', 1)\n",
    backend + "cfnUserPool.\(path) = 1\n",
  ])
  func refusesPathsOfOverridesThatAreTooDeep(_ text: String) {
    let found = faults(text)
    #expect(found.map(\.code) == ["document.too-deep"])
    #expect(found.map(\.location.line) == [5])
  }

  @Test(arguments: [
    "  mfa_configuration = local.\(path)",
    "  mfa_configuration = " + lines(60_000) { _ in "var.a" }.replacing("\n", with: " && ")
      + " ? \"ON\" : \"OFF\"",
    "  mfa_configuration = " + lines(60_000) { _ in "var.a" }.replacing("\n", with: " || ")
      + " ? \"ON\" : \"OFF\"",
  ])
  func leavesOpenWhatIsTooLongToBeDecided(_ body: String) throws {
    let document = try read(Self.pool(body))
    #expect(document["mfa"]?.value == nil)
    #expect(document.notes.contains { $0.message.hasPrefix("mfa_configuration stays open") })
  }

  @Test func decidesAChoiceOfManyComparisons() throws {
    let locals = "locals {\n" + Self.lines(8) { "  a\($0) = true" } + "\n}\n"
    let all = (0..<8).map { "local.a\($0)" }.joined(separator: " && ")
    let text = locals + Self.pool("  mfa_configuration = \(all) ? \"OFF\" : \"ON\"")
    #expect(try read(text)["mfa"]?.value == .choice("off"))
  }

  // MARK: Modules that stand often within each other

  @Test func refusesModulesThatStandOftenWithinOthers() throws {
    let keys = (0..<100).map { "\"k\($0)\"" }.joined(separator: ",")
    func call(_ folder: String) -> String {
      "module \"m\" {\n  source = \"./\(folder)\"\n  for_each = toset([\(keys)])\n}\n"
    }
    let twice = Self.lines(14) { "  l\($0) = [local.l\($0 + 1), local.l\($0 + 1)]" }
    let doubling = "locals {\n\(twice)\n  l14 = 1\n}\n"
    let own = Self.pool("  tags = local.l0")
    let files = [
      ("main.tf", call("a")), ("a/main.tf", call("b")), ("a/b/main.tf", call("c")),
      ("a/b/c/main.tf", doubling + own),
    ]
    do throws(DiagnosticList) {
      _ = try read(files)
      Issue.record("is read")
    } catch {
      #expect(error.diagnostics.map(\.code) == ["document.too-many-values"])
    }
  }

  /// What stood behind the end of the budget was once left open, and nobody said so.
  @Test func saysWhereLocalValuesRepeatTooMuch() throws {
    let tenfold = Self.lines(7) { index in
      "  l\(index) = [" + String(repeating: "local.l\(index + 1),", count: 10) + "]"
    }
    let locals = "locals {\n\(tenfold)\n  l7 = 1\n  off = \"OFF\"\n}\n"
    let text = locals + Self.pool("  tags = local.l0\n  mfa_configuration = local.off")
    let fault = try #require(faults(text).first)
    #expect(fault.code == "document.too-many-values")
    #expect(
      fault.message == "with what its local values repeat the configuration has more than "
        + "2000000 values")
    // Within the local values.
    #expect((2...9).contains(fault.location.line))
    #expect(!fault.rendered.contains("alias"))
  }

  // MARK: What is read ahead is read once

  /// What stands behind a here-document or a text that computes a part of itself is read as before.
  @Test(arguments: [
    "  tags = merge({ a = <<-E\n    ) ] }\n    E\n  }, {})",
    "  tags = f(\"${lookup(m, \"a, b\")}\", 1)", "  tags = f(\"a \\\" ${x[\"}\"]}, b\")",
  ])
  func skipsWhatAnExpressionHolds(_ body: String) throws {
    let document = try read(Self.pool("\(body)\n  mfa_configuration = \"OFF\""))
    #expect(document["mfa"]?.value == .choice("off"))
  }

  @Test func countsTheTextThatAliasesRepeat() {
    let text = template(
      pool: "A: &a |\n" + Self.lines(1_000) { _ in "    some line of text" }
        + "\nAliasAttributes: [" + Self.lines(1_000) { _ in "*a" }.replacing("\n", with: ",") + "]")
    let found = faults(text)
    #expect(found.map(\.code) == ["document.too-many-values"])
    #expect(found.first?.message.hasPrefix("with what its aliases and tags repeat") == true)
  }
}
