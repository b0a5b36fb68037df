extension CaseNames {
  /// The calls of the client; some of them no action of the table stands for.
  static let clientCalls = [
    "signIn", "confirmSignIn", "autoSignIn", "signInWithWebUI", "signOut", "signUp",
    "confirmSignUp", "resendSignUpCode", "resetPassword", "confirmResetPassword",
    "changePassword", "updateContact", "verifyContact", "sendVerificationCode",
    "fetchUserAttributes", "getCurrentUser", "fetchAuthSession", "deleteUser", "setUpTOTP",
    "verifyTOTPSetup", "fetchMFAPreference", "updateMFAPreference", "fetchDevices",
    "rememberDevice", "forgetDevice", "associateWebAuthnCredential", "listWebAuthnCredentials",
    "deleteWebAuthnCredential", "federateToIdentityPool", "clearFederationToIdentityPool",
    "configure", "reset", "getEscapeHatch", "addPlugin",
  ]

  /// Cases of AWSCognitoAuthError that no row of the table throws.
  static let clientErrors = [
    "deviceNotTracked", "invalidAccountTypeException", "externalServiceException",
    "invalidSmsRoleAccessPolicy", "invalidSmsRoleTrustRelationship", "invalidEmailRole",
    "userDisabled", "forbidden", "webAuthn", "credentialAlreadyExist",
    "webAuthnCredentialsNotSupported", "samlNotSupported",
  ]

  /// Operations of the user pool and of the identity pool that no request of the table stands for.
  static let serviceOperations = userPoolOperations.words + identityPoolOperations.words

  private static let userPoolOperations = """
    AssociateSoftwareToken ChangePassword CompleteWebAuthnRegistration ConfirmDevice
    ConfirmForgotPassword ConfirmSignUp DeleteUser DeleteUserAttributes DeleteWebAuthnCredential
    ForgetDevice ForgotPassword GetDevice GetSigningCertificate GetTokensFromRefreshToken GetUser
    GetUserAttributeVerificationCode GetUserAuthFactors GlobalSignOut InitiateAuth ListDevices
    ListWebAuthnCredentials ResendConfirmationCode RespondToAuthChallenge RevokeToken
    SetUserMFAPreference SetUserSettings SignUp StartWebAuthnRegistration UpdateAuthEventFeedback
    UpdateDeviceStatus UpdateUserAttributes VerifySoftwareToken VerifyUserAttribute
    AdminAddUserToGroup AdminConfirmSignUp AdminCreateUser AdminDeleteUser
    AdminDeleteUserAttributes AdminDisableProviderForUser AdminDisableUser AdminEnableUser
    AdminForgetDevice AdminGetDevice AdminGetUser AdminInitiateAuth AdminLinkProviderForUser
    AdminListDevices AdminListGroupsForUser AdminListUserAuthEvents AdminRemoveUserFromGroup
    AdminResetUserPassword AdminRespondToAuthChallenge AdminSetUserMFAPreference
    AdminSetUserPassword AdminSetUserSettings AdminUpdateAuthEventFeedback
    AdminUpdateDeviceStatus AdminUpdateUserAttributes AdminUserGlobalSignOut
    """

  private static let identityPoolOperations = """
    GetId GetCredentialsForIdentity GetOpenIdToken GetOpenIdTokenForDeveloperIdentity
    DescribeIdentity UnlinkIdentity PutEvents AssumeRoleWithWebIdentity
    """
}

extension String {
  fileprivate var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}
