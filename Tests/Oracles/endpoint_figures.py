"""How fast `waymark serve` is: its start, sign-ins by SRP, GetUser, and the memory of 10,000 users.

    python3 endpoint_figures.py WAYMARK [--users N]

Time is the processor time of the endpoint, so that other work on the machine counts little. A sign-in by
SRP asks of every service three modular exponentiations of 3,072 bits (B takes one, the key two; the verifier
is that of the account) and two signatures with RSA, of the ID token and of the access token. Both are timed with
OpenSSL's own functions; the rest is two requests, the rows of the table and randomness. Sign-ins are recorded,
and the same requests are sent to a second endpoint of the same seed, which answers alike, one at once after the
other: so it is asked without the work of a client in between, and, in turn with the bare functions, in rounds,
whose median counts. Prints a line for each figure with what it must be, and ends with 1 where one is not.
"""

import ctypes
import ctypes.util
import json
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from endpoint import Endpoint

POOL = "pool: desk\nconfiguration: { selfSignUp: false, flows: [userSRP, userPassword, refresh] }\n"
ROUNDS, SIGN_INS = 20, 20


def processor_time(process):
    """Seconds of the processor that the threads of a process have used, to the nanosecond."""
    tasks = pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


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


class Signatures:
    """Signatures with RSA of 2,048 bits and SHA-256 by OpenSSL."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("crypto"))
        for name in ("EVP_PKEY_Q_keygen", "EVP_MD_CTX_new", "EVP_sha256"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.key = ctypes.c_void_p(
            self.library.EVP_PKEY_Q_keygen(None, None, b"RSA", ctypes.c_size_t(2_048)))

    def seconds(self, count):
        """Processor seconds of one signature."""
        digest, message = ctypes.c_void_p(self.library.EVP_sha256()), b"m" * 900
        start = time.process_time()
        for _ in range(count):
            written, out = ctypes.c_size_t(256), ctypes.create_string_buffer(256)
            context = ctypes.c_void_p(self.library.EVP_MD_CTX_new())
            self.library.EVP_DigestSignInit(context, None, digest, None, self.key)
            done = self.library.EVP_DigestSign(
                context, out, ctypes.byref(written), message, ctypes.c_size_t(len(message)))
            assert done == 1 and written.value == 256
            self.library.EVP_MD_CTX_free(context)
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


class Recorder(Endpoint):
    """An endpoint that keeps the bodies of the operations that it was asked for."""

    def __init__(self, *arguments, **options):
        self.sent = []
        super().__init__(*arguments, **options)

    def request(self, method, path, body=None, headers=None):
        if path == "/":
            self.sent.append((headers["X-Amz-Target"], body.encode()))
        return super().request(method, path, body, headers)


def recorded_sign_ins(waymark, pool, options, powers):
    """The requests of sign-ins by SRP, two each, and SRP's modulus."""
    from pycognito import aws_srp

    aws_srp.pow = powers.power
    bed = Recorder(waymark, pool, options=options)
    client = bed.client()
    for number in range(ROUNDS * SIGN_INS + 1):
        proof = aws_srp.AWSSRP(
            f"user{number}", "Str0ng-Passw0rd", bed.pool_id, bed.client_id, client=client)
        parameters = proof.get_auth_params()
        first = bed.call(
            "InitiateAuth", ClientId=bed.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=parameters)
        bed.call(
            "RespondToAuthChallenge", ClientId=bed.client_id, ChallengeName="PASSWORD_VERIFIER",
            ChallengeResponses=proof.process_challenge(first["ChallengeParameters"], parameters))
    bed.close()
    return bed.sent, proof.big_n


def ask(connection, answers, target, body):
    """Sends one request and takes its answer, with as little work as can be."""
    head = (
        f"POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: {target}\r\n"
        f"Content-Type: application/x-amz-json-1.1\r\nContent-Length: {len(body)}\r\n\r\n")
    connection.sendall(head.encode() + body)
    length = 0
    while (line := answers.readline()) != b"\r\n":
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    return answers.read(length)


def sign_in_rounds(bed, sent, modulus, powers):
    """Of each round the processor seconds of one sign-in, of three bare powers and of two signatures."""
    signatures, rounds = Signatures(), []
    with socket.create_connection(("127.0.0.1", bed.port)) as connection:
        answers = connection.makefile("rb")
        # The first sign-in makes the keys that sign tokens.
        for request in sent[:2]:
            ask(connection, answers, *request)
        for start in range(2, len(sent), 2 * SIGN_INS):
            raised, signed = 3 * powers.seconds(modulus, 20), 2 * signatures.seconds(20)
            before = processor_time(bed.process.pid)
            for place, request in enumerate(sent[start:start + 2 * SIGN_INS]):
                answer = ask(connection, answers, *request)
                assert place % 2 == 0 or b"AuthenticationResult" in answer, answer
            rounds.append(((processor_time(bed.process.pid) - before) / SIGN_INS, raised, signed))
    return rounds


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
        options, powers = ["--users", str(file)], Powers()
        sent, modulus = recorded_sign_ins(waymark, str(pool), options, powers)
        bed = Endpoint(waymark, str(pool), options=options)
        rounds = sign_in_rounds(bed, sent, modulus, powers)
        shares = sorted((raised + signed) / seconds for seconds, raised, signed in rounds)
        share = statistics.median(shares)
        whole, raised, signed = (1000 * statistics.median(part) for part in zip(*rounds))
        say("a sign-in by SRP",
            f"{whole:.1f} ms; its three exponentiations {raised:.1f} ms and two signatures {signed:.1f} ms by "
            f"themselves are {share:.0%} of it, {shares[2]:.0%} to {shares[-3]:.0%} in most rounds",
            "at least 70 %, wanted 80 %", share >= 0.7)
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
