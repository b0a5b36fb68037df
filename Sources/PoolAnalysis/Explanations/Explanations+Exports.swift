extension Explanations {
  /// Codes about models exported to other checkers, and comparisons with these.
  package static let exports = [
    ExplanationPage(
      "bench.disagreement",
      "SPIN counted other states or steps of an exported model than we do: an error of waymark.",
      remedy: "Please report it with the model."),
    ExplanationPage(
      "bench.no-rival",
      "`bench --against spin` needs `spin` and a C compiler on the PATH.",
      remedy: "Install both, or leave `--against` out.",
      example: "apt-get install spin gcc"),
    ExplanationPage(
      "bench.rival-failed",
      "SPIN, its C compiler or its verifier ended without counts.",
      remedy: "Export the model and run SPIN by hand; memory may be short.",
      example: "waymark export two-phase-commit-7 --as promela"),
    ExplanationPage(
      "bench.unknown-model",
      "`--model` names neither a classic nor a bundled pool with a single configuration.",
      remedy: "Take a name that `waymark bench` prints.",
      example: "waymark bench --model two-phase-commit-9"),
    ExplanationPage(
      "export.incomplete",
      "The state graph has more states than `--max-states` allows, or `--timeout` or `--max-memory`"
        + " came first; half a graph is none.",
      remedy: "Allow more, or export the rules as Promela or TLA+ and let their checkers explore.",
      example: "waymark export retail.yaml --as promela"),
    ExplanationPage(
      "export.open",
      "The documents leave parameters open, and other checkers take a single configuration.",
      remedy: "Close them with `--set`; the message gives a legal way to.",
      example: "waymark export retail.yaml --as tla --set 'mfaMethods={}'"),
    ExplanationPage(
      "export.several",
      "Several pools were to be exported to stdout.",
      remedy: "Write each to a file of its own.",
      example: "waymark export retail.yaml clinic.yaml --as promela --output exports"),
  ]
}
