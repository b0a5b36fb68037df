"""Compares `waymark lockouts` and `attacks` with a search for each set of means by itself.

    python3 Tests/Oracles/means_by_force.py WAYMARK [POOL...]

Without POOL fifteen bundled pools are taken. This program explores the compiled rules of `waymark export
--as json` itself, reads in NEEDS and GIVES below what a person must hold for a call, not in the table,
and asks for every set by itself who gets in. Each minimal set, and the number of records for which it is
one, must be what the verbs say. Status: 0 all agree, 1 something differs, 77 NumPy or PyYAML is missing.
"""
import argparse
import itertools
import json
import pathlib
import re
import subprocess
import sys

try:
    import numpy
    import yaml
except ImportError as missing:
    print(f"skipped: {missing.name} is missing")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
POOLS = [
    "flawed/app.default-flow-allowed/bowling-alley", "sound/club", "sound/post-office",
    "flawed/mfa.phone-required/bookshop", "flawed/mfa.preferred-is-usable/pharmacy", "sound/clinic",
    "flawed/sign-in.no-dead-end/hotline", "flawed/recovery.reachable/quarry", "sound/tenants",
    "flawed/mfa.email-required/courier", "sound/bakery", "sound/dojo", "sound/forum",
    "flawed/identity.linked-by-proof/ski-rental", "sound/bike-rental",
    "flawed/account.taken-back-for-good/guesthouse",
]
MEANS = [
    "password", "mailbox", "phone", "authenticator", "passkey", "device", "signedInApp", "provider",
    "strangersProvider", "firstComer", "designersAnswer", "administrator",
]
BIT = {name: 1 << place for place, name in enumerate(MEANS)}
HELP, PLACES = BIT["administrator"], BIT["device"] | BIT["signedInApp"]
OUTSIDERS = BIT["strangersProvider"] | BIT["firstComer"]
MOST = 3
STARTS_SIGN_IN = {"signIn", "signInWithWebUI", "signInAsStranger", "comeBack", "autoSignIn"}


# What calls need and give, said a second time.


def resets(state, attribute):
    listed = {
        "email": ["email", "emailThenPhone", "phoneThenEmail", "legacy"],
        "phone": ["phone", "emailThenPhone", "phoneThenEmail", "legacy"],
    }[attribute]
    recovery = state.parameters["recovery"]
    if recovery not in listed:
        return state.never
    free = state.always if recovery == "legacy" else state.has(
        "preference[%s]" % {"email": "email", "phone": "sms"}[attribute], "off")
    found = state.has(f"contact[{attribute}]", "verified") & free
    silent = state.parameters.get("withoutSMSRecoveryGoesByEmail", "false") == "true"
    if attribute == "phone" and silent and state.parameters["smsConfigured"] != "true":
        return state.never
    return found


def reset_goes_to_phone(state):
    first = state.parameters["recovery"] in ["legacy", "phone", "phoneThenEmail"]
    return resets(state, "phone") & (state.always if first else ~resets(state, "email"))


def sign_up_goes_to_phone(state):
    if "phone" not in state.parameters["autoVerified"]:
        return state.never
    return ~state.has("contact[phone]", "absent")


