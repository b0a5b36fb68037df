"""Runs experiments that `waymark probe` wrote, and records the last answer of each.

Usage: probe.py DIR --user-pool-id ID --client-id ID [--client-secret TEXT] [--region NAME]
       probe.py DIR --testbed WAYMARK [OPTION…]   (a pool and options of `waymark testbed`)

On a pool of yours it needs boto3 and credentials for it. Users are made, locked and deleted there, so
it must be a throw-away pool with the settings that the experiments were written for. Codes are asked for
where they are delivered, and you are told what no request does, such as an import of users. DIR/NAME.answer.json is written for each DIR/NAME.json.
"""

import argparse
import base64
import json
import pathlib
import re
import subprocess
import sys
import time

import evidence

# What is waited for, in seconds; the service's own default lives.
PAUSES = {
    "untilLockEnds": 20, "untilNextTimeStep": 31, "untilSessionExpires": 200, "untilQuiet": 901,
    "untilCodeExpires": 86_401, "untilTemporaryPasswordExpires": 7 * 86_400 + 1,
    "untilAccessTokenExpires": 3_601, "untilRefreshTokenExpires": 30 * 86_400 + 1,
    "untilHourEnds": 3_601,
}
WRONG = {"neverIssued", "altered", "anotherUsers", "wrong", "expired"}


