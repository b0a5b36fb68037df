"""Proofs and codes as Cognito's clients make them: SRP, device SRP, TOTP, a passkey's registration."""

import base64
import hashlib
import hmac
import json
import struct
import time

N = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7"
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
    16)
G = 2


def padded(number):
    data = number.to_bytes((number.bit_length() + 7) // 8 or 1, "big")
    return (b"\0" + data) if data[0] & 128 else data


def digest(*parts):
    return int.from_bytes(hashlib.sha256(b"".join(parts)).digest(), "big")


K = digest(padded(N), padded(G))


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def private_number(label):
    return int.from_bytes(hashlib.sha256(f"a {label}".encode()).digest()[:16], "big")


def one_time_code(secret, step):
    data = hmac.new(secret, struct.pack(">Q", step), hashlib.sha1).digest()
    start = data[-1] & 15
    return f"{(struct.unpack('>I', data[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def public_number(label):
    return f"{pow(G, private_number(label), N):x}"


def secret_hash(user, client_id, client_secret):
    value = mac(client_secret.encode(), (user + client_id).encode())
    return base64.b64encode(value).decode()


def timestamp(clock):
    moment = time.gmtime(clock)
    return time.strftime("%a %b ", moment) + time.strftime(f"{moment.tm_mday} %H:%M:%S UTC %Y", moment)


def signature(asked, label, realm, user, password, moment):
    """PASSWORD_CLAIM_SIGNATURE for the parameters of a challenge."""
    secret, other = private_number(label), int(asked["SRP_B"], 16)
    inner = hashlib.sha256(f"{realm}{user}:{password}".encode()).digest()
    x = digest(padded(int(asked["SALT"], 16)), inner)
    u = digest(padded(pow(G, secret, N)), padded(other))
    shared = pow(other - K * pow(G, x, N), secret + u * x, N)
    key = mac(mac(padded(u), padded(shared)), b"Caldera Derived Key\x01")[:16]
    block = base64.b64decode(asked["SECRET_BLOCK"])
    parts = realm.encode(), user.encode(), block, moment.encode()
    return base64.b64encode(mac(key, *parts)).decode()


def device_verifier(key, group, password):
    """PasswordVerifier and Salt of ConfirmDevice."""
    salt = b"\x05" * 16
    x = digest(salt, hashlib.sha256(f"{group}{key}:{password}".encode()).digest())
    return tuple(base64.b64encode(part).decode() for part in (padded(pow(G, x, N)), salt))


def registration(options):
    """A passkey without attestation; its public key is the base point of P-256, so nobody can use it."""
    def url(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    x, y = (bytes.fromhex(text) for text in (
        "6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296",
        "4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5"))
    party, identifier = options["rp"]["id"], b"waymark-probe-00"
    public = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + x + b"\x22\x58\x20" + y
    data = hashlib.sha256(party.encode()).digest() + b"\x45" + bytes(4 + 16)
    data += struct.pack(">H", len(identifier)) + identifier + public
    attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data
    client = json.dumps({
        "type": "webauthn.create", "challenge": options["challenge"], "origin": f"https://{party}",
        "crossOrigin": False})
    return {
        "id": url(identifier), "rawId": url(identifier), "type": "public-key",
        "clientExtensionResults": {},
        "response": {"clientDataJSON": url(client.encode()), "attestationObject": url(attestation)}}
