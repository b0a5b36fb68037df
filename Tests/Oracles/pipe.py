"""The pipe to `waymark testbed --stdio`, and a stand-in for boto3's client that speaks to it."""

import json
import subprocess
import time


class ServiceError(Exception):
    """What botocore's ClientError is: the service's exception by name."""

    def __init__(self, fault):
        super().__init__(f"{fault['__type']}: {fault['message']}")
        self.name, self.fault = fault["__type"], fault
        self.response = {"Error": {"Code": fault["__type"], "Message": fault["message"]}}


class TestBed:
    """One running test bed."""

    __test__ = False

    def __init__(self, waymark, pool=None, settings=(), seed=1, clock=None):
        command = [waymark, "testbed", "--stdio", "--seed", str(seed)]
        if pool:
            command.append(pool)
        for setting in settings:
            command += ["--set", setting]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.sync(clock)
        described = self.call("TestBedDescribe")
        self.pool_id = described["UserPoolId"]
        self.client_id = described["ClientId"]
        self.client_secret = described.get("ClientSecret")
        self.relying_party = described["RelyingPartyId"]

    def line(self, text):
        """One line to the pipe as it is, and the line that comes back."""
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise EOFError(self.process.stderr.read().decode())
        return json.loads(answer)

    def call(self, operation, **fields):
        answer = self.line(json.dumps({"operation": operation, "input": fields}))
        if "error" in answer:
            raise ServiceError(answer["error"])
        return answer["output"]

    def sync(self, clock=None):
        """Sets the pool's clock, to this machine's, which the clients read, or to a time."""
        return self.call("TestBedClock", To=clock or int(time.time()))["Clock"]

    def client(self):
        return Client(self)

    def mail(self, username, purpose):
        messages = self.call("TestBedMailbox", Username=username)["Messages"]
        return [m["Code"] for m in messages if m["Purpose"] == purpose]

    def close(self):
        """Ends the conversation; a difference of table and test bed is status 14."""
        self.process.stdin.close()
        status = self.process.wait(timeout=60)
        return status, self.process.stderr.read().decode()


class Client:
    """boto3's cognito-idp client, as far as pycognito uses it: any method is an operation."""

    def __init__(self, bed):
        self.bed = bed
        self.last = None

    def __getattr__(self, name):
        words = {"mfa": "MFA"}
        operation = "".join(words.get(w, w.title()) for w in name.split("_"))

        def perform(**fields):
            self.bed.sync()
            self.last = self.bed.call(operation, **fields)
            return {**self.last, "ResponseMetadata": {"HTTPStatusCode": 200}}

        return perform
