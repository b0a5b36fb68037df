"""Plays sign-ins to another endpoint that answers Cognito's API and to `waymark serve`, and compares.

Usage: conformance.py WAYMARK URL|pipe [--name NAME] [--page FILE.md]

Each script makes a pool, a client and a user by public and administrators' calls and sends requests through
boto3. What counts of an answer is its class: the challenge, the exception, tokens or another result. The answer
to expect is that of `waymark serve`, whose log names the rows that made it, with their sources. Scripts need no
code that was delivered. Where an answer differs, what follows in that script is not counted: it has met
another state. `pipe` in place of a URL is `waymark testbed --stdio`, which must agree in everything. Status 0: all scripts agree; 1: some differ; 77: packages are missing.
"""

import argparse
import importlib.util
import json
import pathlib
import sys

from endpoint import Endpoint
from pipe import ServiceError, TestBed

PASSWORD = "Str0ng-Passw0rd"
OTHER = "An0ther-Passw0rd"
NAME = "ada"
POOL = str(pathlib.Path(__file__).parent / "pool.yaml")
SCRIPTS = []


def script(**configuration):
    """A script with the flows of its client and what else its pool and client have."""

    def wrap(function):
        SCRIPTS.append((function, configuration))
        return function

    return wrap


class Differs(Exception):
    """The answer is not the expected one."""


