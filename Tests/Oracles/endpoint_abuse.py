"""Sends `waymark serve` what no client should send, and ends it at any moment while it works.

Usage: endpoint_abuse.py WAYMARK [--requests N] [--kills N]

Broken JSON, huge and slow bodies, wrong targets, ambiguous headers and 1,000 silent connections: the
endpoint answers what it can, closes the rest, does not grow and goes on. Then it is ended by SIGKILL at
random moments while users are made: every change that was answered is there afterwards, and no half of one.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import tempfile
import threading
import time

from endpoint import TARGET, Endpoint

POOL = str(pathlib.Path(__file__).parent / "pool.yaml")
SECRET = "Str0ng-Passw0rd-that-no-log-may-show"


def raw(bed, data, wait=20):
    """What comes back for some bytes, until the endpoint closes or has answered."""
    with socket.create_connection(("127.0.0.1", bed.port), timeout=wait) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        answer = b""
        try:
            while chunk := connection.recv(65_536):
                answer += chunk
        except ConnectionError:
            pass
        return answer


def post(body, headers=b"", target=b"GetUser"):
    return (
        b"POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: " + TARGET.encode() + target
        + b"\r\nContent-Length: %d\r\n" % len(body) + headers + b"\r\n" + body)


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None


def refuses_what_is_malformed(bed):
    """Each request has the status that it must have; None is a connection that is closed."""
    big = b"x" * 40_000
    for data, expected in [
        (post(b"{"), {400}), (post(b"\xff\xfe"), {400}), (post(b"[" * 100_000), {400}),
        (post(b"[]"), {400}), (post(b'{"a":1,"a":2}'), {400}), (post(b"{}"), {400}),
        (post(b"{}", target=b""), {400}), (post(b"{}", target=b"TestBedMailbox"), {400}),
        (post(b"{}", target=b"EndpointRestore"), {400}), (post(b"{}", target=big), {None, 400, 431}),
        (post(b"{}", b"X: " + big + b"\r\n"), {None, 400, 431}),
        (post(b"{}", b"X: y\r\n" * 2_000), {None, 400, 431}),
        (post(b"x" * (1 << 20) + b"yz"), {413}), (b"GARBAGE\r\n\r\n", {None, 400}),
        (post(b"{}", b"Content-Length: 7\r\n"), {None, 400}),
        (post(b"{}", b"Transfer-Encoding: chunked\r\n"), {None, 400}),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", {None, 400}),
        # Nobody waits for a body that is announced as too long.
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n", {413}),
        (b"GET /_waymark/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", {404}),
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", {404}),
        (b"PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n", {404}),
    ]:
        answer = raw(bed, data)
        assert status(answer) in expected, (data[:120], answer[:200])
    assert b"InvalidParameterException" in raw(bed, post(b"{}"))


def survives_noise(bed, count, random):
    """Mutated requests; the process neither ends nor grows."""
    fields = {"ClientId": bed.client_id, "AuthFlow": "USER_SRP_AUTH",
              "AuthParameters": {"USERNAME": "ada", "SRP_A": "ab" * 100}}
    good = post(json.dumps(fields).encode(), target=b"InitiateAuth")
    operations = bed.control("operations")
    grown = []
    for number in range(count):
        if number % 3 == 0:
            data = bytearray(good)
            for _ in range(random.randrange(1, 8)):
                data[random.randrange(len(data))] = random.randrange(256)
            raw(bed, bytes(data))
        else:
            value = random.choice([None, 1, "", "x", [], {}, ["x"], {"x": "y"}, True, 1e9, "é\0"])
            body = {random.choice([*fields, "AccessToken", "Session", "UserPoolId"]): value}
            text = json.dumps({**(fields if number % 2 else {}), **body})
            code, _, answer = bed.request(
                "POST", "/", text, {"X-Amz-Target": TARGET + random.choice(operations)})
            assert code in (200, 400), (code, text, answer)
        if number in (count // 5, count - 1):
            grown.append(bed.resident())
    assert grown[1] - grown[0] < 32 + count / 500, f"grew from {grown[0]:.0f} to {grown[1]:.0f} MB"


def silent_connections_disturb_nobody(bed, count):
    held = [socket.create_connection(("127.0.0.1", bed.port)) for _ in range(count)]
    try:
        for connection in held[::2]:
            connection.sendall(b"POST / HTTP/1.1\r\nHost: local")
        begun = time.time()
        assert bed.control("describe")["ClientId"]
        # Long before the silent ones are given up.
        assert time.time() - begun < 10
    finally:
        for connection in held:
            connection.close()


def unread_answers_are_not_kept(bed):
    """A client that asks on and on and takes no answer is made to wait; the process does not grow."""
    before = bed.resident()
    with socket.create_connection(("127.0.0.1", bed.port), timeout=3) as deaf:
        begun = time.time()
        try:
            while time.time() - begun < 15:
                deaf.sendall(b"GET /_waymark/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        except TimeoutError:
            pass
    grown = bed.resident() - before
    assert grown < 32, f"grew by {grown:.0f} MB"
    assert bed.control("describe")["ClientId"]


def slow_request_is_ended(bed):
    """A body that drips is given up after 15 seconds, however often a byte arrives."""
    with socket.create_connection(("127.0.0.1", bed.port), timeout=30) as slow:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
        begun = time.time()
        ended = False
        try:
            while time.time() - begun < 120:
                slow.sendall(b"x")
                time.sleep(0.5)
        except OSError:
            ended = True
        assert ended and time.time() - begun > 10, time.time() - begun


def nothing_answered_is_lost(waymark, kills, random):
    """SIGKILL while users are made and change their passwords, again and again on one file."""
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state")
        answered = []
        for round_number in range(kills):
            bed = Endpoint(waymark, POOL, options=["--state", state])
            names = {u["Username"] for u in bed.control("users?limit=100000")["Users"]}
            lost = [name for name in answered if name not in names]
            assert not lost, f"lost {lost}"
            assert len(names) <= len(answered) + 1, "a user whom nobody made"
            answered = sorted(names)

            def load():
                try:
                    for number in range(100_000):
                        name = f"user-{round_number}-{number}"
                        bed.call("AdminCreateUser", UserPoolId=bed.pool_id, Username=name,
                                 TemporaryPassword=SECRET, MessageAction="SUPPRESS")
                        answered.append(name)
                except Exception:  # noqa: BLE001: the process has ended, as it should
                    pass

            worker = threading.Thread(target=load)
            worker.start()
            time.sleep(random.random() * 0.4)
            bed.process.send_signal(signal.SIGKILL)
            bed.process.wait()
            worker.join()
            if round_number % 3 == 0:
                # A line that the machine did not finish.
                with open(state, "ab") as file:
                    file.write(b"0123456789abcdef {\"clock\":17")
        assert (os.stat(state).st_mode & 0o077) == 0
        print(f"        {len(answered)} users after {kills} ends")
        with open(state, "r+b") as file:
            file.seek(100)
            file.write(b"X")
        done = subprocess.run(
            [waymark, "serve", "--port", "0", "--state", state, POOL], capture_output=True,
            check=False)
        assert b"serve.state" in done.stderr and b"damaged" in done.stderr, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("waymark")
    parser.add_argument("--requests", type=int, default=600)
    parser.add_argument("--kills", type=int, default=4)
    given = parser.parse_args()
    source = random.Random(7)
    bed = Endpoint(given.waymark, POOL)
    refuses_what_is_malformed(bed)
    print("ok      malformed requests", flush=True)
    survives_noise(bed, given.requests, source)
    print(f"ok      {given.requests} mutated requests", flush=True)
    silent_connections_disturb_nobody(bed, 1_000)
    print("ok      1000 silent connections", flush=True)
    unread_answers_are_not_kept(bed)
    print("ok      a client that takes no answers", flush=True)
    if given.requests > 1_000:
        slow_request_is_ended(bed)
        print("ok      a slow request", flush=True)
    result, complaints = bed.close()
    assert result == 0, f"status {result}: {complaints}"
    nothing_answered_is_lost(given.waymark, given.kills, source)
    print(f"ok      {given.kills} ends at any moment")


if __name__ == "__main__":
    main()
