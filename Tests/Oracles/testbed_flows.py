"""Signs in to `waymark testbed --stdio` through every flow that other people's clients support.

Usage: testbed_flows.py WAYMARK [NAME…]
"""

import base64
import hashlib
import hmac
import importlib.util
import json
import pathlib
import sys

from pipe import TestBed

PASSWORD = "Str0ng-Passw0rd"
OTHER = "An0ther-Passw0rd"
CHECKS = []


def check(*packages):
    """A check that needs these packages."""

    def wrap(function):
        CHECKS.append((function.__name__, packages, function))
        return function

    return wrap


def refused(name, function, /, *arguments, **fields):
    """The call must be refused by this exception."""
    try:
        function(*arguments, **fields)
    except Exception as error:
        # Of the stand-in for boto3's client, or of that client itself.
        code = getattr(error, "response", {}).get("Error", {}).get("Code")
        if code is None:
            raise
        assert code == name, f"refused by {code}, not {name}: {error}"
        return error
    raise AssertionError(f"not refused; expected {name}")


def flip(text, position=-10):
    """One character changed, to another of the same alphabet."""
    changed = "A" if text[position] != "A" else "B"
    return text[:position] + changed + text[position:][1:]


def user(bed, name="ada@example.com", password=PASSWORD, **attributes):
    """A confirmed user with a permanent password, made by an administrator."""
    given = {"email": "ada@example.com", "email_verified": "true", **attributes}
    bed.call(
        "AdminCreateUser", UserPoolId=bed.pool_id, Username=name, TemporaryPassword=PASSWORD,
        UserAttributes=[{"Name": k, "Value": v} for k, v in given.items()])
    if password:
        bed.call(
            "AdminSetUserPassword", UserPoolId=bed.pool_id, Username=name, Password=password,
            Permanent=True)
    return name


def cognito(bed, username):
    """pycognito's own class, its boto3 client replaced."""
    from pycognito import Cognito

    made = Cognito(
        bed.pool_id, bed.client_id, username=username, client_secret=bed.client_secret,
        access_key="-", secret_key="-")
    made.client = bed.client()
    made.pool_jwk = bed.call("TestBedKeys")
    return made


def srp(bed, username, password=PASSWORD, **device):
    from pycognito.aws_srp import AWSSRP

    return AWSSRP(
        username, password, bed.pool_id, bed.client_id, client=bed.client(),
        client_secret=bed.client_secret, **device)


def respond(bed, challenge, session, **responses):
    bed.sync()
    return bed.call(
        "RespondToAuthChallenge", ClientId=bed.client_id, ChallengeName=challenge,
        Session=session, ChallengeResponses=responses)


# Passwords


@check("pycognito")
def srp_signs_in(bed):
    """SRP: the right password brings tokens that pycognito verifies, a wrong one none."""
    made = cognito(bed, user(bed))
    made.authenticate(PASSWORD)
    assert made.access_claims["token_use"] == "access" and made.id_claims["email"]
    assert made.get_user().email == "ada@example.com"
    refused("NotAuthorizedException", cognito(bed, "ada@example.com").authenticate, OTHER)


@check("pycognito")
def tampered_proof_is_refused(bed):
    """One changed character in signature, secret block or timestamp, and a proof for A that is 0 mod N."""
    from pycognito import aws_srp

    name = user(bed)
    for key in ["PASSWORD_CLAIM_SIGNATURE", "PASSWORD_CLAIM_SECRET_BLOCK", "TIMESTAMP"]:
        made = srp(bed, name)
        first = made.client.initiate_auth(
            ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=made.get_auth_params())
        answer = made.process_challenge(first["ChallengeParameters"], made.get_auth_params())
        answer[key] = flip(answer[key], 4) if key == "TIMESTAMP" else flip(answer[key])
        refused(
            "NotAuthorizedException", made.client.respond_to_auth_challenge,
            ClientId=bed.client_id, ChallengeName="PASSWORD_VERIFIER", ChallengeResponses=answer)
        bed.call("TestBedClock", By=900)
    for number in ["0", "00", f"{made.big_n:x}", f"{2 * made.big_n:x}"]:
        made = srp(bed, name)
        first = bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH",
            AuthParameters={"USERNAME": name, "SRP_A": number})

        def forged(user, password, server_public, salt, sent=int(number, 16)):
            """The key of a server that takes such an A as it is: its secret is 0 then."""
            mixed = aws_srp.long_to_hex(aws_srp.calculate_u(sent, server_public))
            return aws_srp.compute_hkdf(
                bytearray.fromhex(aws_srp.pad_hex(0)), bytearray.fromhex(aws_srp.pad_hex(mixed)))

        made.get_password_authentication_key = forged
        answer = made.process_challenge(first["ChallengeParameters"], made.get_auth_params())
        refused(
            "NotAuthorizedException", made.client.respond_to_auth_challenge,
            ClientId=bed.client_id, ChallengeName="PASSWORD_VERIFIER", ChallengeResponses=answer)
        bed.call("TestBedClock", By=900)
    for number in ["xyz", "", "f" * 20_000]:
        refused(
            "InvalidParameterException", bed.call, "InitiateAuth", ClientId=bed.client_id,
            AuthFlow="USER_SRP_AUTH", AuthParameters={"USERNAME": name, "SRP_A": number})


@check("pycognito")
def proof_is_taken_once(bed):
    """An answer that was recorded and is sent again brings nothing."""
    name = user(bed)
    made = srp(bed, name)
    first = made.client.initiate_auth(
        ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=made.get_auth_params())
    answer = made.process_challenge(first["ChallengeParameters"], made.get_auth_params())
    fields = {
        "ClientId": bed.client_id, "ChallengeName": "PASSWORD_VERIFIER",
        "ChallengeResponses": answer}
    assert made.client.respond_to_auth_challenge(**fields)["AuthenticationResult"]
    refused("NotAuthorizedException", made.client.respond_to_auth_challenge, **fields)


