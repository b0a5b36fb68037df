"""How fast `waymark serve` is: its start, sign-ins by SRP, GetUser, and the memory of 10,000 users.

    python3 endpoint_figures.py WAYMARK [--users N]

Time is the processor time of the endpoint, so that other work on the machine does not count. A sign-in by
SRP asks of every service three modular exponentiations of 3,072 bits (B takes one, the key two; the verifier
is that of the account) and two signatures with RSA, of the ID token and of the access token. Both are timed with
OpenSSL's own functions; the rest is two requests, the rows of the table and randomness. Prints a line for each figure with what it must be, and ends with 1 where one is not.
"""

import ctypes
import ctypes.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from endpoint import Endpoint

POOL = "pool: desk\nconfiguration: { selfSignUp: false, flows: [userSRP, userPassword, refresh] }\n"
TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(process):
    """Seconds of the processor that a process has used."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def peak_memory(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


class Powers:
    """Modular exponentiations by OpenSSL."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("crypto"))
        for name in ("BN_new", "BN_CTX_new"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.numbers = [ctypes.c_void_p(self.library.BN_new()) for _ in range(4)]
        self.context = ctypes.c_void_p(self.library.BN_CTX_new())

    def raise_once(self):
        self.library.BN_mod_exp(*self.numbers, self.context)

    def load(self, *values):
        for number, value in zip(self.numbers[1:], values):
            self.library.BN_hex2bn(ctypes.byref(number), b"%X" % value)

    def power(self, base, exponent, modulus):
        """What Python's `pow` gives, a tenth of the time later."""
        self.load(base % modulus, exponent, modulus)
        self.raise_once()
        length = (modulus.bit_length() + 7) // 8
        out = ctypes.create_string_buffer(length)
        self.library.BN_bn2binpad(self.numbers[0], out, length)
        return int.from_bytes(out.raw, "big")

    def seconds(self, modulus, count):
        """Processor seconds of one exponentiation with an exponent of 256 bits as in SRP."""
        self.load(modulus // 3, int("F5" * 32, 16), modulus)
        start = time.process_time()
        for _ in range(count):
            self.raise_once()
        return (time.process_time() - start) / count


def signature(count):
    """Processor seconds of one RSA signature of 2,048 bits with SHA-256 in OpenSSL."""
    library = ctypes.CDLL(ctypes.util.find_library("crypto"))
    for name in ("EVP_PKEY_Q_keygen", "EVP_MD_CTX_new", "EVP_sha256"):
        getattr(library, name).restype = ctypes.c_void_p
    key = ctypes.c_void_p(library.EVP_PKEY_Q_keygen(None, None, b"RSA", ctypes.c_size_t(2_048)))
    digest, message = ctypes.c_void_p(library.EVP_sha256()), b"m" * 900
    written, out = ctypes.c_size_t(256), ctypes.create_string_buffer(256)
    start = time.process_time()
    for _ in range(count):
        context = ctypes.c_void_p(library.EVP_MD_CTX_new())
        library.EVP_DigestSignInit(context, None, digest, None, key)
        done = library.EVP_DigestSign(
            context, out, ctypes.byref(written), message, ctypes.c_size_t(len(message)))
        assert done == 1 and written.value == 256
        library.EVP_MD_CTX_free(context)
    return (time.process_time() - start) / count


def users(count):
    return "users:\n" + "".join(
        f"  - {{ username: user{number}, password: Str0ng-Passw0rd, "
        "record: { status: confirmed, password: permanent } }\n" for number in range(count))


def start_time(waymark, pool):
    """Processor seconds from the start to the first line, of which there is one for clients."""
    process = subprocess.Popen([waymark, "serve", "--port", "0", pool], stdout=subprocess.PIPE)
    process.stdout.readline()
    seconds = processor_time(process.pid)
    process.terminate()
    process.wait()
    return seconds


def sign_ins(bed, count, powers):
    """Processor seconds of the endpoint for one sign-in by SRP, one after the other.

    The client's own powers are OpenSSL's: with Python's, the endpoint would rest for most of the time, and
    find its memory in no cache whenever it is asked, which bare exponentiations in a row do not.
    """
    from pycognito import aws_srp

    aws_srp.pow = powers.power
    client = bed.client()
    for number in range(count + 1):
        # The first sign-in makes the keys that sign tokens.
        if number == 1:
            before = processor_time(bed.process.pid)
        proof = aws_srp.AWSSRP(
            f"user{number}", "Str0ng-Passw0rd", bed.pool_id, bed.client_id, client=client)
        parameters = proof.get_auth_params()
        first = bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=parameters)
        bed.call(
            "RespondToAuthChallenge", ClientId=bed.client_id, ChallengeName="PASSWORD_VERIFIER",
            ChallengeResponses=proof.process_challenge(first["ChallengeParameters"], parameters))
    return (processor_time(bed.process.pid) - before) / count, proof.big_n


def main(waymark, *options):
    try:
        import pycognito  # noqa: F401
    except ImportError:
        print("skipped: needs pycognito")
        return 77
    many = int(options[1]) if options[:1] == ("--users",) else 10_000
    wrong = 0

    def say(what, figure, bound, is_met):
        nonlocal wrong
        wrong += not is_met
        print(f"{'ok' if is_met else 'FAILED'}  {what}: {figure} ({bound})")

    with tempfile.TemporaryDirectory() as folder:
        pool, file = pathlib.Path(folder) / "desk.yaml", pathlib.Path(folder) / "users.yaml"
        pool.write_text(POOL)
        start = min(start_time(waymark, str(pool)) for _ in range(3))
        say("start", f"{start:.2f} s", "at most 0.3", start <= 0.3)

        file.write_text(users(many))
        bed = Endpoint(waymark, str(pool), options=["--users", str(file)])
        powers = Powers()
        seconds, modulus = sign_ins(bed, 300, powers)
        raised, signed = 3 * powers.seconds(modulus, 200), 2 * signature(200)
        share = (raised + signed) / seconds
        say("a sign-in by SRP",
            f"{seconds * 1000:.1f} ms; its three exponentiations {raised * 1000:.1f} ms and two signatures "
            f"{signed * 1000:.1f} ms by themselves are {share:.0%} of it", "at least 60 %, wanted 80 %", share >= 0.6)
        token = bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": "user2", "PASSWORD": "Str0ng-Passw0rd"})
        token = token["AuthenticationResult"]["AccessToken"]
        before = processor_time(bed.process.pid)
        for _ in range(1_000):
            bed.call("GetUser", AccessToken=token)
        rate = 1_000 / (processor_time(bed.process.pid) - before)
        say("GetUser", f"{rate:.0f} a second of the processor", "at least 500", rate >= 500)
        memory = peak_memory(bed.process.pid)
        say(f"{many} users", f"{memory:.0f} MB", "at most 300", memory <= 300)
        bed.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
