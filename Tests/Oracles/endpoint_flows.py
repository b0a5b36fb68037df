"""Signs in to `waymark serve` over HTTP with boto3 and pycognito, and checks what only it has.

Usage: endpoint_flows.py WAYMARK [NAME…]

Every flow of testbed_flows.py is run over HTTP through boto3's own client; then come the checks of this
file: mailbox, clock, faults, snapshots, tokens by the published keys, browsers, users of a file, state.
A client that is not installed here is one line, `skipped`, with what it needs.
"""

import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types

import testbed_flows as flows
from endpoint import Endpoint
from testbed_flows import PASSWORD, cognito, refused, srp, user

POOL = str(pathlib.Path(__file__).parent / "pool.yaml")
CHECKS = []
# Checks by clients that may be absent, with what those need.
SKIPPED = [("amplify_js_signs_in", "needs the sources of amplify-js, which no registry of Python has")]


def check(settings=(), options=(), needs=None):
    """`needs`: None where everything is there, else what is missing."""

    def wrap(function):
        if needs:
            SKIPPED.append((function.__name__, needs))
        else:
            CHECKS.append((function, settings, options))
        return function

    return wrap


@check()
def tokens_are_verified_by_the_published_keys(bed):
    """PyJWKClient fetches the keys from the document that openid-configuration names."""
    import jwt

    made = cognito(bed, user(bed))
    made.authenticate(PASSWORD)
    status, _, body = bed.request("GET", f"/{bed.pool_id}/.well-known/openid-configuration")
    document = json.loads(body)
    assert status == 200
    keys = jwt.PyJWKClient(document["jwks_uri"])
    for token, audience in [(made.id_token, bed.client_id), (made.access_token, None)]:
        claims = jwt.decode(
            token, keys.get_signing_key_from_jwt(token), algorithms=["RS256"], audience=audience,
            issuer=document["issuer"])
        assert abs(claims["iat"] - time.time()) < 60


@check(options=["--issuer", "http://localhost/pool"])
def issuer_is_the_one_that_was_asked_for(bed):
    import jwt

    token = srp(bed, user(bed)).authenticate_user()["AuthenticationResult"]["AccessToken"]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["iss"] == "http://localhost/pool"
    assert bed.call("GetUser", AccessToken=token)["Username"]


@check(settings=["mfa=optional", "mfaMethods={sms}", "smsConfigured=true"])
def mailbox_names_user_and_medium(bed):
    name = user(bed, phone_number="+15551234567", phone_number_verified="true")
    bed.call(
        "AdminSetUserMFAPreference", UserPoolId=bed.pool_id, Username=name,
        SMSMfaSettings={"Enabled": True, "PreferredMfa": True})
    made = srp(bed, name)
    first = made.client.initiate_auth(
        ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=made.get_auth_params())
    answer = made.process_challenge(first["ChallengeParameters"], made.get_auth_params())
    asked = made.client.respond_to_auth_challenge(
        ClientId=bed.client_id, ChallengeName="PASSWORD_VERIFIER", ChallengeResponses=answer)
    assert asked["ChallengeName"] == "SMS_MFA"
    messages = bed.control("mailbox?medium=sms")["Messages"]
    assert [(m["Purpose"], m["Medium"]) for m in messages] == [("smsMFA", "sms")], messages
    assert bed.control("mailbox?medium=email")["Messages"] == []


@check()
def clock_ages_what_was_handed_out(bed):
    made = cognito(bed, user(bed))
    made.authenticate(PASSWORD)
    before = bed.control("clock")["clock"]
    assert bed.control("clock", advance=3_700)["clock"] >= before + 3_700
    gone = refused("NotAuthorizedException", bed.call, "GetUser", AccessToken=made.access_token)
    assert "expired" in str(gone)


@check(settings=["flows={userPassword, refresh}"])
def faults_meet_the_next_request_alone(bed):
    """A lost answer was performed, a doubled request counts twice, a throttled one not at all."""
    import http.client

    name = user(bed)
    fields = {
        "ClientId": bed.client_id, "AuthFlow": "USER_PASSWORD_AUTH",
        "AuthParameters": {"USERNAME": name, "PASSWORD": "Wr0ng-Passw0rd"}}
    failures = lambda: int(bed.control("users")["Users"][0]["Record"].get("failures", 0))
    bed.control("faults", fault="throttle", operation="InitiateAuth")
    assert refused("TooManyRequestsException", bed.call, "InitiateAuth", **fields)
    assert failures() == 0
    bed.control("faults", fault="double", operation="InitiateAuth")
    refused("NotAuthorizedException", bed.call, "InitiateAuth", **fields)
    assert failures() == 2
    bed.control("faults", fault="lose", operation="InitiateAuth", count=2)
    try:
        bed.call("InitiateAuth", **fields)
        raise AssertionError("an answer arrived")
    except (http.client.HTTPException, OSError):
        pass
    assert failures() == 4, failures()
    assert bed.control("faults") == []
    refused("NotAuthorizedException", bed.call, "InitiateAuth", **fields)