@check("pycognito")
def new_password_is_asked_for(bed):
    """NEW_PASSWORD_REQUIRED by SRP, as pycognito answers it."""
    from pycognito.exceptions import ForceChangePasswordException

    made = cognito(bed, user(bed, password=None))
    try:
        made.authenticate(PASSWORD)
        raise AssertionError("the temporary password was enough")
    except ForceChangePasswordException:
        pass
    made.new_password_challenge(PASSWORD, OTHER)
    assert made.access_token
    cognito(bed, "ada@example.com").authenticate(OTHER)
    refused("NotAuthorizedException", cognito(bed, "ada@example.com").authenticate, PASSWORD)


@check()
def password_on_the_wire(bed):
    """USER_PASSWORD_AUTH, right and wrong; the fifth failure locks."""
    name = user(bed)
    def attempt(password):
        return bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": password})
    assert attempt(PASSWORD)["AuthenticationResult"]["TokenType"] == "Bearer"
    for _ in range(5):
        refused("NotAuthorizedException", attempt, OTHER)
    assert "exceeded" in str(refused("NotAuthorizedException", attempt, PASSWORD))
    bed.call("TestBedClock", By=2)
    assert attempt(PASSWORD)["AuthenticationResult"]


password_on_the_wire.settings = ["flows={userPassword, refresh}"]


@check("pycognito")
def unknown_user_looks_like_a_known_one(bed):
    """With PreventUserExistenceErrors the salt of a name that nobody has is the same each time."""
    def challenge(name):
        made = srp(bed, name)
        return made, made.client.initiate_auth(
            ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=made.get_auth_params())
    salts = {challenge("nobody@example.com")[1]["ChallengeParameters"]["SALT"] for _ in range(3)}
    assert len(salts) == 1
    refused("NotAuthorizedException", srp(bed, "nobody@example.com").authenticate_user)


unknown_user_looks_like_a_known_one.settings = ["existenceErrors=prevent"]


# MFA


@check("pycognito", "pyotp")
def totp_is_set_up_and_asked_for(bed):
    """pyotp shows the codes: set-up with the access token, then sign-in, each code once."""
    import pyotp
    from pycognito.exceptions import SoftwareTokenMFAChallengeException

    name = user(bed, phone_number="+15551234567")
    made = cognito(bed, name)
    made.authenticate(PASSWORD)
    secret = made.associate_software_token()
    assert len(secret) == 52
    app = pyotp.TOTP(secret)
    refused(
        "EnableSoftwareTokenMFAException", bed.call, "VerifySoftwareToken",
        AccessToken=made.access_token, UserCode=flip_digit(app.at(bed.sync())))
    now = bed.sync()
    assert made.verify_software_token(app.at(now))
    made.set_user_mfa_preference(False, True, "SOFTWARE_TOKEN")
    other = cognito(bed, name)

    def session_for_a_code():
        try:
            other.authenticate(PASSWORD)
            raise AssertionError("no second factor was asked for")
        except SoftwareTokenMFAChallengeException as asked:
            return asked.get_tokens()["Session"]

    session = session_for_a_code()
    used = refused(
        "ExpiredCodeException", respond, bed, "SOFTWARE_TOKEN_MFA", session, USERNAME=name,
        SOFTWARE_TOKEN_MFA_CODE=app.at(now))
    assert "already been used" in str(used)
    # The session ends with it (K55).
    refused(
        "NotAuthorizedException", respond, bed, "SOFTWARE_TOKEN_MFA", session, USERNAME=name,
        SOFTWARE_TOKEN_MFA_CODE=app.at(bed.sync() + 30))
    session = session_for_a_code()
    refused(
        "CodeMismatchException", respond, bed, "SOFTWARE_TOKEN_MFA", session, USERNAME=name,
        SOFTWARE_TOKEN_MFA_CODE=flip_digit(app.at(bed.sync() + 30)))
    other.respond_to_software_token_mfa_challenge(app.at(bed.sync() + 30))
    assert other.access_claims["token_use"] == "access"
    refused(
        "NotAuthorizedException", respond, bed, "SOFTWARE_TOKEN_MFA", session, USERNAME=name,
        SOFTWARE_TOKEN_MFA_CODE=app.at(bed.sync()))


totp_is_set_up_and_asked_for.settings = ["mfa=optional", "mfaMethods={totp}"]


def flip_digit(code):
    return code[:-1] + str((int(code[-1]) + 5) % 10)


@check("pycognito")
def sms_code_is_asked_for(bed):
    """SMS MFA after SRP, with the code from the mailbox; a wrong one leaves the session good."""
    from pycognito.exceptions import SMSMFAChallengeException

    name = user(bed, phone_number="+15551234567", phone_number_verified="true")
    made = cognito(bed, name)
    bed.call(
        "AdminSetUserMFAPreference", UserPoolId=bed.pool_id, Username=name,
        SMSMfaSettings={"Enabled": True, "PreferredMfa": True})
    try:
        made.authenticate(PASSWORD)
        raise AssertionError("no second factor was asked for")
    except SMSMFAChallengeException as asked:
        tokens = asked.get_tokens()
    assert tokens["ChallengeParameters"]["CODE_DELIVERY_DELIVERY_MEDIUM"] == "SMS"
    code = bed.mail(name, "smsMFA")[-1]
    refused(
        "CodeMismatchException", respond, bed, "SMS_MFA", tokens["Session"], USERNAME=name,
        SMS_MFA_CODE=flip_digit(code))
    made.respond_to_sms_mfa_challenge(code)
    assert made.id_claims["phone_number_verified"] is True


sms_code_is_asked_for.settings = [
    "mfa=optional", "mfaMethods={sms}", "smsConfigured=true"]


# Devices


