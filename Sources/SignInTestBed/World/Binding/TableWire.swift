import SignInCryptography
import TransitionTables

/// The wire names of members and attributes that the service, the client and the reader of cases
/// access by name.
enum TableWire: String, TableNames {
  case accessToken = "AccessToken"
  case accountRecoverySetting = "AccountRecoverySetting"
  case adminCreateUserConfig = "AdminCreateUserConfig"
  case aliasAttributes = "AliasAttributes"
  case answer = "ANSWER"
  case attributeName = "AttributeName"
  case authenticationResult = "AuthenticationResult"
  case authFlow = "AuthFlow"
  case authParameters = "AuthParameters"
  case authPassword = "PASSWORD"
  case authUsername = "USERNAME"
  case autoVerifiedAttributes = "AutoVerifiedAttributes"
  case challengeName = "ChallengeName"
  case challengeParameters = "ChallengeParameters"
  case challengeResponses = "ChallengeResponses"
  case clientID = "ClientId"
  case clientMetadata = "ClientMetadata"
  case clientName = "ClientName"
  case clientSecret = "ClientSecret"
  case codeDeliveryDetailsList = "CodeDeliveryDetailsList"
  case creationDate = "CreationDate"
  case credential = "Credential"
  case credentialCreationOptions = "CredentialCreationOptions"
  case credentialRequestOptions = "CREDENTIAL_REQUEST_OPTIONS"
  case customAuth = "CUSTOM_AUTH"
  case deliveryMedium = "DeliveryMedium"
  case description = "Description"
  case deviceConfiguration = "DeviceConfiguration"
  case deviceGroupKey = "DeviceGroupKey"
  case deviceKey = "DeviceKey"
  case email
  case emailConfiguration = "EmailConfiguration"
  case emailMfaConfiguration = "EmailMfaConfiguration"
  case emailVerified = "email_verified"
  case enableTokenRevocation = "EnableTokenRevocation"
  case expiresIn = "ExpiresIn"
  case explicitAuthFlows = "ExplicitAuthFlows"
  case generateSecret = "GenerateSecret"
  case groupName = "GroupName"
  case groups = "Groups"
  case id = "Id"
  case idToken = "IdToken"
  case lastModifiedDate = "LastModifiedDate"
  case message
  case messageAction = "MessageAction"
  case mfaConfiguration = "MfaConfiguration"
  case newDeviceMetadata = "NewDeviceMetadata"
  case nextToken = "NextToken"
  case paginationToken = "PaginationToken"
  case password = "Password"
  case passwordHistorySize = "PasswordHistorySize"
  case passwordPolicy = "PasswordPolicy"
  case phoneNumber = "phone_number"
  case phoneNumberVerified = "phone_number_verified"
  case policies = "Policies"
  case poolName = "PoolName"
  case precedence = "Precedence"
  case preferredUsername = "preferred_username"
  case presentAttributes = "userAttributes"
  case preventUserExistenceErrors = "PreventUserExistenceErrors"
  case previousPassword = "PreviousPassword"
  case refreshToken = "RefreshToken"
  case refreshTokenRotation = "RefreshTokenRotation"
  case requiredAttributes
  case roleARN = "RoleArn"
  case salt = "SALT"
  case schema = "Schema"
  case schemaAttributes = "SchemaAttributes"
  case secretBlock = "SECRET_BLOCK"
  case secretCode = "SecretCode"
  case session = "Session"
  case sms = "SMS"
  case smsConfiguration = "SmsConfiguration"
  case smsMfaConfiguration = "SmsMfaConfiguration"
  case softwareTokenMfaConfiguration = "SoftwareTokenMfaConfiguration"
  case srpA = "SRP_A"
  case srpB = "SRP_B"
  case status = "Status"
  case temporaryPassword = "TemporaryPassword"
  case userAttributeNames = "UserAttributeNames"
  case userAttributes = "UserAttributes"
  case userAttributeUpdateSettings = "UserAttributeUpdateSettings"
  case userIDForSRP = "USER_ID_FOR_SRP"
  case username = "Username"
  case usernameAttributes = "UsernameAttributes"
  case userPool = "UserPool"
  case userPoolClient = "UserPoolClient"
  case userPoolID = "UserPoolId"
  case userPoolTier = "UserPoolTier"
  case webAuthnConfiguration = "WebAuthnConfiguration"
  case writeAttributes = "WriteAttributes"

  static var sort: String { "member on the wire" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    let members = model.messages.flatMap { $0.wire.members + $0.wire.answers }
    return members.flatMap { member in member.path.map { ($0, member.location) } }
      + model.slots.flatMap { slot -> [(name: String, location: SourceLocation)] in
        switch slot.type {
        case .member(let id), .set(let id):
          model.types.enums[id].wireNames.compactMap { name in name.map { ($0, slot.location) } }
        default: []
        }
      }
  }
}

extension JSON {
  subscript(name: TableWire) -> JSON? { self[name.rawValue] }

  static func members(_ members: KeyValuePairs<TableWire, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// An element of a list of attributes, as the API writes it.
  static func pair(_ name: String, _ value: JSON) -> JSON {
    .members(["Name": .string(name), "Value": value])
  }
}

extension JSON.Member {
  init(_ name: TableWire, _ value: JSON) { self.init(name.rawValue, value) }
}

extension LocatedNode {
  subscript(name: TableWire) -> LocatedNode? { self[name.rawValue] }
}

extension [String: String] {
  subscript(name: TableWire) -> String? {
    get { self[name.rawValue] }
    set { self[name.rawValue] = newValue }
  }
}