def needs(call, inputs, state):
    """The means for a call, each with the states in which it is needed."""
    answer = inputs.get("answer")
    at = lambda *places: state.has("client.at", *places)
    if call in ["deliverLate", "fetchAuthSession"]:
        return
    if state.actor[call] == "administrator":
        yield "administrator", state.always
    elif call in ["claimAlias", "takeAlias"]:
        yield "mailbox", state.always
    elif call == "signIn" and "identifier" in inputs:
        yield "password", state.always
    elif "ceremony" in inputs and "assertion" in inputs:
        if inputs["assertion"] == "unverified" or (
                inputs["assertion"] == "current" and inputs["ceremony"] == "completed"):
            yield "passkey", state.always
    elif call == "signIn" and inputs.get("password") == "current":
        if inputs.get("preferred", "password") in ["password", "passwordSRP"] and (
                inputs.get("flow") != "customWithoutSRP"):
            yield "password", state.always
    elif call == "signInAsStranger":
        yield "strangersProvider", state.always
    elif call == "comeBack":
        yield "firstComer", state.always
    elif call == "linkIdentity" or call == "signInWithWebUI" and inputs["outcome"] == "completed":
        yield "provider", state.always
    elif call == "confirmSignIn" and inputs.get("password") == "current":
        yield "password", state.always
    elif call == "confirmSignIn" and answer == "right":
        yield "designersAnswer", state.always
    elif call == "confirmSignIn" and answer in ["current", "adjacent"]:
        yield "authenticator", at("waitingTOTP")
        if answer == "current":
            yield "phone", at("waitingSMS", "waitingSMSOTP")
            yield "mailbox", at("waitingEmailCode") & ~state.has("awaiting", "emailSetup")
    elif call == "confirmSignUp" and answer == "current":
        yield "phone", sign_up_goes_to_phone(state)
        yield "mailbox", ~sign_up_goes_to_phone(state)
    elif call == "confirmResetPassword" and answer == "current":
        yield "phone", reset_goes_to_phone(state)
        yield "mailbox", ~reset_goes_to_phone(state)
    elif call == "update" and inputs.get("password") == "current":
        yield "password", state.always
    elif call == "confirmUserAttribute" and answer == "current":
        if inputs["attribute"] == "phone":
            yield "phone", state.always
        else:
            yield "mailbox", ~state.has("change", "pending")


def addresses_wait(state):
    """Whether a new address counts only once it is verified, and the exploration follows that."""
    settings = state.parameters
    return (
        settings.get("addressChanges") == "true" and "email" in settings["verifyBeforeUpdate"]
        and ("email" in settings["usernameAttributes"] or "email" in settings["aliasAttributes"]))


def gives(call, inputs, state):
    at = lambda *places: state.has("client.at", *places)
    by_attribute = {"email": "mailbox", "phone": "phone"}
    if call in ["createUser", "setPermanentPassword", "setTemporaryPassword", "confirmResetPassword", "update"]:
        yield "password", state.always
    elif call == "confirmSignIn" and "newPassword" in inputs:
        yield "password", state.always
    elif call == "confirmSignIn" and inputs.get("answer") in [
            "current", "adjacent", "previous", "anotherUsers", "neverIssued", "altered", "empty"]:
        yield "authenticator", at("waitingTOTPSetup")
        yield "mailbox", at("waitingEmailCode") & state.has("awaiting", "emailSetup")
    elif call == "verifyTOTPSetup":
        yield "authenticator", state.always
    elif call in ["setUserAttribute", "updateUserAttribute"] and inputs["attribute"] in by_attribute:
        waits = call == "updateUserAttribute" and inputs["attribute"] == "email" and addresses_wait(state)
        yield by_attribute[inputs["attribute"]], (
            state.has("contact[email]", "absent") if waits else state.always)
    elif call == "confirmUserAttribute" and inputs["attribute"] == "email":
        yield "mailbox", state.has("change", "pending")
    elif call == "associateWebAuthnCredential" and inputs["ceremony"] == "completed":
        yield "passkey", state.always


# The exploration.


def number(words):
    return numpy.array([int(word, 16) for word in words], dtype=numpy.uint64)


