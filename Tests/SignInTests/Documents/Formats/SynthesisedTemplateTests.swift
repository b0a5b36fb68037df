import SignIn
import Testing
import TransitionTables

/// Templates that the CDK synthesises: CloudFormation with much more than the pool.
@Suite struct SynthesisedTemplateTests {
  private let text = #"""
    {"Resources": {
      "UserPool6BA7E5F2": {"Type": "AWS::Cognito::UserPool", "Properties": {
        "AccountRecoverySetting": {"RecoveryMechanisms": [
          {"Name": "verified_phone_number", "Priority": 1}, {"Name": "verified_email", "Priority": 2}]},
        "AdminCreateUserConfig": {"AllowAdminCreateUserOnly": true},
        "EmailVerificationMessage": "The verification code to your new account is {####}",
        "EmailVerificationSubject": "Verify your new account",
        "SmsVerificationMessage": "The verification code to your new account is {####}",
        "VerificationMessageTemplate": {"DefaultEmailOption": "CONFIRM_WITH_CODE",
          "EmailMessage": "The verification code to your new account is {####}",
          "EmailSubject": "Verify your new account",
          "SmsMessage": "The verification code to your new account is {####}"}},
       "UpdateReplacePolicy": "Retain", "DeletionPolicy": "Retain",
       "Metadata": {"aws:cdk:path": "Stack/UserPool/Resource"}},
      "UserPoolClient": {"Type": "AWS::Cognito::UserPoolClient", "Properties": {
        "AllowedOAuthFlows": ["implicit", "code"], "AllowedOAuthFlowsUserPoolClient": true,
        "AllowedOAuthScopes": ["openid"], "CallbackURLs": ["https://example.com"],
        "SupportedIdentityProviders": ["COGNITO"], "UserPoolId": {"Ref": "UserPool6BA7E5F2"}},
       "Metadata": {"aws:cdk:path": "Stack/UserPool/Client/Resource"}},
      "CDKMetadata": {"Type": "AWS::CDK::Metadata", "Properties": {"Analytics": "v2:deflate64:x"},
       "Condition": "CDKMetadataAvailable"}},
     "Conditions": {"CDKMetadataAvailable": {"Fn::Or": [
       {"Fn::Equals": [{"Ref": "AWS::Region"}, "af-south-1"]}]}},
     "Parameters": {"BootstrapVersion": {"Type": "AWS::SSM::Parameter::Value<String>",
       "Default": "/cdk-bootstrap/hnb659fds/version"}},
     "Rules": {"CheckBootstrapVersion": {"Assertions": [{"Assert": {"Fn::Not": [{"Fn::Contains": [
       ["1", "2"], {"Ref": "BootstrapVersion"}]}]}, "AssertDescription": "CDK"}]}}}
    """#

  @Test func readsThePoolAndIsNotDisturbedByTheRest() throws {
    let pool = try read(text)
    #expect(pool.name == "UserPool6BA7E5F2")
    #expect(pool.complaints.map(\.code) == ["document.no-domain"])
    #expect(pool.openParameters.isEmpty)
    #expect(pool.statedLines == ["recovery = phoneThenEmail", "selfSignUp = false"])
    #expect(pool["flows"]?.value == .set(["custom", "refresh", "userSRP"]))
  }
}
