#!/usr/bin/env python3
"""Converts cases of the older, wordier form into those that `waymark run --cases` reads.

    python3 Tests/Oracles/convert_cases.py OLD.json NEW.json

The older form is a list of cases whose initial state stands in words and whose calls, answers and
expectations have many spellings. What the words mean is known here and nowhere else. A case that the
table cannot follow is kept with the reason under `setAside`; a word that is not known is an error.
Python's own library suffices.
"""
import json
import re
import sys


class SetAside(Exception):
    """Why the table has no such case."""


class Unknown(Exception):
    """Words of the older form that nobody has taught this script."""


# MARK: What the words mean

FLOWS = {
    "userSRP": "userSRP", "USER_SRP_AUTH": "userSRP", "userPassword": "userPassword",
    "USER_PASSWORD_AUTH": "userPassword", "customWithSRP": "customWithSRP",
    "CUSTOM_AUTH": "customWithSRP", "customWithoutSRP": "customWithoutSRP",
    "userAuth": "userAuth", "USER_AUTH": "userAuth",
}
PLACES = {
    "SMS_MFA": "waitingSMS", "SOFTWARE_TOKEN_MFA": "waitingTOTP", "EMAIL_OTP": "waitingEmailCode",
    "SMS_OTP": "waitingSMSOTP", "NEW_PASSWORD_REQUIRED": "waitingNewPassword",
    "CUSTOM_CHALLENGE": "waitingCustomChallenge", "SELECT_MFA_TYPE": "waitingMFASelection",
    "SELECT_CHALLENGE": "waitingFactorSelection", "MFA_SETUP": "waitingSetupSelection",
}
# Where a next step leaves the client; what is not here leaves it where it was.
AFTER = {
    "confirmSignInWithSMSMFACode": "waitingSMS", "confirmSignInWithTOTPCode": "waitingTOTP",
    "confirmSignInWithOTP": "waitingEmailCode", "confirmSignInWithNewPassword": "waitingNewPassword",
    "confirmSignInWithPassword": "waitingPassword",
    "confirmSignInWithCustomChallenge": "waitingCustomChallenge",
    "continueSignInWithMFASelection": "waitingMFASelection",
    "continueSignInWithFirstFactorSelection": "waitingFactorSelection",
    "continueSignInWithMFASetupSelection": "waitingSetupSelection",
    "continueSignInWithTOTPSetup": "waitingTOTPSetup",
    "continueSignInWithEmailMFASetup": "waitingEmailSetup", "done": "signedIn",
}
MFA_FACTORS = {"SMS_MFA": "sms", "SOFTWARE_TOKEN_MFA": "totp", "EMAIL_OTP": "email"}
FIRST_FACTORS = {
    "PASSWORD": "password", "PASSWORD_SRP": "passwordSRP", "SMS_OTP": "smsOTP",
    "EMAIL_OTP": "emailOTP",
}
RESULTS = {
    "updateMFAPreference": "mfaPreferenceUpdated", "signUp": "signUpDone",
    "confirmSignUp": "signUpDone", "fetchMFAPreference": "mfaPreference",
}
OUTCOMES = {
    "cancelled": "cancelled", "invalidContext": "noContext",
    "unableToStartASWebAuthenticationSession": "cannotStart",
}
# Errors of the client's own runtime, and those that it has no name for.
EXCEPTIONS = {
    "CommonRunTimeError": "NetworkError", "CancellationError": "UnknownAWSHTTPServiceError",
}
# Material of a proof that can be calculated with.
PROOF = {
    "SALT": "8bb7dcf905f418bf27b6623aa4d2f58f", "SRP_B": "b5619b2e02a66d7681acc7ab0d4baa69",
    "SECRET_BLOCK": "c2VjcmV0IGJsb2Nr", "USERNAME": "royji2", "USER_ID_FOR_SRP": "royji2",
}
TOKENS = {"AccessToken": "access", "IdToken": "id", "RefreshToken": "refresh", "ExpiresIn": 3600}
CONFIRMED = {
    "status": "confirmed", "password": "permanent",
    "contact": {"email": "verified", "phone": "verified"},
}
UNDER_WAY = "between two calls no sign-up is under way, so the table has no such state at rest"