class Rules:
    def __init__(self, document):
        self.word_count = document["words"]
        self.variables = {variable["name"]: variable for variable in document["variables"]}
        self.parameters = document["parameters"]
        self.initial = numpy.array([number(words) for words in document["initial"]])
        self.transient, self.observed = number(document["transient"]), number(document["observed"])
        self.urgent = [self.cube(cube) for cube in document["urgent"]]
        self.calls = []
        self.rows = []
        message = self.variables["message"]
        self.message_shift = numpy.uint64(message["shift"])
        self.message_mask = numpy.uint64((1 << message["width"]) - 1)
        assert message["word"] == 0
        field = int(self.message_mask) << message["shift"]
        for rule in document["rules"]:
            cubes = [self.cube(cube) for cube in rule["cubes"]]
            effect = (~number(rule["clear"]), number(rule["set"]))
            if rule["action"]:
                self.calls.append((rule["action"], cubes, effect))
                continue
            masks = [(int(cube["mask"][0], 16) & field, int(cube["value"][0], 16) & field) for cube in rule["cubes"]]
            self.rows.append(([(mask, value) for mask, value in masks], cubes, effect))
        self.by_message = {}

    @staticmethod
    def cube(cube):
        mask, value = number(cube["mask"]), number(cube["value"])
        return [(word, mask[word], value[word]) for word in range(len(mask)) if mask[word]]

    @staticmethod
    def matching(states, cubes):
        found = numpy.zeros(len(states), dtype=bool)
        for cube in cubes:
            own = numpy.ones(len(states), dtype=bool)
            for word, mask, value in cube:
                own &= states[:, word] & mask == value
            found |= own
        return found

    def rows_for(self, message):
        if message not in self.by_message:
            code = message << int(self.message_shift)
            self.by_message[message] = [
                (cubes, effect) for masks, cubes, effect in self.rows
                if any(code & mask == value for mask, value in masks)
            ]
        return self.by_message[message]

    def settled(self, states, origins):
        """The resting states that urgent rows lead to, with what is observed there."""
        ends, sources = [], []
        while len(states):
            both = numpy.unique(numpy.column_stack([states, origins.astype(numpy.uint64)]), axis=0)
            states, origins = both[:, :-1], both[:, -1].astype(numpy.int64)
            urgent = self.matching(states, self.urgent)
            ends.append(states[~urgent])
            sources.append(origins[~urgent])
            states, origins = states[urgent], origins[urgent]
            messages = states[:, 0] >> self.message_shift & self.message_mask
            following, from_where = [], []
            for message in numpy.unique(messages):
                here = messages == message
                own, own_origins = states[here], origins[here]
                for cubes, (keep, put) in self.rows_for(int(message)):
                    fits = self.matching(own, cubes)
                    if fits.any():
                        following.append(own[fits] & keep | put)
                        from_where.append(own_origins[fits])
            if not following:
                break
            states, origins = numpy.concatenate(following), numpy.concatenate(from_where)
        return numpy.concatenate(ends), numpy.concatenate(sources)


class Graph:
    """All resting states from some on, with an edge for each call and answer."""

    def __init__(self, rules, initial):
        self.rules = rules
        self.index = {}
        blocks, edges = [], []
        frontier = self.added(initial)
        while len(frontier):
            blocks.append(frontier)
            first = len(self.index) - len(frontier)
            starts, tags = [], []
            for call, (text, cubes, (keep, put)) in enumerate(rules.calls):
                fits = numpy.flatnonzero(rules.matching(frontier, cubes))
                if len(fits):
                    starts.append(frontier[fits] & keep | put)
                    tags.append((first + fits) * len(rules.calls) + call)
            if not starts:
                break
            ends, tags = rules.settled(numpy.concatenate(starts), numpy.concatenate(tags))
            answers = ends & rules.observed
            ends = ends & ~rules.transient
            frontier = self.added(ends)
            edges.append((tags, [self.index[row.tobytes()] for row in ends], answers))
        self.states = numpy.concatenate(blocks)
        tags = numpy.concatenate([edge[0] for edge in edges])
        self.source, self.call = tags // len(rules.calls), tags % len(rules.calls)
        self.target = numpy.concatenate([numpy.array(edge[1]) for edge in edges])
        self.answers = numpy.concatenate([edge[2] for edge in edges])

    def added(self, states):
        fresh = []
        for row in numpy.unique(states, axis=0):
            if row.tobytes() not in self.index:
                self.index[row.tobytes()] = len(self.index)
                fresh.append(row)
        return numpy.array(fresh, dtype=numpy.uint64).reshape(len(fresh), self.rules.word_count)


