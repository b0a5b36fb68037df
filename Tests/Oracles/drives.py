"""Visits every sign-in path of a pool at `waymark serve`, compares each answer with that of the pipe,
and judges the log of it.

Usage: drives.py WAYMARK [POOL]

`waymark paths` lists the paths. Each is driven (the endpoint puts its user in place and lets time pass)
and played with pycognito's SRP and codes from the mailbox and an authenticator; what the calls of the
list say is all that the player knows. The same requests, with what happens between them, are given to a
new `waymark testbed --stdio` for each path, at the same times and of the same seed: its answers must be
the same to the byte, and those of another seed are not. Then `waymark coverage` must find every path
reached, and `waymark judge` every sign-in explained; of a log in which one answer is changed, one is
not.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

from endpoint import Endpoint
from pipe import ServiceError, TestBed

RETAIL = pathlib.Path(__file__).parents[2] / "Models/pools/sound/retail.yaml"
CHOICES = {"sms": "SMS_MFA", "totp": "SOFTWARE_TOKEN_MFA", "email": "EMAIL_OTP"}
FACTORS = {
    "password": "PASSWORD", "passwordSRP": "PASSWORD_SRP", "emailOTP": "EMAIL_OTP",
    "smsOTP": "SMS_OTP", "webAuthn": "WEB_AUTHN"}
OTHERS = {"email": "other@example.com", "phone_number": "+15550100197"}


def totp(secret, clock):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", clock // 30), hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


class Recorder(Endpoint):
    """An endpoint that keeps what it was asked since the last drive, with time and answer.

    What the drive does by itself stands in the file of the state, which is begun anew with each drive.
    """

    def __init__(self, waymark, pool, folder, options):
        self.state = folder / "pool.state"
        super().__init__(waymark, pool, options=["--state", str(self.state), *options])
        self.script, self.read = [], 0

    def drive(self, path):
        # A code counts as used in its time step alone: such a path is not begun at the end of one,
        # nor at the very start of the next, where the endpoint's clock may still read the one before.
        left = 30 - time.time() % 30
        if "codeExpired" in path and left < 5:
            time.sleep(left + 0.5)
        self.control("drive", path=path)
        self.script, self.read = [], 0
        self.note_events()

    def call(self, operation, **fields):
        try:
            answer = {"output": super().call(operation, **fields)}
        except ServiceError as error:
            answer = {"error": error.fault}
        self.script.append((self.control("log")[-1]["clock"], operation, fields, answer))
        self.note_events()
        if "error" in answer:
            raise ServiceError(answer["error"])
        return answer["output"]

    def note_events(self):
        """Users that were put in place, and acts of the clock and of others."""
        lines = self.state.read_text().splitlines()
        for line in lines[self.read:]:
            record = json.loads(line[17:])
            if record["operation"].startswith("TestBed"):
                self.script.append((record["clock"], record["operation"], record["input"], None))
        self.read = len(lines)


def differences(waymark, pool, script, seed=1):
    """Where the pipe answers a script otherwise."""
    bed = TestBed(waymark, pool, seed=seed, clock=script[0][0])
    found = []
    for clock, operation, fields, expected in script:
        bed.sync(clock)
        answer = bed.line(json.dumps({"operation": operation, "input": fields}))
        if expected is None:
            found += [f"{operation}: {answer['error']}"] if "error" in answer else []
        elif answer != expected:
            found.append(f"{operation}: {answer} at the pipe, {expected} over HTTP")
    status, complaints = bed.close()
    return found + ([complaints] if status else [])


class Player:
    """An app: it makes the calls of one path and keeps the challenge that it was handed."""

    def __init__(self, bed, path):
        self.bed, self.path = bed, path
        self.challenge, self.chosen, self.secret = None, None, path.get("totpSecret")

    def play(self):
        for call in self.path["calls"]:
            name, words = re.fullmatch(r"(\w+)\((.*)\)", call["call"]).groups()
            try:
                if name == "signIn":
                    self.sign_in(words)
                elif self.challenge:
                    self.confirm(words)
            except ServiceError:
                self.challenge = None

    def sign_in(self, words):
        flow = words.split(", ")[0]
        password = self.password(words)
        if flow == "userPassword":
            # An empty password never leaves the app.
            if "empty" not in words:
                self.take(self.begin("USER_PASSWORD_AUTH", PASSWORD=password))
        elif flow == "customWithoutSRP":
            self.take(self.begin("CUSTOM_AUTH"))
        elif flow in ("userSRP", "customWithSRP", "passwordSRP"):
            proof = self.proof(password)
            names = {
                "userSRP": ("USER_SRP_AUTH", {}),
                "customWithSRP": ("CUSTOM_AUTH", {"CHALLENGE_NAME": "SRP_A"}),
                "passwordSRP": ("USER_AUTH", {"PREFERRED_CHALLENGE": "PASSWORD_SRP"})}[flow]
            sent = proof.get_auth_params()
            self.prove(proof, sent, self.begin(names[0], SRP_A=sent["SRP_A"], **names[1]))
        else:
            preferred = {"PREFERRED_CHALLENGE": FACTORS[flow]} if flow != "none" else {}
            if flow == "password":
                preferred["PASSWORD"] = password
            self.take(self.begin("USER_AUTH", **preferred))

    def password(self, words):
        is_wrong = "neverIssued" in words or "wrong password" in words
        return "Wr0ng-Passw0rd" if is_wrong else self.path["password"]

    def begin(self, flow, **parameters):
        return self.bed.call(
            "InitiateAuth", ClientId=self.bed.client_id, AuthFlow=flow,
            AuthParameters={"USERNAME": self.path["username"], **parameters})

    def proof(self, password):
        from pycognito.aws_srp import AWSSRP

        return AWSSRP(
            self.path["username"], password, self.bed.pool_id, self.bed.client_id,
            client=self.bed.client())

    def prove(self, proof, sent, reply):
        """Answers a PASSWORD_VERIFIER at once, as every client does."""
        if reply.get("ChallengeName") != "PASSWORD_VERIFIER":
            return self.take(reply)
        self.challenge = reply
        answer = proof.process_challenge(reply["ChallengeParameters"], sent)
        self.respond("PASSWORD_VERIFIER", {**answer, "USERNAME": self.path["username"]})

    def respond(self, name, answers):
        session = self.challenge.get("Session")
        self.take(self.bed.call(
            "RespondToAuthChallenge", ClientId=self.bed.client_id, ChallengeName=name,
            ChallengeResponses=answers, **({"Session": session} if session else {})))

    def confirm(self, words):
        name = self.challenge["ChallengeName"]
        answers = {"USERNAME": self.path["username"]}
        if self.chosen:
            return self.give_password(words)
        if name == "SELECT_CHALLENGE":
            factor = words.split(", ")[0]
            if factor in ("password", "passwordSRP"):
                self.chosen = factor
                return None
            answers["ANSWER"] = FACTORS[factor]
        elif name == "NEW_PASSWORD_REQUIRED":
            answers["NEW_PASSWORD"] = "weak" if "violates" in words else "An0ther-Passw0rd"
            if "givesMissing" in words:
                answers["userAttributes.phone_number"] = "+15550100198"
            if "givesPresent" in words:
                present = json.loads(self.challenge["ChallengeParameters"]["userAttributes"])
                held = "email" if "email" in present else "phone_number"
                answers[f"userAttributes.{held}"] = OTHERS[held]
        elif name == "SELECT_MFA_TYPE":
            answers["ANSWER"] = CHOICES[words]
        elif name == "CUSTOM_CHALLENGE":
            answers["ANSWER"] = "wrong" if "wrong" in words else self.mail()
        elif name in ("SMS_MFA", "SMS_OTP"):
            answers[f"{name}_CODE"] = self.mail("sms")
        elif name == "EMAIL_OTP":
            answers["EMAIL_OTP_CODE"] = self.mail("email")
        elif name == "MFA_SETUP":
            verified = self.bed.call(
                "VerifySoftwareToken", Session=self.challenge["Session"], UserCode=self.code())
            self.challenge["Session"] = verified["Session"]
        elif name == "WEB_AUTHN":
            return None
        else:
            answers[f"{name}_CODE"] = self.code()
        return self.respond(name, answers)

    def give_password(self, words):
        """The factor that was chosen goes out with the password: until then it is the app's."""
        factor, self.chosen = self.chosen, None
        name = self.path["username"]
        answers = {"USERNAME": name, "ANSWER": FACTORS[factor]}
        if factor == "password":
            self.respond("SELECT_CHALLENGE", {**answers, "PASSWORD": self.password(words)})
            return
        proof = self.proof(self.password(words))
        sent = proof.get_auth_params()
        reply = self.bed.call(
            "RespondToAuthChallenge", ClientId=self.bed.client_id,
            ChallengeName="SELECT_CHALLENGE", Session=self.challenge["Session"],
            ChallengeResponses={**answers, "SRP_A": sent["SRP_A"]})
        self.prove(proof, sent, reply)

    def mail(self, medium=None):
        query = f"?medium={medium}" if medium else ""
        messages = self.bed.control(f"mailbox{query}")["Messages"]
        # A name that nobody has is asked for a code like any other, and sent none.
        return messages[-1]["Code"] if messages else "000000"

    def code(self):
        return totp(self.secret, self.bed.control("clock")["clock"])

    def confirm_device(self, token, device):
        from pycognito.aws_srp import generate_hash_device

        _, verifier = generate_hash_device(device["DeviceGroupKey"], device["DeviceKey"])
        self.bed.call(
            "ConfirmDevice", AccessToken=token, DeviceKey=device["DeviceKey"],
            DeviceSecretVerifierConfig=verifier)

    def take(self, reply):
        result = reply.get("AuthenticationResult", {})
        if "NewDeviceMetadata" in result:
            self.confirm_device(result["AccessToken"], result["NewDeviceMetadata"])
        # A copy: the answer itself is what the pipe's is compared with.
        self.challenge = dict(reply) if reply.get("ChallengeName") else None
        offered = reply.get("ChallengeParameters", {}).get("MFAS_CAN_SETUP", "")
        if reply.get("ChallengeName") == "MFA_SETUP" and json.loads(offered or "[]") == [
                "SOFTWARE_TOKEN_MFA"]:
            # The client asks for the secret by itself.
            made = self.bed.call("AssociateSoftwareToken", Session=reply["Session"])
            self.secret, self.challenge["Session"] = made["SecretCode"], made["Session"]