# MARK: Where a case begins

def place(text, one):
    """State, kept texts and record that the words of an initial state stand for."""
    state, kept, record = {}, {}, {}
    for part in re.split(r"\s*;\s*|\s*\+\s*(?![^(]*\))", text):
        challenge = next((name for name in PLACES if name in part), None)
        session = re.search(r'session "?([\w-]+)', part)
        if part in ("signedOut", "any", "no hostedUI environment"):
            pass
        elif part == "sessionEstablished" or part.startswith("signedIn"):
            state["client.at"] = "signedIn"
            record["grant"] = "valid"
            if "hostedUI" in part:
                state["signedInBy"] = "webUI"
        elif part.startswith("resolvingTOTPSetup("):
            state["client.at"] = "waitingTOTPSetup"
            words = dict(re.findall(r'(\w+) "([^"]*)"', part))
            kept.update({"sharedSecret": words["secret"], "session": words["session"],
                         "username": words["username"]})
        elif challenge:
            state["client.at"] = PLACES[challenge]
            kept["session"] = session.group(1) if session else "session"
        elif part.startswith("SignUpState.") or part == "signedUp":
            sign_up(part, state, kept, one)
        elif part == "AuthenticationState.error":
            state["client.at"] = "failed"
        elif part.startswith("CredentialStoreState"):
            raise SetAside("the table has no credential store; its error is not the plugin's own")
        elif part in ("signingOut", "deletingUser", "refreshingSession"):
            raise SetAside("the client is between two requests of another call")
        elif part.startswith("notConfigured"):
            raise SetAside("an app without a user pool is no part of the model")
        else:
            raise Unknown(f"the state `{part}`")
    return state, kept, record


def sign_up(part, state, kept, one):
    """The sign-up machine's state, and the name and session that it keeps."""
    word, arguments = re.match(r"(?:SignUpState\.)?(\w+)(?:\((.*)\))?", part).groups()
    values = [value.split()[-1].strip('"') for value in (arguments or "").split(",") if value]
    for name, value in zip(("signUpUsername", "signUpSession"), values):
        kept[name] = value
    if part == "signedUp":
        # The sign-up that the automatic sign-in of the script is for.
        expects = one["steps"][0]["server"][0]["expects"]
        kept.update(signUpUsername=expects["USERNAME"], signUpSession=expects["Session"])
    names = {"awaitingUserConfirmation": "awaiting", "error": "failed", "signedUp": "signedUp",
             "notStarted": "notStarted"}
    if word in ("initiatingSignUp", "confirmingSignUp"):
        raise SetAside(UNDER_WAY)
    state["signUp"] = names[word] + ("WithSession" if "signUpSession" in kept else "")


def needs(call, configuration, record, state):
    """What the table asks of a pool and of a record before it offers a call."""
    name = call.split("(")[0]
    flows = configuration.get("flows", ["userSRP", "custom", "refresh"])
    if name in ("signInByChoice", "autoSignIn", "signUp", "confirmSignUp") or "signUp" in state:
        configuration["flows"] = ["userSRP", "userAuth", "refresh"] if flows[0] == "userSRP" else flows
    if "withoutPassword: true" in call:
        configuration["firstFactors"] = ["password", "emailOTP"]
    if "WebAuthnCredential" in name:
        configuration["firstFactors"] = ["password", "webAuthn"]
    if "Device" in name:
        configuration["devices"] = "always"
        state["deviceKey"] = "kept"
    if "WebUI" in name:
        configuration["externalProvider"] = True
    if name in ("signUp", "callWithoutName", "signInWithoutName"):
        return
    record.setdefault("status", "confirmed")
    if name in ("confirmSignUp", "resendSignUpCode"):
        record["status"] = "unconfirmed"
    record.update({key: value for key, value in CONFIRMED.items() if key not in record})
    if name == "verifyTOTPSetup":
        record["totp"] = "pending"
    if name == "autoSignIn" and not state.get("signUp", "").endswith("WithSession"):
        record["signUpSession"] = "valid"


# MARK: Calls