class View:
    """Values of variables, for many states at once."""

    def __init__(self, rules, states, actor):
        self.rules, self.states, self.actor = rules, states, actor
        self.parameters = rules.parameters
        self.always = numpy.ones(len(states), dtype=bool)
        self.never = ~self.always

    def codes(self, name):
        variable = self.rules.variables[name]
        column = self.states[:, variable["word"]] >> numpy.uint64(variable["shift"])
        return column & numpy.uint64((1 << variable["width"]) - 1)

    def has(self, name, *values):
        if name not in self.rules.variables:
            return self.never if "none" not in values and "off" not in values else self.always
        variable = self.rules.variables[name]
        names = variable.get("values", ["false", "true"])
        codes = [place for place, value in enumerate(names) if value in values]
        return numpy.isin(self.codes(name), numpy.array(codes, dtype=numpy.uint64))

    def zero(self, name):
        return self.codes(name) == 0 if name in self.rules.variables else self.always


def table():
    """Who makes each call, and which answers are errors."""
    actor, errors = {}, set()
    for file in sorted((ROOT / "Models").glob("[ac][mo][pg]*/*.yaml")):
        document = yaml.safe_load(file.read_text()) or {}
        for name, action in (document.get("actions") or {}).items():
            actor[action.get("call", name)] = actor[name] = action["by"]
        for name, message in (document.get("messages") or {}).items():
            if isinstance(message, dict) and message.get("kind") == "error":
                errors.add(name)
    return actor, errors


def call_of(text):
    name, inputs = re.fullmatch(r"(\w+)\((.*)\)", text).groups()
    return name, dict(part.split(": ", 1) for part in inputs.split(", ") if ": " in part)