@check("pycognito")
def device_stands_for_mfa(bed):
    """DEVICE_SRP_AUTH in place of SMS, by pycognito's device code; a tampered secret is refused."""
    import pycognito.aws_srp as library
    from pycognito.exceptions import SMSMFAChallengeException

    name = user(bed, phone_number="+15551234567", phone_number_verified="true")
    bed.call(
        "AdminSetUserMFAPreference", UserPoolId=bed.pool_id, Username=name,
        SMSMfaSettings={"Enabled": True, "PreferredMfa": True})
    made = srp(bed, name)
    try:
        made.authenticate_user()
        raise AssertionError("no second factor was asked for")
    except SMSMFAChallengeException as asked:
        tokens = respond(
            bed, "SMS_MFA", asked.get_tokens()["Session"], USERNAME=name,
            SMS_MFA_CODE=bed.mail(name, "smsMFA")[-1])
    device = tokens["AuthenticationResult"]["NewDeviceMetadata"]

    class Requests:
        """The few operations that pycognito sends by itself."""

        @staticmethod
        def post(url, headers, data, timeout):
            return bed.call(headers["X-Amz-Target"].split(".")[1], **json.loads(data))

    kept, library.requests = library.requests, Requests
    try:
        confirmed, secret = made.confirm_device(tokens, "phone")
    finally:
        library.requests = kept
    assert confirmed["UserConfirmationNecessary"] is False
    known = {
        "device_key": device["DeviceKey"], "device_group_key": device["DeviceGroupKey"],
        "device_password": secret}
    result = srp(bed, name, **known).authenticate_user()
    assert result["AuthenticationResult"]["AccessToken"]
    known["device_password"] = flip(secret)
    refused("NotAuthorizedException", srp(bed, name, **known).authenticate_user)


device_stands_for_mfa.settings = [
    "mfa=optional", "mfaMethods={sms}", "smsConfigured=true", "devices=always",
    "challengeOnNewDevice=true"]


# Tokens


