import Findings
import SignIn
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Documents that leave more undecided than is explored in seconds.
@Suite struct WideFamilyTests {
  /// A module of Terraform that takes everything from variables.
  private static let module = """
    resource "aws_cognito_user_pool" "this" {
      name                     = "users"
      username_attributes      = var.username_attributes
      alias_attributes         = var.alias_attributes
      auto_verified_attributes = var.auto_verified_attributes
      mfa_configuration        = var.mfa
      lambda_config {
        pre_sign_up = var.pre_sign_up
      }
    }
    resource "aws_cognito_user_pool_client" "this" {
      name                          = "web"
      user_pool_id                  = aws_cognito_user_pool.this.id
      explicit_auth_flows           = var.flows
      prevent_user_existence_errors = var.errors
    }
    """

  private func wide(
    of text: String = module, as file: String = "main.tf",
    mostMembers: Int = WideFamily.mostMembers, settings: [Assignment] = []
  ) throws -> (wide: WideFamily, model: Model) {
    let model = try BundledTable.signIn()
    let request = PoolRequest(paths: [], settings: settings)
    let pool = try PoolLoader(model: model, request: request)
      .load(.init(name: file, bytes: Array(text.utf8)))
    return (WideFamily(pool, model: model, mostMembers: mostMembers), model)
  }

  private func names(_ found: (wide: WideFamily, model: Model)) -> [String] {
    found.wide.cut.map { found.model.slots[$0].name }
  }