class Force:
    """One pool: its users, and the steps with what they need and give."""

    def __init__(self, document):
        actor, errors = table()
        rules = Rules(document)
        names = [variable["name"] for variable in document["variables"]]
        self.record = names[:names.index("pool.at")]
        first = Graph(rules, rules.initial)
        self.first_count = len(first.states), len(first.source)
        self.users = self.between_visits(rules, first, actor)
        graph = Graph(rules, numpy.concatenate([rules.initial, self.users]))
        self.graph = graph
        view = View(rules, graph.states, actor)
        self.starts = [graph.index[row.tobytes()] for row in self.users]
        self.steps(rules, graph, view, errors)
        self.siblings(rules, view)
        self.known = {}

    def between_visits(self, rules, graph, actor):
        keep = numpy.zeros(rules.word_count, dtype=numpy.uint64)
        for name in self.record:
            variable = rules.variables[name]
            keep[variable["word"]] |= numpy.uint64(((1 << variable["width"]) - 1) << variable["shift"])
        view = View(rules, graph.states, actor)
        found = (view.has("client.at", "signedOut") & ~view.has("status", "none")
                 & view.has("enabled", "true") & view.zero("failures") & view.zero("locked")
                 & view.zero("limited") & self.without_code(view) & view.zero("usedCodes")
                 & view.zero("triggerBehaviour") & view.zero("authenticatorLost")
                 & ~view.has("signUpSession", "valid")
                 & (view.zero("prepared") | view.has("reclaimed", "true")))
        return numpy.unique(graph.states[found] & keep | rules.initial[0] & ~keep, axis=0)

    @staticmethod
    def without_code(view):
        waiting = view.has("status", "unconfirmed", "resetRequired")
        return view.zero("mailedCode") | view.has("mailedCode", "expired") & waiting

    def steps(self, rules, graph, view, errors):
        need = numpy.zeros(len(graph.source), dtype=numpy.uint32)
        give = numpy.zeros(len(graph.source), dtype=numpy.uint32)
        answer = rules.variables["answer"]
        codes = graph.answers[:, answer["word"]] >> numpy.uint64(answer["shift"])
        codes = codes & numpy.uint64((1 << answer["width"]) - 1)
        wrong = numpy.isin(codes, [place for place, name in enumerate(answer["values"]) if name in errors])
        done = codes == answer["values"].index("done")
        attempt = ~view.has("client.at", "interrupted", "failed", "hung", "signedIn", "federated")
        there = ~view.has("status", "none")
        forbidden = numpy.zeros(len(graph.source), dtype=bool)
        self.signs_in = numpy.zeros(len(graph.source), dtype=bool)
        self.is_call = numpy.zeros(len(graph.source), dtype=bool)
        for number, (text, _, _) in enumerate(rules.calls):
            own = graph.call == number
            call, inputs = call_of(text)
            source = graph.source[own]
            for means, states in needs(call, inputs, view):
                need[own] |= numpy.where(states[source], BIT[means], 0).astype(numpy.uint32)
            for means, states in gives(call, inputs, view):
                give[own] |= numpy.where(states[source] & ~wrong[own], BIT[means], 0).astype(numpy.uint32)
            forbidden[own] = view.actor[call] == "attacker"
            self.is_call[own] = view.actor[call] in ["app", "administrator"]
            if call in STARTS_SIGN_IN | {"confirmSignIn"} and "identifier" not in inputs:
                self.signs_in[own] = done[own] & attempt[source]
        used = there[graph.source] & ~forbidden
        for name in ["signs_in", "is_call"]:
            setattr(self, name, getattr(self, name)[used])
        self.need, self.give = need[used], give[used]
        self.is_call |= self.need != 0
        self.source, self.target = graph.source[used], graph.target[used]
        self.ends = ~there[self.target]
        self.claimed = view.has("claimed", "true")
        self.claims = self.claimed[self.target] & ~self.claimed[self.source]
        every = numpy.concatenate([need, give])
        self.used = int(numpy.bitwise_or.reduce(every))
        for means, condition in self.places(view):
            if condition.any():
                self.used |= BIT[means]

    @staticmethod
    def places(view):
        yield "signedInApp", view.has("client.at", "signedIn") & view.has("grant", "valid")
        if "deviceKey" in view.rules.variables:
            yield "device", view.has("client.at", "signedOut") & view.has("deviceKey", "kept")

    def siblings(self, rules, view):
        """For each user and place, the states of the same record in which its holder begins."""
        self.begins = [{} for _ in self.starts]
        for means, condition in self.places(view):
            own = [name for name in self.record if not (means == "signedInApp" and name == "grant")]
            columns = numpy.column_stack([view.codes(name) for name in own])
            found = {}
            for state in numpy.flatnonzero(condition):
                found.setdefault(columns[state].tobytes(), []).append(state)
            for begins, start in zip(self.begins, self.starts):
                begins[BIT[means]] = found.get(columns[start].tobytes(), [])

    # Each set by itself.

    def won(self, goal, held, replaced=0):
        """The states from which the holder of a set reaches a goal."""
        key = (goal, held, replaced)
        if key not in self.known:
            self.known[key] = self.search(goal, held, replaced)
        return self.known[key]

    def search(self, goal, held, replaced):
        free = self.need & ~numpy.uint32(held) == 0
        won = numpy.zeros(len(self.graph.states), dtype=bool)
        won[self.source[free & self.is_goal(goal, replaced)]] = True
        leads = free & ~self.ends
        # Who puts an own address in the place of the owner's takes the owner's no more.
        gives = numpy.zeros_like(self.give) if goal == "takesAddress" else self.give
        later = numpy.where(leads, gives, 0)
        if goal != "locksOut":
            replaced = None
        for more in numpy.unique(later):
            mark = None if replaced is None else replaced | int(more)
            if held | int(more) == held and mark == replaced:
                continue
            own = leads & (gives == more)
            after = self.won(goal, held | int(more), mark or 0)
            won[self.source[own][after[self.target[own]]]] = True
            leads &= ~own
        source, target = self.source[leads], self.target[leads]
        while True:
            more = won[target] & ~won[source]
            if not more.any():
                return won
            won[source[more]] = True
            left = ~won[source]
            source, target = source[left], target[left]

    def is_goal(self, goal, replaced):
        if goal == "signsIn":
            return self.signs_in
        if goal == "takesOver":
            return self.give != 0
        if goal == "takesAddress":
            return self.claims
        own = self.used & ~HELP & ~PLACES & ~OUTSIDERS
        locked = numpy.zeros(len(self.source), dtype=bool)
        changed = self.give | numpy.uint32(replaced)
        for marks in numpy.unique(changed):
            here = changed == marks
            locked[here] = ~self.won("signsIn", own & ~int(marks))[self.target[here]]
        fresh = self.is_call & self.won("signsIn", own)[self.source]
        return self.ends | locked & ((changed != 0) | fresh)

    def gets(self, goal, number, held, at_places):
        won = self.won(goal, held)
        states = [self.starts[number]]
        if at_places:
            states += [state for means, own in self.begins[number].items() if means & held for state in own]
        return bool(won[states].any())

    def sets(self, means):
        bits = [bit for bit in BIT.values() if bit & means]
        return [sum(some) for size in range(MOST + 1) for some in itertools.combinations(bits, size)]

    @staticmethod
    def minimal(found):
        return [one for one in found if not any(other != one and other & one == other for other in found)]

    def attacks(self):
        own = self.used & ~HELP & ~PLACES & ~OUTSIDERS
        counts = {}
        for goal in ["signsIn", "takesOver", "takesAddress", "locksOut"]:
            for number in range(len(self.starts)):
                if goal == "takesAddress" and self.claimed[self.starts[number]]:
                    continue
                if goal == "locksOut" and not self.gets("signsIn", number, own, False):
                    continue
                found = [held for held in self.sets(self.used) if self.gets(goal, number, held, True)]
                for held in self.minimal(found):
                    counts[goal, held] = counts.get((goal, held), 0) + 1
        return counts

    def lockouts(self):
        own = self.used & ~HELP & ~PLACES & ~OUTSIDERS
        counts = {}
        for number in range(len(self.starts)):
            locked = self.minimal([
                lost for lost in self.sets(own) if not self.gets("signsIn", number, own & ~lost, False)])
            helpless = self.minimal([
                lost for lost in self.sets(own)
                if not self.gets("signsIn", number, own & ~lost | HELP & self.used, False)])
            for lost in locked:
                beyond = any(other & lost == other for other in helpless)
                counts[lost, beyond] = counts.get((lost, beyond), 0) + 1
            for lost in helpless:
                if lost not in locked:
                    counts[lost, True] = counts.get((lost, True), 0) + 1
        return counts


