import TransitionTables

/// The messages that the service, the replays and the reader of cases know, by their wire names.
enum TableMessage: String, TableNames {
  case adminAddUserToGroup = "AdminAddUserToGroup"
  case adminCreateUser = "AdminCreateUser"
  case adminDeleteUserAttributes = "AdminDeleteUserAttributes"
  case adminDeleteUser = "AdminDeleteUser"
  case adminGetUser = "AdminGetUser"
  case adminListGroupsForUser = "AdminListGroupsForUser"
  case adminRemoveUserFromGroup = "AdminRemoveUserFromGroup"
  case adminSetUserMFAPreference = "AdminSetUserMFAPreference"
  case adminUpdateUserAttributes = "AdminUpdateUserAttributes"
  case completeWebAuthnRegistration = "CompleteWebAuthnRegistration"
  case confirmDevice = "ConfirmDevice"
  case createGroup = "CreateGroup"
  case createUserPool = "CreateUserPool"
  case createUserPoolClient = "CreateUserPoolClient"
  case customChallenge = "CUSTOM_CHALLENGE"
  case deleteGroup = "DeleteGroup"
  case deleteUserAttributes = "DeleteUserAttributes"
  case deleteUserPool = "DeleteUserPool"
  case deleteWebAuthnCredential = "DeleteWebAuthnCredential"
  case describeUserPoolClientResult = "DescribeUserPoolClientResult"
  case describeUserPoolResult = "DescribeUserPoolResult"
  case emptyAnswer = "EmptyAnswer"
  case federatedToken = "FederatedToken"
  case getGroup = "GetGroup"
  case getTokensFromRefreshToken = "GetTokensFromRefreshToken"
  case initiateAuth = "InitiateAuth"
  case internalErrorException = "InternalErrorException"
  case invalidParameterException = "InvalidParameterException"
  case limitExceededException = "LimitExceededException"
  case listGroups = "ListGroups"
  case listUsers = "ListUsers"
  case listUsersInGroup = "ListUsersInGroup"
  case notAuthorizedException = "NotAuthorizedException"
  case oauthError = "OAuthError"
  case passwordChallenge = "PASSWORD"
  case resourceNotFoundException = "ResourceNotFoundException"
  case respondToAuthChallenge = "RespondToAuthChallenge"
  case revokeToken = "RevokeToken"
  case setUserPoolMfaConfig = "SetUserPoolMfaConfig"
  case setUserPoolMfaConfigResult = "SetUserPoolMfaConfigResult"
  case signUp = "SignUp"
  case startWebAuthnRegistration = "StartWebAuthnRegistration"
  case tokens = "TOKENS"
  case unexpectedLambdaException = "UnexpectedLambdaException"
  case updateGroup = "UpdateGroup"
  case updateUserAttributes = "UpdateUserAttributes"
  case userNotFoundException = "UserNotFoundException"
  case usernameExistsException = "UsernameExistsException"
  case webAuthn = "WEB_AUTHN"

  static var sort: String { "message" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.messages.flatMap { [($0.name, $0.location), ($0.wire.name, $0.location)] }
  }

  static func == (text: String, message: TableMessage) -> Bool { text == message.rawValue }
  static func != (text: String, message: TableMessage) -> Bool { text != message.rawValue }
}

extension Model {
  /// The position of a message.
  func message(_ name: TableMessage) -> Int? { message(named: name.rawValue) }
}
