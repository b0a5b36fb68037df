import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Functions of the Serverless Framework that are triggers of a pool of another document.
@Suite struct AttachedTriggerTests {
  private func terraform(name: String, trigger: String = "") -> String {
    """
    variable "stage" {}
    resource "aws_cognito_user_pool" "main" {
      name = "\(name)"
      \(trigger)
    }
    """
  }

  private func functions(of pool: String, existing: String = "true") -> String {
    """
    service: shop
    provider: { name: aws }
    functions:
      confirm:
        handler: confirm.main
        events:
          - cognitoUserPool:
              pool: \(pool)
              trigger: PreSignUp
              existing: \(existing)
    """
  }

  private func model() throws -> Model {
    let triggers = """
        triggers:
          set: Trigger
          default: {}
          document: { pool: LambdaConfig, absent: LambdaConfig absent }
          doc: Functions.

      """
    let enumeration = """
      enums:
        Trigger: { preSignUp: PreSignUp, postConfirmation: PostConfirmation }

      """
    let text = SmallTable.text.replacing("parameters:\n", with: "parameters:\n" + triggers)
      .replacing("enums:\n", with: enumeration)
    return try ModelLoader.load([try LocatedDocument(parsing: text, file: "small.yaml")])
  }

  /// The triggers of each pool of a folder, and the file that states them.
  private func triggers(_ files: [String: String]) throws -> [String] {
    let folder = try Folder(files)
    let request = PoolRequest(paths: [folder.path])
    return try PoolLoader(model: try model(), request: request).load().map { pool in
      let setting = try #require(pool.document?["triggers"])
      guard case .document(let place) = setting.origin else {
        return setting.value?.description ?? "open"
      }
      return "\(setting.value?.description ?? "open") "
        + place.file.dropFirst(folder.path.count + 1) + ":\(place.line)"
    }
  }

  @Test(arguments: [
    ("shop", "shop", "[preSignUp] auth/serverless.yml:9"),
    ("shop-${var.stage}", "shop-${sls:stage}", "[preSignUp] auth/serverless.yml:9"),
    ("shop", "staff", "[]"),
  ])
  func `a function is a trigger of the pool of its name, or of the only one`(
    name: String, pool: String, found: String
  ) throws {
    let infrastructure = terraform(name: name)
    let files = ["infra/main.tf": infrastructure, "auth/serverless.yml": functions(of: pool)]
    #expect(try triggers(files) == [found])
    // Without `existing` the framework makes a pool of its own.
    let other = ["infra/main.tf": infrastructure, "b.yml": functions(of: pool, existing: "false")]
    #expect(try triggers(other) == ["[]"])
  }

  @Test func `a function adds to the triggers that the pool's document has`() throws {
    let own = "lambda_config {\n post_confirmation = aws_lambda_function.welcome.arn\n }"
    let files = [
      "infra/main.tf": terraform(name: "shop", trigger: own),
      "auth/serverless.yml": functions(of: "shop"),
    ]
    #expect(try triggers(files) == ["[postConfirmation, preSignUp] auth/serverless.yml:9"])
  }

  @Test func `of several pools a computed name says nothing`() throws {
    let files = [
      "a/main.tf": terraform(name: "shop-${var.stage}"), "b/main.tf": terraform(name: "staff"),
      "auth/serverless.yml": functions(of: "shop-${sls:stage}"),
    ]
    #expect(try triggers(files) == ["[]", "[]"])
  }
}