def evidence(text, live, is_code=False):
    if text == "":
        return "empty"
    wrong = "wrong" in text.lower()
    return "neverIssued" if live and (wrong or is_code and not text.startswith("<")) else "current"


def call(step, at, one, live):
    """The table's call with its inputs, and the texts that the app typed."""
    name, given = step["client_call"], step["input"] or {}
    options = given.get("options") or {}
    texts = {key: given[key] for key in ("username", "password", "challengeResponse")
             if key in given}
    texts.update({key: options[key] for key in (
        "metadata", "validationData", "userAttributes", "friendlyDeviceName",
        "forceAliasCreation") if key in options})
    if "code" in given:
        texts["confirmationCode"] = given["code"]
    if name.startswith("action:"):
        raise SetAside("a single action or resolver of the client, and no call of an app")
    if "sharedKeychain" in given:
        raise SetAside("a keychain that several apps share is no part of the model")
    if name == "signIn":
        return sign_in(given, options, one, live), texts
    if name == "confirmSignIn":
        return confirm(given.get("challengeResponse", ""), options, at, live), texts
    if given.get("username") == "":
        return f"callWithoutName(call: {name})", texts
    return other(name, given, step, at, one), texts


def sign_in(given, options, one, live):
    named = options.get("authFlowType") or re.search(r"\w+", one["flow"]).group(0)
    flow = FLOWS[named]
    password = evidence(given.get("password", "password"), live)
    if live and is_nobody(given):
        password = "neverIssued"
    if flow != "userAuth":
        return f"signIn(flow: {flow}, password: {password})"
    factor = options.get("preferredFirstFactor") or "none"
    used = password if factor in ("password", "passwordSRP") else "current"
    return f"signInByChoice(preferred: {factor}, password: {used})"


def is_nobody(given):
    return "doesnot-exist" in given.get("username", "")


def confirm(answer, options, at, live):
    if at in ("waitingMFASelection", "waitingSetupSelection"):
        word = "empty" if answer == "" else MFA_FACTORS.get(answer.upper(), "unknownWord")
        return f"selectMFA(choice: {word})"
    if at == "waitingFactorSelection":
        return f"selectFactor(factor: {FIRST_FACTORS.get(answer, 'unknownWord')})"
    if at in ("waitingPassword", "waitingPasswordSRP"):
        return f"givePassword(password: {evidence(answer, live)})"
    if at == "waitingNewPassword":
        missing = "true" if options.get("userAttributes") else "false"
        return f"setNewPassword(newPassword: valid, givesMissing: {missing})"
    if at == "waitingCustomChallenge":
        return f"answerCustomChallenge(answer: {'wrong' if 'wrong' in answer else 'right'})"
    if at == "waitingEmailSetup":
        return "setUpEmail(address: own)"
    if at in ("signedIn", "signedOut", "interrupted"):
        return "confirmSignIn(answer: neverIssued)"
    if live and not answer.startswith("<") and not answer.isdigit() and at == "waitingTOTPSetup":
        return "answerWithLetters()"
    return f"confirmSignIn(answer: {evidence(answer, live, is_code=True)})"


def other(name, given, step, at, one):
    if name == "signUp":
        return f"signUp(givesEmail: true, givesPhone: true, withoutPassword: " \
            f"{'false' if 'password' in given else 'true'})"
    if name == "confirmSignUp":
        kept = place(one["initial_state"], one)[1].get("signUpUsername")
        is_other = kept and given.get("username", kept) != kept
        return f"confirmSignUp(answer: {evidence(given['code'], False)}" \
            f"{', otherUser: true' if is_other else ''})"
    if name == "updateMFAPreference":
        return preference(given)
    if name == "signInWithWebUI":
        page = next(reply for reply in step["server"] if reply["op"] == "HostedUI callback")
        outcome = OUTCOMES[page["returns"]["error"]] if "error" in page["returns"] else "completed"
        if outcome == "completed" and len(step["server"]) == 1:
            outcome = "badRedirect"
        return f"signInWithWebUI(outcome: {outcome})"
    if name == "signOut":
        if "hostedUI" in one["initial_state"]:
            return "signOutOnWeb(outcome: badRedirect)"
        return "signOutGlobally" if given.get("globalSignOut") else "signOut"
    if name in ("confirmResetPassword", "verifyTOTPSetup"):
        return f"{name}(answer: current)"
    return name


