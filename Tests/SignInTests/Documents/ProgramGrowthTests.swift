import SignIn
import TestSupport
import Testing
import TransitionTables

/// The time for programs that once took time quadratic in their length: it grows as the document.
@Suite(.timed, .serialized) struct ProgramGrowthTests {
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

  /// Functions with so many lines of the kinds that decide something.
  private static let functions: [(String, @Sendable (Int) -> String)] = [
    (
      "a group for each attribute",
      { count in
        "AdminAddUserToGroupCommand\n"
          + lines(count) {
            """
            const k\($0) = event.request.userAttributes['custom:k\($0)'];
            if (a\($0) == 'x') foo();
            const g\($0) = k\($0) === 'boss' ? 'admin' : 'readers';
              GroupName: g\($0),
            """
          }
      }
    ),
    (
      "marks and answers behind as many refusals",
      { count in
        "AdminUpdateUserAttributes event.userName\n"
          + lines(count) { _ in
            """
              throw new Error('no');
              event.response.autoConfirmUser = true;
              event.response.autoVerifyEmail = true;
              Name: 'email_verified', Value: 'true',
            """
          }
      }
    ),
    (
      "flows and names of sign-in",
      { count in
        "import { signIn } from 'aws-amplify/auth';\n"
          + lines(count) {
            "import { signIn as s\($0) } from 'aws-amplify/auth'; AuthFlow: 'F\($0)',"
          }
      }
    ),
  ]

  @Test(arguments: functions.indices)
  func readsFunctionsInTimeThatGrowsAsTheirLength(_ index: Int) {
    let (what, function) = Self.functions[index]
    let efforts = [200, 800, 3_200].map { count in
      let text = function(count)
      return processorTime {
        var programs = ProjectPrograms()
        programs.takeGroups(in: text, of: "post-confirmation.js")
        programs.takeMarks(in: text, of: "post-confirmation.js")
        programs.takeVerifications(in: text, of: "pre-sign-up.js")
        programs.takeFlows(in: text, of: "sign-in.js")
        programs.takeAmplify(in: text, of: "sign-in.js")
        programs.takeReads(in: text, of: "post-confirmation.js")
      }.seconds
    }
    #expect(efforts[2] < efforts[1] * 10, "\(what): \(efforts)")
  }

  /// A function with so many checks of the address and answers.
  private static func checks(_ count: Int) -> String {
    "exports.handler = async (event) => {\n"
      + lines(count) {
        """
          if (email === 'a\($0)@example.com') {
            throw new Error('no');
          }
          event.response.autoConfirmUser = true;
          event.response.autoVerifyEmail = true;
        """
      } + "\n};\n"
  }

  @Test func `a program that is too long for a person's function answers nothing`() {
    let found = [40, 4_000].map { count in
      var programs = ProjectPrograms()
      programs.takeVerifications(in: Self.checks(count), of: "pre-sign-up.js")
      return programs.verifications["email"]?.first?.line
    }
    #expect(found == [6, nil])
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
}
