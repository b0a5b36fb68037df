"""Steps of the fuzzer about groups, devices, identities, deleted attributes and the pool's own settings."""

GROUPS = ["staff", "staff", "staff", "Staff", "guests", "nobody's"]
FACTORS = ["PASSWORD", "EMAIL_OTP", "SMS_OTP", "WEB_AUTHN"]
SETTINGS = ["UpdateUserPool", "SetUserPoolMfaConfig", "UpdateUserPoolClient"]


class Administration:
    """Draws them; `generator` has what the answers handed out."""

    def __init__(self, generator):
        self.of, self.one, self.chance = generator, generator.one, generator.chance

    def step(self, number):
        return self.one([self.group, self.group, self.device, self.device, self.link,
                         self.attributes, self.attributes, self.token, self.reads, self.setting])()

    def named(self):
        return {"UserPoolId": self.of.bed.pool_id, "Username": self.one(self.of.names)}

    def pool(self, **more):
        return {"UserPoolId": self.of.bed.pool_id, **more}

    def group(self):
        name = {"GroupName": self.one(GROUPS)}
        more = {"Precedence": self.one([0, 1, 7]), "RoleArn": "arn:aws:iam::123456789012:role/r",
                "Description": "a group"}
        change = {**self.pool(), **name, **{k: v for k, v in more.items() if self.chance(0.4)}}
        return self.one([
            ("CreateGroup", change), ("CreateGroup", change), ("UpdateGroup", change),
            ("GetGroup", self.pool(**name)), ("DeleteGroup", self.pool(**name)),
            ("AdminAddUserToGroup", {**self.named(), **name}),
            ("AdminAddUserToGroup", {**self.named(), **name}),
            ("AdminRemoveUserFromGroup", {**self.named(), **name}),
            ("AdminListGroupsForUser", self.named()), ("ListGroups", self.pool()),
            ("ListUsersInGroup", self.pool(**name))])

    def device(self):
        fields = {**self.named(), "DeviceKey": "eu-west-1_none"}
        if self.of.devices and self.chance(0.9):
            fields["DeviceKey"] = self.of.device_key()
            owner = dict(self.of.grants).get(fields["DeviceKey"]["of"])
            fields["Username"] = owner if owner and self.chance(0.9) else fields["Username"]
        return self.one([
            ("AdminUpdateDeviceStatus", {
                **fields, "DeviceRememberedStatus": self.one(["remembered", "not_remembered", "maybe"])}),
            ("AdminGetDevice", fields), ("AdminForgetDevice", fields), ("AdminListDevices", self.named())])

    def link(self):
        source = {"ProviderName": self.one(["Google", "Google", "Google", "Facebook"]),
                  "ProviderAttributeName": "Cognito_Subject",
                  "ProviderAttributeValue": self.one(["own", "strangers-subject", ""])}
        return "AdminLinkProviderForUser", self.pool(
            DestinationUser={"ProviderName": "Cognito", "ProviderAttributeValue": self.one(self.of.names)},
            SourceUser=source)

    def attributes(self):
        names = self.one([["email"], ["phone_number"], ["email", "phone_number"], ["email_verified"],
                          ["phone_number_verified"], ["sub"], ["custom:none"], ["given_name"],
                          ["preferred_username"], []])
        return "AdminDeleteUserAttributes", {**self.named(), "UserAttributeNames": names}

    def token(self):
        """The legacy call about SMS, the feedback of threat protection, other attributes."""
        fields = {"AccessToken": self.of.token()}
        options = self.one([[], [{"DeliveryMedium": "SMS", "AttributeName": "phone_number"}]])
        names = self.one([["email", "phone_number"], ["given_name"], ["email_verified"], ["sub"]])
        feedback = {**self.named(), "EventId": "e", "FeedbackToken": "t", "FeedbackValue": "Valid"}
        return self.one([("SetUserSettings", {**fields, "MFAOptions": options}),
                         ("UpdateAuthEventFeedback", feedback),
                         ("DeleteUserAttributes", {**fields, "UserAttributeNames": names})])

    def reads(self):
        client = self.pool(ClientId=self.of.bed.client_id)
        return self.one([
            ("ListUserPools", {"MaxResults": self.one([1, 60, 0])}), ("ListUserPoolClients", self.pool()),
            ("GetUserPoolMfaConfig", self.pool()), ("DescribeUserPool", self.pool()),
            ("DescribeUserPoolClient", client),
            ("ListUsers", self.pool(Filter=self.one(['email = "ada@example.com"', 'sub ^= "a"', "x"])))])

    def setting(self):
        """A call that changes what the rows decide from then on."""
        if not self.of.changes:
            return self.reads()
        operation = self.one(SETTINGS)
        if operation == "UpdateUserPoolClient":
            flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_USER_AUTH",
                     "ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
            given = {"ExplicitAuthFlows": [f for f in flows if self.chance(0.7)],
                     "PreventUserExistenceErrors": self.one(["ENABLED", "LEGACY"])}
            return operation, self.pool(ClientId=self.of.bed.client_id, **given)
        if operation == "SetUserPoolMfaConfig":
            given = {"MfaConfiguration": self.one(["OFF", "OPTIONAL", "OPTIONAL", "ON"])}
            if self.chance(0.8):
                given["SoftwareTokenMfaConfiguration"] = {"Enabled": self.chance(0.7)}
            if self.chance(0.5):
                given["SmsMfaConfiguration"] = {"SmsConfiguration": {
                    "SnsCallerArn": "arn:aws:iam::123456789012:role/sms", "ExternalId": "e"}}
            return operation, self.pool(**given)
        recovery = [{"Name": self.one(["verified_email", "verified_phone_number", "admin_only"]), "Priority": 1}]
        given = {
            "MfaConfiguration": self.one(["OFF", "OPTIONAL", "ON"]),
            "AutoVerifiedAttributes": self.one([[], ["email"], ["email", "phone_number"]]),
            "AccountRecoverySetting": {"RecoveryMechanisms": recovery},
            "DeviceConfiguration": {"ChallengeRequiredOnNewDevice": self.chance(0.5),
                                    "DeviceOnlyRememberedOnUserPrompt": self.chance(0.5)},
            "AdminCreateUserConfig": {"AllowAdminCreateUserOnly": self.chance(0.3)},
            "UserAttributeUpdateSettings": {
                "AttributesRequireVerificationBeforeUpdate": self.one([[], ["email"]])},
            "Policies": {"SignInPolicy": {"AllowedFirstAuthFactors": [f for f in FACTORS if self.chance(0.6)]}},
            "SmsConfiguration": {"SnsCallerArn": "arn:aws:iam::123456789012:role/sms", "ExternalId": "e"},
            "EmailConfiguration": {"EmailSendingAccount": "DEVELOPER", "SourceArn": (
                "arn:aws:ses:eu-west-1:123456789012:identity/a@example.com")},
        }
        return operation, self.pool(**{k: v for k, v in given.items() if self.chance(0.5)})
