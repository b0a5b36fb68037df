"""Sends random sequences of operations to `waymark testbed --stdio` and looks for differences.

Usage: pipe_fuzz.py WAYMARK [--lines N] [--seed S] [--pool NAME] [--episode N] [--replay FILE]

A sequence mixes all operations, sessions of every kind, several users and moves of the clock. After it
the test bed must have found no difference between table and bytes, and no answer may be an internal
error. A sequence that fails is made shorter as long as it fails in the same way; what is left is
printed as JSON, one step a line, which `--replay` takes. Status 0: no difference; 1: some.
"""

import argparse
import json
import pathlib
import random
import sys

from pipe import ServiceError, TestBed
from pipe_fuzz_evidence import Evidence
from pipe_fuzz_steps import Generator

FOLDER = pathlib.Path(__file__).parent
CODES = "autoVerified={email, phone}"
# Each exercises other parts of the table: pool files' settings over `pool.yaml`.
POOLS = {
    "factors": [
        "mfa=optional", "mfaMethods={sms, totp}", "smsConfigured=true", CODES,
        "devices=always", "challengeOnNewDevice=true", "flows={userSRP, userPassword, refresh}"],
    "required": [
        "mfa=required", "mfaMethods={sms, totp, email}", "smsConfigured=true", CODES,
        "emailSender=ses", "existenceErrors=prevent", "recovery=adminOnly",
        "flows={userSRP, userPassword, userAuth, refresh}"],
    "choice": [
        "firstFactors={password, emailOTP, smsOTP, webAuthn}", "smsConfigured=true", CODES,
        "emailSender=ses", "flows={userSRP, userAuth}", "tokenRotation=true",
        "verifyBeforeUpdate={email}"],
    "custom": [
        "mfa=optional", "mfaMethods={sms, totp}", "smsConfigured=true", CODES,
        "devices=always", "existenceErrors=prevent", "flows={userSRP, custom, refresh}",
        "triggers={defineAuthChallenge, createAuthChallenge, verifyAuthChallengeResponse}"],
    "names": [
        "usernameAttributes={email, phone}", "clientSecret=true", CODES, "smsConfigured=true",
        "mfa=optional", "mfaMethods={sms, totp}", "existenceErrors=prevent", "passwordHistory=true",
        "flows={userSRP, userPassword, userAuth, refresh}", "devices=onPrompt"],
    "aliases": [
        "aliasAttributes={email, phone, preferredUsername}", CODES, "smsConfigured=true",
        "verifyBeforeUpdate={email, phone}", "mfa=optional", "mfaMethods={sms, totp, email}",
        "emailSender=ses", "recovery=phone", "externalProvider=true", "linking=afterSignIn",
        "flows={userSRP, userPassword, refresh}"],
    "provider": [
        "externalProvider=true", "linking=byAddress", CODES, "threatProtection=enforced", "tier=plus", "smsConfigured=true",
        "mfa=optional", "mfaMethods={sms, totp}", "devices=always",
        "flows={userSRP, userPassword, userAuth, refresh}", "firstFactors={password, webAuthn}"],
}


class Episode:
    """One run against a fresh test bed."""

    def __init__(self, waymark, pool, seed):
        self.bed = TestBed(waymark, str(FOLDER / "pool.yaml"), POOLS[pool], seed)
        self.evidence = Evidence(self.bed)
        self.complaint = None
        self.answered = self.accepted = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bed.process.kill()
        self.bed.process.wait()
        for stream in (self.bed.process.stdin, self.bed.process.stdout, self.bed.process.stderr):
            stream.close()

    def perform(self, step):
        """Sends one step; None where the service refuses it."""
        self.answered += 1
        answer = self.bed.line(json.dumps(
            {"operation": step["op"], "input": self.evidence.resolve(step["input"])}))
        fault = answer.get("error")
        if fault and fault["__type"] == "InternalErrorException":
            self.complaint = self.complaint or f"{step['op']}: {fault['message']}"
        output = answer.get("output")
        self.accepted += output is not None
        self.evidence.outputs[step["n"]] = output
        if step["op"] == "TestBedClock":
            self.evidence.clock = output["Clock"] if output else self.evidence.clock
        return output

    def judge(self):
        """What the test bed complains of, without the rest of what it found."""
        found = self.bed.call("TestBedDifferences")["Differences"]
        self.complaint = self.complaint or (found[0] if found else None)
        return self.complaint


def run(waymark, pool, seed, steps):
    """The complaint about given steps; None where there is none."""
    with Episode(waymark, pool, seed) as episode:
        try:
            for step in steps:
                episode.perform(step)
            return episode.judge()
        except EOFError as ended:
            return f"the test bed ended: {ended}"


def generate(waymark, pool, seed, count):
    """Random steps up to the first complaint, that complaint, and how many were accepted."""
    steps = []
    with Episode(waymark, pool, seed) as episode:
        generator = Generator(random.Random(f"{pool} {seed}"), episode.bed, POOLS[pool])
        try:
            while len(steps) < count and not episode.complaint:
                step = generator.step(len(steps))
                steps.append(step)
                generator.learn(step, episode.perform(step))
                if len(steps) % 25 == 0:
                    episode.judge()
            episode.judge()
        except EOFError as ended:
            episode.complaint = f"the test bed ended: {ended}"
        return steps, episode.complaint, episode.accepted


def shorten(steps, fails):
    """Takes out ever smaller parts of the steps as long as the rest fails in the same way."""
    size = len(steps) // 2
    while size:
        start = 0
        while start < len(steps):
            rest = steps[:start] + steps[start + size:]
            if rest and fails(rest):
                steps = rest
            else:
                start += size
        size //= 2
    return steps


def replay(waymark, path):
    head, *steps = [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]
    with Episode(waymark, head["pool"], head["seed"]) as episode:
        for step in steps:
            print(step["op"], json.dumps(episode.evidence.resolve(step["input"]))[:300])
            episode.perform(step)
            print("   ", json.dumps(episode.evidence.outputs[step["n"]])[:300], flush=True)
            if episode.judge():
                break
        print(episode.complaint or "no difference")
        return 1 if episode.complaint else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("waymark")
    parser.add_argument("--lines", type=int, default=2_000, help="in all, over all pools")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--episode", type=int, default=250, help="steps on one test bed")
    parser.add_argument("--pool", choices=sorted(POOLS), help="this pool alone")
    parser.add_argument("--replay", help="a file of steps that were printed")
    options = parser.parse_args()
    if options.replay:
        return replay(options.waymark, options.replay)
    pools = [options.pool] if options.pool else sorted(POOLS)
    known, sent, accepted, seed = set(), 0, 0, options.seed
    while sent < options.lines:
        for pool in pools:
            steps, complaint, taken = generate(options.waymark, pool, seed, options.episode)
            sent += len(steps)
            accepted += taken
            if complaint and complaint not in known:
                known.add(complaint)
                short = shorten(
                    steps, lambda rest: run(options.waymark, pool, seed, rest) == complaint)
                print(f"FAILED {complaint}")
                print(json.dumps({"pool": pool, "seed": seed}))
                for step in short:
                    print(json.dumps(step))
                sys.stdout.flush()
        seed += 1
    print(f"{sent} requests over {len(pools)} pools, {accepted} accepted, {len(known)} differences")
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main())