@check()
def snapshots_and_reset_go_back(bed):
    name = user(bed)
    bed.control("snapshot", name="one user")
    user(bed, "eve@example.com", email="eve@example.com")
    assert len(bed.control("users")["Users"]) == 2
    bed.control("restore", name="one user")
    assert [u["Username"] for u in bed.control("users")["Users"]] == [name]
    refused("InvalidRequest", bed.control, "restore", name="never made")
    bed.control("reset", all=True)
    assert bed.control("users")["Users"] == []


@check()
def log_names_rows_and_hides_secrets(bed):
    made = cognito(bed, user(bed))
    made.authenticate(PASSWORD)
    text = bed.request("GET", "/_waymark/log")[2].decode()
    log = json.loads(text)
    assert [e["operation"] for e in log][-2:] == ["InitiateAuth", "RespondToAuthChallenge"]
    assert all(row["id"] and row["source"] for e in log for row in e["rows"]), log[-1]["rows"]
    for secret in [PASSWORD, made.access_token, made.id_token, made.refresh_token]:
        assert secret not in text
    assert "PASSWORD_CLAIM_SIGNATURE" in text


@check()
def pages_of_this_machine_and_no_others(bed):
    """CORS, a foreign origin and a foreign Host."""
    origin = {"Origin": "http://localhost:5173"}
    asked = {
        **origin, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,x-amz-target"}
    status, headers, _ = bed.request("OPTIONS", "/", headers=asked)
    assert status == 204 and headers["access-control-allow-origin"] == origin["Origin"]
    assert "x-amz-target" in headers["access-control-allow-headers"]
    for path in ["/", "/_waymark/reset"]:
        status, headers, _ = bed.request("POST", path, "{}", {"Origin": "https://evil.example"})
        assert status == 403 and "access-control-allow-origin" not in headers
    status, _, _ = bed.request("GET", "/_waymark/mailbox", headers={"Host": "evil.example"})
    assert status == 403
    status, headers, body = bed.request("GET", "/_waymark/")
    assert status == 200 and b"Mailbox" in body and "frame-ancestors" in str(headers)


@check(settings=["mfa=optional", "mfaMethods={totp}"])
def users_of_a_file_sign_in(bed):
    """A password and an authenticator's secret of one's own, with a record in words."""
    import pyotp

    name = "ada@example.com"
    made = srp(bed, name)
    first = made.client.initiate_auth(
        ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=made.get_auth_params())
    answer = made.process_challenge(first["ChallengeParameters"], made.get_auth_params())
    asked = made.client.respond_to_auth_challenge(
        ClientId=bed.client_id, ChallengeName="PASSWORD_VERIFIER", ChallengeResponses=answer)
    assert asked["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
    done = made.client.respond_to_auth_challenge(
        ClientId=bed.client_id, ChallengeName="SOFTWARE_TOKEN_MFA", Session=asked["Session"],
        ChallengeResponses={
            "USERNAME": name,
            "SOFTWARE_TOKEN_MFA_CODE": pyotp.TOTP(SECRET).at(bed.sync())})
    assert done["AuthenticationResult"]["AccessToken"]
    bed.control("reset", all=True)
    assert len(bed.control("users")["Users"]) == 1


@check()
def users_are_listed_by_page_and_filter(bed):
    """boto3's paginator, and what a filter leaves; dates arrive as such."""
    import datetime

    client = bed.client()
    for name in ("ada", "bob", "eve"):
        client.admin_create_user(
            UserPoolId=bed.pool_id, Username=name,
            UserAttributes=[{"Name": "given_name", "Value": name.title()}])
    pages = list(client.get_paginator("list_users").paginate(
        UserPoolId=bed.pool_id, PaginationConfig={"PageSize": 2}))
    assert [[u["Username"] for u in page["Users"]] for page in pages] == [["ada", "bob"], ["eve"]]
    found = client.list_users(UserPoolId=bed.pool_id, Filter='given_name ^= "Ev"')["Users"]
    assert [u["Username"] for u in found] == ["eve"], found
    age = datetime.datetime.now(datetime.timezone.utc) - found[0]["UserCreateDate"]
    assert abs(age.total_seconds()) < 60, age
    refused("InvalidParameterException", client.list_users, UserPoolId=bed.pool_id, Filter="Eve")


@check(settings=["firstFactors=password webAuthn", "flows={userPassword, userAuth, refresh}"])
def answers_have_the_members_that_the_api_requires(bed):
    """Required members of the service's own model, at every depth."""
    import botocore.session

    model = botocore.session.get_session().get_service_model("cognito-idp")

    def lacking(shape, value, path):
        if shape.type_name == "list":
            return [p for one in value for p in lacking(shape.member, one, path + "[]")]
        if shape.type_name != "structure":
            return []
        absent = [f"{path}.{name}" for name in shape.required_members if name not in value]
        return absent + [
            p for name, inner in value.items()
            for p in lacking(shape.members[name], inner, f"{path}.{name}")]

    name = user(bed)
    tokens = bed.call(
        "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD})["AuthenticationResult"]
    pool, token = {"UserPoolId": bed.pool_id}, {"AccessToken": tokens["AccessToken"]}
    for operation, fields in [
        ("AdminGetUser", {**pool, "Username": name}), ("ListUsers", pool),
        ("DescribeUserPool", pool), ("ListUserPools", {"MaxResults": 9}),
        ("GetUserPoolMfaConfig", pool), ("ListUserPoolClients", pool),
        ("DescribeUserPoolClient", {**pool, "ClientId": bed.client_id}),
        ("GetUser", token), ("GetUserAuthFactors", token), ("ListWebAuthnCredentials", token),
        ("SignUp", {
            "ClientId": bed.client_id, "Username": "bob", "Password": PASSWORD,
            "UserAttributes": [{"Name": "email", "Value": "bob@example.com"}]}),
    ]:
        shape = model.operation_model(operation).output_shape
        assert lacking(shape, bed.call(operation, **fields), operation) == []


@check()
def ended_as_containers_end_it_keeps_what_it_saw(bed):
    """SIGTERM: the file of coverage is written; with --bind the greeting is still the first line."""
    with tempfile.TemporaryDirectory() as folder:
        seen = pathlib.Path(folder) / "seen.json"
        other = Endpoint(
            bed.process.args[0], POOL, options=["--coverage", str(seen), "--bind", "0.0.0.0"])
        assert other.greeting.startswith("http://0.0.0.0:"), other.greeting
        srp(other, user(other)).authenticate_user()
        status, _ = other.close(by=signal.SIGTERM)
        assert status == 0, status
        assert json.loads(seen.read_text())["waymarkCoverage"], seen.read_text()


# The one that was installed with the requirements, before the machine's.
AWS = shutil.which("aws", path=os.path.dirname(sys.executable)) or shutil.which("aws")


@check(settings=["flows={userPassword, userSRP, refresh}"], needs=None if AWS else "needs the AWS CLI")
def aws_cli_signs_in(bed):
    """The AWS CLI: a user of its making, asked for a new password."""
    variables = {
        **os.environ, "AWS_ACCESS_KEY_ID": "-", "AWS_SECRET_ACCESS_KEY": "-",
        "AWS_DEFAULT_REGION": "eu-west-1", "AWS_EC2_METADATA_DISABLED": "true"}

    def aws(operation, *options):
        done = subprocess.run(
            [AWS, "--endpoint-url", bed.url, "--output", "json", "cognito-idp", operation,
             *options], capture_output=True, text=True, env=variables)
        return json.loads(done.stdout) if done.returncode == 0 else done.stderr

    made = aws("admin-create-user", "--user-pool-id", bed.pool_id, "--username", "ada",
               "--temporary-password", PASSWORD)
    assert made["User"]["UserStatus"] == "FORCE_CHANGE_PASSWORD", made
    sign_in = ["--client-id", bed.client_id, "--auth-flow", "USER_PASSWORD_AUTH",
               "--auth-parameters"]
    asked = aws("initiate-auth", *sign_in, f"USERNAME=ada,PASSWORD={PASSWORD}")
    assert asked["ChallengeName"] == "NEW_PASSWORD_REQUIRED", asked
    done = aws("respond-to-auth-challenge", "--client-id", bed.client_id, "--challenge-name",
               "NEW_PASSWORD_REQUIRED", "--session", asked["Session"], "--challenge-responses",
               "USERNAME=ada,NEW_PASSWORD=An0ther-Passw0rd")
    token = done["AuthenticationResult"]["AccessToken"]
    assert aws("get-user", "--access-token", token)["Username"] == "ada"
    words = aws("initiate-auth", *sign_in, f"USERNAME=ada,PASSWORD={PASSWORD}")
    assert "(NotAuthorizedException)" in words, words


@check(
    settings=["flows={userSRP, refresh}"],
    needs=None if importlib.util.find_spec("warrant") else
    "needs warrant: pip install --no-deps warrant==0.6.1")
def warrant_signs_in(bed):
    """warrant's own SRP, without the rest of it and what that needs."""
    package = types.ModuleType("warrant")
    package.__path__ = importlib.util.find_spec("warrant").submodule_search_locations
    sys.modules["warrant"] = package
    from warrant.aws_srp import AWSSRP

    bed.client().admin_create_user(UserPoolId=bed.pool_id, Username="ada")
    bed.client().admin_set_user_password(
        UserPoolId=bed.pool_id, Username="ada", Password=PASSWORD, Permanent=True)
    for password in (PASSWORD, "Wr0ng-Passw0rd", PASSWORD):
        proof = AWSSRP(username="ada", password=password, pool_id=bed.pool_id,
                       client_id=bed.client_id, client=bed.client())
        if password == PASSWORD:
            assert proof.authenticate_user()["AuthenticationResult"]["AccessToken"]
        else:
            refused("NotAuthorizedException", proof.authenticate_user)


# Handlers as a team has them in a file: one for each function.
HANDLERS = """import json, sys
event = json.load(sys.stdin)
request, response = event["request"], event["response"]
if sys.argv[1] == "preSignUp":
    if not request["userAttributes"].get("email", "").endswith("@example.com"):
        sys.exit("Only example.com")
    response["autoConfirmUser"] = response["autoVerifyEmail"] = True
elif sys.argv[1] == "preTokenGeneration":
    response["claimsOverrideDetails"] = {"claimsToAddOrOverride": {"tier": "gold"}}
print("a line of the function's own")
print(json.dumps(event))
"""


@check(settings=["triggers={preSignUp, preTokenGeneration}"])
def functions_of_the_team_decide(bed):
    """PreSignUp and PreTokenGeneration as commands: who signs up, and what the tokens say."""
    import jwt

    client = bed.client()
    fields = {"ClientId": bed.client_id, "Username": "ada@example.com", "Password": PASSWORD}
    words = refused_words(client.sign_up, **fields, UserAttributes=[
        {"Name": "email", "Value": "ada@elsewhere.example"}])
    assert words == "PreSignUp failed with error Only example.com.", words
    made = client.sign_up(
        **fields, UserAttributes=[{"Name": "email", "Value": "ada@example.com"}])
    assert made["UserConfirmed"]
    token = srp(bed, "ada@example.com").authenticate_user()["AuthenticationResult"]["IdToken"]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["tier"] == "gold" and claims["email_verified"] is True


def refused_words(function, **fields):
    from botocore.exceptions import ClientError

    try:
        function(**fields)
    except ClientError as error:
        assert error.response["Error"]["Code"] == "UserLambdaValidationException"
        return error.response["Error"]["Message"]
    raise AssertionError("it was not refused")


SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
# The words of the record are a scenario's.
USERS = f"""users:
  - username: ada@example.com
    password: {PASSWORD}
    totpSecret: {SECRET}
    attributes: {{ email: ada@example.com }}
    record:
      status: confirmed
      password: permanent
      email: verified
      totp: verified
      enabled: true
      preference: {{ totp: preferred }}
"""


def main():
    waymark, only = sys.argv[1], sys.argv[2:]
    packages = ["boto3", "pycognito", "pyotp", "jwt", "cryptography", "fido2", "webauthn"]
    missing = [p for p in packages if importlib.util.find_spec(p) is None]
    if missing:
        print(f"skipped: needs {', '.join(missing)}")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        users = pathlib.Path(folder) / "users.yaml"
        users.write_text(USERS)
        handlers = pathlib.Path(folder) / "handlers.py"
        handlers.write_text(HANDLERS)
        jobs = [
            (function, getattr(function, "settings", ()), ())
            for _, _, function in flows.CHECKS if not getattr(function, "is_of_the_pipe", False)]
        jobs += CHECKS
        for function, settings, options in jobs:
            if only and function.__name__ not in only:
                continue
            bed, verdict, reason = None, "ok", function.__doc__ or ""
            try:
                if function is users_of_a_file_sign_in:
                    options = ["--users", str(users)]
                if function is functions_of_the_team_decide:
                    options = [
                        option for name in ["preSignUp", "preTokenGeneration"]
                        for option in ["--trigger", f"{name}='{sys.executable}' '{handlers}' {name}"]]
                bed = Endpoint(waymark, POOL, settings=settings, options=options)
                function(bed)
                status, complaints = bed.close()
                assert status == 0, f"status {status}: {complaints}"
            except Exception as error:  # noqa: BLE001: every failure of a check is reported
                verdict, reason = "FAILED", f"{type(error).__name__}: {error}"
                failed += 1
                if only:
                    raise
            finally:
                if bed:
                    bed.process.kill()
            print(f"{verdict:8}{function.__name__}: {reason}", flush=True)
    for name, reason in SKIPPED:
        if not only or name in only:
            print(f"skipped {name}: {reason}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