@check("pycognito", "jwt", "cryptography")
def tokens_are_what_any_library_takes(bed):
    """PyJWT verifies both tokens by the published keys; one changed character and it does not."""
    import jwt

    made = cognito(bed, user(bed))
    made.authenticate(PASSWORD)
    keys = {k["kid"]: jwt.PyJWK(k) for k in bed.call("TestBedKeys")["keys"]}
    issuer = f"https://cognito-idp.{bed.pool_id.split('_')[0]}.amazonaws.com/{bed.pool_id}"
    for token, audience in [(made.id_token, bed.client_id), (made.access_token, None)]:
        key = keys[jwt.get_unverified_header(token)["kid"]]
        claims = jwt.decode(token, key, algorithms=["RS256"], audience=audience, issuer=issuer)
        assert claims["exp"] - claims["iat"] == 3600 and claims["origin_jti"]
        for position in [-10, len(token) // 2]:
            try:
                jwt.decode(flip(token, position), key, algorithms=["RS256"], audience=audience)
                raise AssertionError("a tampered token was taken")
            except jwt.InvalidTokenError:
                pass
    used = {jwt.get_unverified_header(t)["kid"] for t in (made.id_token, made.access_token)}
    assert keys.keys() == used
    refused("NotAuthorizedException", bed.call, "GetUser", AccessToken=flip(made.access_token))
    refused("NotAuthorizedException", bed.call, "GetUser", AccessToken=made.id_token)


@check("pycognito")
def tokens_are_refreshed_and_revoked(bed):
    """Refresh, expiry, RevokeToken and GlobalSignOut."""
    made = cognito(bed, user(bed))
    made.authenticate(PASSWORD)
    first = made.access_token
    made.renew_access_token()
    assert made.access_token != first
    refused(
        "NotAuthorizedException", bed.call, "InitiateAuth", ClientId=bed.client_id,
        AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters={"REFRESH_TOKEN": flip(made.refresh_token)})
    bed.call("RevokeToken", ClientId=bed.client_id, Token=made.refresh_token)
    refused("NotAuthorizedException", made.renew_access_token)
    second = cognito(bed, "ada@example.com")
    second.authenticate(PASSWORD)
    token = second.access_token
    second.logout()
    gone = refused("NotAuthorizedException", bed.call, "GetUser", AccessToken=token)
    assert "revoked" in str(gone)
    third = cognito(bed, "ada@example.com")
    third.authenticate(PASSWORD)
    bed.call("TestBedClock", By=3_700)
    expired = refused("NotAuthorizedException", bed.call, "GetUser", AccessToken=third.access_token)
    assert "expired" in str(expired)


# Account


@check("pycognito")
def account_from_sign_up_to_a_forgotten_password(bed):
    """sign_up, confirm_sign_up, forgot_password, confirm_forgot_password, change_password."""
    name = "new@example.com"
    made = cognito(bed, name)
    made.set_base_attributes(email=name)
    made.register(name, PASSWORD)
    refused(
        "UsernameExistsException", bed.call, "SignUp", ClientId=bed.client_id, Username=name,
        Password=PASSWORD)
    refused("UserNotConfirmedException", made.authenticate, PASSWORD)
    code = bed.mail(name, "signUp")[-1]
    refused("CodeMismatchException", made.confirm_sign_up, flip_digit(code), username=name)
    made.confirm_sign_up(code, username=name)
    made.authenticate(PASSWORD)
    made.change_password(PASSWORD, OTHER)
    refused("NotAuthorizedException", made.change_password, PASSWORD, OTHER)
    made.initiate_forgot_password()
    code = bed.mail(name, "reset")[-1]
    refused("CodeMismatchException", made.confirm_forgot_password, flip_digit(code), PASSWORD)
    refused("InvalidPasswordException", made.confirm_forgot_password, code, "weak")
    made.confirm_forgot_password(code, PASSWORD)
    refused("ExpiredCodeException", made.confirm_forgot_password, code, PASSWORD)
    made.authenticate(PASSWORD)
    made.delete_user()
    refused("UserNotFoundException", made.authenticate, PASSWORD)


account_from_sign_up_to_a_forgotten_password.settings = ["existenceErrors=legacy"]


@check("pycognito")
def custom_challenge(bed):
    """CUSTOM_AUTH: a wrong answer brings another challenge, the right one tokens."""
    name = user(bed)
    first = bed.call(
        "InitiateAuth", ClientId=bed.client_id, AuthFlow="CUSTOM_AUTH",
        AuthParameters={"USERNAME": name})
    assert first["ChallengeName"] == "CUSTOM_CHALLENGE"
    code = bed.mail(name, "custom")[-1]
    second = respond(
        bed, "CUSTOM_CHALLENGE", first["Session"], USERNAME=name, ANSWER=flip_digit(code))
    assert second["ChallengeName"] == "CUSTOM_CHALLENGE"
    refused(
        "NotAuthorizedException", respond, bed, "CUSTOM_CHALLENGE", first["Session"],
        USERNAME=name, ANSWER=code)
    code = bed.mail(name, "custom")[-1]
    done = respond(bed, "CUSTOM_CHALLENGE", second["Session"], USERNAME=name, ANSWER=code)
    assert done["AuthenticationResult"]["IdToken"]


custom_challenge.settings = [
    "triggers={defineAuthChallenge, createAuthChallenge, verifyAuthChallengeResponse}",
    "flows={userSRP, custom, refresh}"]


@check("pycognito")
def secret_hash(bed):
    """A confidential client: pycognito's SECRET_HASH is right, a changed or missing one is not."""
    name = user(bed)
    cognito(bed, name).authenticate(PASSWORD)
    made = srp(bed, name)
    parameters = made.get_auth_params()
    parameters["SECRET_HASH"] = flip(parameters["SECRET_HASH"])
    refused(
        "NotAuthorizedException", bed.call, "InitiateAuth", ClientId=bed.client_id,
        AuthFlow="USER_SRP_AUTH", AuthParameters=parameters)
    del parameters["SECRET_HASH"]
    refused(
        "NotAuthorizedException", bed.call, "InitiateAuth", ClientId=bed.client_id,
        AuthFlow="USER_SRP_AUTH", AuthParameters=parameters)


secret_hash.settings = ["clientSecret=true"]


# Passkeys


def authenticator(bed):
    """A credential of `cryptography`'s, with the documents of python-fido2."""
    import hashlib
    import struct

    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from fido2 import cbor
    from fido2.cose import ES256

    key = ec.generate_private_key(ec.SECP256R1())
    identifier = b"passkey-of-the-check-%011d" % 7
    scope = hashlib.sha256(bed.relying_party.encode()).digest()
    state = {"counter": 0}

    def url(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def client_data(kind, challenge, origin=None):
        return json.dumps({
            "type": kind, "challenge": challenge, "crossOrigin": False,
            "origin": origin or f"https://{bed.relying_party}"}).encode()

    def register(options):
        public = cbor.encode(dict(ES256.from_cryptography_key(key.public_key())))
        data = scope + b"\x45" + struct.pack(">I", 0) + bytes(16)
        data += struct.pack(">H", len(identifier)) + identifier + public
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        client = client_data("webauthn.create", options["challenge"])
        return {
            "id": url(identifier), "rawId": url(identifier), "type": "public-key",
            "clientExtensionResults": {},
            "response": {"clientDataJSON": url(client), "attestationObject": url(attestation)}}

    def answer(options, tamper=None, origin=None):
        state["counter"] += 1
        data = scope + b"\x05" + struct.pack(">I", state["counter"])
        client = client_data("webauthn.get", options["challenge"], origin)
        signature = key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        if tamper == "signature":
            signature = signature[:-1] + bytes([signature[-1] ^ 1])
        if tamper == "data":
            data = data[:-1] + bytes([data[-1] ^ 1])
        return {
            "id": url(identifier), "rawId": url(identifier), "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": url(client), "authenticatorData": url(data),
                "signature": url(signature)}}

    return register, answer


@check("pycognito", "fido2", "webauthn", "cryptography")
def passkey_signs_in(bed):
    """A passkey by fido2 and cryptography; the webauthn library judges the same documents alike."""
    import webauthn

    name = user(bed)
    made = cognito(bed, name)
    made.authenticate(PASSWORD)
    register, answer = authenticator(bed)
    options = bed.call("StartWebAuthnRegistration", AccessToken=made.access_token)
    options = options["CredentialCreationOptions"]
    credential = register(options)
    origin = f"https://{bed.relying_party}"
    verified = webauthn.verify_registration_response(
        credential=credential, expected_challenge=webauthn.base64url_to_bytes(options["challenge"]),
        expected_rp_id=bed.relying_party, expected_origin=origin, require_user_verification=True)
    bed.call(
        "CompleteWebAuthnRegistration", AccessToken=made.access_token, Credential=credential)

    def challenge():
        return bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_AUTH",
            AuthParameters={"USERNAME": name, "PREFERRED_CHALLENGE": "WEB_AUTHN"})

    phish = "https://phish.example"
    for changes in [{"tamper": "signature"}, {"tamper": "data"}, {"origin": phish}]:
        begun = challenge()
        asked = json.loads(begun["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"])
        refused(
            "NotAuthorizedException", respond, bed, "WEB_AUTHN", begun["Session"], USERNAME=name,
            CREDENTIAL=json.dumps(answer(asked, **changes)))
    begun = challenge()
    asked = json.loads(begun["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"])
    proof = answer(asked)
    webauthn.verify_authentication_response(
        credential=proof, expected_challenge=webauthn.base64url_to_bytes(asked["challenge"]),
        expected_rp_id=bed.relying_party, expected_origin=origin,
        credential_public_key=verified.credential_public_key, credential_current_sign_count=0,
        require_user_verification=True)
    done = respond(
        bed, "WEB_AUTHN", begun["Session"], USERNAME=name, CREDENTIAL=json.dumps(proof))
    assert done["AuthenticationResult"]["AccessToken"]


passkey_signs_in.settings = [
    "flows={userSRP, userAuth, refresh}", "firstFactors={password, webAuthn}"]


@check("pycognito")
def address_is_verified_by_a_code(bed):
    """GetUserAttributeVerificationCode delivers a code, which verifies the address once."""
    name = user(bed, email_verified="false")
    made = cognito(bed, name)
    made.authenticate(PASSWORD)
    asked = {"AccessToken": made.access_token, "AttributeName": "email"}
    bed.call("GetUserAttributeVerificationCode", **asked)
    message = bed.call("TestBedMailbox", Username=name)["Messages"][-1]
    assert message["Purpose"] == "attribute", message
    bed.call("VerifyUserAttribute", **asked, Code=message["Code"])
    answer = bed.call("GetUser", AccessToken=made.access_token)["UserAttributes"]
    assert {"Name": "email_verified", "Value": "true"} in answer
    refused("ExpiredCodeException", bed.call, "VerifyUserAttribute", **asked, Code=message["Code"])
    refused("CodeMismatchException", bed.call, "VerifyUserAttribute", **asked, Code="000000")