def run(waymark, *arguments):
    done = subprocess.run([waymark, *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def visit(waymark, pool, folder):
    """Plays all paths that can be driven; these and the others, the file of coverage, the logs of the wire
    and where the pipe differs."""
    listed = json.loads(run(waymark, "paths", pool)[1])["paths"]
    paths = [path for path in listed if not path.get("obstacle")]
    seen, log, differing, script = folder / "seen.json", {}, [], []
    bed = Recorder(
        waymark, str(pool), folder, ["--coverage", str(seen), "--drive", paths[0]["id"]])
    for path in paths:
        bed.drive(path["id"])
        Player(bed, path).play()
        # A call that the client refuses by itself sends nothing.
        if any(answer for *_, answer in bed.script):
            # The longest: it has sessions and tokens, which the seed makes.
            script = max(script, bed.script, key=len)
            differing += [
                f"{path['id']}: {words}"
                for words in differences(waymark, str(pool), bed.script)]
        # The endpoint keeps the last 200 requests.
        for entry in bed.control("log"):
            log.setdefault(entry["number"], {**entry, "path": path["id"]})
    bed.close()
    if not differences(waymark, str(pool), script, seed=2):
        differing.append("a pipe of another seed gives the same answers")
    obstructed = {path["id"] for path in listed if path.get("obstacle")}
    return paths, obstructed, seen, [log[number] for number in sorted(log)], differing


def as_trail(log):
    """The log as CloudTrail has it: small initials, hidden members, no order within a second."""
    def small(value):
        if not isinstance(value, dict):
            return value
        return {
            name[0].lower() + name[1:]: "HIDDEN_DUE_TO_SECURITY_REASONS"
            if name in ("AuthParameters", "ChallengeResponses", "ChallengeParameters", "Session",
                        "AuthenticationResult") else small(inner)
            for name, inner in value.items()}

    events = []
    for entry in log:
        failed = entry.get("exception")
        events.append({
            "eventSource": "cognito-idp.amazonaws.com", "eventName": entry["operation"],
            "eventTime": f"second {entry['clock'] // 10:012}", "errorCode": failed,
            "requestParameters": small(entry["request"]),
            "responseElements": None if failed else small(entry["answer"]),
            "additionalEventData": {"sub": entry["path"]}})
    return {"Records": events[::-1]}


def as_har(log):
    def entry(one):
        body = {"__type": one["exception"]} if one.get("exception") else one["answer"]
        return {
            "request": {
                "headers": [{"name": "x-amz-target", "value": f"Service.{one['operation']}"}],
                "postData": {"text": json.dumps(one["request"])}},
            "response": {
                "status": 400 if one.get("exception") else 200,
                "content": {"text": json.dumps(body)}}}

    return {"log": {"entries": [entry(one) for one in log]}}


def main():
    try:
        import pycognito  # noqa: F401
    except ImportError:
        print("skipped: needs pycognito")
        return 77
    waymark = sys.argv[1]
    pool = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else RETAIL
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths, obstructed, seen, log, failures = visit(waymark, pool, folder)
        page = folder / "page.html"
        _, text, complaint = run(
            waymark, "coverage", "--catalogue", pool, seen, "--format", "json", "--html", page)
        ways = json.loads(text)["ways"] if text else []
        missed = [
            way["id"] for way in ways
            if way["kind"] != "side steps" and way["counted"] and not way["reached"]
            and way["id"] not in obstructed]
        failures += [f"not reached: {way}" for way in missed] or ([complaint] if not ways else [])
        if f"{pool.stem}" not in page.read_text():
            failures.append("the page of coverage does not name the pool")
        reached = run(waymark, "coverage", "--catalogue", pool, seen, "--at-least", 100)[0]
        all_reached = all(way["reached"] or not way["counted"] for way in ways)
        if reached != (0 if all_reached else 12):
            failures.append(f"--at-least 100 ends with {reached}")
        recorded = folder / "log.json"
        forms = [json.dumps(form) for form in (log, as_trail(log), as_har(log))]
        for form in forms + ["\n".join(map(json.dumps, log))]:
            recorded.write_text(form)
            status, text, complaint = run(waymark, "judge", recorded, "--pool", pool)
            if status != 0:
                failures.append(f"a log is not explained: {status} {text[-900:]} {complaint}")
        changed = [dict(entry) for entry in log]
        for entry in reversed(changed):
            if (entry.get("answer") or {}) and "AuthenticationResult" in entry["answer"]:
                entry["answer"] = {"ChallengeName": "EMAIL_OTP", "Session": "s"}
                break
        recorded.write_text(json.dumps(changed))
        status, text, _ = run(waymark, "judge", recorded, "--pool", pool)
        if status != 14 or "EMAIL_OTP" not in text or "nearest" not in text:
            failures.append(f"a changed answer is explained: {status} {text[-600:]}")
    for failure in failures:
        print(f"FAILED {failure}")
    print(
        f"{len(paths)} paths of {pool.stem} were driven and played, with the answers of the pipe;"
        f" {len(obstructed)} need what no app can be given")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