class Peer:
    """A pool at some endpoint; notes the class of each answer."""

    def __init__(self, client, pool, app, secret=None, follows=None):
        self.client, self.pool, self.app, self.secret = client, pool, app, secret
        self.follows = follows
        self.steps = []

    def call(self, operation, title=None, **fields):
        from botocore.exceptions import BotoCoreError, ClientError, EndpointConnectionError

        try:
            if isinstance(self.client, TestBed):
                self.client.sync()
                output = self.client.call(operation, **fields)
            else:
                # The name in Python, where `AdminSetUserMFAPreference` has another spelling.
                names = (n for n in dir(self.client) if n.replace("_", "") == operation.lower())
                output = getattr(self.client, next(names))(**fields)
            answer = output.get("ChallengeName") or (
                "tokens" if output.get("AuthenticationResult") else "a result")
        except EndpointConnectionError:
            raise
        except (ClientError, ServiceError) as error:
            output, answer = None, error.response["Error"]["Code"]
        except BotoCoreError as error:
            output, answer = None, type(error).__name__
        position = len(self.steps)
        self.steps.append((operation, title or operation, answer))
        if self.follows is not None and answer != self.follows[position][2]:
            raise Differs
        return output or {}

    def admin(self, operation, **fields):
        return self.call(operation, UserPoolId=self.pool, Username=NAME, **fields)

    def user(self, password=PASSWORD, **attributes):
        given = [{"Name": k, "Value": v} for k, v in attributes.items()]
        self.admin(
            "AdminCreateUser", TemporaryPassword=PASSWORD, MessageAction="SUPPRESS",
            UserAttributes=given)
        if password:
            self.admin("AdminSetUserPassword", Password=password, Permanent=True)

    def srp(self, password=PASSWORD):
        from pycognito.aws_srp import AWSSRP

        return AWSSRP(
            NAME, password, self.pool, self.app, client=self.client, client_secret=self.secret)

    def begin(self, made, title="SRP begins", name=NAME):
        parameters = {**made.get_auth_params(), "USERNAME": name}
        return self.call(
            "InitiateAuth", title, ClientId=self.app, AuthFlow="USER_SRP_AUTH",
            AuthParameters=parameters)

    def prove(self, title, password=PASSWORD, change=None):
        made = self.srp(password)
        asked = self.begin(made)
        answer = made.process_challenge(asked["ChallengeParameters"], made.get_auth_params())
        if change:
            change(answer)
        return self.respond("PASSWORD_VERIFIER", asked.get("Session"), title, **answer)

    def respond(self, challenge, session, title, **responses):
        fields = {"Session": session} if session else {}
        return self.call(
            "RespondToAuthChallenge", title, ClientId=self.app, ChallengeName=challenge,
            ChallengeResponses={"USERNAME": NAME, **responses}, **fields)

    def password(self, title, password=PASSWORD, name=NAME):
        return self.call(
            "InitiateAuth", title, ClientId=self.app, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": password})


def flip(text, position=-10):
    return text[:position] + ("A" if text[position] != "A" else "B") + text[position:][1:]


# Passwords


@script()
def srp_with_the_right_password(peer):
    peer.user()
    peer.prove("the right password")


@script()
def srp_with_a_wrong_password(peer):
    peer.user()
    peer.prove("a wrong password", OTHER)


@script()
def srp_with_a_changed_signature(peer):
    peer.user()
    peer.prove(
        "one changed character", change=lambda answer: answer.update(
            PASSWORD_CLAIM_SIGNATURE=flip(answer["PASSWORD_CLAIM_SIGNATURE"])))


@script()
def srp_with_an_old_timestamp(peer):
    peer.user()
    peer.prove(
        "a timestamp of another day", change=lambda answer: answer.update(
            TIMESTAMP="Mon Jan 5 10:00:00 UTC 2015"))


@script()
def srp_with_a_public_key_of_zero(peer):
    peer.user()
    peer.call(
        "InitiateAuth", "SRP_A is 0", ClientId=peer.app, AuthFlow="USER_SRP_AUTH",
        AuthParameters={"USERNAME": NAME, "SRP_A": "0"})


@script()
def srp_proof_sent_twice(peer):
    peer.user()
    made = peer.srp()
    asked = peer.begin(made)
    answer = made.process_challenge(asked["ChallengeParameters"], made.get_auth_params())
    peer.respond("PASSWORD_VERIFIER", asked.get("Session"), "the first time", **answer)
    peer.respond("PASSWORD_VERIFIER", asked.get("Session"), "the second time", **answer)


@script(flows=["ALLOW_USER_PASSWORD_AUTH"])
def password_on_the_wire(peer):
    peer.user()
    peer.password("a wrong password", OTHER)
    peer.password("the right password")


@script(flows=["ALLOW_USER_PASSWORD_AUTH"])
def lock_after_failures(peer):
    peer.user()
    for number in range(5):
        peer.password(f"failure {number + 1}", OTHER)
    peer.password("the right password, locked")


@script(flows=["ALLOW_USER_SRP_AUTH"])
def flow_that_is_not_enabled(peer):
    peer.user()
    peer.password("USER_PASSWORD_AUTH")


@script(flows=["ALLOW_USER_PASSWORD_AUTH"], prevent=False)
def name_that_nobody_has(peer):
    peer.password("nobody's name", name="nobody")


@script(flows=["ALLOW_USER_PASSWORD_AUTH"], prevent=True)
def name_that_nobody_has_hidden(peer):
    peer.password("nobody's name, existence hidden", name="nobody")


@script(prevent=True)
def srp_of_a_name_that_nobody_has_hidden(peer):
    peer.begin(peer.srp(), "nobody's name, existence hidden", name="nobody")


@script(secret=True)
def client_with_a_secret(peer):
    peer.user()
    peer.prove("with its hash")
    peer.call(
        "InitiateAuth", "without its hash", ClientId=peer.app, AuthFlow="USER_SRP_AUTH",
        AuthParameters={"USERNAME": NAME, "SRP_A": "ab" * 300})


# New passwords


@script()
def temporary_password(peer):
    peer.user(password=None)
    asked = peer.prove("a temporary password")
    peer.respond(
        "NEW_PASSWORD_REQUIRED", asked["Session"], "a weak password", NEW_PASSWORD="weak")
    peer.respond(
        "NEW_PASSWORD_REQUIRED", asked["Session"], "a new password", NEW_PASSWORD=OTHER)
    peer.prove("the old password")


@script()
def session_answered_twice(peer):
    peer.user(password=None)
    asked = peer.prove("a temporary password")
    peer.respond("NEW_PASSWORD_REQUIRED", asked["Session"], "a new password", NEW_PASSWORD=OTHER)
    peer.respond("NEW_PASSWORD_REQUIRED", asked["Session"], "once more", NEW_PASSWORD=PASSWORD)


@script()
def session_of_nobody(peer):
    peer.user(password=None)
    asked = peer.prove("a temporary password")
    peer.respond(
        "NEW_PASSWORD_REQUIRED", flip(asked["Session"]), "a changed session", NEW_PASSWORD=OTHER)


@script()
def change_of_a_password(peer):
    peer.user()
    token = peer.prove("sign-in")["AuthenticationResult"]["AccessToken"]
    for title, old, new in [
        ("a wrong old password", OTHER, OTHER), ("a weak new one", PASSWORD, "weak"),
        ("a good new one", PASSWORD, OTHER),
    ]:
        peer.call(
            "ChangePassword", title, AccessToken=token, PreviousPassword=old, ProposedPassword=new)
    peer.prove("the old password")


# Second factor


@script(mfa="OPTIONAL")
def totp(peer):
    import time

    import pyotp

    peer.user()
    token = peer.prove("sign-in")["AuthenticationResult"]["AccessToken"]
    secret = peer.call("AssociateSoftwareToken", AccessToken=token)["SecretCode"]
    app = pyotp.TOTP(secret)
    now = time.time()
    wrong = f"{(int(app.at(now)) + 500_000) % 1_000_000:06}"
    peer.call("VerifySoftwareToken", "a wrong code", AccessToken=token, UserCode=wrong)
    peer.call("VerifySoftwareToken", "the right code", AccessToken=token, UserCode=app.at(now))
    peer.call(
        "SetUserMFAPreference", AccessToken=token,
        SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True})
    asked = peer.prove("sign-in with a second factor")
    peer.respond(
        "SOFTWARE_TOKEN_MFA", asked["Session"], "a code used before",
        SOFTWARE_TOKEN_MFA_CODE=app.at(now))
    peer.respond(
        "SOFTWARE_TOKEN_MFA", asked["Session"], "a wrong code", SOFTWARE_TOKEN_MFA_CODE=wrong)
    peer.respond(
        "SOFTWARE_TOKEN_MFA", asked["Session"], "the next code",
        SOFTWARE_TOKEN_MFA_CODE=app.at(now + 30))


