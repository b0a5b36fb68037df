/// What a program of a project may let its users do, so that what comes of it concerns them.
package enum UserAct: CaseIterable, Hashable, Sendable {
  /// They delete attributes of theirs.
  case deletion
  /// They set their MFA preferences.
  case preference
  /// They come back on devices whose keys are kept.
  case deviceKeeping
  /// They have devices forgotten, or delete their accounts with the devices.
  case deviceForgetting
  /// They have accounts without a password.
  case passwordlessAccount
  /// They have phone numbers.
  case phoneNumber
  /// They ask for codes for passwords that they forgot.
  case recovery

  /// The parameter that says whether they do.
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

  /// Whether it may harm anybody but who does it, so that it counts where nobody looked for it.
  package var harmsOthers: Bool { self != .deletion && self != .deviceForgetting }

  /// Why that is open where no program lets them.
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