address_is_verified_by_a_code.is_of_the_pipe = True


@check("pycognito")
def attributes_change_together_or_not_at_all(bed):
    """UpdateUserAttributes: all or nothing, the last of two values counts, an empty one deletes."""
    name = user(bed)
    made = cognito(bed, name)
    made.authenticate(PASSWORD)

    def update(*pairs):
        bed.call("UpdateUserAttributes", AccessToken=made.access_token,
                 UserAttributes=[{"Name": key, "Value": value} for key, value in pairs])

    def held():
        answer = bed.call("GetUser", AccessToken=made.access_token)["UserAttributes"]
        return {a["Name"]: a["Value"] for a in answer if a["Name"] != "sub"}

    before = held()
    refused("InvalidParameterException", update, ("email", "b@example.com"), ("email_verified", "true"))
    assert held() == before
    update(("nickname", "a"), ("nickname", "b"))
    assert held() == {**before, "nickname": "b"}
    update(("nickname", ""))
    assert held() == before
    refused("InvalidParameterException", update, ("birthdate", "1815-12-1"))
    update(("birthdate", "10.12.1815"))
    update(("birthdate", ""))
    assert held() == before
    update(("email", ""))
    assert held() == {}
    bed.call("DeleteUserAttributes", AccessToken=made.access_token, UserAttributeNames=["email"])


@check()
def present_attributes_do_not_come_with_a_new_password(bed):
    """NEW_PASSWORD_REQUIRED: a mark leaves the session open, an address that is there ends it."""
    pool = {"UserPoolId": bed.pool_id}
    bed.call(
        "AdminCreateUser", **pool, Username="ada", TemporaryPassword=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": "ada@example.com"}])

    def session():
        return bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": "ada", "PASSWORD": PASSWORD})["Session"]

    def answer(session, **attributes):
        return bed.call(
            "RespondToAuthChallenge", ClientId=bed.client_id, ChallengeName="NEW_PASSWORD_REQUIRED",
            Session=session, ChallengeResponses={
                "USERNAME": "ada", "NEW_PASSWORD": PASSWORD + "2",
                **{f"userAttributes.{key}": value for key, value in attributes.items()}})

    first = session()
    error = refused("InvalidParameterException", answer, first, email_verified="true")
    assert error.response["Error"]["Message"] == "Cannot modify the non-mutable attribute email_verified"
    error = refused("NotAuthorizedException", answer, first, email="ada@example.com")
    assert error.response["Error"]["Message"] == "Cannot modify an already provided email"
    refused("NotAuthorizedException", answer, first)
    assert answer(session())["AuthenticationResult"]


present_attributes_do_not_come_with_a_new_password.settings = ["flows={userSRP, userPassword, refresh}"]


@check()
def missing_attributes_come_with_a_new_password(bed):
    """NEW_PASSWORD_REQUIRED: what is given along is stored, required or not."""
    bed.call("AdminCreateUser", UserPoolId=bed.pool_id, Username="ada", TemporaryPassword=PASSWORD)
    asked = bed.call(
        "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": "ada", "PASSWORD": PASSWORD})
    assert asked["ChallengeParameters"]["requiredAttributes"] == '["userAttributes.email"]'
    answer = bed.call(
        "RespondToAuthChallenge", ClientId=bed.client_id, ChallengeName="NEW_PASSWORD_REQUIRED",
        Session=asked["Session"], ChallengeResponses={
            "USERNAME": "ada", "NEW_PASSWORD": OTHER, "userAttributes.email": "ada@example.com",
            "userAttributes.name": "Ada"})
    token = answer["AuthenticationResult"]["AccessToken"]
    held = {a["Name"]: a["Value"] for a in bed.call("GetUser", AccessToken=token)["UserAttributes"]}
    assert {key: held.get(key) for key in ("email", "email_verified", "name")} == {
        "email": "ada@example.com", "email_verified": "false", "name": "Ada"}, held


missing_attributes_come_with_a_new_password.settings = [
    "flows={userPassword, refresh}", "requiredAttributes={email}"]


