extension Explanations {
  /// Codes of failures of Waymark or the machine, never of the pool.
  package static let system = [
    ExplanationPage(
      "probe.no-file",
      "`probe --answers` found no recorded answer, or not the experiment that it answers.",
      remedy: "Write the experiments with `probe --output DIR`, run `probe.py` on that folder, and "
        + "name it."),
    ExplanationPage(
      "probe.too-large",
      "The pool has more states than `probe` compares in two worlds.",
      remedy: "Leave out what administrators do, as in `--set 'administratorActs={creates}'`, or "
        + "raise `--max-states`."),
    ExplanationPage(
      "probe.unreadable",
      "An experiment or its answer is not what `probe` and `probe.py` write.",
      remedy: "Write both again."),
    ExplanationPage(
      "system.cryptography",
      "OpenSSL refused an operation of the test bed.",
      remedy: "Report it with the message; check that libssl is the system's own."),
    ExplanationPage(
      "system.disagreement",
      "The interpreter and the compiled rules came to different states: an error of "
        + "waymark.",
      remedy: "Please report it with the pool."),
    ExplanationPage(
      "system.machine",
      "The compiled table is malformed: an error of waymark.",
      remedy: "Please report it with the pool."),
    ExplanationPage(
      "system.no-table",
      "The bundled tables or pools cannot be found or read.",
      remedy: "Keep the folder `waymark_Models.resources` next to the program, or as "
        + "`../share/waymark`, or name it in the environment variable `WAYMARK_MODELS`; or build "
        + "in a fresh clone."),
    ExplanationPage(
      "system.not-written",
      "A file could not be written; none of the others was either.",
      remedy: "Choose another folder with `--output DIR`, or make room and check "
        + "permissions."),
    ExplanationPage(
      "system.not-printed",
      "The result could not be written to stdout.",
      remedy: "Write it to a file, on a disk that has room."),
    ExplanationPage(
      "system.witness",
      "A pool explored by itself does not show what all pools together do: an error of waymark.",
      remedy: "Please report it with the settings that the message names."),
    ExplanationPage(
      "system.out-of-memory",
      "The memory that there is, or that `ulimit` allows, did not suffice, or a condition takes "
        + "more than a decision diagram can hold; the run came to no result.",
      remedy: "Allow more memory, give a smaller limit of states by `--max-states`, or ask for "
        + "less at a time."),
    ExplanationPage(
      "system.too-few-files",
      "The process may open fewer files at a time than the program needs to run.",
      remedy: "Allow more of them, such as by `ulimit -n 256`."),
    ExplanationPage(
      "system.replay",
      "A path or scenario could not be executed at all: an error of waymark's table.",
      remedy: "Please report it with the pool and the path's id."),
    ExplanationPage(
      "system.table-fault",
      "A state has no row, rows chase each other, or an impossible state is reached: "
        + "an error of the table.",
      remedy: "Please report it; `waymark inspect` may name the row."),
    ExplanationPage(
      "testbed.line-too-long",
      "A request to the test bed is longer than 1 MB, or does not end.",
      remedy: "Write one request a line.",
      example: "{\"operation\": \"TestBedDescribe\"}"),
    ExplanationPage(
      "serve.address",
      "The endpoint cannot listen at the address.",
      remedy: "Give another `--port`, where 0 takes any that is free, or `--bind`."),
    ExplanationPage(
      "conform.endpoint",
      "The endpoint of `conform` does not answer, or makes no pool with the settings of the "
        + "document.",
      remedy: "Start it; name its pool by `--user-pool-id` and `--client-id` where it makes none."),
    ExplanationPage(
      "coverage.shape",
      "A file that should hold the coverage of an app's tests is none.",
      remedy: "Write one with `waymark serve POOL --coverage FILE`."),
    ExplanationPage(
      "judge.shape",
      "The log of `judge` is of none of the formats that it reads, or a line of it is no entry.",
      remedy: "Export the events of cognito-idp.amazonaws.com as JSON, or save a HAR file. Remove "
        + "lines of other programs."),
    ExplanationPage(
      "serve.drive",
      "The path of `--drive` is not in the pool's catalogue, or an endpoint cannot bring it about.",
      remedy: "`waymark paths POOL` lists the paths, and which of them have an `obstacle`."),
    ExplanationPage(
      "serve.state",
      "The file of `--state` cannot be used: it is in use, damaged, or written for another pool, "
        + "seed or version.",
      remedy: "Give another file. One that nobody uses can be deleted to begin anew."),
    ExplanationPage(
      "serve.user",
      "A user of `--users` cannot be made: the name is taken, the service would not take the name "
        + "or an attribute, or what is given and its record do not agree.",
      remedy: "Correct the file.",
      example: "{ username: ada, password: Str0ng-Passw0rd, record: { status: confirmed } }"),
    ExplanationPage(
      "users.password",
      "A password in a file of users breaks the password policy of the pool.",
      remedy: "Write one that the policy allows. Add a user whose password is older than the "
        + "policy by `POST /_waymark/users`, which does not ask the policy."),
    ExplanationPage(
      "users.shape",
      "A file of users is not written as one.",
      remedy: "Write `users:` and a list, each with `username` and `record`."),
  ]
}
