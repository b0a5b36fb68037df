/// The parameters of a pool that documents of the service and of Amplify decide, with their names
/// in the table.
///
/// A pool file may name any parameter of the table; these are the ones that importers refer to.
/// Each is looked up when the table is loaded, see ``DocumentBinding``.
enum PoolParameter: String, CaseIterable, Sendable {
  case aliasAttributes
  case autoVerified
  case challengeOnNewDevice
  case clientSecret
  case confirmedByServer
  case customPattern
  case customRounds
  case defaultFlow
  case deviceForgetting
  case devices
  case emailSender
  case existenceErrors
  case externalProvider
  case firstFactors
  case flows
  case immutableAttributes
  case keepsDeviceKeys
  case mfa
  case mfaMethods
  case passwordHistory
  case passwordlessAccounts
  case passwordRecovery
  case phoneNumbers
  case preSignUpTrigger
  case recovery
  case requiredAttributes
  case selfSignUp
  case smsConfigured
  case threatProtection
  case tier
  case tokenRevocation
  case tokenRotation
  case triggerMarks
  case triggers
  case userDeletions
  case userPreferences
  case userVerification
  case usernameAttributes
  case verifyBeforeUpdate
  case webAuthnFactor
  case writeAttributes
  /// Not a parameter of the table: it is kept as a fact of the pool, see ``FixedFact``.
  case caseSensitive

  /// The parameters that the table must have.
  static let ofTable = allCases.filter { $0 != .caseSensitive }
}

extension [String: Setting] {
  /// The setting of a parameter that importers refer to.
  subscript(_ parameter: PoolParameter) -> Setting? {
    get { self[parameter.rawValue] }
    set { self[parameter.rawValue] = newValue }
  }
}