@check()
def a_revoked_token_that_rotates_is_refused_without_a_word(bed):
    """GetTokensFromRefreshToken after RevokeToken, and of a token replaced before rotation ended."""
    name = user(bed)

    def tokens(**fields):
        answer = bed.call("GetTokensFromRefreshToken", ClientId=bed.client_id, **fields)
        return answer["AuthenticationResult"]

    def signed_in():
        return bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD},
        )["AuthenticationResult"]["RefreshToken"]

    first = signed_in()
    bed.call("RevokeToken", ClientId=bed.client_id, Token=first)
    error = refused("NotAuthorizedException", tokens, RefreshToken=first)
    assert error.response["Error"]["Message"] == ""
    second = signed_in()
    third = tokens(RefreshToken=second)["RefreshToken"]
    refused("RefreshTokenReuseException", tokens, RefreshToken=second)
    bed.call(
        "UpdateUserPoolClient", UserPoolId=bed.pool_id, ClientId=bed.client_id,
        ExplicitAuthFlows=["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
        RefreshTokenRotation={"Feature": "DISABLED", "RetryGracePeriodSeconds": 0})
    error = refused("NotAuthorizedException", tokens, RefreshToken=second)
    assert error.response["Error"]["Message"] == "Refresh Token has been revoked"
    assert tokens(RefreshToken=third)["AccessToken"]


a_revoked_token_that_rotates_is_refused_without_a_word.settings = [
    "flows={userPassword}", "tokenRotation=true"]


@check()
def a_refresh_token_is_known_however_often_it_was_replaced(bed):
    """Two rotations later the first refresh token is still a reuse, and revoking it revokes all."""
    name = user(bed)

    def tokens(token):
        answer = bed.call("GetTokensFromRefreshToken", ClientId=bed.client_id, RefreshToken=token)
        return answer["AuthenticationResult"]

    first = bed.call(
        "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD})["AuthenticationResult"]
    second = tokens(first["RefreshToken"])
    third = tokens(second["RefreshToken"])
    refused("RefreshTokenReuseException", tokens, first["RefreshToken"])
    bed.call("RevokeToken", ClientId=bed.client_id, Token=first["RefreshToken"])
    for answer in [first, second, third]:
        error = refused("NotAuthorizedException", bed.call, "GetUser", AccessToken=answer["AccessToken"])
        assert error.response["Error"]["Message"] == "Access Token has been revoked"
    refused("NotAuthorizedException", tokens, third["RefreshToken"])


a_refresh_token_is_known_however_often_it_was_replaced.settings = [
    "flows={userPassword}", "tokenRotation=true"]


@check()
def a_refresh_tells_a_missing_hash_from_a_wrong_one(bed):
    """REFRESH_TOKEN_AUTH of a client with a secret: without SECRET_HASH, and with another name's."""
    name = user(bed)

    def hashed(text):
        digest = hmac.new(
            bed.client_secret.encode(), (text + bed.client_id).encode(), hashlib.sha256).digest()
        return base64.b64encode(digest).decode()

    def initiate(flow, **parameters):
        return bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow=flow, AuthParameters=parameters)

    signed_in = initiate(
        "USER_PASSWORD_AUTH", USERNAME=name, PASSWORD=PASSWORD, SECRET_HASH=hashed(name))
    token = signed_in["AuthenticationResult"]["RefreshToken"]
    for given, words in (
        ({}, f"Client {bed.client_id} is configured with secret but SECRET_HASH was not received"),
        ({"SECRET_HASH": hashed("bob")},
         f"SecretHash does not match for the client: {bed.client_id}"),
    ):
        error = refused(
            "NotAuthorizedException", initiate, "REFRESH_TOKEN_AUTH", REFRESH_TOKEN=token, **given)
        assert error.response["Error"]["Message"] == words, error


a_refresh_tells_a_missing_hash_from_a_wrong_one.settings = [
    "flows={userPassword, refresh}", "clientSecret=true"]


@check()
def an_address_is_the_name_of_one_user(bed):
    """Where users sign in with their address, nobody gets that of another account."""
    first, second = (user(bed, name, email=name) for name in ["ada@example.com", "bob@example.com"])
    error = refused(
        "AliasExistsException", bed.call, "AdminUpdateUserAttributes", UserPoolId=bed.pool_id,
        Username=first, UserAttributes=[{"Name": "email", "Value": second}])
    assert error.response["Error"]["Message"] == "An account with the given email already exists."
    bed.call(
        "AdminUpdateUserAttributes", UserPoolId=bed.pool_id, Username=first,
        UserAttributes=[{"Name": "email", "Value": "cy@example.com"}])


an_address_is_the_name_of_one_user.settings = ["usernameAttributes={email}"]


@check("pycognito", "jwt")
def groups_are_in_both_tokens(bed):
    """CreateGroup, AdminAddUserToGroup: the next tokens name the groups; a renewed one without them none."""
    import jwt

    made = cognito(bed, user(bed))
    for name, precedence in [("staff", 2), ("editors", 1)]:
        group = {"UserPoolId": bed.pool_id, "GroupName": name}
        bed.call("CreateGroup", Precedence=precedence, **group)
        bed.call("AdminAddUserToGroup", Username=made.username, **group)
        refused("GroupExistsException", bed.call, "CreateGroup", **group)
    made.authenticate(PASSWORD)

    def groups():
        tokens = [made.id_token, made.access_token]
        return [jwt.decode(t, options={"verify_signature": False}).get("cognito:groups") for t in tokens]

    assert groups() == [["editors", "staff"]] * 2
    bed.call("AdminRemoveUserFromGroup", UserPoolId=bed.pool_id, Username=made.username, GroupName="staff")
    bed.call("DeleteGroup", UserPoolId=bed.pool_id, GroupName="editors")
    made.renew_access_token()
    assert groups() == [None, None]
    refused(
        "ResourceNotFoundException", bed.call, "AdminAddUserToGroup", UserPoolId=bed.pool_id,
        Username=made.username, GroupName="editors")


@check()
def an_administrator_deletes_attributes(bed):
    """AdminDeleteUserAttributes: an address and an attribute that decides nothing, all of them or none."""
    name = user(bed, **{"phone_number": "+15551234567", "custom:team": "blue"})

    def names():
        shown = bed.call("AdminGetUser", UserPoolId=bed.pool_id, Username=name)
        return {a["Name"] for a in shown["UserAttributes"]}

    before = names()
    refused(
        "InvalidParameterException", bed.call, "AdminDeleteUserAttributes", UserPoolId=bed.pool_id,
        Username=name, UserAttributeNames=["phone_number", "sub"])
    assert names() == before
    bed.call(
        "AdminDeleteUserAttributes", UserPoolId=bed.pool_id, Username=name,
        UserAttributeNames=["phone_number", "custom:team"])
    # Who is made with an address and without its mark is shown without one (N674).
    assert before - names() == {"phone_number", "custom:team"}


# Bad input


@check()
def an_alias_belongs_to_one_user(bed):
    """A verified address is the alias of one user: a second one is refused, or takes it on demand."""
    email = {"Name": "email", "Value": "ada@example.com"}
    verified = [email, {"Name": "email_verified", "Value": "true"}]

    def sign_up(name):
        bed.call("SignUp", ClientId=bed.client_id, Username=name, Password=PASSWORD,
                 UserAttributes=[email])
        return dict(ClientId=bed.client_id, Username=name,
                    ConfirmationCode=bed.mail(name, "signUp")[-1])

    def signed_in(name):
        answer = bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD})
        token = answer["AuthenticationResult"]["AccessToken"]
        return bed.call("GetUser", AccessToken=token)["Username"]

    def mark(name):
        found = bed.call("AdminGetUser", UserPoolId=bed.pool_id, Username=name)["UserAttributes"]
        return {a["Name"]: a["Value"] for a in found}.get("email_verified")

    bed.call("ConfirmSignUp", **sign_up("ada"))
    second = sign_up("bea")
    refused("AliasExistsException", bed.call, "ConfirmSignUp", **second)
    assert signed_in("ada@example.com") == "ada"
    bed.call("ConfirmSignUp", **second, ForceAliasCreation=True)
    assert (signed_in("ada@example.com"), signed_in("ada")) == ("bea", "ada")
    assert (mark("ada"), mark("bea")) == ("false", "true")

    given = dict(UserPoolId=bed.pool_id, Username="cleo", UserAttributes=verified)
    refused("UsernameExistsException", bed.call, "AdminCreateUser", **given)
    refused("UserNotFoundException", bed.call, "AdminGetUser", UserPoolId=bed.pool_id,
            Username="cleo")
    bed.call("AdminCreateUser", **given, ForceAliasCreation=True)
    assert (mark("bea"), mark("cleo")) == ("false", "true")
    bed.call("AdminUpdateUserAttributes", UserPoolId=bed.pool_id, Username="ada",
             UserAttributes=verified)
    assert (mark("ada"), mark("cleo"), signed_in("ada@example.com")) == ("true", "false", "ada")

    # An address that nobody has verified may be several users'; each mark is for its own address, and
    # the one that the administrator left out is not shown.
    bed.call("AdminCreateUser", UserPoolId=bed.pool_id, Username="dora", UserAttributes=[
        email, {"Name": "phone_number", "Value": "+15555550100"},
        {"Name": "phone_number_verified", "Value": "true"}])
    assert mark("dora") is None


