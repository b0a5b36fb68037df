/// An act that the programs of a project may allow their users, and that can affect their sign-in.
package enum UserAct: CaseIterable, Hashable, Sendable {
  /// Users delete attributes of their own.
  case deletion
  /// Users set their MFA preferences.
  case preference
  /// Users return on devices whose keys are kept.
  case deviceKeeping
  /// Users have devices forgotten, or delete their accounts together with the devices.
  case deviceForgetting
  /// Users have accounts without a password.
  case passwordlessAccount
  /// Users have phone numbers.
  case phoneNumber
  /// Users request codes to reset a forgotten password.
  case recovery

  /// The parameter that says whether users do so.
  var parameter: PoolParameter {
    switch self {
    case .deletion: .userDeletions
    case .preference: .userPreferences
    case .deviceKeeping: .keepsDeviceKeys
    case .deviceForgetting: .deviceForgetting
    case .passwordlessAccount: .passwordlessAccounts
    case .phoneNumber: .phoneNumbers
    case .recovery: .passwordRecovery
    }
  }

  /// Whether the act can affect anyone but the user who performs it. One that cannot is open where
  /// no program is known to allow it.
  package var harmsOthers: Bool { self != .deletion && self != .deviceForgetting }

  /// The reason why the parameter is open where no program allows the act.
  var absence: UntoldReason {
    switch self {
    case .deletion: .kept
    case .preference: .unpreferred
    case .deviceKeeping: .keyless
    case .deviceForgetting: .unforgotten
    case .passwordlessAccount: .passwords
    case .phoneNumber: .phoneless
    case .recovery: .unforgetting
    }
  }
}
