extension Explanations {
  /// Codes about project folders, and about documents of several files.
  static let projects = [
    ExplanationPage(
      "amplify.no-configuration",
      "A program names a user pool, but no object or text in it is the configuration of an app.",
      remedy: "Give the amplify_outputs.json, aws-exports.js or amplifyconfiguration.json."),
    ExplanationPage(
      "diff.not-modelled",
      "A setting changes that no row of the table reads, such as the password policy.",
      remedy: "Judge yourself what the change means for users."),
    ExplanationPage(
      "diff.undecided",
      "The documents leave settings to variables. Two pools are compared with the values that the "
        + "other one has, or with the defaults.",
      remedy: "Give values to the variables, or close the settings with `--set`."),
    ExplanationPage(
      "project.documents",
      "A folder was given: these of its files are documents of pools, those name Cognito and are "
        + "none.",
      remedy: "Name the files one by one to take others.",
      example: "waymark check ."),
    ExplanationPage(
      "project.expired",
      "The file .waymark.yaml takes a property down until a day that has passed; it counts again.",
      remedy: "Mend the finding, or give another day and the reason for it."),
    ExplanationPage(
      "project.no-document",
      "No file below the folder is a document of a user pool.",
      remedy: "Name a file, or let the tool write the template first, such as `cdk synth`."),
    ExplanationPage(
      "project.not-all-files",
      "A folder has more files than are looked into, or deeper folders. Upper folders come first.",
      remedy: "Name the folder of the pool's documents, or the documents.",
      example: "waymark check infrastructure"),
    ExplanationPage(
      "project.old-template",
      "The template below .amplify/artifacts/cdk.out is older than a file of the program that "
        + "Amplify made it of, and is passed over.",
      remedy: "Run `npx ampx sandbox`, which writes it anew, or name the file itself.",
      example: "npx ampx sandbox --once"),
    ExplanationPage(
      "project.settings",
      "The file .waymark.yaml says something that is not understood, or takes a property down "
        + "without a reason and a last day.",
      remedy: "Correct the line that is named; see the documents page for the keys.",
      example: "waymark check --project .waymark.yaml"),
    ExplanationPage(
      "project.stale-template",
      "A template stands next to the manifest.json that `cdk synth` wrote, which does not name it: "
        + "an earlier run left it, and it is passed over.",
      remedy: "Remove it, or name the file itself to have it read.",
      example: "rm -r cdk.out && cdk synth"),
    ExplanationPage(
      "serverless.other-file",
      "The Serverless Framework's own file has its resources in another file.",
      remedy: "Give that file too, or the folder of the project.",
      example: "waymark check serverless.yml resources/cognito.yml"),
    ExplanationPage(
      "serverless.own-pool",
      "A function of the Serverless Framework is the trigger of a pool that no resource declares: "
        + "without `existing: true` the framework makes a pool of its own.",
      remedy:
        "Add `existing: true` to the event, and the pool's UserPoolName as its `pool`, or give "
        + "the pool the logical name that the message says.",
      example:
        "events: [{ cognitoUserPool: { pool: Staff, trigger: PreSignUp, existing: true } }]"),
    ExplanationPage(
      "shell.no-pool",
      "A shell script calls Cognito, but makes neither a pool nor an app client, or gives the "
        + "request in another file, by --cli-input-json.",
      remedy: "Give the script that calls create-user-pool, or what describe-user-pool prints."),
    ExplanationPage(
      "shell.update",
      "A shell script changes a pool or an app client. Of the only call that changes the only "
        + "client what it states is read, of others nothing. Such a call sets back what it leaves "
        + "out.",
      remedy: "Give what describe-user-pool prints after the script has run.",
      example: "aws cognito-idp describe-user-pool --user-pool-id ID > pool.json"),
    ExplanationPage(
      "sweep.incomplete",
      "A shard or a pool of a sweep is missing, so there is no report of all.",
      remedy: "Run the shard that the message names, and merge again.",
      example: "waymark sweep infrastructure --shard 3/7 --output shard-3.json"),
    ExplanationPage(
      "sweep.mixed",
      "Two shards are not of the same sweep: other documents, options, table or number of shards.",
      remedy: "Run all shards again with the same documents, options and program; what has not "
        + "changed is taken from the files."),
    ExplanationPage(
      "sweep.shape",
      "A file is not what `waymark sweep` or `waymark merge` writes, or only a part of it.",
      remedy: "Run the shard again.",
      example: "waymark sweep infrastructure --shard 1/1 --output shard.json"),
  ]
}
