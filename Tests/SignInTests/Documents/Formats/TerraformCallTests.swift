import SignIn
import Testing
import TransitionTables

/// Calls of the command line that Terraform runs after it made a pool.
@Suite struct TerraformCallTests {
  private static let pool = """
    resource "aws_cognito_user_pool" "main" {
      name                     = "shop"
      mfa_configuration        = "OPTIONAL"
      auto_verified_attributes = ["email"]
      software_token_mfa_configuration {
        enabled = true
      }
      account_recovery_setting {
        recovery_mechanism {
          name     = "verified_phone_number"
          priority = 1
        }
      }
      user_pool_add_ons {
        advanced_security_mode = "ENFORCED"
      }
      schema {
        name                = "email"
        attribute_data_type = "String"
        required            = true
      }
      tags = { stage = "dev" }
    }

    """

  private func read(
    _ provisioner: String, next other: String = "", pool: String? = nil
  ) throws -> PoolDocument {
    let resource =
      "resource \"terraform_data\" \"trigger\" {\n  provisioner \"local-exec\" {\n"
      + "\(provisioner)\n  }\n}\n"
    return try SignInTests.read(Self.pool + other + resource, pool: pool)
  }

  private static let call = "aws cognito-idp update-user-pool --user-pool-id ${self.input}"

  @Test(arguments: [
    #"""
        command = "\#(call) --lambda-config '{\"PostConfirmation\":\"${self.arn}\"}' --region r"
    """#,
    #"""
        command = "\#(call) --lambda-config PostConfirmation=${self.arn}"
    """#,
    #"""
        command = <<-EOT
          \#(call) \
            --lambda-config "PostConfirmation=${self.arn}"
          echo "done"
        EOT
    """#,
  ])
  func `an update gives what it states and sets the rest back`(provisioner: String) throws {
    let read = try read(provisioner)
    #expect(read["triggers"]?.value == .set(["postConfirmation"]))
    // The service keeps the schema, what is said of MFA, and the plan.
    #expect(read["requiredAttributes"]?.value == .set(["email"]))
    #expect(read["mfa"]?.value == .choice("optional"))
    #expect(read["mfaMethods"]?.value == .set(["totp"]))
    #expect(read["tier"]?.value == .choice("plus"))
    for (name, values) in [
      "recovery": [ParameterValue.choice("phone"), .choice("legacy")],
      "threatProtection": [.choice("enforced"), .choice("off")],
      "autoVerified": [.set(["email"]), .set([])],
    ] {
      #expect(read[name]?.value == nil, "\(name)")
      #expect(read[name]?.possible == values, "\(name): \(String(describing: read[name]))")
    }
    let warnings = read.notes.filter { $0.code == "template.custom-resource" }
    #expect(
      warnings.map(\.message) == [
        "`update-user-pool` does not give `account_recovery_setting`, `auto_verified_attributes`"
          + " and `user_pool_add_ons`, and sets what it leaves out back to the default when"
          + " Terraform runs it"
      ])
  }

  @Test func `what an update gives is not lost`() throws {
    let read = try read("    command = \"\(Self.call) --auto-verified-attributes email\"")
    #expect(read["autoVerified"]?.value == .set(["email"]))
    let warning = try #require(read.notes.first { $0.code == "template.custom-resource" })
    #expect(warning.message.contains("give `account_recovery_setting` and `user_pool_add_ons`,"))
  }

  @Test func `what an update keeps and what it resets is what the table says`() throws {
    let more = """
        deletion_protection = "ACTIVE"
        user_attribute_update_settings {
          attributes_require_verification_before_update = ["email"]
        }
        schema {
      """
    let pool = Self.pool.replacing("  schema {", with: more)
    let counted = Self.counted.replacing("  count = var.isUpdated ? 1 : 0\n", with: "")
    let read = try SignInTests.read(pool + counted)
    #expect(read["verifyBeforeUpdate"]?.value == .set(["email"]))
    let warning = try #require(read.notes.first { $0.code == "template.custom-resource" })
    #expect(
      warning.message.contains(
        "give `account_recovery_setting`, `deletion_protection` and `user_pool_add_ons`,"))
  }

  @Test func `what runs when a resource is destroyed changes no pool`() throws {
    let read = try read("    when = destroy\n    command = \"\(Self.call) --region eu-west-1\"")
    #expect(read["threatProtection"]?.value == .choice("enforced"))
    #expect(!read.notes.contains { $0.code == "template.custom-resource" })
  }

  @Test func `what an update gives and nobody knows is open`() throws {
    let read = try read("    command = \"\(Self.call) --auto-verified-attributes $OWN\"")
    #expect(read["autoVerified"]?.value == nil)
    guard case .open? = read["autoVerified"]?.origin else {
      return #expect(Bool(false), "\(String(describing: read["autoVerified"]))")
    }
  }

  private static let counted = """
    resource "null_resource" "call" {
      count = var.isUpdated ? 1 : 0
      provisioner "local-exec" {
        command = "\(call) --auto-verified-attributes email"
      }
    }

    """

  @Test(arguments: [
    ("    command = \"echo\"", counted),
    ("    command = \"\(call) --cli-input-json file://pool.json\"", ""),
    ("    command = join(\" \", [\"aws cognito-idp update-user-pool\", local.options])", ""),
    (
      "    command = \"\(call) --auto-verified-attributes email\"",
      pool.replacing("main", with: "two")
    ),
  ])
  func `an update that is not read leaves the pool as it is`(
    provisioner: String, other: String
  ) throws {
    let read = try read(provisioner, next: other, pool: other.contains("two") ? "main" : nil)
    #expect(read["threatProtection"]?.value == .choice("enforced"))
    let warning = try #require(read.notes.first { $0.code == "template.custom-resource" })
    #expect(warning.message.contains(" is not read; what it leaves out"))
  }
}