# The comparison.


def names(held):
    return "+".join(name for name, bit in BIT.items() if held & bit) or "nothing"


def asked(program, *words):
    run = subprocess.run([program, *words], capture_output=True, text=True)
    if run.returncode not in [0, 12]:
        raise SystemExit(f"{' '.join(words)}: status {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)


def bits(words):
    return sum(BIT[word] for word in words)


def compared(program, pool):
    # The verbs follow a second account of the pool, and who came first, where nobody says otherwise.
    followed = ["--set", "aliasConflicts=true", "--set", "strangerFirst=true"]
    force = Force(asked(program, "export", pool, *followed, "--as", "json"))
    lockouts = asked(program, "lockouts", pool, "--format", "json")["lockouts"]
    attacks = asked(program, "attacks", pool, "--format", "json")["attacks"]
    said = {}
    for entry in lockouts:
        key = bits(entry["losses"]), not entry["administratorCanHelp"]
        said["lockout", *key] = said.get(("lockout", *key), 0) + entry["records"]
    for entry in attacks:
        key = "attack", entry["outcome"], bits(entry["stolen"])
        said[key] = said.get(key, 0) + entry["records"]
    found = {("lockout", *key): count for key, count in force.lockouts().items()}
    found |= {("attack", *key): count for key, count in force.attacks().items()}
    differences = []
    for key in sorted(set(said) | set(found), key=str):
        if said.get(key) != found.get(key):
            what = f"without {names(key[1])}, beyond help: {key[2]}" if key[0] == "lockout" else (
                f"{key[1]} with {names(key[2])}")
            differences.append(f"{what}: {said.get(key, 0)} records, by force {found.get(key, 0)}")
    sets = len({key[1:] for key in found})
    print(
        f"{'FAILED' if differences else 'ok'} {pathlib.Path(pool).stem}: {force.first_count[0]} states,"
        f" {force.first_count[1]} steps, {len(force.starts)} records, {sets} sets,"
        f" {len(force.known)} searches")
    for difference in differences:
        print(f"  {difference}")
    return not differences


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("pools", nargs="*")
    options = parser.parse_args()
    pools = options.pools or [str(ROOT / "Models" / "pools" / f"{name}.yaml") for name in POOLS]
    return 0 if all([compared(options.program, pool) for pool in pools]) else 1


if __name__ == "__main__":
    sys.exit(main())