def preference(given):
    """One factor, two preferred ones, or several: each is an action of its own in the table."""
    pairs = list(given.items()) or [("sms", "enabled")]
    if len(pairs) == 1:
        return f"updateMFAPreference(factor: {pairs[0][0]}, value: {pairs[0][1]})"
    if all(value == "preferred" for _, value in pairs):
        return f"preferTwoFactors(one: {pairs[0][0]}, other: {pairs[1][0]})"
    return f"updateMFAPreferences({', '.join(f'{key}: {value}' for key, value in pairs)})"


# MARK: The server's side

def script(step):
    replies = []
    for old in step["server"] or []:
        operation = {"POST /oauth2/token": "FederatedToken",
                     "Start/CompleteWebAuthnRegistration": "StartWebAuthnRegistration",
                     }.get(old["op"], old["op"])
        if operation == "HostedUI callback":
            continue
        if operation in ("GetId", "GetCredentialsForIdentity"):
            if "error" in old["returns"]:
                raise SetAside("an identity pool that fails is no part of the model")
            continue
        if operation == "SetUserMFAPreference" and not replies:
            replies.append({"op": "GetUser", "returns": {"UserMFASettingList": []}})
        reply = {"op": operation}
        expects = {key: members(value) for key, value in (old.get("expects") or {}).items()}
        if step.get("expect_client_metadata") and operation.endswith(("Auth", "AuthChallenge")):
            expects["ClientMetadata"] = step["expect_client_metadata"]
        if expects:
            reply["expects"] = expects
        reply["returns"] = returns(old["returns"] or {})
        replies.append(reply)
    scripted = [reply["op"] for reply in replies]
    # Whose account is gone is signed out by the client itself.
    if scripted == ["DeleteUser"] and replies[0]["returns"].get("__type") in (
            None, "UserNotFoundException"):
        replies += [{"op": "GlobalSignOut", "returns": {}}, {"op": "RevokeToken", "returns": {}}]
    return replies


def members(value):
    """A mapping has exactly the members that are not null."""
    if not isinstance(value, dict):
        return value
    return {key: inner for key, inner in value.items() if inner is not None}


NAMES = {
    "session": "Session", "secretCode": "SecretCode", "status": "Status",
    "userConfirmed": "UserConfirmed", "userSub": "UserSub",
    "userMFASettingList": "UserMFASettingList", "preferredMfaSetting": "PreferredMfaSetting",
}


def returns(old):
    if "error" in old:
        return {"__type": EXCEPTIONS.get(old["error"], old["error"])}
    new = {}
    for key, value in old.items():
        if value is None or key == "ok":
            continue
        if key in NAMES:
            new[NAMES[key]] = value
        elif key == "tokens":
            new["AuthenticationResult"] = TOKENS
        elif key == "challenge":
            new["ChallengeName"] = value
        elif key == "params":
            new["ChallengeParameters"] = PROOF if isinstance(value, str) else value
        elif key == "codeDeliveryDetails":
            new["CodeDeliveryDetails"] = {
                name[0].upper() + name[1:]: text for name, text in value.items()}
        elif key in ("id_token", "access_token", "refresh_token", "expires_in"):
            new[key] = value
        else:
            raise Unknown(f"the member `{key}` of an answer")
    return new


# MARK: What must come back

def expectation(step, live):
    expect, receives, more = {}, {}, {}
    if step.get("expect_event"):
        raise SetAside("a single action or resolver of the client, and no call of an app")
    if step.get("expect_next_step"):
        next_step(step, expect, receives)
    if step.get("expect_error"):
        error(step["expect_error"], expect)
    if step.get("expect_result"):
        result(step, expect, more)
    if step.get("expect_state"):
        state, kept, _ = place(step["expect_state"], {"steps": []})
        more["leaves"], more["keeps"] = state, kept
    step = {"expect": expect, **more}
    if receives and not live:
        step["receives"] = receives
    return step


