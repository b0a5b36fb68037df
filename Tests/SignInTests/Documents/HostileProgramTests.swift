import SignIn
import TestSupport
import Testing
import TransitionTables

/// Programs that once ended the process or kept it for ever: each is read or refused, in time that
/// grows as the document does. See ``HostileDocumentTests`` for data.
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

  private static func definition(_ entries: String) -> String {
    "import { defineAuth } from 'x'\nexport const auth = defineAuth({ loginWith: { email: true },\n"
      + entries + "\n})\n"
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
    let (codes, seconds) = processorTime { () -> [String] in
      do throws(DiagnosticList) {
        _ = try read(files)
        return []
      } catch {
        return error.diagnostics.map(\.code)
      }
    }
    #expect(codes == ["document.too-many-values"])
    #expect(seconds < 10)
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

  private static let growing: [(String, @Sendable (Int) -> String)] = [
    (
      "keys that each begin a template text",
      { definition(lines($0) { _ in "[ `${`," }) }
    ),
    (
      "keys of a spread",
      { definition("...(c ? {" + lines($0) { "k\($0): 1," } + "} : {})") }
    ),
    (
      "overrides of as many properties",
      { backend + lines($0) { "cfnUserPool.addPropertyOverride('a\($0)', 1)" } + "\n" }
    ),
    ("calls of an imported function", { backend + lines(30 * $0) { _ in "f(" } + "\n" }),
    (
      "comparisons with a text without end",
      { pool(lines($0) { "  x\($0) = a == \"${\"" }) }
    ),
    (
      "conversions of a text without end",
      { pool(lines($0) { "  x\($0) = toset(\"${\")" }) }
    ),
    (
      "conversions of a here-document without end",
      { pool(lines($0) { "  x\($0) = toset(<<E)" }) }
    ),
    (
      "resources of somebody's own next to as many clients",
      { count in
        let clients = (0..<count).map {
          "\"C\($0)\":{\"Type\":\"AWS::Cognito::UserPoolClient\",\"Properties\":"
            + "{\"UserPoolId\":{\"Ref\":\"P\"}}},\"X\($0)\":{\"Type\":\"Custom::X\","
            + "\"Properties\":{\"a\":{\"Fn::Sub\":\"${Nope}\"}}}"
        }
        return "{\"Resources\":{\"P\":{\"Type\":\"AWS::Cognito::UserPool\"},"
          + clients.joined(separator: ",") + "}}"
      }
    ),
    (
      "directives of YAML",
      { lines(4 * $0) { "%TAG !a\($0)! tag:x,2000:" } + "\n---\n" + template(pool: "") }
    ),
  ]

  @Test(arguments: growing.indices)
  func readsInTimeThatGrowsAsTheDocument(_ index: Int) {
    let (what, document) = Self.growing[index]
    let efforts = [400, 1_600, 6_400].map { count in
      let text = document(count)
      return processorTime {
        do throws(DiagnosticList) { _ = try read(text) } catch { _ = error }
      }.seconds
    }
    // Sixteen times the document: 16 where it is linear, 256 where it is quadratic.
    #expect(efforts[2] < efforts[0] * 64, "\(what): \(efforts)")
    #expect(efforts[2] < efforts[1] * 10, "\(what): \(efforts)")
  }

  /// A plan with so many pools of one name and as many app clients of that name.
  private static func plan(_ count: Int) -> String {
    func all(_ type: String, _ name: String) -> [String] {
      (0..<count).map {
        "{\"address\":\"\(type).\(name)[\($0)]\",\"type\":\"\(type)\","
          + "\"name\":\"\(name)\",\"values\":{}}"
      }
    }
    let resources = all("aws_cognito_user_pool", "p") + all("aws_cognito_user_pool_client", "c")
    return "{\"format_version\":\"1.2\",\"planned_values\":{\"root_module\":{\"resources\":["
      + resources.joined(separator: ",")
      + "]}},\"configuration\":{\"root_module\":{\"resources\":[{\"address\":"
      + "\"aws_cognito_user_pool_client.c\",\"expressions\":{\"user_pool_id\":"
      + "{\"references\":[\"aws_cognito_user_pool.p.id\"]}}}]}}}"
  }

  @Test func findsTheClientsOfOnePoolAmongMany() throws {
    let efforts = try [400, 1_600, 6_400].map { count in
      let text = Self.plan(count)
      let (pool, seconds) = try processorTime { try read(text, pool: "aws_cognito_user_pool.p[3]") }
      #expect(pool.notes.contains { $0.code == "template.several-clients" })
      return seconds
    }
    #expect(efforts[2] < efforts[1] * 10, "\(efforts)")
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
