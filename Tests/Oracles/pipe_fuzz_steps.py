"""Draws the steps of the fuzzer: mostly the next step of what is under way, often a wrong one."""

from pipe_fuzz_operations import Administration

PASSWORDS = ["Str0ng-Passw0rd", "An0ther-Passw0rd", "Third-Passw0rd3"]
FACTORS = ["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP", "PASSWORD", "PASSWORD_SRP", "WEB_AUTHN", "SMS_OTP"]
CODES = {"SMS_MFA": "smsMFA", "SMS_OTP": "smsMFA", "EMAIL_OTP": "emailMFA", "CUSTOM_CHALLENGE": "custom"}
CHALLENGES = sorted({*FACTORS, *CODES, "SELECT_CHALLENGE", "SELECT_MFA_TYPE", "MFA_SETUP",
                     "NEW_PASSWORD_REQUIRED", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"})


class Generator:
    """Draws one step after the other and remembers what the answers handed out."""

    def __init__(self, random, bed, settings):
        self.random, self.bed = random, bed
        self.settings = " ".join(settings)
        self.sessions, self.exchanges, self.grants = [], [], []
        self.secrets, self.devices, self.creations, self.passkeys = [], [], [], []
        self.passwords = {}
        # Some runs change the pool while its users sign in.
        self.changes = self.chance(0.3)
        emails = "usernameAttributes" in self.settings
        self.users = ["ada@example.com", "+15550001111", "eve@example.com"] if emails else [
            "ada", "bob", "eve"]
        self.names = [*self.users, *self.users, "nobody", "ada@example.com", "zed@example.com"]

    # Choices

    def one(self, values):
        return self.random.choice(values)

    def recent(self, values):
        """Mostly the last one."""
        return self.one(values[-3:] if self.random.random() < 0.8 else values)

    def chance(self, share):
        return self.random.random() < share

    def password(self, user):
        return self.passwords.get(user, PASSWORDS[0]) if self.chance(0.85) else self.one(
            [*PASSWORDS, "weak", ""])

    def code(self, user, purpose):
        if self.chance(0.2):
            return self.one(["000000", "123456", "12", ""])
        return {"$": "mail", "user": user, "purpose": purpose, "back": self.one([1, 1, 1, 1, 2])}

    def totp(self):
        if not self.secrets or self.chance(0.1):
            return self.one(["000000", "abc", ""])
        return {"$": "totp", "of": self.recent(self.secrets), "shift": self.one([0, 0, 0, 0, -1, -1, 1, -2, 2])}

    # Steps

    def step(self, number):
        kinds = [(self.sign_in, 20), (self.answer, 34), (self.administration, 18), (self.account, 10),
                 (self.with_token, 22), (self.set_up, 12), (self.refresh, 5), (self.clock, 7),
                 (Administration(self).step, 14)]
        if number < 12:
            kinds = [(self.administration, 1)]
        make = self.random.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
        operation, fields = make(number)
        return {"n": number, "op": operation, "input": fields}

    def hashed(self, user):
        if "clientSecret" in self.settings and self.chance(0.93):
            return {"$": "secrethash", "user": user}
        return "AAAA" if self.chance(0.02) else None

    def sign_in(self, number):
        user = self.one(self.names)
        flow = self.one([f for f in ("USER_SRP_AUTH", "USER_PASSWORD_AUTH", "USER_AUTH", "CUSTOM_AUTH")
                         for _ in range(1 + 4 * (self.word(f) in self.settings))])
        given = {"USERNAME": user, "SECRET_HASH": self.hashed(user)}
        preferred = self.one(["PASSWORD", "PASSWORD_SRP", "EMAIL_OTP", "SMS_OTP", "WEB_AUTHN", None])
        if flow == "USER_AUTH":
            given["PREFERRED_CHALLENGE"] = preferred
        if flow == "USER_PASSWORD_AUTH" or (flow == "USER_AUTH" and preferred == "PASSWORD"):
            given["PASSWORD"] = self.password(user)
        if flow == "USER_SRP_AUTH" or (flow == "USER_AUTH" and preferred == "PASSWORD_SRP") or (
                flow == "CUSTOM_AUTH" and self.chance(0.4)):
            given["SRP_A"] = {"$": "public", "label": number}
            if flow == "CUSTOM_AUTH":
                given["CHALLENGE_NAME"] = "SRP_A"
        if self.devices and self.chance(0.6):
            given["DEVICE_KEY"] = self.device_key()
        fields = {"ClientId": self.bed.client_id, "AuthFlow": flow, "AuthParameters": self.kept(given)}
        if self.chance(0.15):
            return "AdminInitiateAuth", {**fields, "UserPoolId": self.bed.pool_id, "AuthFlow": self.one(
                [flow, "ADMIN_USER_PASSWORD_AUTH"])}
        return "InitiateAuth", fields

    @staticmethod
    def word(flow):
        return {"USER_SRP_AUTH": "userSRP", "USER_PASSWORD_AUTH": "userPassword",
                "USER_AUTH": "userAuth", "CUSTOM_AUTH": "custom"}[flow]

    @staticmethod
    def kept(fields):
        return {key: value for key, value in fields.items() if value is not None}

    def device_key(self):
        return {"$": "out", "of": self.recent(self.devices),
                "path": "AuthenticationResult.NewDeviceMetadata.DeviceKey"}

    def answer(self, number):
        if self.exchanges and (not self.sessions or self.chance(0.45)):
            return self.prove(number)
        if not self.sessions:
            return self.sign_in(number)
        of, name, user = self.recent(self.sessions)
        asked = name if self.chance(0.9) else self.one(CHALLENGES)
        typed = user if self.chance(0.95) else self.one(self.names)
        given = {"USERNAME": typed, "SECRET_HASH": self.hashed(typed), **self.answers(asked, user, of, number)}
        if self.devices and self.chance(0.4):
            given["DEVICE_KEY"] = self.device_key()
        operation = "AdminRespondToAuthChallenge" if self.chance(0.1) else "RespondToAuthChallenge"
        fields = {"ClientId": self.bed.client_id, "ChallengeName": asked,
                  "Session": {"$": "out", "of": of, "path": "Session"},
                  "ChallengeResponses": self.kept(given)}
        if operation.startswith("Admin"):
            fields["UserPoolId"] = self.bed.pool_id
        return operation, fields

    def answers(self, asked, user, of, number):
        if asked in CODES:
            key = "ANSWER" if asked == "CUSTOM_CHALLENGE" else f"{asked}_CODE"
            return {key: self.code(user, CODES[asked])}
        if asked == "SOFTWARE_TOKEN_MFA":
            return {"SOFTWARE_TOKEN_MFA_CODE": self.totp()}
        if asked == "SELECT_MFA_TYPE":
            return {"ANSWER": self.one(FACTORS[:3])}
        if asked == "SELECT_CHALLENGE":
            choice = self.one(FACTORS)
            more = {"PASSWORD": {"PASSWORD": self.password(user)},
                    "PASSWORD_SRP": {"SRP_A": {"$": "public", "label": number}}}
            return {"ANSWER": choice, **more.get(choice, {})}
        if asked == "NEW_PASSWORD_REQUIRED":
            more = {"userAttributes.phone_number": "+15557770000"} if self.chance(0.3) else {}
            return {"NEW_PASSWORD": self.one([*PASSWORDS, *PASSWORDS, "weak"]), **more}
        if asked == "MFA_SETUP":
            return self.one([{}, {"EMAIL": "new@example.com"}, {"EMAIL": "x"}])
        if asked == "WEB_AUTHN" and self.passkeys:
            return {"CREDENTIAL": {"$": "assertion", "of": of, "passkey": self.recent(self.passkeys),
                                   "tamper": self.one([None, None, None, "signature"])}}
        if asked == "PASSWORD":
            return {"PASSWORD": self.password(user)}
        return {"SRP_A": {"$": "public", "label": number}}

    def prove(self, number):
        """The proof of a password or of a device for an exchange that a step began."""
        of, user, device, label = self.recent(self.exchanges)
        skew = self.one([0] * 12 + [400])
        password = self.password(user)
        proof = {"$": "proof", "of": of, "label": label, "password": password, "skew": skew}
        if device is not None:
            password = "device secret" if self.chance(0.9) else "another"
            proof = {**proof, "password": password, "device": device}
        given = {
            "USERNAME": user, "SECRET_HASH": self.hashed(user), "PASSWORD_CLAIM_SIGNATURE": proof,
            "PASSWORD_CLAIM_SECRET_BLOCK": {"$": "out", "of": of, "path": "ChallengeParameters.SECRET_BLOCK"},
            "TIMESTAMP": {"$": "timestamp", "skew": skew}}
        if device is not None or (self.devices and self.chance(0.5)):
            given["DEVICE_KEY"] = self.device_key()
        fields = {"ClientId": self.bed.client_id, "ChallengeName": "PASSWORD_VERIFIER"}
        if device is not None:
            fields["ChallengeName"] = "DEVICE_PASSWORD_VERIFIER"
            fields["Session"] = {"$": "out", "of": of, "path": "Session"}
        return "RespondToAuthChallenge", {**fields, "ChallengeResponses": self.kept(given)}

    def administration(self, number):
        user = self.one(self.names)
        fields = {"UserPoolId": self.bed.pool_id, "Username": user}
        email = user if "@" in user else f"{user.strip('+')}@example.com"
        addresses = [{"Name": "email", "Value": email}, {"Name": "phone_number", "Value": "+15550009999"}]
        marks = [{"Name": "email_verified", "Value": self.one(["true", "false"])}]
        kind = self.one(["create", "create", "password", "password", "password", "confirm", "reset",
                         "preference", "preference", "attributes", "switch", "tokens", "delete", "get", "read"])
        if kind == "create" or number < 6:
            given = addresses[:self.one([1, 2, 2])]
            return "AdminCreateUser", self.kept({
                **fields, "TemporaryPassword": self.one([*PASSWORDS[:1] * 5, "weak", None]),
                "UserAttributes": given + marks, "MessageAction": self.one([None] * 6 + ["RESEND"])})
        if kind == "password" or number < 12:
            return "AdminSetUserPassword", {
                **fields, "Password": self.one([*PASSWORDS, *PASSWORDS, "weak"]), "Permanent": self.chance(0.8)}
        if kind == "preference":
            return "AdminSetUserMFAPreference", {**fields, **self.preferences()}
        if kind == "attributes":
            return "AdminUpdateUserAttributes", {**fields, "UserAttributes": addresses[self.one([0, 1]):][:1] + marks}
        if kind == "switch":
            return self.one(["AdminDisableUser", "AdminEnableUser", "AdminEnableUser"]), fields
        if kind == "read":
            listed = {"UserPoolId": self.bed.pool_id}
            return self.one([
                ("ListUsers", listed), ("DescribeUserPool", listed), ("AdminListDevices", fields),
                ("DescribeUserPoolClient", {**listed, "ClientId": self.bed.client_id}),
                ("AdminGetDevice", {**fields, "DeviceKey": self.device_key() if self.devices else "x"}),
                ("AdminForgetDevice", {**fields, "DeviceKey": self.device_key() if self.devices else "x"})])
        return {"confirm": "AdminConfirmSignUp", "reset": "AdminResetUserPassword", "get": "AdminGetUser",
                "tokens": "AdminUserGlobalSignOut", "delete": "AdminDeleteUser"}[kind], fields

    def preferences(self):
        blocks = ["SMSMfaSettings", "SoftwareTokenMfaSettings", "EmailMfaSettings"]
        return {block: {"Enabled": self.chance(0.75), "PreferredMfa": self.chance(0.4)}
                for block in blocks if self.chance(0.45)}

    def account(self, number):
        user = self.one(self.names)
        fields = self.kept(
            {"ClientId": self.bed.client_id, "Username": user, "SecretHash": self.hashed(user)})
        kind = self.one(["SignUp", "ConfirmSignUp", "ConfirmSignUp", "ResendConfirmationCode",
                         "ForgotPassword", "ForgotPassword", "ConfirmForgotPassword", "ConfirmForgotPassword"])
        if kind == "SignUp":
            email = user if "@" in user else f"{user.strip('+')}@example.com"
            attributes = [{"Name": "email", "Value": email}, {"Name": "phone_number", "Value": "+15550009999"}]
            return kind, {**fields, "Password": self.one([*PASSWORDS, "weak"]),
                          "UserAttributes": attributes[:self.one([0, 1, 2, 2])]}
        if kind == "ConfirmSignUp":
            return kind, {**fields, "ConfirmationCode": self.code(user, "signUp")}
        if kind == "ConfirmForgotPassword":
            return kind, {**fields, "ConfirmationCode": self.code(user, "reset"),
                          "Password": self.one([*PASSWORDS, "weak"])}
        return kind, fields

    def token(self, path="AuthenticationResult.AccessToken"):
        if not self.grants or self.chance(0.03):
            return "a.b.c"
        return {"$": "out", "of": self.recent(self.grants)[0], "path": path}

    def with_token(self, number):
        if not self.grants:
            return self.sign_in(number)
        user = self.recent(self.grants)[1]
        fields = {"AccessToken": self.token()}
        attribute = self.one(["email", "phone_number"])
        value = {"email": self.one(["ada@example.com", "other@example.com", ""]),
                 "phone_number": self.one(["+15550001111", "+15550002222"])}[attribute]
        kinds = {
            "GetUser": {}, "SetUserMFAPreference": self.preferences(), "ListDevices": {},
            "ChangePassword": {"PreviousPassword": self.password(user), "ProposedPassword": self.one(PASSWORDS)},
            "UpdateUserAttributes": {"UserAttributes": [{"Name": attribute, "Value": value}]},
            "DeleteUserAttributes": {"UserAttributeNames": [attribute]},
            "GetUserAttributeVerificationCode": {"AttributeName": attribute},
            "VerifyUserAttribute": {"AttributeName": attribute, "Code": self.code(user, "attribute")},
            "GlobalSignOut": {}, "GetUserAuthFactors": {}, "StartWebAuthnRegistration": {},
            "ListWebAuthnCredentials": {},
        }
        if self.creations:
            kinds["CompleteWebAuthnRegistration"] = {
                "Credential": {"$": "credential", "of": self.recent(self.creations)}}
        if self.passkeys:
            kinds["DeleteWebAuthnCredential"] = {
                "CredentialId": {"$": "identifier", "passkey": self.recent(self.passkeys)}}
        if self.devices:
            of, device = self.recent(self.devices), self.device_key()
            kinds["ConfirmDevice"] = {"DeviceKey": device, "DeviceSecretVerifierConfig": {
                part: {"$": "verifier", "of": of, "password": "device secret", "part": part}
                for part in ("PasswordVerifier", "Salt")}}
            for operation in ("ForgetDevice", "GetDevice"):
                kinds[operation] = {"DeviceKey": device}
            kinds["UpdateDeviceStatus"] = {
                "DeviceKey": device, "DeviceRememberedStatus": self.one(["remembered", "not_remembered"])}
        if self.chance(0.03):
            return "DeleteUser", fields
        operation = self.one([k for k in kinds for _ in range(4 if k.startswith(("Confirm", "Start", "Complete")) else 2)])
        return operation, {**fields, **kinds[operation]}

    def set_up(self, number):
        """AssociateSoftwareToken and VerifySoftwareToken, by token or by a session of any kind."""
        fields = {"AccessToken": self.token()} if self.grants and self.chance(0.6) else {}
        if not fields:
            if not self.sessions:
                return self.sign_in(number)
            setting = [s for s in self.sessions if s[1] in ("MFA_SETUP", "associated")]
            known = setting if setting and self.chance(0.7) else self.sessions
            fields = {"Session": {"$": "out", "of": self.recent(known)[0], "path": "Session"}}
        if self.secrets and self.chance(0.6):
            return "VerifySoftwareToken", {**fields, "UserCode": self.totp()}
        return "AssociateSoftwareToken", fields

    def refresh(self, number):
        if not self.grants:
            return self.sign_in(number)
        token, user = self.token("AuthenticationResult.RefreshToken"), self.recent(self.grants)[1]
        secret = self.bed.client_secret if self.chance(0.9) else None
        key = self.device_key() if self.devices and self.chance(0.7) else None
        kind = self.one(["flow", "operation", "revoke"])
        if kind == "revoke":
            token = token if self.chance(0.8) else self.token()
            return "RevokeToken", self.kept(
                {"ClientId": self.bed.client_id, "Token": token, "ClientSecret": secret})
        if kind == "operation":
            return "GetTokensFromRefreshToken", self.kept(
                {"ClientId": self.bed.client_id, "RefreshToken": token, "ClientSecret": secret, "DeviceKey": key})
        return "InitiateAuth", {
            "ClientId": self.bed.client_id, "AuthFlow": "REFRESH_TOKEN_AUTH", "AuthParameters": self.kept(
                {"REFRESH_TOKEN": token, "SECRET_HASH": self.hashed(user), "DEVICE_KEY": key})}

    def clock(self, number):
        return "TestBedClock", {"By": self.one([1, 1, 2, 5, 29, 30, 31, 60, 180, 900, 3_601, 86_401, 700_000])
                                if self.chance(0.3) else self.one([1, 2, 30])}

    # Answers

    def learn(self, step, output):
        """Remembers what an accepted step handed out."""
        fields, number = step["input"], step["n"]
        if step["op"] in ("AdminSetUserPassword", "ConfirmForgotPassword", "SignUp") and output is not None:
            self.passwords[fields["Username"]] = fields["Password"]
        if not output:
            return
        given = fields.get("AuthParameters") or fields.get("ChallengeResponses") or {}
        user = given.get("USERNAME") or self.owner(fields)
        name = output.get("ChallengeName")
        if name and "SRP_B" in output["ChallengeParameters"]:
            device = self.devices[-1] if name.startswith("DEVICE") and self.devices else None
            self.exchanges.append((number, user, device, number))
        elif output.get("Session"):
            self.sessions.append((number, name or "associated", user))
        result = output.get("AuthenticationResult")
        if result:
            self.grants.append((number, user))
            if "NEW_PASSWORD" in given:
                self.passwords[user] = given["NEW_PASSWORD"]
            if result.get("NewDeviceMetadata"):
                self.devices.append(number)
        if "SecretCode" in output:
            self.secrets.append(number)
        if step["op"] == "StartWebAuthnRegistration":
            self.creations.append(number)
        if step["op"] == "CompleteWebAuthnRegistration" and "of" in fields["Credential"]:
            self.passkeys.append(fields["Credential"]["of"])
        if step["op"] == "ChangePassword":
            self.passwords[user] = fields["ProposedPassword"]

    def owner(self, fields):
        """The user of the session or token that a step carries."""
        reference = fields.get("Session") or fields.get("AccessToken")
        if isinstance(reference, dict):
            for known in (*self.sessions, *self.grants):
                if known[0] == reference["of"]:
                    return known[-1]
        return self.users[0]
