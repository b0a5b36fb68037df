import SignIn
import Testing
import TransitionTables

/// The values that a setting may have, where it depends on choices that only a deployment makes.
@Suite struct TerraformChoiceTests {
  private func pool(_ arguments: String, client: String = "") throws -> PoolDocument {
    let text = """
      variable "on" {}
      variable "name" {}
      locals {
        names = ["email", "name"]
        refresh = ["ALLOW_REFRESH_TOKEN_AUTH"]
      }
      resource "aws_cognito_user_pool" "main" {
      \(arguments)
      }
      resource "aws_cognito_user_pool_client" "app" {
        user_pool_id = aws_cognito_user_pool.main.id
      \(client)
      }
      """
    return try PoolReader(parameters: cognitoParameters).read([("main.tf", Array(text.utf8))])
  }

  private func possible(_ read: PoolDocument, _ name: String) -> [String] {
    (read[name]?.possible ?? []).map(\.description)
  }

  private static let srp = "[\"ALLOW_USER_SRP_AUTH\"]"

  @Test(arguments: [
    ("concat(local.refresh, var.on ? \(srp) : [])", ["[refresh, userSRP]", "[refresh]"]),
    (
      "compact([\"ALLOW_REFRESH_TOKEN_AUTH\", var.on ? \"ALLOW_USER_SRP_AUTH\" : \"\"])",
      ["[refresh, userSRP]", "[refresh]"]
    ),
    ("var.on ? \(srp) : local.refresh", ["[userSRP]", "[refresh]"]),
    ("concat(\(srp), var.name)", []), ("var.on ? \(srp) : var.name", []),
    // Five choices have 32 combinations, more than are enumerated.
    (
      "concat("
        + Array(repeating: "var.on ? \(srp) : local.refresh", count: 5).joined(separator: ", ")
        + ")", []
    ),
  ])
  func `a list has the ends of the choices in it`(flows: String, values: [String]) throws {
    let read = try pool("", client: "explicit_auth_flows = \(flows)")
    #expect(read["flows"]?.value == nil)
    #expect(possible(read, "flows") == values)
  }

  @Test func `a choice of which both ends say the same is none`() throws {
    let text = "prevent_user_existence_errors = var.on ? \"ENABLED\" : upper(\"enabled\")"
    #expect(try pool("", client: text)["existenceErrors"]?.value == .choice("prevent"))
  }

  @Test(arguments: [
    ("var.on ? [1] : []", ["[postConfirmation]", "[]"]), ("var.name", []),
  ])
  func `a dynamic block is there or not`(elements: String, values: [String]) throws {
    let read = try pool(
      """
      dynamic "lambda_config" {
        for_each = \(elements)
        content {
          post_confirmation = "arn:aws:lambda:eu-west-1:123456789012:function:post"
        }
      }
      """)
    #expect(read["triggers"]?.value == nil)
    #expect(possible(read, "triggers") == values)
  }

  @Test func `a choice within a block decides what the block says`() throws {
    let read = try pool(
      """
      account_recovery_setting {
        dynamic "recovery_mechanism" {
          for_each = var.on ? ["verified_email", "verified_phone_number"] : ["verified_email"]
          content {
            name     = recovery_mechanism.value
            priority = recovery_mechanism.value == "verified_email" ? 1 : 2
          }
        }
      }
      """)
    #expect(possible(read, "recovery") == ["emailThenPhone", "email"])
  }

  @Test func `a choice that a caller gives its module stays one`() throws {
    let call =
      "variable \"on\" {}\nmodule \"auth\" {\n  source = \"./auth\"\n"
      + "  mfa = var.on ? \"ON\" : \"OPTIONAL\"\n}\n"
    let module =
      "variable \"mfa\" {}\nresource \"aws_cognito_user_pool\" \"main\" {\n"
      + "  mfa_configuration = var.mfa\n  software_token_mfa_configuration {\n"
      + "    enabled = true\n  }\n}\n"
    let read = try PoolReader(parameters: cognitoParameters).read([
      ("main.tf", Array(call.utf8)), ("auth/main.tf", Array(module.utf8)),
    ])
    #expect(possible(read, "mfa") == ["required", "optional"])
  }
}
