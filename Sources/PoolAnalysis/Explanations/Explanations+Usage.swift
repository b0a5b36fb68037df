extension Explanations {
  /// Codes about the command line, and about requested diagrams.
  package static let usage = [
    ExplanationPage(
      "usage.arguments",
      "The command line has an option, a value or an argument that the verb does not take.",
      remedy: "Look at the verb's options: `waymark help VERB`.",
      example: "waymark help check"),
    ExplanationPage(
      "usage.assignment",
      "An option took something that is no `name=value`.",
      remedy: "Write the name, an equals sign and the value, in quotes where a shell "
        + "would split it.",
      example: "waymark check retail.yaml --set 'mfaMethods={sms, totp}'"),
    ExplanationPage(
      "usage.binary-output",
      "A picture was asked for on a terminal, which cannot show it.",
      remedy: "Write it to a file with `--output DIR`, or send stdout to one.",
      example: "waymark draw retail.yaml --as png > next-steps.png"),
    ExplanationPage(
      "usage.format",
      "A format of findings was asked of a verb that reports none.",
      remedy: "Use `text` or `json`; `check` and `explore` write all formats.",
      example: "waymark check retail.yaml --format sarif"),
    ExplanationPage(
      "usage.link",
      "A link in the folder that results go into leads out of it, so that they would replace files "
        + "elsewhere.",
      remedy: "Remove the link, or name another folder with `--output DIR`."),
    ExplanationPage(
      "usage.no-client",
      "`--client` was given with a pool file, which has no app clients to choose from.",
      remedy: "Leave the option out."),
    ExplanationPage(
      "usage.no-pool",
      "The verb needs a pool and none was named, or no document has one of the name.",
      remedy: "Name a document of a pool, or a folder that has one.",
      example: "waymark check template.yaml"),
    ExplanationPage(
      "usage.no-counterexample",
      "A counterexample was to be drawn of a property that does not fail with a run.",
      remedy: "`waymark check` lists what fails; a property of the configuration alone has no run.",
      example: "waymark draw bookshop.yaml --view trace --property sign-in.no-dead-end"),
    ExplanationPage(
      "usage.no-marker",
      "A Markdown file has no place for the picture.",
      remedy: "Put the two markers that the message names on lines of their own.",
      example: "waymark draw retail.yaml --as mermaid --into README.md"),
    ExplanationPage(
      "usage.nothing-open",
      "`design` chooses settings, and the documents that it begins with leave one legal pool.",
      remedy: "Ask `waymark check` what holds of that pool, or leave settings open: `open: [mfa]` "
        + "in a pool file.",
      example: "waymark design no-sms-cost --base retail.yaml"),
    ExplanationPage(
      "usage.no-question",
      "`ask` was given no question.",
      remedy: "Write it behind the pool, in quotes; without a key it asks whether such a state "
        + "exists.",
      example: "waymark ask retail.yaml 'always: grant == none or status == confirmed'"),
    ExplanationPage(
      "usage.no-such-picture",
      "A view was asked for in a form that it does not have.",
      remedy: "Every view is drawn as svg, png, pdf and dot; sequences and next steps also as"
        + " prose, and what is compared is text or SVG.",
      example: "waymark draw retail.yaml --view trace --as prose"),
    ExplanationPage(
      "usage.one-pool",
      "`--every-pool` was given a pool whose settings all have a value.",
      remedy: "Name the settings to leave open in the pool file's `open:`, or leave the option "
        + "out.",
      example: "waymark check --every-pool"),
    ExplanationPage(
      "usage.question",
      "What came on stdin is no question of the library WaymarkTesting of this version.",
      remedy: "Use `waymark check POOL --format json`; build tests and program from one version."),
    ExplanationPage(
      "usage.several-pools",
      "Several pools were given where one is meant: to a Swift test, or with `--every-pool`.",
      remedy: "Give each pool a test or a run of its own; `--pool NAME` chooses one of a "
        + "document."),
    ExplanationPage(
      "usage.account",
      "`conform` is to ask AWS itself, and the account is not given, or not that of the key.",
      remedy: "Write `--i-own-this-account ACCOUNT-ID` with the key of that account in the "
        + "environment: pools and users are made and deleted there.",
      example: "waymark conform pool.yaml --endpoint https://cognito-idp.eu-west-1.amazonaws.com "
        + "--i-own-this-account 123456789012"),
    ExplanationPage(
      "usage.endpoint",
      "`--endpoint` of `conform` is no address of plain HTTP.",
      remedy: "Write `--endpoint http://127.0.0.1:5000`."),
    ExplanationPage(
      "usage.too-wide",
      "With `--every-pool --backend explicit`: a state and its settings take more than 512 bits.",
      remedy: "Leave out `--backend explicit`: sets of states have no such bound; or give some"
        + " settings a value."),
    ExplanationPage(
      "usage.trigger",
      "`--trigger` of `serve` names no Lambda function that an endpoint asks, or one that the pool "
        + "does not have.",
      remedy: "Write NAME=COMMAND or NAME=URL, and have NAME in LambdaConfig.",
      example: "waymark serve pool.yaml --trigger preSignUp='node sign-up.js'"),
    ExplanationPage(
      "usage.two-pools",
      "`diff` and `plan` compare a pool with what shall take its place, and the command line does"
        + " not name one on each side.",
      remedy: "Name two documents; further ones of the same pools go behind `--old` and `--new`."
        + " Exit status: 0 no user is affected, 12 users or installed apps are, 151 the service"
        + " refuses the change.",
      example: """
        waymark diff deployed.json template.yaml
        waymark diff retail.yaml --after mfa=required
        """),
    ExplanationPage(
      "usage.unknown-factor",
      "The view `factor` was asked for a factor that no path of the pool asks for.",
      remedy: "Take a factor of the pool: password, sms, totp, email, passkey, custom or device.",
      example: "waymark draw retail.yaml --view factor --factor totp"),
    ExplanationPage(
      "usage.unknown-id",
      "`explain` was asked about a name that nothing has.",
      remedy: "Take the name from a report; `waymark explain` lists all codes.",
      example: "waymark explain L11"),
    ExplanationPage(
      "baseline.shape",
      "The file given with `--baseline` is no list of accepted findings, or, with `diff --no-new`,"
        + " of accepted answers.",
      remedy: "Write it anew: `waymark check POOL --baseline FILE --update-baseline`, or"
        + " `waymark diff --no-new POOL --baseline FILE --update-baseline`.",
      example: "waymark check retail.yaml --baseline package.json"),
    ExplanationPage(
      "design.wishes",
      "The file given with `design --want` is no list of wishes.",
      remedy: "Write `want:` and one wish a line: an id, or a mapping with `id`, `says` and"
        + " `where`.",
      example: "waymark design --want wishes.yaml"),
    ExplanationPage(
      "design.unknown-wish",
      "A wish is named that neither the table nor the file declares.",
      remedy: "`waymark design` lists the wishes; declare your own in the file of `--want`.",
      example: "waymark design sign-in-by-email no-sms-cost"),
    ExplanationPage(
      "means.linked",
      "The file given with `--means` does not say what opens which means.",
      remedy: "Write `openedBy:` and below it, for a means, the sets that open it:"
        + " `mailbox: [[password, phone]]`. Means of your own stand under `means:`; with those of"
        + " the table there may be 31.",
      example: "waymark attacks retail.yaml --means accounts.yaml"),
    ExplanationPage(
      "usage.unknown-parameter",
      "An assignment names a parameter or an assumption that the table does not "
        + "declare, or takes one for the other.",
      remedy: "Parameters are set with `--set`, assumptions with `--assume`; "
        + "`waymark explain NAME` says what a name takes.",
      example: "waymark check retail.yaml --assume disabledUserMayAnswer=true"),
    ExplanationPage(
      "usage.unknown-path",
      "The view `trace` was asked for a path that the catalogue does not have, or for several.",
      remedy: "Give its number in catalogue.md, its id, or a part of the id that no other has.",
      example: "waymark draw retail.yaml --view trace --path 3"),
    ExplanationPage(
      "usage.unknown-property",
      "`--property` names a property that the table does not declare.",
      remedy: "Take the id from a report.",
      example: "waymark check retail.yaml --property sign-in.no-dead-end"),
    ExplanationPage(
      "usage.unknown-row",
      "`rows` was asked about a row that the table does not have.",
      remedy: "`waymark rows` lists all rows.",
      example: "waymark rows pool.mfa"),
    ExplanationPage(
      "usage.unknown-verb",
      "The first word is neither a verb nor a file.",
      remedy: "Write a verb of `waymark --help`, or the path of a document.",
      example: "waymark explore retail.yaml"),
    ExplanationPage(
      "usage.same-folder",
      "Two pools have names that give one folder, so that one's results would replace the other's.",
      remedy: "Give the pools different names, or run them one by one with `--output DIR`."),
    ExplanationPage(
      "usage.value",
      "An assignment gives a parameter a value that it cannot have.",
      remedy: "Write one of the values that the message names; of a set any members, "
        + "separated by commas.",
      example: "waymark check retail.yaml --set mfaMethods=sms,totp"),
    ExplanationPage(
      "diagram.too-large",
      "Mermaid draws at most 500 edges and 50,000 characters.",
      remedy: "Draw it with `--as dot` or `--as svg`, or close some parameters.",
      example: "waymark draw retail.yaml --as dot",
      source: "Mermaid's defaults maxEdges and maxTextSize"),
    ExplanationPage(
      "diagram.layout",
      "Graphviz could not lay the diagram out, or this build has none.",
      remedy: "Take `--as dot` and lay it out with your own Graphviz.",
      example: "waymark draw retail.yaml --as dot | dot -Tsvg > retail.svg"),
  ]
}