@script(mfa="ON")
def totp_is_set_up_at_sign_in(peer):
    import time

    import pyotp

    peer.user()
    asked = peer.prove("sign-in without an authenticator")
    begun = peer.call("AssociateSoftwareToken", Session=asked["Session"])
    done = peer.call(
        "VerifySoftwareToken", Session=begun["Session"],
        UserCode=pyotp.TOTP(begun["SecretCode"]).at(time.time()))
    peer.respond("MFA_SETUP", done["Session"], "the set-up is complete")


@script(mfa="OFF")
def totp_where_mfa_is_off(peer):
    peer.user()
    token = peer.prove("sign-in")["AuthenticationResult"]["AccessToken"]
    peer.call("AssociateSoftwareToken", AccessToken=token)


# Tokens


@script()
def tokens(peer):
    peer.user()
    result = peer.prove("sign-in")["AuthenticationResult"]
    access, refresh = result["AccessToken"], result["RefreshToken"]
    peer.call("GetUser", AccessToken=access)
    peer.call("GetUser", "a changed access token", AccessToken=flip(access))
    peer.call("GetUser", "an ID token", AccessToken=result["IdToken"])
    for title, token in [("a refresh token", refresh), ("a changed refresh token", flip(refresh))]:
        peer.call(
            "InitiateAuth", title, ClientId=peer.app, AuthFlow="REFRESH_TOKEN_AUTH",
            AuthParameters={"REFRESH_TOKEN": token})
    peer.call("RevokeToken", ClientId=peer.app, Token=refresh)
    peer.call(
        "InitiateAuth", "a revoked refresh token", ClientId=peer.app,
        AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters={"REFRESH_TOKEN": refresh})
    peer.call("GetUser", "its access token", AccessToken=access)


@script()
def global_sign_out(peer):
    peer.user()
    result = peer.prove("sign-in")["AuthenticationResult"]
    peer.call("GlobalSignOut", AccessToken=result["AccessToken"])
    peer.call("GetUser", "the access token", AccessToken=result["AccessToken"])
    peer.call(
        "InitiateAuth", "the refresh token", ClientId=peer.app, AuthFlow="REFRESH_TOKEN_AUTH",
        AuthParameters={"REFRESH_TOKEN": result["RefreshToken"]})


# Accounts


@script()
def sign_up(peer):
    sign = lambda title, password, name="eve": peer.call(
        "SignUp", title, ClientId=peer.app, Username=name, Password=password,
        UserAttributes=[{"Name": "email", "Value": "eve@example.com"}])
    sign("a weak password", "weak")
    sign("a good password", PASSWORD)
    sign("the same name", PASSWORD)
    peer.call(
        "ConfirmSignUp", "a wrong code", ClientId=peer.app, Username="eve",
        ConfirmationCode="000000")