  @Test func `the settings with the most values are taken at their defaults until few are left`()
    throws
  {
    let found = try wide()
    // Whoever writes a trigger has it, whatever function the variable names.
    #expect(names(found) == ["flows"])
    let family = ConfigurationFamily(
      model: found.model, closed: found.wide.pool.closed, open: found.wide.pool.open)
    #expect(family.legalCount > 1 && family.legalCount <= 1024)
    #expect(found.wide.condition == "flows={userSRP, custom, refresh}")
    let narrower = try wide(mostMembers: 40)
    #expect(names(narrower) == ["aliasAttributes", "flows"])
    #expect(
      narrower.wide.condition == "aliasAttributes={} and flows={userSRP, custom, refresh}")
    #expect(names(try wide(mostMembers: .max)) == [])
  }

  @Test func `a default that the service refuses next to what is decided is not taken`() throws {
    let methods = """
        dynamic "software_token_mfa_configuration" {
          for_each = var.totp
          content {
            enabled = true
          }
        }
        lambda_config {
      """
    let found = try wide(
      of: Self.module.replacing("  lambda_config {", with: methods), mostMembers: 1,
      settings: [Assignment(name: "mfa", value: "required")])
    // Whether users delete attributes is no setting of the module.
    let open = found.wide.pool.open.map { found.model.slots[$0].name }
    #expect(open == ["userDeletions", "mfaMethods"])
    let family = ConfigurationFamily(
      model: found.model, closed: found.wide.pool.closed, open: found.wide.pool.open)
    #expect(family.legalCount > 0)
  }

  @Test func `of a set that is open in one member the others are as the documents say`() throws {
    let methods = """
        software_token_mfa_configuration {
          enabled = true
        }
        dynamic "sms_configuration" {
          for_each = var.sms
          content {
            sns_caller_arn = "arn:aws:iam::1:role/sms"
          }
        }
        lambda_config {
      """
    func values(_ settings: Assignment...) throws -> (possible: [String], count: Int) {
      let (wide, model) = try wide(
        of: Self.module.replacing("  lambda_config {", with: methods), mostMembers: .max,
        settings: [Assignment(name: "mfa", value: "required")] + settings)
      let slot = try #require(model.parameter(named: "mfaMethods"))
      let space = SymbolicSpace(
        model: model.narrowed(to: wide.pool) ?? model, slots: wide.pool.open,
        fixed: wide.pool.closed)
      let legal = space.legal(wide.pool.open)
      let possible = model.types.values(of: model.slots[slot].type).filter { value in
        space.diagrams.and(legal, space.equality(slot, value)) != .no
      }
      return (
        possible.map { model.text(of: $0, in: slot) },
        wide.pool.valueCount(of: slot, in: model)
      )
    }
    let found = try values()
    #expect(found.possible == ["{totp}", "{sms, totp}"])
    #expect(found.count == 2)
    let all = try values(Assignment(name: "mfaMethods", value: "open"))
    #expect(all.possible.contains("{sms}"))
    #expect(all.count == 8)
  }

  @Test func `of a choice between two words no other is explored`() throws {
    let text = Self.module.replacing("var.mfa", with: "var.strict ? \"OPTIONAL\" : \"OFF\"")
    func values(_ settings: Assignment...) throws -> [String] {
      let (wide, model) = try wide(of: text, mostMembers: .max, settings: settings)
      let slot = try #require(model.parameter(named: "mfa"))
      let space = SymbolicSpace(
        model: model.narrowed(to: wide.pool) ?? model, slots: wide.pool.open,
        fixed: wide.pool.closed)
      let legal = space.legal(wide.pool.open)
      let possible = model.types.values(of: model.slots[slot].type).filter { value in
        space.diagrams.and(legal, space.equality(slot, value)) != .no
      }
      #expect(wide.pool.valueCount(of: slot, in: model) == possible.count)
      return possible.map { model.text(of: $0, in: slot) }
    }
    let methods = Assignment(name: "mfaMethods", value: "open")
    #expect(try values(methods).sorted() == ["off", "optional"])
    #expect(try values(methods, Assignment(name: "mfa", value: "open")).count == 3)
  }

  @Test func `what somebody leaves open stays open`() throws {
    let found = try wide(mostMembers: 1, settings: [Assignment(name: "flows", value: "open")])
    #expect(found.wide.pool.open.map { found.model.slots[$0].name } == ["flows"])
  }

  @Test func `of what no document speaks is said at the pool`() throws {
    let pool = "# users\n\nresource \"aws_cognito_user_pool\" \"p\" {\n  name = \"shop\"\n}\n"
    let (wide, model) = try wide(of: pool)
    var finding = PropertyReport(id: "existence.prevented", severity: .warning, verdict: .fails)
    finding.conditionSettings = ["existenceErrors"]
    let note = UndecidedSettings(model: model, wide: wide, findings: [finding]).note
    #expect(note?.location.line == 3, "\(note?.location.description ?? "")")
    #expect(UndecidedSettings(model: model, wide: wide, findings: []).note == nil)
  }

  @Test func `why several settings are open is said once`() throws {
    let exports =
      "const awsmobile = {\n  \"aws_user_pools_id\": \"eu-west-1_aBcD12345\"\n};\n"
      + "export default awsmobile;\n"
    let (wide, model) = try wide(of: exports, as: "aws-exports.js")
    var finding = PropertyReport(id: "existence.prevented", severity: .warning, verdict: .fails)
    finding.conditionSettings = ["mfa", "existenceErrors"]
    let note = UndecidedSettings(model: model, wide: wide, findings: [finding]).note
    #expect(
      note?.message.hasPrefix(
        "the documents do not decide mfa, existenceErrors (an Amplify client configuration does not"
          + " say; give the template or what describe-user-pool and describe-user-pool-client"
          + " print too): every value") == true, "\(note?.message ?? "")")
    let reasons = [
      "no user signs in by the app client", "no user signs in by the app client through the API",
      "b; c", "b; c", "not said",
    ]
    #expect(
      UndecidedSettings.clauses(of: reasons)
        == ["no user signs in by the app client through the API", "b", "c"])
    #expect(UndecidedSettings.clauses(of: ["a; b", "a; c"]) == ["a", "b", "c"])
  }

  @Test func `a claim about settings hangs on those that it reads, others on all`() throws {
    let found = try wide()
    func property(_ id: String) throws -> Property {
      try #require(found.model.properties.first { $0.fullID == id })
    }
    #expect(try !found.wide.mayHang(property("existence.prevented")))
    #expect(try found.wide.mayHang(property("app.default-flow-allowed")))
    #expect(try found.wide.mayHang(property("sign-in.first-time")))
    let narrow = try wide(mostMembers: .max)
    #expect(try !narrow.wide.mayHang(property("sign-in.first-time")))
  }
}