def next_step(step, expect, receives):
    old, name = step["expect_next_step"], step["client_call"]
    word = old["name"]
    if name in ("signUp", "confirmSignUp"):
        expect["result"] = RESULTS[name] if word == "done" else word
    else:
        expect["nextStep"] = word
    for key, value in old.items():
        if key == "isSignedIn" and value == (word == "done") or key == "name":
            continue
        if key == "isSignUpComplete" and value == (word in ("done", "completeAutoSignIn")):
            continue
        if key == "contains":
            # The selection that follows shows it.
            continue
        if key == "delivery":
            medium, destination = re.match(r"(\w+)(?:\((.*)\))?", value or "none").groups()
            expect["medium"] = "none" if medium == "unknown" else medium
            if destination is not None or value is None:
                receives["destination"] = None if destination in (None, "nil") else destination
        elif key == "allowed":
            expect["allowed"] = value
        elif key == "additionalInfo":
            receives[key] = value or {}
        elif key == "attributeKey":
            receives[key] = re.match(r'unknown\("(.*)"\)', value).group(1)
        elif key in ("sharedSecret", "username", "session", "userId"):
            receives[key] = value
        else:
            raise Unknown(f"the part `{key}` of a next step")


def error(old, expect):
    kinds = old["kind"].split(" | ")
    found = []
    for kind in kinds:
        new = {} if kind == "any" else {"kind": kind}
        below = (old.get("underlying") or "").split(" | ") if kind == "service" else [""]
        found += [{**new, "underlying": name} if name else dict(new) for name in below]
    if "message" in old:
        found[0]["message"] = old["message"]
    expect["error"] = found[0] if len(found) == 1 else found
    if "field" in old:
        expect["field"] = old["field"]


def result(step, expect, more):
    old, name = step["expect_result"], step["client_call"]
    if old == "ok":
        expect["result"] = RESULTS[name]
    elif old == "complete":
        expect["result"] = "signedOutComplete"
    elif "failed" in old:
        error({"kind": old["failed"]}, expect)
    elif "partial" in old:
        expect["result"] = "signedOutPartial"
        expect.update({key: bool(value) for key, value in old["partial"].items()
                       if key != "hostedUIError"})
        if old["signedOutLocally"]:
            more["leaves"] = {"client.at": "signedOut", "grant": "none"}
    else:
        expect.update(result=RESULTS[name], enabled=old["enabled"] or [],
                      preferred=old["preferred"] or "none")


# MARK: Set-ups of live cases

METHODS = [[], ["sms"], ["totp"], ["sms", "totp"], ["email"], ["sms", "totp", "email"]]
CONTACTS = [{"email": email, "phone": phone} for email in ("verified", "absent")
            for phone in ("verified", "absent")]
PREFERENCES = [{}, {"sms": "enabled"}, {"totp": "enabled"}, {"sms": "enabled", "totp": "enabled"},
               {"email": "enabled"}]


def live_set_up(one, first):
    """What flow and notes say of pool and user; the rest is left open, as lists of values."""
    notes = one["notes"] or ""
    configuration = {"flows": ["userSRP", "userAuth", "custom", "refresh"], "emailSender": "ses"}
    record = {"status": "confirmed", "password": "permanent"}
    among = {
        "configuration": {"mfa": ["off", "optional", "required"], "mfaMethods": METHODS,
                          "smsConfigured": [True, False]},
        "record": {"contact": CONTACTS, "totp": ["none", "verified"], "preference": PREFERENCES},
    }

    def named(group, values):
        for key, value in values.items():
            among[group].pop(key, None)
            (configuration if group == "configuration" else record)[key] = value

    if one["flow"].startswith("USER_AUTH"):
        named("configuration", {"firstFactors": ["password", "emailOTP", "smsOTP"],
                                "smsConfigured": True})
    if first.startswith("signUp"):
        named("configuration", {"autoVerified": ["email"], "mfa": "off", "mfaMethods": []})
        return configuration, {}, {}
    if is_nobody(one["steps"][0]["input"] or {}):
        del among["record"]
        return configuration, {}, among
    if "temp-password" in notes:
        named("record", {"status": "forceChangePassword", "password": "temporary",
                         "contact": {"email": "absent", "phone": "absent"}})
        named("configuration", {"requiredAttributes": ["email"]})
    if "pre: updateMFAPreference(sms: enabled)" in notes:
        named("record", {"preference": {"sms": "enabled"}})
    if "sms and totp enabled, none preferred" in notes:
        named("record", {"preference": {"sms": "enabled", "totp": "enabled"}, "totp": "verified"})
    if "email MFA required" in notes:
        named("configuration", {"mfa": "required", "mfaMethods": ["email"], "smsConfigured": False})
        among["record"]["contact"] = CONTACTS[2:]
    if "pool MFA required" in notes:
        named("configuration", {"mfa": "required"})
    if "user without phone" in notes:
        among["record"]["contact"] = [CONTACTS[1], CONTACTS[3]]
    if "user with phone" in notes:
        among["record"]["contact"] = [CONTACTS[0], CONTACTS[2]]
    if one["flow"] == "MFA preference":
        named("record", {"grant": "valid"})
    return configuration, record, among


