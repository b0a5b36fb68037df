extension Explanations {
  /// Codes about CloudFormation and SAM templates, and Terraform's files.
  static let templates = [
    ExplanationPage(
      "template.circular-condition",
      "A condition of the template refers to itself.",
      remedy: "Break the circle."),
    ExplanationPage(
      "template.malformed-condition",
      "A condition is none of the functions that decide something.",
      remedy: "Write Fn::Equals, Fn::And, Fn::Or, Fn::Not or Condition.",
      example: """
        Conditions:
          IsProduction: !Equals [!Ref Stage, prod]
        """),
    ExplanationPage(
      "template.malformed-function",
      "An intrinsic function has the wrong arguments.",
      remedy: "See CloudFormation's reference of intrinsic functions."),
    ExplanationPage(
      "template.left-open",
      "The template leaves a value to the time of deployment; the parameter stays open.",
      remedy: "Write the value out, give template parameters and variables with `--parameter`, or "
        + "give the deployed pool's describe-user-pool. `--set` closes the open parameter itself.",
      example: "waymark check main.tf --parameter mfa_configuration=OPTIONAL"),
    ExplanationPage(
      "template.merge-key",
      "The template uses YAML merge keys, which CloudFormation itself does not read.",
      remedy: "Deploy what `aws cloudformation package` writes."),
    ExplanationPage(
      "template.parameter-not-allowed",
      "A template parameter is given a value that its AllowedValues exclude.",
      remedy: "Give one of the allowed values.",
      example: "waymark check template.yaml --parameter Stage=prod"),
    ExplanationPage(
      "template.no-pool",
      "The template declares no AWS::Cognito::UserPool.",
      remedy: "Give the template that declares the user pool; nested stacks are "
        + "templates of their own."),
    ExplanationPage(
      "template.custom-resource",
      "A resource of the template changes the pool, or an app client of it, by code of its own "
        + "when it is deployed, or Terraform runs a call that does; the pool is judged as the "
        + "document declares it. Of an `update-user-pool` that Terraform runs, what it gives is "
        + "read, and what it sets back may be either.",
      remedy: "Give the outputs of describe-user-pool and describe-user-pool-client of what is "
        + "deployed."),
    ExplanationPage(
      "template.duplicate-key",
      "A mapping of a template has the same key twice. CloudFormation takes the last one without a "
        + "word, and so does this reading; the Serverless Framework refuses such a file.",
      remedy: "Keep one of them."),
    ExplanationPage(
      "template.parameter-default",
      "A value hangs on a template parameter, and its default was taken.",
      remedy: "Check the pool again with the values that you deploy; the verdicts are those of the "
        + "default.",
      example: "waymark check template.yaml --parameter Stage=prod"),
    ExplanationPage(
      "template.pool-switched-off",
      "No pool is created: its condition does not hold with the template's defaults, or for "
        + "Terraform its `count` is 0 or its `for_each` is empty.",
      remedy: "Give the value that is deployed, by `--parameter` or for Terraform by "
        + "`--variable-file`. Where the call of a module decides it, check another configuration "
        + "that calls the module, or change the call. A pool that is never created has nothing to "
        + "check."),
    ExplanationPage(
      "template.computed-trigger",
      "A function is the trigger of a pool, and a program computes which one; the pool is judged "
        + "without it.",
      remedy: "Write the trigger's name out, or give the template that the framework writes."),
    ExplanationPage(
      "template.several-clients",
      "The pool has several app clients that differ in what is read, and the first was taken.",
      remedy: "Choose one with `--client NAME`.",
      example: "waymark check template.yaml --client WebClient"),
    ExplanationPage(
      "template.several-pools",
      "The template has several pools.",
      remedy: "Choose one with `--pool NAME`.",
      example: "waymark check template.yaml --pool CustomerPool"),
    ExplanationPage(
      "template.undecided-condition",
      "It is not known whether a resource is deployed; it is taken to be, which is a note where "
        + "the pool is the same without.",
      remedy: "Give the parameter that the condition hangs on a default, or its value; of a nested "
        + "stack give the template that deploys it too.",
      example: "waymark check auth.yaml main.yaml --parameter Stage=prod"),
    ExplanationPage(
      "template.too-complex",
      "Evaluating the template's functions nests too deep, takes too many steps or makes texts "
        + "that are too long.",
      remedy: "Look for a mapping or a condition that leads back to itself, or give the deployed "
        + "pool's describe-user-pool.",
      example: "Mappings: {M: {a: {b: !FindInMap [M, a, b]}}}"),
    ExplanationPage(
      "template.unjoined-client",
      "The template does not say to which pool an app client belongs; it is ignored.",
      remedy: "Refer to the pool.",
      example: "UserPoolId: !Ref CustomerPool"),
    ExplanationPage(
      "template.unknown-client",
      "The pool has no app client of that name.",
      remedy: "Name one by its logical name or its ClientName."),
    ExplanationPage(
      "template.unknown-condition",
      "The template refers to a condition that it does not declare.",
      remedy: "Declare it under Conditions, or correct the name."),
    ExplanationPage(
      "template.unknown-mapping",
      "Fn::FindInMap asks for keys that Mappings does not hold.",
      remedy: "Add them, or correct the keys."),
    ExplanationPage(
      "template.unknown-parameter",
      "`--parameter` gives a value to a parameter or variable that no document declares.",
      remedy: "Correct the name; the message names the nearest.",
      example: "waymark check template.yaml --parameter Stage=prod"),
    ExplanationPage(
      "template.unknown-pool",
      "The template has no pool of that name.",
      remedy: "Name one by its logical name or its UserPoolName."),
    ExplanationPage(
      "template.unknown-reference",
      "The template refers to a parameter or resource that it does not declare.",
      remedy: "Declare it, or correct the name."),
    ExplanationPage(
      "terraform.computed-resource",
      "Terraform computes how many such pools or app clients there are. One is read, and what "
        + "they differ in stays open.",
      remedy: "Give the plan or the state as JSON.",
      example: "terraform show -json > state.json"),
    ExplanationPage(
      "terraform.conditional-resource",
      "A `count` decides at deployment whether the resource exists; it is read as if it does.",
      remedy: "Give the plan or the state as JSON where it matters.",
      example: "count = var.enable_auth ? 1 : 0"),
    ExplanationPage(
      "terraform.ignored-changes",
      "`ignore_changes` names what the resource states, or all of it: what is deployed may differ. "
        + "What it states is read; what it does not state and Terraform ignores stays open.",
      remedy: "Give the state as JSON, or what describe-user-pool answers.",
      example: "lifecycle { ignore_changes = all }"),
    ExplanationPage(
      "terraform.missing-argument",
      "A call of a module leaves out a variable of the module that has no default: Terraform makes "
        + "no plan of the configuration, and nothing is deployed.",
      remedy: "Give the value in the call, or the variable of the module a default."),
    ExplanationPage(
      "terraform.not-hcl",
      "The file looks like a Terraform configuration and cannot be read as one.",
      remedy: "Correct it at the place; `terraform fmt` finds the same faults."),
    ExplanationPage(
      "terraform.unread-values",
      "Terraform loads this file of values by itself, and it cannot be read: the variables that it "
        + "sets stay open.",
      remedy: "Correct it, or give the values by `--variable-file`.",
      example: "terraform.tfvars, prod.auto.tfvars"),
    ExplanationPage(
      "template.unquoted-off",
      "MfaConfiguration is an unquoted OFF, which YAML 1.1 reads as the boolean false.",
      remedy: "Write it in quotes.",
      example: "MfaConfiguration: \"OFF\"",
      source: "YAML 1.1, bool"),
  ]
}