@script(flows=["ALLOW_USER_PASSWORD_AUTH"])
def sign_in_before_confirmation(peer):
    peer.call(
        "SignUp", ClientId=peer.app, Username=NAME, Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": "ada@example.com"}])
    peer.password("unconfirmed, the right password")
    peer.password("unconfirmed, a wrong password", OTHER)
    peer.admin("AdminConfirmSignUp")
    peer.password("confirmed, the right password")
    peer.admin("AdminConfirmSignUp")


@script(flows=["ALLOW_USER_PASSWORD_AUTH"])
def disabled_user(peer):
    peer.user()
    token = peer.password("sign-in")["AuthenticationResult"]["AccessToken"]
    peer.admin("AdminDisableUser")
    peer.password("disabled, the right password")
    peer.call("GetUser", "a token of before", AccessToken=token)
    peer.admin("AdminEnableUser")
    peer.password("enabled again")


@script(flows=["ALLOW_USER_PASSWORD_AUTH"])
def password_reset_by_an_administrator(peer):
    peer.user(email="ada@example.com", email_verified="true")
    peer.admin("AdminResetUserPassword")
    peer.password("reset, the right password")
    peer.password("reset, a wrong password", OTHER)


@script()
def forgotten_password(peer):
    peer.user(email="ada@example.com", email_verified="true")
    peer.call("ForgotPassword", ClientId=peer.app, Username=NAME)
    peer.call(
        "ConfirmForgotPassword", "a wrong code", ClientId=peer.app, Username=NAME,
        ConfirmationCode="000000", Password=OTHER)


@script()
def forgotten_password_without_an_address(peer):
    peer.user()
    peer.call("ForgotPassword", ClientId=peer.app, Username=NAME)


@script(flows=["ALLOW_USER_PASSWORD_AUTH"])
def deleted_user(peer):
    peer.user()
    token = peer.password("sign-in")["AuthenticationResult"]["AccessToken"]
    peer.call("DeleteUser", AccessToken=token)
    peer.call("GetUser", "its token", AccessToken=token)
    peer.password("the right password")


@script()
def administrator_without_a_user(peer):
    peer.admin("AdminGetUser")
    peer.admin("AdminSetUserPassword", Password=PASSWORD, Permanent=True)
    peer.admin("AdminDisableUser")
    peer.admin("AdminUserGlobalSignOut")
    peer.admin("AdminDeleteUser")


@script(flows=["ALLOW_USER_AUTH", "ALLOW_USER_SRP_AUTH"])
def choice_of_the_first_factor(peer):
    peer.user()
    asked = peer.call(
        "InitiateAuth", "USER_AUTH without preference", ClientId=peer.app, AuthFlow="USER_AUTH",
        AuthParameters={"USERNAME": NAME})
    peer.respond(
        "SELECT_CHALLENGE", asked.get("Session"), "PASSWORD is chosen", ANSWER="PASSWORD",
        PASSWORD=PASSWORD)


@script(flows=["ALLOW_CUSTOM_AUTH"])
def custom_flow_without_triggers(peer):
    peer.user()
    peer.call(
        "InitiateAuth", "CUSTOM_AUTH", ClientId=peer.app, AuthFlow="CUSTOM_AUTH",
        AuthParameters={"USERNAME": NAME})


# Peers


FLOWS = {
    "ALLOW_USER_SRP_AUTH": "userSRP", "ALLOW_USER_PASSWORD_AUTH": "userPassword",
    "ALLOW_USER_AUTH": "userAuth", "ALLOW_CUSTOM_AUTH": "custom",
}


def settings(flows=("ALLOW_USER_SRP_AUTH",), mfa="OFF", prevent=False, secret=False):
    words = {"OFF": "off", "OPTIONAL": "optional", "ON": "required"}
    found = [
        f"flows={{{', '.join([FLOWS[f] for f in flows] + ['refresh'])}}}", f"mfa={words[mfa]}",
        f"existenceErrors={'prevent' if prevent else 'legacy'}",
        f"clientSecret={'true' if secret else 'false'}"]
    return found + ([] if mfa == "OFF" else ["mfaMethods={totp}"])


def on_a_pipe(waymark, configuration):
    bed = TestBed(waymark, POOL, settings=settings(**configuration), seed=2)
    return Peer(bed, bed.pool_id, bed.client_id, bed.client_secret)


def stranger(client, flows=("ALLOW_USER_SRP_AUTH",), mfa="OFF", prevent=False, secret=False):
    """A pool at the endpoint that is scored, made by its own operations."""
    pool = client.create_user_pool(
        PoolName="conformance", AutoVerifiedAttributes=["email"],
        AccountRecoverySetting={
            "RecoveryMechanisms": [{"Priority": 1, "Name": "verified_email"}]},
        Policies={"PasswordPolicy": {
            "MinimumLength": 8, "RequireUppercase": True, "RequireLowercase": True,
            "RequireNumbers": True, "RequireSymbols": False}})["UserPool"]["Id"]
    if mfa != "OFF":
        client.set_user_pool_mfa_config(
            UserPoolId=pool, MfaConfiguration=mfa,
            SoftwareTokenMfaConfiguration={"Enabled": True})
    app = client.create_user_pool_client(
        UserPoolId=pool, ClientName="conformance", GenerateSecret=secret,
        ExplicitAuthFlows=[*flows, "ALLOW_REFRESH_TOKEN_AUTH"],
        PreventUserExistenceErrors="ENABLED" if prevent else "LEGACY")["UserPoolClient"]
    return Peer(client, pool, app["ClientId"], app.get("ClientSecret"))


def rows(bed):
    """The rows of each request that the reference has answered."""
    return [[row["id"] for row in entry["rows"]] for entry in bed.control("log")]


def play(waymark, client, function, configuration):
    """The steps that are expected, with their rows, and those that came."""
    from botocore.exceptions import EndpointConnectionError

    bed = Endpoint(waymark, POOL, settings=settings(**configuration))
    try:
        expected = Peer(bed.client(), bed.pool_id, bed.client_id, bed.client_secret)
        function(expected)
        fired = rows(bed)
    finally:
        bed.process.kill()
    try:
        peer = stranger(client, **configuration) if client else on_a_pipe(waymark, configuration)
    except EndpointConnectionError:
        raise
    except Exception as error:  # noqa: BLE001: an endpoint may lack what makes a pool
        return expected.steps, fired, [], f"no such pool can be made: {type(error).__name__}"
    peer.follows = expected.steps
    try:
        function(peer)
        reason = ""
    except EndpointConnectionError:
        raise
    except Differs:
        reason = "differs"
    except Exception as error:  # noqa: BLE001: an answer lacks what a client needs to go on
        reason = f"the client cannot go on: {type(error).__name__}"
    finally:
        if not client:
            peer.client.process.kill()
    return expected.steps, fired, peer.steps, reason


def score(waymark, client):
    report = []
    for function, configuration in SCRIPTS:
        expected, fired, came, reason = play(waymark, client, function, configuration)
        agreed = sum(1 for e, c in zip(expected, came) if e[2] == c[2])
        report.append({
            "script": function.__name__.replace("_", " "), "expected": len(expected),
            "agreed": agreed, "reason": reason,
            "step": None if agreed == len(expected) else {
                "title": expected[agreed][1], "expected": expected[agreed][2],
                "came": came[agreed][2] if agreed < len(came) else reason,
                "rows": fired[agreed][-1:] if agreed < len(fired) else []}})
    return report


def page(name, report):
    whole = sum(1 for entry in report if entry["step"] is None)
    lines = [
        "# Conformance of other stand-ins", "",
        "How other endpoints that answer Cognito's API agree with the table, script by script. Generated by",
        "`Tests/Oracles/conformance.py`, which says what is compared: the challenge, the exception or the kind of result.",
        "`waymark serve` is the reference; CI checks that the same service on a pipe agrees in all scripts. After a first",
        "difference the rest of a script is not counted. What the table expects has its row, which `waymark rows ROW` explains.",
        "",
        f"**{name}** agrees in {whole} of {len(report)} scripts.", "",
        "| script | agrees | first difference | expected, by row | answered |", "|---|---|---|---|---|"]
    for entry in report:
        step = entry["step"]
        if step is None:
            lines.append(f"| {entry['script']} | yes | | | |")
            continue
        by = ", ".join(f"`{row}`" for row in step["rows"])
        lines.append(
            f"| {entry['script']} | {entry['agreed']} of {entry['expected']} | {step['title']} | "
            f"{step['expected']}{', ' + by if by else ''} | {step['came']} |")
    return "\n".join(lines) + "\n"


def main():
    missing = [p for p in ["boto3", "pycognito", "pyotp"] if importlib.util.find_spec(p) is None]
    if missing:
        print(f"skipped: needs {', '.join(missing)}")
        return 77
    import boto3

    parser = argparse.ArgumentParser()
    parser.add_argument("waymark")
    parser.add_argument("url")
    parser.add_argument("--name", default="the endpoint")
    parser.add_argument("--page")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    client = None if given.url == "pipe" else boto3.client(
        "cognito-idp", endpoint_url=given.url, region_name="eu-west-1",
        aws_access_key_id="-", aws_secret_access_key="-")
    report = score(given.waymark, client)
    text = page(given.name, report)
    if given.page:
        pathlib.Path(given.page).write_text(text, encoding="utf-8")
    print(json.dumps(report, indent=1) if given.json else text)
    return 0 if all(entry["step"] is None for entry in report) else 1


if __name__ == "__main__":
    sys.exit(main())
