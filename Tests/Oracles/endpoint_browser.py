"""Signs in to `waymark serve` from a page in Chromium: across origins, and by a passkey.

Usage: endpoint_browser.py WAYMARK

The page is served from another port of localhost, so that every request crosses origins. It signs in with
a password, registers a passkey with Chromium's virtual authenticator, and signs in with that. Needs
Chromium and nothing else; ends with 77 where there is none.
"""

import functools
import http.server
import json
import pathlib
import sys
import tempfile
import threading

import browser
from endpoint import Endpoint

PASSWORD = "Str0ng-Passw0rd"
USERS = f"""users:
  - username: ada
    password: {PASSWORD}
    record: {{ status: confirmed, password: permanent, enabled: true }}
"""
POOL = """pool: page
configuration:
  firstFactors: [password, webAuthn]
  flows: [userAuth, userPassword, refresh]
"""
SCRIPT = """
const call = async (operation, input) => {
  const answer = await fetch(ENDPOINT, {
    method: "POST", body: JSON.stringify(input),
    headers: { "content-type": "application/x-amz-json-1.1",
               "x-amz-target": "AWSCognitoIdentityProviderService." + operation } });
  const body = await answer.json();
  if (!answer.ok) throw new Error(answer.headers.get("x-amzn-errortype") + body.message);
  return body;
};
"""
PASSWORD_STEP = """(async () => {
  const done = await call("InitiateAuth", { ClientId: CLIENT, AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: "ada", PASSWORD: SECRET } });
  window.token = done.AuthenticationResult.AccessToken;
  return (await call("GetUser", { AccessToken: window.token })).Username;
})()"""
WRONG_STEP = """call("InitiateAuth", { ClientId: CLIENT, AuthFlow: "USER_PASSWORD_AUTH",
  AuthParameters: { USERNAME: "ada", PASSWORD: "Wr0ng-Passw0rd" } }).catch(e => e.message)"""
PASSKEY_STEP = """(async () => {
  const start = await call("StartWebAuthnRegistration", { AccessToken: window.token });
  const made = await navigator.credentials.create({ publicKey:
    PublicKeyCredential.parseCreationOptionsFromJSON(start.CredentialCreationOptions) });
  await call("CompleteWebAuthnRegistration",
    { AccessToken: window.token, Credential: made.toJSON() });
  const asked = await call("InitiateAuth", { ClientId: CLIENT, AuthFlow: "USER_AUTH",
    AuthParameters: { USERNAME: "ada", PREFERRED_CHALLENGE: "WEB_AUTHN" } });
  const options = JSON.parse(asked.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
  const proof = await navigator.credentials.get({ publicKey:
    PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  const done = await call("RespondToAuthChallenge", { ClientId: CLIENT,
    ChallengeName: "WEB_AUTHN", Session: asked.Session, ChallengeResponses: {
      USERNAME: "ada", CREDENTIAL: JSON.stringify(proof.toJSON()) } });
  return Object.keys(done.AuthenticationResult).sort().join(" ");
})()"""
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}


class Page(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def steps(bed, page):
    """Each step with what the page says and what it must say."""
    values = {"ENDPOINT": bed.url.replace("127.0.0.1", "localhost"), "CLIENT": bed.client_id,
              "SECRET": PASSWORD}
    page.value("".join(f"var {k} = {json.dumps(v)};" for k, v in values.items()))
    # Of the page, so that every step finds it.
    page.value(SCRIPT.replace("const call =", "window.call ="))
    yield "password", page.value(PASSWORD_STEP), "ada"
    yield ("wrong password", page.value(WRONG_STEP),
           "NotAuthorizedException:Incorrect username or password.")
    page.call("WebAuthn.enable")
    page.call("WebAuthn.addVirtualAuthenticator", options=AUTHENTICATOR)
    yield "passkey", page.value(PASSKEY_STEP), "AccessToken ExpiresIn IdToken RefreshToken TokenType"


def main():
    if not browser.executable():
        print("skipped: needs Chromium")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pool.yaml").write_text(POOL)
        (folder / "users.yaml").write_text(USERS)
        (folder / "index.html").write_text("<!doctype html><title>app</title>")
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Page, directory=name))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        bed = Endpoint(sys.argv[1], str(folder / "pool.yaml"), options=[
            "--users", str(folder / "users.yaml"), "--relying-party", "localhost"])
        try:
            with browser.Browser() as page:
                page.open(f"http://localhost:{server.server_port}/")
                for step, said, expected in steps(bed, page):
                    failed += said != expected
                    print(f"{'ok' if said == expected else 'FAILED':8}{step}: {said}", flush=True)
        finally:
            bed.process.kill()
            server.shutdown()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