an_alias_belongs_to_one_user.settings = (
    "flows={userPassword, refresh}", "aliasAttributes={email}")


@check()
def a_deleted_user_leaves_tokens_that_say_so(bed):
    """AdminDeleteUser: the access token of a user who is gone says that there is none."""
    name = user(bed)
    tokens = bed.call(
        "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD})["AuthenticationResult"]
    bed.call("AdminDeleteUser", UserPoolId=bed.pool_id, Username=name)
    get = lambda: bed.call("GetUser", AccessToken=tokens["AccessToken"])
    refused("UserNotFoundException", get)
    fault = refused(
        "NotAuthorizedException", bed.call, "InitiateAuth", ClientId=bed.client_id,
        AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})
    assert "The user has been deleted for the associated refresh token" in str(fault)
    bed.call("SignUp", ClientId=bed.client_id, Username=name, Password=PASSWORD,
             UserAttributes=[{"Name": "email", "Value": "ada@example.com"}])
    refused("UserNotConfirmedException", get)
    bed.call("AdminConfirmSignUp", UserPoolId=bed.pool_id, Username=name)
    refused("NotAuthorizedException", get)


a_deleted_user_leaves_tokens_that_say_so.settings = ("flows={userPassword, refresh}",)


@check("pycognito")
def refusals_are_in_the_services_words(bed):
    """The measured sentences that no scenario compares: they stand in a message, not in a class."""

    def words(exception, operation, /, **fields):
        return refused(exception, bed.call, operation, **fields).response["Error"]["Message"]

    name = user(bed)
    client = {"ClientId": bed.client_id}

    def initiate(flow, **parameters):
        return words(
            "InvalidParameterException", "InitiateAuth", **client, AuthFlow=flow, AuthParameters=parameters)

    assert initiate("USER_SRP_AUTH", USERNAME=name) == "Missing required parameter SRP_A"
    assert initiate("USER_SRP_AUTH", SRP_A="2") == "Missing required parameter USERNAME"
    answer = initiate("ADMIN_USER_PASSWORD_AUTH", USERNAME=name, PASSWORD=PASSWORD)
    assert answer == "Initiate Auth method not supported."
    answer = initiate("CUSTOM_AUTH", USERNAME=name)
    assert answer == "CUSTOM_AUTH is not enabled for the client."
    for operation in ["ForgotPassword", "ResendConfirmationCode"]:
        answer = words("UserNotFoundException", operation, **client, Username="nobody@example.com")
        assert answer == "Username/client id combination not found."
    answer = words("InvalidParameterException", "ResendConfirmationCode", **client, Username=name)
    assert answer == "User is already confirmed."
    answer = words(
        "InvalidPasswordException", "AdminSetUserPassword", UserPoolId=bed.pool_id, Username=name,
        Password="weak", Permanent=True)
    assert answer.startswith("Password does not conform to policy: ")
    pattern = "failed to satisfy constraint: Member must satisfy regular expression pattern: "
    answer = words(
        "InvalidParameterException", "AdminSetUserPassword", UserPoolId=bed.pool_id, Username=name,
        Password=f" {PASSWORD}", Permanent=True)
    assert answer == f"1 validation error detected: Value at 'password' {pattern}^[\\S]+.*[\\S]+$"
    answer = words(
        "InvalidParameterException", "ConfirmSignUp", **client, Username=name, ConfirmationCode="1 2")
    assert answer == f"1 validation error detected: Value '1 2' at 'confirmationCode' {pattern}[\\S]+"
    answer = initiate("USER_SRP_AUTH", USERNAME=name, SRP_A="COFFEEG")
    assert answer == f"1 validation error detected: Value 'COFFEEG' at 'a' {pattern}^[0-9a-fA-F]+$"
    answer = words(
        "InvalidParameterException", "AdminCreateUser", UserPoolId=bed.pool_id, Username="bob",
        UserAttributes=[{"Name": "email", "Value": "asdf"}])
    assert answer == "Invalid email address format."
    made = cognito(bed, name)
    made.authenticate(PASSWORD)
    answer = words("NotAuthorizedException", "GetUser", AccessToken=made.id_token)
    assert answer == "Invalid Access Token"
    answer = words("NotAuthorizedException", "GetUser", AccessToken=flip(made.access_token))
    assert answer == "Could not verify signature for Access Token"


refusals_are_in_the_services_words.settings = ["existenceErrors=legacy", "flows={userSRP, refresh}"]


