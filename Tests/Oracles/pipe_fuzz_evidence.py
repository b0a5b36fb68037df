"""What a step of the fuzzer carries, made when it is sent: codes, proofs, and parts of earlier answers.

A step names what it needs as `{"$": kind, …}` with the number of the step that handed it out, so that
steps can be left out and the rest still means the same. What is not there becomes a text that nobody
has issued.
"""

import base64
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Models/probe"))
import evidence  # noqa: E402: what `waymark probe` hands out, too

MISSING = "nothing-that-anybody-has-issued"


class Evidence:
    """Makes what steps name, from what the test bed has answered."""

    def __init__(self, bed):
        self.bed = bed
        self.outputs = {}
        self.clock = bed.call("TestBedClock")["Clock"]
        self.passkeys = {}

    def resolve(self, value):
        if isinstance(value, list):
            return [self.resolve(element) for element in value]
        if not isinstance(value, dict):
            return value
        if "$" in value:
            try:
                return getattr(self, value["$"])(**{k: v for k, v in value.items() if k != "$"})
            except (KeyError, TypeError, IndexError, ValueError):
                return MISSING
        return {key: self.resolve(element) for key, element in value.items()}

    def known(self, name):
        """An identifier of the test bed's own, which another version may give otherwise."""
        return getattr(self.bed, name)

    def out(self, of, path):
        """A part of an earlier answer."""
        value = self.outputs[of]
        for name in path.split("."):
            value = value[name]
        return value

    def mail(self, user, purpose, back=1):
        """A code that was delivered, the last one or one before it."""
        messages = self.bed.call("TestBedMailbox", Username=user)["Messages"]
        return [m["Code"] for m in messages if m["Purpose"] == purpose][-back]

    def totp(self, of, shift=0):
        """The authenticator's code, of this time step or of one before or after."""
        secret = base64.b32decode(self.outputs[of]["SecretCode"] + "====")
        return evidence.one_time_code(secret, self.clock // 30 + shift)

    def secrethash(self, user):
        return evidence.secret_hash(user, self.bed.client_id, self.bed.client_secret)

    def public(self, label):
        return evidence.public_number(label)

    def timestamp(self, skew=0):
        return evidence.timestamp(self.clock + skew)

    def proof(self, of, label, password, skew=0, device=None):
        """The signature of PASSWORD_CLAIM_SIGNATURE for the exchange that a step began."""
        asked = self.outputs[of]["ChallengeParameters"]
        realm, user = self.bed.pool_id.split("_")[1], asked.get("USER_ID_FOR_SRP")
        if device is not None:
            known = self.outputs[device]["AuthenticationResult"]["NewDeviceMetadata"]
            realm, user = known["DeviceGroupKey"], known["DeviceKey"]
        return evidence.signature(asked, label, realm, user, password, self.timestamp(skew))

    def verifier(self, of, password, part):
        """What ConfirmDevice registers."""
        known = self.outputs[of]["AuthenticationResult"]["NewDeviceMetadata"]
        made = evidence.device_verifier(known["DeviceKey"], known["DeviceGroupKey"], password)
        return made[part == "Salt"]

    # Passkeys: one credential for each registration, by the libraries that the flows use.

    def credential(self, of):
        from testbed_flows import authenticator

        options = self.outputs[of]["CredentialCreationOptions"]
        register, self.passkeys[of] = authenticator(self.bed)
        return register(options)

    def assertion(self, of, passkey, tamper=None):
        asked = self.outputs[of]["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"]
        return json.dumps(self.passkeys[passkey](json.loads(asked), tamper))

    def identifier(self, passkey):
        return base64.urlsafe_b64encode(b"passkey-of-the-check-%011d" % 7).rstrip(b"=").decode()