class Bed:
    """The pool as `waymark testbed` answers it."""

    def __init__(self, command, _):
        self.process = subprocess.Popen(
            [command[0], "testbed", "--stdio", *command[1:]], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        told = self.call("TestBedDescribe", {})
        self.pool, self.client = told["UserPoolId"], told["ClientId"]
        self.secret = told.get("ClientSecret")
        self.clock = told["Clock"]

    def call(self, operation, fields):
        self.process.stdin.write(json.dumps({"operation": operation, "input": fields}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer.get("output", answer.get("error"))

    def code(self, user, purpose, _):
        sent = self.call("TestBedMailbox", {"Username": user})["Messages"]
        return [m["Code"] for m in sent if m["Purpose"] == purpose]

    def act(self, user, step):
        answer = self.call("TestBedAct", {"Username": user, **step["input"]})
        if "__type" in answer:
            raise SystemExit(f"{step['byHand']}: {answer['message']}")

    def wait(self, seconds):
        self.clock = self.call("TestBedClock", {"By": seconds})["Clock"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Pool:
    """A pool of one's own, by boto3."""

    def __init__(self, _, options):
        import boto3

        self.api = boto3.client("cognito-idp", region_name=options.region)
        self.pool, self.client = options.user_pool_id, options.client_id
        self.secret, self.codes = options.client_secret, {}

    @property
    def clock(self):
        return int(time.time())

    def call(self, operation, fields):
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", operation.replace("MFA", "Mfa")).lower()
        try:
            answer = getattr(self.api, name)(**fields)
        except self.api.exceptions.ClientError as error:
            fault = error.response["Error"]
            return {"__type": fault["Code"], "message": fault["Message"]}
        answer.pop("ResponseMetadata", None)
        return answer

    def code(self, user, purpose, number):
        key = (user, purpose)
        known = self.codes.setdefault(key, [])
        while len(known) < number:
            known.append(input(f"{purpose} code {len(known) + 1} that was delivered to {user}: ").strip())
        return known

    def act(self, user, step):
        input(f"Do this for {user}, then press Enter: {step['byHand']} ")

    def wait(self, seconds):
        print(f"waiting {seconds} s", flush=True)
        time.sleep(seconds)

    def close(self):
        pass


class Run:
    """One experiment: makes what the requests name, and keeps what the answers hand out."""

    def __init__(self, pool, experiment, number):
        self.pool, self.experiment = pool, experiment
        stem = f"waymark{int(time.time()) % 10_000_000}{number}"
        self.email, self.phone = f"{stem}@example.com", f"+1555{number:07}"
        names = experiment["nameAttributes"]
        self.name = self.email if "email" in names else self.phone if names else stem
        self.passwords, self.proposed, self.action = [], None, ""
        self.session = self.challenge = self.secret = self.pending = self.passkey = None
        self.credential = "none"
        self.tokens, self.device, self.label, self.sent = {}, None, 0, {}

    def perform(self):
        answer = {}
        for self.label, step in enumerate(self.experiment["steps"]):
            if "byHand" in step:
                self.pool.act(self.name, step)
                continue
            if "pause" in step:
                self.pool.wait(PAUSES[step["pause"]])
                continue
            self.proposed, self.action = None, step.get("as", "")
            fields = self.resolve(step["input"])
            answer = self.pool.call(step["operation"], fields)
            if "__type" not in answer:
                self.take(answer)
        return answer

    def resolve(self, value):
        if isinstance(value, list):
            return [self.resolve(v) for v in value]
        if not isinstance(value, dict):
            return value
        if "$" in value:
            # `session` is what the run holds, too.
            maker = getattr(self, {"session": "session_"}.get(value["$"], value["$"]), None)
            if maker is None:
                raise SystemExit(f"no script makes `{value['$']}`")
            return maker(value.get("value", ""), value)
        spread = {key[:-1]: v for key, v in value.items() if key.endswith(".$")}
        made = {key: self.resolve(v) for key, v in value.items() if not key.startswith(tuple(spread))}
        for prefix, maker in spread.items():
            part = {key[len(prefix):]: v for key, v in value.items() if key.startswith(prefix)}
            made |= {prefix + name: text for name, text in getattr(self, maker)("", part).items()}
        return {key: v for key, v in made.items() if v is not None}

    def take(self, answer):
        if self.proposed:
            self.passwords.append(self.proposed)
        self.session = answer.get("Session", self.session)
        self.challenge = answer.get("ChallengeParameters", self.challenge)
        self.pending = answer.get("SecretCode", self.pending)
        self.passkey = answer.get("CredentialCreationOptions", self.passkey)
        if "Status" in answer:
            self.secret = self.pending
        result = answer.get("AuthenticationResult") or {}
        self.tokens.update(result)
        known = result.get("NewDeviceMetadata")
        self.device = (known["DeviceKey"], known["DeviceGroupKey"]) if known else self.device

    # Names and ids

    def clientID(self, *_):
        return self.pool.client

    def poolID(self, *_):
        return self.pool.pool

    def typedName(self, _, part):
        return {"email": self.email, "phone": self.phone, "nobody": "nobody-has-this-name"}.get(
            part.get("identifier"), self.name)

    def ownName(self, *_):
        return self.name

    echoedName = signUpName = createdName = ownName

    def groupName(self, *_):
        return "editors"

    def secretHash(self, *_):
        if self.pool.secret:
            return evidence.secret_hash(self.name, self.pool.client, self.pool.secret)

    def clientSecret(self, *_):
        return self.pool.secret

    def nothing(self, *_):
        return None

    metadata = forceAlias = friendlyName = signUpSession = authorizationCode = nothing

    # Passwords

    def password(self, value, _=None):
        if value == "current":
            return self.passwords[-1]
        return self.passwords[-2] if value == "previous" else "" if value == "empty" else "Wr0ng-Passw0rd"

    def newPassword(self, value, _=None):
        texts = {"violatesPolicy": "weak", "empty": "", "sameAgain": (self.passwords or [""])[-1]}
        self.proposed = texts.get(value, f"Str0ng-Passw0rd-{self.label}")
        return self.proposed

    administratorsPassword = newPassword

    def signUpPassword(self, value, _=None):
        return self.newPassword("valid")

    def permanence(self, *_):
        return self.action == "setPermanentPassword"

    def publicKey(self, *_):
        self.begun = self.label
        return evidence.public_number(self.begun)

    devicePublicKey = publicKey

    def timestamp(self, *_):
        return evidence.timestamp(self.pool.clock)

    def secretBlock(self, *_):
        return self.challenge["SECRET_BLOCK"]

    deviceSecretBlock = secretBlock

    def passwordSignature(self, value, _):
        realm, user = self.pool.pool.split("_")[1], self.challenge["USER_ID_FOR_SRP"]
        return self.signed(realm, user, self.password(value))

    def deviceProof(self, value, _):
        return self.signed(self.device[1], self.device[0], "device" if value == "current" else "x")

    def signed(self, realm, user, password):
        return evidence.signature(self.challenge, self.begun, realm, user, password, self.timestamp())

    def deviceVerifier(self, *_):
        return evidence.device_verifier(*self.device, "device")[0]

    def deviceVerifierSalt(self, *_):
        return evidence.device_verifier(*self.device, "device")[1]

    def deviceKey(self, *_):
        return self.device and self.device[0]

    namedDevice = deviceKey

    # Sessions, tokens, codes

    def session_(self, *_):
        return self.session or "a-session-that-nobody-issued"

    def accessToken(self, *_):
        return self.tokens.get("AccessToken", "none")

    def refreshToken(self, *_):
        return self.tokens.get("RefreshToken", "none")

    def mailed(self, value, purpose):
        if value == "empty":
            return ""
        known = self.pool.code(self.name, purpose, 1)
        if value in WRONG:
            return "000000"
        return known[-2 if value == "previous" else -1]

    def attributeCode(self, value, part):
        """The table takes the code as sent: who gives it back has just asked for it."""
        names = {"email": "email", "phone": "phone_number"}
        self.pool.call("GetUserAttributeVerificationCode", {
            "AccessToken": self.accessToken(), "AttributeName": names[part["attribute"]]})
        return self.mailed(value, "attribute")

    def totp(self, value, _, secret=None):
        secret = secret or self.secret or self.pending
        if value in WRONG or value == "empty":
            return "000000"
        shift = {"adjacent": -1, "previous": -3}.get(value, 0)
        data = base64.b32decode(secret + "====")
        return evidence.one_time_code(data, self.pool.clock // 30 + shift)

    def totpSetup(self, value, part):
        return self.totp(value, part, self.pending)

    def registration(self, *_):
        made = evidence.registration(self.passkey)
        self.credential = made["id"]
        return made

    def credentialID(self, *_):
        return self.credential

    # Attributes

    def emailAddress(self, *_):
        return self.email

    def phoneNumber(self, *_):
        return self.phone

    def address(self, value, _):
        return {"own": self.email, "malformed": "x"}.get(value, "")

    def markVerified(self, *_):
        return "true"

    def newValue(self, _, part):
        """UserAttributes with a value that the account does not have."""
        texts = {"email": ("email", f"new.{self.email}"), "phone": ("phone_number", "+15559990000")}
        name, value = texts.get(part["attribute"], ("preferred_username", f"pref{self.label}"))
        return [{"Name": name, "Value": value}]

    def markedValue(self, _, part):
        name = "email" if part["attribute"] == "email" else "phone_number"
        value = self.email if name == "email" else self.phone
        mark = {"Name": f"{name}_verified", "Value": part["marksVerified"]}
        return [{"Name": name, "Value": value}, mark]

    def deletedNames(self, _, part):
        """UserAttributeNames, with one attribute."""
        return [{"email": "email", "phone": "phone_number"}.get(part["attribute"], "preferred_username")]

    def smsOptions(self, value, _):
        option = {"AttributeName": "phone_number", "DeliveryMedium": "SMS"}
        return [option] if value == "true" else []

    def missingAttributes(self, _, part):
        """By name, what the challenge for a new password asks for, or shows."""
        missing = json.loads(self.challenge.get("requiredAttributes", "[]"))
        present = json.loads(self.challenge.get("userAttributes", "{}"))
        own = {"email": self.email, "phone_number": self.phone}
        given = {
            name: text for name, text in own.items()
            if part.get("givesMissing") == "true" and f"userAttributes.{name}" in missing
            or part.get("givesPresent") == "true" and name in present}
        return given | ({"email_verified": "true"} if part.get("givesMark") == "true" else {})

    def givenAttributes(self, *_):
        return {}


for kind, purpose in {"smsCode": "smsMFA", "emailCode": "emailMFA", "signUpCode": "signUp",
                      "resetCode": "reset", "customAnswer": "custom"}.items():
    setattr(Run, kind, lambda self, value, _, purpose=purpose: self.mailed(value, purpose))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    for name in ("user-pool-id", "client-id", "client-secret", "region"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--testbed", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    files = sorted(f for f in options.folder.glob("*.json") if not f.name.endswith(".answer.json"))
    skipped = 0
    for number, file in enumerate(files, 1):
        pool = (Bed if options.testbed else Pool)(options.testbed, options)
        try:
            answer = Run(pool, json.loads(file.read_text()), number).perform()
            file.with_suffix(".answer.json").write_text(json.dumps(answer) + "\n")
            print(f"{file.stem}: {answer.get('__type') or answer.get('ChallengeName') or 'accepted'}")
        except SystemExit as reason:
            skipped += 1
            print(f"{file.stem}: skipped, {reason}")
        finally:
            pool.close()
    print(f"{len(files) - skipped} of {len(files)} experiments answered")
    return 0


if __name__ == "__main__":
    sys.exit(main())
