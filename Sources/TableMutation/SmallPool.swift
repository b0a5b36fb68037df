import Foundation
import PoolAnalysis
import SignIn
import TransitionTables

/// A configuration in which some thousand states hold most of what a sign-in can be.
package struct SmallPool: Sendable {
  package var name: String
  package var parameters: [Int: Int]

  /// Some written for this, and some of the bundled ones, smallest first.
  package static func bundled(of model: Model) -> [SmallPool] {
    let common = [
      "selfSignUp": "false", "recovery": "adminOnly", "flows": "{userSRP}", "emailSender": "ses",
    ]
    let written: [(String, [String: String])] = [
      ("mfa off", ["mfa": "off"]),
      (
        "sms required",
        [
          "mfa": "required", "mfaMethods": "{sms}", "smsConfigured": "true",
          // Without it somebody can be left without any factor, which is a flaw of the pool.
          "requiredAttributes": "{phone}",
        ]
      ),
      ("totp required", ["mfa": "required", "mfaMethods": "{totp}"]),
      ("devices", ["devices": "always"]),
      (
        "custom",
        [
          "flows": "{custom}", "customRounds": "1",
          "triggers": "{defineAuthChallenge, createAuthChallenge, verifyAuthChallengeResponse}",
        ]
      ),
    ]
    let own = written.map { name, settings in
      var parameters: [Int: Int] = [:]
      for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
      for (key, text) in common.merging(settings, uniquingKeysWith: { $1 }) {
        guard let slot = model.parameter(named: key) else { continue }
        let values = model.types.values(of: model.slots[slot].type)
        parameters[slot] =
          values.first { model.text(of: $0, in: slot) == text } ?? parameters[slot]
      }
      return SmallPool(name: name, parameters: parameters)
    }
    return own
      + bundled(["sundial", "beacon", "club", "post-office", "clinic", "tenants"], of: model)
  }

  private static func bundled(_ names: [String], of model: Model) -> [SmallPool] {
    let folder = BundledTable.directory.appending(path: "pools/sound")
    return names.compactMap { name in
      let path = folder.appending(path: "\(name).yaml").path
      let loader = PoolLoader(model: model, request: PoolRequest(paths: [path]))
      return (try? loader.load())?.first.map { SmallPool(name: name, parameters: $0.closed) }
    }
  }
}