@check()
def forms_that_no_row_judges_are_refused_in_the_services_words(bed):
    """Texts that are too long, no tokens, nobody's clients and pools, and what is no phone number of MFA."""
    name = user(bed)
    client = {"ClientId": bed.client_id}

    def words(exception, operation, **fields):
        return refused(exception, bed.call, operation, **fields).response["Error"]["Message"]

    long = "1 validation error detected: Value at '{}' failed to satisfy constraint: Member must have length {}"
    email = [{"Name": "email", "Value": "bob@example.com"}]
    answer = words(
        "InvalidParameterException", "SignUp", **client, Username="bob", Password="A" * 260, UserAttributes=email)
    assert answer == long.format("password", "less than or equal to 256")
    answer = words(
        "InvalidParameterException", "SignUp", **client, Username="A" * 130, Password=PASSWORD, UserAttributes=email)
    assert answer == long.format("username", "less than or equal to 128")
    for operation, fields in [
        ("DeleteUser", {}), ("GlobalSignOut", {}), ("UpdateUserAttributes", {"UserAttributes": email}),
    ]:
        answer = words("NotAuthorizedException", operation, AccessToken="WRONG_TOKEN", **fields)
        assert answer == "Invalid Access Token"
    initiate = {"AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": {"USERNAME": name, "PASSWORD": PASSWORD}}
    answer = words("ResourceNotFoundException", "InitiateAuth", ClientId="nobodysclient", **initiate)
    assert answer == "User pool client nobodysclient does not exist."
    pool = {"UserPoolId": bed.pool_id, "ClientId": "nobodysclient"}
    answer = words("ResourceNotFoundException", "AdminInitiateAuth", **pool, **initiate)
    assert answer == f"User pool client nobodysclient does not exist in user pool {bed.pool_id}."
    answer = words("ResourceNotFoundException", "DescribeUserPoolClient", **pool)
    assert answer == "User pool client does not exist."
    answer = words("ResourceNotFoundException", "DescribeUserPool", UserPoolId="eu-west-1_ZZZZZZZZZ")
    assert answer == "User pool eu-west-1_ZZZZZZZZZ does not exist."
    empty = {"AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": {"USERNAME": "", "PASSWORD": PASSWORD}}
    answer = words("InvalidParameterException", "InitiateAuth", **client, **empty)
    assert answer == "Missing required parameter USERNAME"
    token = bed.call("InitiateAuth", **client, **initiate)["AuthenticationResult"]["AccessToken"]
    answer = words(
        "InvalidParameterException", "SetUserSettings", AccessToken=token,
        MFAOptions=[{"AttributeName": "email", "DeliveryMedium": "EMAIL"}])
    assert answer == "Only phone_number attribute is currently supported as a MFA option."
    attributes = [{"Name": "name", "Value": "Ada"}]
    assert bed.call("UpdateUserAttributes", AccessToken=token, UserAttributes=attributes) == {}
    assert bed.call("GetUser", AccessToken=token)["Username"]
    bed.call("AdminCreateUser", UserPoolId=bed.pool_id, Username="cy", TemporaryPassword=PASSWORD)
    answer = words("NotAuthorizedException", "AdminConfirmSignUp", UserPoolId=bed.pool_id, Username="cy")
    assert answer == "User cannot be confirmed. Current status is FORCE_CHANGE_PASSWORD"


forms_that_no_row_judges_are_refused_in_the_services_words.settings = ["flows={userPassword, refresh}"]


@check()
def bad_input_meets_the_services_own_exception(bed):
    """Malformed lines, unknown operations and fields of wrong types; the bed goes on."""
    lines = {
        "": None, "x": "SerializationException", "[]": "SerializationException",
        '{"operation":7}': "SerializationException",
        '{"operation":"NoSuchThing","input":{}}': "UnknownOperationException",
        '{"operation":"AdminNoSuchThing","input":{}}': "UnknownOperationException",
        '{"operation":"InitiateAuth","input":[]}': "SerializationException",
        '{"operation":"InitiateAuth","input":{"ClientId":1}}': "SerializationException",
        '{"operation":"InitiateAuth","input":{}}': "InvalidParameterException",
        b'{"operation":"\xff"}': "SerializationException",
    }
    for line, name in lines.items():
        if name:
            assert bed.line(line)["error"]["__type"] == name, line
    assert bed.line("{" * 100_000)["error"]["__type"] == "SerializationException"
    for fields in [
        {"AuthFlow": "NO_SUCH_FLOW", "AuthParameters": {}},
        {"AuthFlow": "USER_SRP_AUTH", "AuthParameters": {"USERNAME": "x"}},
        {"AuthFlow": "USER_SRP_AUTH", "AuthParameters": {"SRP_A": "2"}},
    ]:
        refused(
            "InvalidParameterException", bed.call, "InitiateAuth", ClientId=bed.client_id, **fields)
    refused(
        "SerializationException", bed.call, "InitiateAuth", ClientId=bed.client_id,
        AuthFlow="USER_SRP_AUTH", AuthParameters={"USERNAME": 7})
    refused("ResourceNotFoundException", bed.call, "SignUp", ClientId="other", Username="x")
    refused("NotAuthorizedException", bed.call, "GetUser", AccessToken="a.b.c")
    assert bed.call("TestBedDescribe")["UserPoolId"] == bed.pool_id


bad_input_meets_the_services_own_exception.is_of_the_pipe = True


def main():
    waymark, only = sys.argv[1], sys.argv[2:]
    counts = {"ok": 0, "FAILED": 0, "skipped": 0}
    for name, packages, function in CHECKS:
        if only and name not in only:
            continue
        missing = [p for p in packages if importlib.util.find_spec(p) is None]
        verdict, reason = "ok", function.__doc__
        if missing:
            verdict, reason = "skipped", f"needs {', '.join(missing)}"
        else:
            bed = None
            try:
                pool = str(pathlib.Path(__file__).parent / "pool.yaml")
                bed = TestBed(waymark, pool, settings=getattr(function, "settings", ()))
                function(bed)
                status, complaints = bed.close()
                assert status == 0, f"status {status}: {complaints}"
            except Exception as error:  # noqa: BLE001: every failure of a check is reported
                verdict, reason = "FAILED", f"{type(error).__name__}: {error}"
                if only:
                    raise
            finally:
                if bed:
                    bed.process.kill()
        counts[verdict] += 1
        print(f"{verdict:8}{name}: {reason}", flush=True)
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    return 1 if counts["FAILED"] else 77 if counts["ok"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
