import Findings
import SignIn
import SignInCryptography
import SignInTestBed
import TransitionTables

/// A call of a plan as commands for a shell: what is deployed is read, the changed fields are laid
/// over it, and all fields that the call would reset are sent with it.
struct CallScript {
  let plan: ChangePlan
  let step: ChangePlan.Step
  /// The place of the step in the plan, from 1.
  let number: Int

  private var model: Model { plan.model }

  private var fields: SettingFields {
    SettingFields { name in
      guard let slot = model.parameter(named: name) else { return "" }
      return plan.text(of: slot, in: step.after)
    }
  }

  /// The lines; empty for what no command does.
  var lines: [String] {
    guard !step.call.isManual else { return [] }
    let names = step.call.fields.filter { $0.omitted == .reset || isChanged($0) }.map(\.name)
    let kept = TextLayout.labelled("  jq '{ ", names.joined(separator: ", ") + " }", width: 76)
    return
      ([read + " |", String(kept.dropLast())] + changes.map { "  | \($0)" }
      + ["  | with_entries(select(.value != null))' > step-\(number).json", call])
  }

  private var read: String {
    switch step.call.id {
    case "UpdateUserPool":
      "aws cognito-idp describe-user-pool --user-pool-id \"$POOL\" --query UserPool"
    case "SetUserPoolMfaConfig":
      "aws cognito-idp get-user-pool-mfa-config --user-pool-id \"$POOL\""
    default:
      "aws cognito-idp describe-user-pool-client --user-pool-id \"$POOL\" \\\n"
        + "  --client-id \"$CLIENT\" --query UserPoolClient"
    }
  }

  private var call: String {
    var verb = ""
    for letter in step.call.id {
      if letter.isUppercase, !verb.isEmpty { verb += "-" }
      verb += letter.lowercased()
    }
    let client = verb == "update-user-pool-client" ? " --client-id \"$CLIENT\"" : ""
    return "aws cognito-idp \(verb) --user-pool-id \"$POOL\"\(client) \\\n"
      + "  --cli-input-json file://step-\(number).json"
  }

  private func isChanged(_ field: SettingCall.Field) -> Bool {
    field.sets.contains { step.slots.contains($0) }
  }

  // MARK: Fields

  /// What is laid over the deployed settings, as filters of jq.
  private var changes: [String] {
    var out: [String] = []
    if step.call.id == "UpdateUserPool" {
      // The service shows this field and refuses it next to the policy that took its place.
      out.append("del(.AdminCreateUserConfig.UnusedAccountValidityDays)")
    }
    return out + step.call.fields.filter(isChanged).flatMap { change(of: $0.name) }
  }

  private func change(of field: String) -> [String] {
    switch field {
    case "SmsConfiguration": return [".SmsConfiguration = \(Self.sender)"]
    case "EmailConfiguration":
      let sender = plan.text(of: slot("emailSender"), in: step.after)
      return sender == "ses"
        ? [
          ".EmailConfiguration += {\"EmailSendingAccount\":\"DEVELOPER\","
            + "\"SourceArn\":\"<ARN of the SES identity>\"}"
        ] : [".EmailConfiguration = {\"EmailSendingAccount\":\"COGNITO_DEFAULT\"}"]
    case "LambdaConfig": return triggers
    case "Policies": return policies
    case "SmsMfaConfiguration":
      // A pool that has an SMS configuration shows it here.
      return method("sms", field, "//= {\"SmsConfiguration\":\(Self.sender)}")
    case "EmailMfaConfiguration": return method("email", field, "= {}")
    case "SoftwareTokenMfaConfiguration": return method("totp", field, "= {\"Enabled\":true}")
    case "SupportedIdentityProviders":
      return [".SupportedIdentityProviders = [\"COGNITO\", \"<the other providers>\"]"]
    case "AllowedOAuthFlowsUserPoolClient": return []
    default: break
    }
    guard let value = fields.value(of: field) else {
      // What is empty is said, but for two fields that are off where they are left out.
      switch field {
      case "DeviceConfiguration", "RefreshTokenRotation": return ["del(.\(field))"]
      case "AccountRecoverySetting": return [".\(field) = {}"]
      case "UserAttributeUpdateSettings":
        return [".\(field) = {\"AttributesRequireVerificationBeforeUpdate\":[]}"]
      default: return [".\(field) = []"]
      }
    }
    let isRecord = if case .object = value { true } else { false }
    return [".\(field) \(isRecord ? "*=" : "=") \(value.serialized)"]
  }

  private static let sender =
    "{\"SnsCallerArn\":\"<ARN of the role that sends SMS>\",\"ExternalId\":\"<its external id>\"}"

  private func slot(_ name: String) -> Int { model.parameter(named: name) ?? 0 }

  private var isOff: Bool { plan.text(of: slot("mfa"), in: step.after) == "off" }

  /// A method of MFA that is new, or no more; one that was on stays as it is shown. With MFA off no
  /// method may be named.
  private func method(_ name: String, _ field: String, _ value: String) -> [String] {
    let before = plan.text(of: slot("mfaMethods"), in: step.before)
    let wasOn = before.split { "{}, ".contains($0) }.contains { $0 == name }
    guard fields.members(of: "mfaMethods").contains(name) else {
      return wasOn || isOff ? ["del(.\(field))"] : []
    }
    return wasOn ? [] : [".\(field) \(value)"]
  }

  private var policies: [String] {
    var out: [String] = []
    if step.slots.contains(slot("firstFactors")), let value = fields.value(of: "Policies") {
      out.append(".Policies *= \(value.serialized)")
    }
    if step.slots.contains(slot("passwordHistory")) {
      let isOn = plan.text(of: slot("passwordHistory"), in: step.after) == "true"
      out.append(".Policies.PasswordPolicy.PasswordHistorySize = \(isOn ? "1" : "0")")
    }
    return out
  }

  private var triggers: [String] {
    func names(_ valuation: [Int]) -> [String] {
      plan.text(of: slot("triggers"), in: valuation).split { "{}, ".contains($0) }
        .compactMap { WireNames.triggers.wire(of: String($0)) }
    }
    let (before, after) = (names(step.before), names(step.after))
    return before.filter { !after.contains($0) }.map { "del(.LambdaConfig.\($0))" }
      + after.filter { !before.contains($0) }.map {
        ".LambdaConfig.\($0) = \"<ARN of the function>\""
      }
  }
}
