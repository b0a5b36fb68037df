extension Explanations {
  /// Codes about documents as files and texts.
  package static let documents = [
    ExplanationPage(
      "document.assumed",
      "The document is a client configuration that Amplify writes, or an answer of the service "
        + "about an app client or MFA alone, and does not say all of the pool; what Amplify always "
        + "sets, or what the service does by default, is assumed of the rest.",
      remedy: "Add the template or the output of describe-user-pool, or leave a "
        + "parameter open to explore every value.",
      example: "waymark check amplify_outputs.json --set recovery=open"),
    ExplanationPage(
      "document.contradictory-recovery",
      "AccountRecoverySetting names admin_only together with another mechanism, or one "
        + "mechanism twice.",
      remedy: "Write admin_only alone, or verified_email and verified_phone_number "
        + "once each.",
      example: """
        AccountRecoverySetting:
          RecoveryMechanisms:
            - { Name: verified_email, Priority: 1 }
        """,
      source: "Cognito API, AccountRecoverySettingType"),
    ExplanationPage(
      "document.directory",
      "The path is a directory.",
      remedy: "Name a file inside it."),
    ExplanationPage(
      "document.doubled-prefix",
      "The schema of a pool names an attribute with `custom:`. The service puts that before the "
        + "name of each custom attribute itself, so that `custom:tenant` becomes "
        + "`custom:custom:tenant`, and apps and clients that use `custom:tenant` find none.",
      remedy: "Leave `custom:` out in the schema, and write it wherever the attribute is used.",
      example: "Schema: [{ Name: tenant, AttributeDataType: String, Mutable: true }]",
      source: "Cognito API, SchemaAttributeType; awsdocs/aws-cloudformation-user-guide #932"),
    ExplanationPage(
      "document.drift",
      "Two documents of one pool differ, as a deployed pool drifts from its template.",
      remedy: "Bring the two in line; until then the value that the message names is taken: the"
        + " one that was written or, where both together make a pool that the service refuses,"
        + " the deployed one.",
      example: "waymark check template.yaml pool.json"),
    ExplanationPage(
      "document.duplicate-key",
      "A mapping has the same key twice; a parser would silently keep one.",
      remedy: "Keep one of them."),
    ExplanationPage(
      "document.empty",
      "The file is empty.",
      remedy: "Write a document into it."),
    ExplanationPage(
      "document.empty-flows",
      "ExplicitAuthFlows is an empty list. That is a statement, not the default of a client that "
        + "lists none, and public evidence does not show what the service makes of it.",
      remedy: "List the flows, or leave the property out.",
      example: "ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH, ALLOW_REFRESH_TOKEN_AUTH]"),
    ExplanationPage(
      "document.flow-without-challenge",
      "The app client lists ALLOW_CUSTOM_AUTH, and the pool has no DefineAuthChallenge trigger. "
        + "The service takes such a client; a sign-in by the custom flow is refused.",
      remedy: "Take ALLOW_CUSTOM_AUTH off the client, or give the pool the three triggers.",
      example: "ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH, ALLOW_REFRESH_TOKEN_AUTH]",
      source: "custom authentication challenge Lambda triggers, in Cognito's developer guide"),
    ExplanationPage(
      "document.group-by-attribute",
      "A function after confirmation or sign-in puts the user into the group that a custom "
        + "attribute names, and the app client, which keeps no secret, may write the attribute. "
        + "SignUp takes any value of it from anybody, so that whoever signs up chooses the group. "
        + "It is said where the function compares the value with nothing and where no function at "
        + "PreSignUp could reject it, as an error where the name of the attribute says a "
        + "privilege, such as a role, else as a warning. Where the attribute chooses among groups "
        + "of the function's own, it is an error where one of them is named for a privilege.",
      remedy: "Put users into a fixed group there, or compare the value with the groups that "
        + "anybody may choose, and leave the others to an administrator's call.",
      example: "const group = 'readers'",
      source: "Cognito API, SignUp and AdminAddUserToGroup; later-facts N532, N971"),
    ExplanationPage(
      "document.idle-option",
      "An option chooses a pool, an app client or values of variables, and the document has "
        + "nothing to choose from: a Waymark pool file describes one pool with one app client.",
      remedy: "Leave the option out, or name the document that it is for.",
      example: "waymark check template.yaml --client Web"),
    ExplanationPage(
      "document.immutable-by-default",
      "The schema of a pool names the e-mail address or the phone number without `Mutable`. What a "
        + "schema does not name is mutable, but what it names is so only where it says so.",
      remedy: "Say that the attribute is mutable before the pool is made; later the change is "
        + "refused.",
      example: "Schema: [{ Name: email, Required: true, Mutable: true }]",
      source: "aws/aws-cdk #8624"),
    ExplanationPage(
      "document.legacy-flow",
      "ExplicitAuthFlows uses a name without ALLOW_; the service then allows refresh "
        + "as well.",
      remedy: "Write the modern names and ALLOW_REFRESH_TOKEN_AUTH.",
      example: "ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH, ALLOW_REFRESH_TOKEN_AUTH]",
      source: "Cognito API, CreateUserPoolClient"),
    ExplanationPage(
      "document.link-without-domain",
      "New users are to be verified by a link in an e-mail, and no domain of the pool stands in "
        + "the documents: without one the service refuses every SignUp that would send the link.",
      remedy: "Declare the domain of the pool, or verify by a code.",
      example: "VerificationMessageTemplate: { DefaultEmailOption: CONFIRM_WITH_CODE }",
      source: "aws-amplify/amplify-js #4489, aws/aws-cdk #8674"),
    ExplanationPage(
      "document.malformed-merge",
      "The YAML merge key `<<` is given something else than a record.",
      remedy: "Write `<<: *name`, where `&name` stands at a record."),
    ExplanationPage(
      "document.mapped-immutable",
      "An identity provider maps an attribute that nobody can change. The service writes mapped "
        + "attributes at every sign-in by the provider, and the sign-in fails where it cannot.",
      remedy: "Make the attribute mutable before the pool is made, or take it out of the mapping.",
      example: "Schema: [{ Name: email, Required: true, Mutable: true }]",
      source: "Cognito API, SchemaAttributeType"),
    ExplanationPage(
      "document.missing",
      "There is no such file.",
      remedy: "Check the path; quotes help where it has spaces."),
    ExplanationPage(
      "document.more-complaints",
      "There are more than 100 complaints; errors are shown first, and the rest is counted.",
      remedy: "Correct what is shown; much of the rest may follow from it."),
    ExplanationPage(
      "document.newer-version",
      "The file says that it is of a later version than the one that is known.",
      remedy: "Compare the report's configuration with the app's, and read the verdicts with care.",
      example: "\"version\": \"1\""),
    ExplanationPage(
      "document.mfa-not-offered",
      "The pool's MFA is optional: a user has a second factor from when SetUserMFAPreference is"
        + " called for them, and no program of the project calls it, nor AdminSetUserMFAPreference."
        + " The apps of another repository may.",
      remedy: "Offer it in the app, or require MFA.",
      example: "updateMFAPreference({ totp: 'PREFERRED' })",
      source: "Cognito API, SetUserMFAPreference; cognito-server §2.8"),
    ExplanationPage(
      "document.no-api-client",
      "No user of the pool's own signs in by this app client through the API: it is for machines "
        + "(client_credentials), or for the pages of managed login, which take no flow of the API "
        + "and are not modelled, or it names other providers alone. The pool is judged for the "
        + "flows that apps ordinarily use.",
      remedy: "Choose another client with --client, or say the flows with --set."),
    ExplanationPage(
      "document.no-client",
      "No document has an app client. The pool is judged for the clients that apps ordinarily "
        + "have; what only some of them meet is a note.",
      remedy: "Add the output of describe-user-pool-client to the command.",
      example: "waymark check pool.json client.json"),
    ExplanationPage(
      "document.no-domain",
      "The app client hands out tokens on the pages of managed login, which stand at the pool's "
        + "domain, and no document has one.",
      remedy: "Declare the domain next to the pool, or give the document that has it.",
      example: "Type: AWS::Cognito::UserPoolDomain",
      source: "Cognito API, CreateUserPoolDomain"),
    ExplanationPage(
      "document.not-a-mapping",
      "The document is a list or a single value, not the record of a pool.",
      remedy: "Give one document of one pool."),
    ExplanationPage(
      "document.not-json",
      "The document begins like JSON and is none.",
      remedy: "Correct it at the place; a trailing comma, a comment or a missing quote is the "
        + "usual cause."),
    ExplanationPage(
      "document.not-modelled",
      "The document sets something that the table does not describe; it is ignored.",
      remedy: "Read the verdicts as those of the rest, and look at this part yourself."),
    ExplanationPage(
      "document.not-text",
      "The file is not UTF-8 text.",
      remedy: "Save it as UTF-8; a shell's redirection may have written UTF-16."),
    ExplanationPage(
      "document.tab",
      "A tab indents a line of YAML, which takes spaces alone.",
      remedy: "Write two spaces for each level; most editors can replace tabs by spaces."),
    ExplanationPage(
      "document.not-yaml",
      "The document is no YAML.",
      remedy: "Correct it at the place; indentation and "
        + "unquoted `:`, `@`, `%` or `{` are the usual causes.",
      example: "Name: \"{project}: users\""),
    ExplanationPage(
      "document.other-client",
      "The documents belong to different app clients.",
      remedy: "Give the documents of one app client."),
    ExplanationPage(
      "document.other-pool",
      "The documents belong to different pools: they state different ids or names, or, in a"
        + " folder, different user name attributes, which no call of the service changes.",
      remedy: "Give the documents of one pool."),
    ExplanationPage(
      "document.pages-off",
      "The app client states OAuth flows, and `AllowedOAuthFlowsUserPoolClient`, which switches "
        + "them on, is false or left out, which is false. The service takes such a client; its "
        + "pages and the token endpoint refuse it (`invalid_grant`, `unauthorized_client`). A "
        + "written `false` is a note.",
      remedy: "Set `AllowedOAuthFlowsUserPoolClient` to true, or leave the OAuth flows out.",
      example: "AllowedOAuthFlowsUserPoolClient: true",
      source: "Cognito API, CreateUserPoolClient; later-facts N973"),
    ExplanationPage(
      "document.refused-flow",
      "A program of the project signs in by a flow that the pool's only app client does not allow."
        + " A client that lists no flows allows SRP, the custom flow and refresh alone. The"
        + " service refuses every such sign-in, whatever the password. Flows that a program"
        + " computes are not read, nor are tests.",
      remedy: "List the flow on the app client, next to what it allows now, or name another flow"
        + " in the program.",
      example: "ExplicitAuthFlows: [ALLOW_USER_PASSWORD_AUTH, ALLOW_REFRESH_TOKEN_AUTH]",
      source: "Cognito API, InitiateAuth; later-facts N356, N678"),
    ExplanationPage(
      "document.repeated-half",
      "Two documents are outputs of the same command.",
      remedy: "Give one of each: pool, MFA configuration, app client."),
    ExplanationPage(
      "document.secret-in-browser",
      "The app client has a secret, and an app of the project signs users in by Amplify in "
        + "JavaScript, which can send none. The service refuses each request of such a client "
        + "without SECRET_HASH, whatever flow it allows.",
      remedy: "Give the app an app client of its own without a secret, and keep this one for "
        + "servers.",
      example: "GenerateSecret: false",
      source: "Cognito API, InitiateAuth; measured-facts"),
    ExplanationPage(
      "document.several",
      "The file holds several YAML documents.",
      remedy: "Keep one document in a file."),
    ExplanationPage(
      "document.too-deep",
      "The document is nested more deeply than any pool.",
      remedy: "Flatten it."),
    ExplanationPage(
      "document.too-large",
      "The file is larger than any pool or table.",
      remedy: "Give the document of the pool itself, not an archive or a log."),
    ExplanationPage(
      "document.too-many-values",
      "The document holds too many values, perhaps because YAML's aliases, or Terraform's modules "
        + "and local values, repeat each other.",
      remedy: "Write out what is repeated, or give a smaller document; of Terraform, what "
        + "`terraform show -json` prints."),
    ExplanationPage(
      "document.undecided",
      "The documents speak of settings and do not decide them, as by a variable without a value. "
        + "Every value is explored; what only some of them break is a note. Where no finding hangs "
        + "on them, only the configuration says that they are open.",
      remedy: "Give the values: --variable-file and --variable-defaults for Terraform, --parameter "
        + "for a template, or --set."),
    ExplanationPage(
      "document.unknown-format",
      "The document is no document of a user pool.",
      remedy: "Give a Waymark pool file, a CloudFormation or SAM template, Terraform, an Amplify "
        + "resource.ts, outputs or inputs, or the output of `aws cognito-idp describe-user-pool`.",
      example: """
        pool: retail
        configuration: { mfa: optional, mfaMethods: [totp] }
        """),
    ExplanationPage(
      "document.unknown-property",
      "A property has a name that the service does not know. It is not read; CloudFormation and "
        + "Terraform refuse to deploy it.",
      remedy: "Correct its name, or remove it."),
    ExplanationPage(
      "document.unknown-value",
      "A property has a value that the service does not know.",
      remedy: "Write one of the values that the message names."),
    ExplanationPage(
      "document.unknown-writable",
      "Which attributes users may write by the app client is left to a variable. The pool is "
        + "judged as if they could write the e-mail address and the phone number, as they can by "
        + "the service's default.",
      remedy: "Write the list out, or give it with `--set`.",
      example: "WriteAttributes: [email, name]"),
    ExplanationPage(
      "document.unproved-address",
      "The function at PreSignUp confirms whoever signs up, and has the address that they give"
        + " count as verified, though nobody has proved it. Whoever signs up with somebody else's"
        + " address is then its owner: for back ends that trust the mark, for codes, and where"
        + " the address is an alias it is taken from the account that has it. A function after"
        + " confirmation or sign-in that marks the address of whoever gets there does the same. A"
        + " condition of the function leaves it open, but for a check of the address alone: whoever"
        + " types one that passes it gets in.",
      remedy: "Confirm nobody there, so that a code to the address confirms the sign-up, or"
        + " set the mark behind a proof of your own.",
      example: "event.response.autoConfirmUser = false;",
      source: "pre sign-up Lambda trigger, in Cognito's developer guide; later-facts N581"),
    ExplanationPage(
      "document.unreadable",
      "The file may not be read, or it is a named pipe that nobody writes to.",
      remedy: "Check its permissions, or start what writes to the pipe first."),
    ExplanationPage(
      "document.unsupported-format",
      "The format was recognised and is not read.",
      remedy: "Give what the message names: often the synthesised template.",
      example: "cdk synth > template.yaml"),
    ExplanationPage(
      "document.writable-privilege",
      "Users may write a custom attribute whose name says what somebody may do or see, such as "
        + "`custom:role`. A client that does not list what it may write may write every attribute "
        + "that can be changed. Whoever is signed in then gives themselves any role by "
        + "UpdateUserAttributes with the access token, and where the client keeps no secret "
        + "whoever signs up does by SignUp, whatever the app's own forms show. It is a warning "
        + "where a program of the project reads the attribute, other than a function that nothing "
        + "calls; what only a browser reads is shown there, and grants nothing by itself. A back "
        + "end that does not go by it is safe. Where a server alone signs users in it is said only "
        + "if a program reads the attribute: the token may stay there. Of a client with a secret "
        + "it is said where a server hands the access token out as well.",
      remedy: "List under `WriteAttributes` what users may change, and write the attribute by an "
        + "administrator's call (AdminUpdateUserAttributes). Groups serve too, which no user "
        + "writes.",
      example: "WriteAttributes: [email, name]",
      source: "Cognito API, CreateUserPoolClient; later-facts N532, N971, N972"),
    ExplanationPage(
      "document.wrong-type",
      "A property holds something of the wrong kind.",
      remedy: "Write what the message names."),
  ]
}
