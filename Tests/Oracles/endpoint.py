"""`waymark serve` in a process of its own, spoken to over HTTP: what `pipe.py` is for the pipe."""

import http.client
import json
import signal
import subprocess

from pipe import ServiceError

TARGET = "AWSCognitoIdentityProviderService."


class Endpoint:
    """One running endpoint, with the same methods as a test bed on a pipe."""

    __test__ = False

    def __init__(self, waymark, pool=None, settings=(), options=()):
        command = [waymark, "serve", "--port", "0", *options]
        if pool:
            command.append(pool)
        for setting in settings:
            command += ["--set", setting]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline().decode()
        if not line:
            raise EOFError(self.process.stderr.read().decode())
        self.greeting = line.strip()
        self.url = line.split()[0]
        self.port = int(self.url.rsplit(":", 1)[1])
        self.connection = None
        described = self.control("describe")
        self.pool_id = described["UserPoolId"]
        self.client_id = described["ClientId"]
        self.client_secret = described.get("ClientSecret")
        self.relying_party = described["RelyingPartyId"]

    def request(self, method, path, body=None, headers=None):
        """Status, headers and body of an answer, over one connection that is kept."""
        for attempt in (1, 2):
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                self.connection.request(method, path, body=body, headers=headers or {})
                answer = self.connection.getresponse()
                return answer.status, dict(answer.getheaders()), answer.read()
            except (http.client.HTTPException, OSError):
                self.connection = None
                if attempt == 2:
                    raise

    def call(self, operation, **fields):
        if operation == "TestBedClock":
            return {"Clock": self.control("clock", advance=fields["By"])["clock"]}
        if operation == "TestBedKeys":
            return json.loads(self.request("GET", f"/{self.pool_id}/.well-known/jwks.json")[2])
        if operation == "TestBedDescribe":
            return self.control("describe")
        status, headers, body = self.request(
            "POST", "/", json.dumps(fields),
            {"X-Amz-Target": TARGET + operation, "Content-Type": "application/x-amz-json-1.1"})
        output = json.loads(body)
        if status != 200:
            assert headers["x-amzn-errortype"].split(":")[0] == output["__type"], headers
            raise ServiceError(output)
        return output

    def control(self, name, /, **fields):
        """What stands under /_waymark/: looked at without fields, changed with them."""
        method, body = ("POST", json.dumps(fields)) if fields else ("GET", None)
        status, _, answer = self.request(method, f"/_waymark/{name}", body)
        if status != 200:
            raise ServiceError(json.loads(answer))
        return json.loads(answer)

    def sync(self):
        """The pool's clock, which is this machine's as long as nobody advances it."""
        return self.control("clock")["clock"]

    def mail(self, username, purpose):
        messages = self.control(f"mailbox?username={username}")["Messages"]
        return [m["Code"] for m in messages if m["Purpose"] == purpose]

    def client(self):
        """boto3's own client."""
        import boto3
        from botocore.config import Config

        return boto3.client(
            "cognito-idp", endpoint_url=self.url, region_name="eu-west-1",
            aws_access_key_id="-", aws_secret_access_key="-",
            config=Config(retries={"max_attempts": 0}))

    def resident(self):
        """The resident memory of the process, in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(s.split()[1]) for s in status if s.startswith("VmRSS")) / 1024

    def close(self, by=signal.SIGINT):
        """Ends it; a difference of table and test bed is status 14."""
        self.process.send_signal(by)
        status = self.process.wait(timeout=60)
        return status, self.process.stderr.read().decode()