# MARK: Cases

def convert(one):
    new = {"id": one["id"]}
    if one.get("notes"):
        new["doc"] = one["notes"]
    new["source"] = f"{one['source_file']}, {one['source_test']}, line {one['source_line']}"
    try:
        new.update(followed(one))
    except SetAside as reason:
        new["setAside"] = str(reason)
    except (KeyError, AttributeError, TypeError, IndexError, StopIteration) as cause:
        raise Unknown(f"a word or a shape: {cause!r}") from cause
    return new


def followed(one):
    live = any(step["server"] == "live" for step in one["steps"])
    state, kept, record = place(one["initial_state"], one)
    if live and one["flow"] == "MFA preference":
        state["client.at"] = "signedIn"
    at, steps, configuration = state.get("client.at", "signedOut"), [], {}
    for position, old in enumerate(one["steps"]):
        words, texts = call(old, at, one, live)
        step = {"call": words}
        if not live:
            if position == 0:
                needs(words, configuration, record, state)
            elif old["client_call"] == "confirmSignUp":
                step["record"] = {"status": "unconfirmed"}
            elif old["client_call"] == "signInWithWebUI":
                configuration["externalProvider"] = True
            replies = script(old)
            step.update({key: value for key, value in (("texts", texts), ("server", replies))
                         if value})
        step.update(expectation(old, live))
        at = after(at, old, words, step, live)
        steps.append(step)
    if live:
        configuration, record, among = live_set_up(one, steps[0]["call"])
    parts = {"live": live, "configuration": configuration, "record": record,
             "among": among if live else {}, "state": state, "kept": kept}
    return {**{key: value for key, value in parts.items() if value}, "steps": steps}


def after(at, old, words, step, live):
    """Where a step leaves the client, as far as it decides which call comes next."""
    name = (old.get("expect_next_step") or {}).get("name")
    if name in AFTER and old["client_call"] not in ("signUp", "confirmSignUp"):
        if name == "confirmSignInWithPassword" and "SRP" in words:
            return "waitingPasswordSRP"
        if name == "confirmSignInWithOTP" and step["expect"].get("medium") == "sms":
            return "waitingSMSOTP"
        return AFTER[name]
    if words.startswith("givePassword") and "error" in step["expect"]:
        return "interrupted"
    return "signedOut" if old["client_call"] in ("signOut", "signIn") else at


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    source, target = arguments
    with open(source, encoding="utf-8") as file:
        old = json.load(file)
    if not isinstance(old, list):
        print(f"{source}: the older form is a list of cases", file=sys.stderr)
        return 65
    cases, complaints = [], []
    for one in old:
        try:
            cases.append(convert(one))
        except Unknown as cause:
            complaints.append(f"{source}: {one.get('id', 'a case without id')}: not known: {cause}")
    if complaints:
        print("\n".join(complaints), file=sys.stderr)
        return 65
    with open(target, "w", encoding="utf-8") as file:
        json.dump({"cases": cases}, file, indent=1, ensure_ascii=False)
        file.write("\n")
    aside = sum("setAside" in one for one in cases)
    print(f"{len(cases)} cases, {aside} of them set aside")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
