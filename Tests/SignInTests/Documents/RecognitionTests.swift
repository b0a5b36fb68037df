import SignIn
import Testing
import TransitionTables

/// Documents that are not read: each is named for what it is and what to give instead.
@Suite struct RecognitionTests {
  @Test(arguments: [
    (
      #"{"UserAgent": "aws-amplify-cli/2.0", "Version": "1.0", "storage": {}}"#,
      "this is an Amplify client configuration without sign-in, which is not read"
    ),
    (
      "resource \"aws_s3_bucket\" \"b\" {\n}\n",
      "this is Terraform without a user pool, which is not read"
    ),
    (
      "module \"auth\" {\n  source = \"./auth\"\n}\n",
      "this is Terraform without a user pool, which is not read"
    ),
    (
      #"{"version": 4, "terraform_version": "1.9"}"#,
      "this is a raw Terraform state of an older version, which is not read"
    ),
    (
      "import { x } from 'y'\n\nexport const z = new UserPool(this, 'P')\n",
      "this is a TypeScript or JavaScript program, which is not read"
    ),
    ("from aws_cdk import aws_cognito\n", "this is a program of the CDK, which is not read"),
    (
      "import * as cdk from 'aws-cdk-lib'\nnew UserPool(this, 'P')\n",
      "this is a program of the CDK, which is not read"
    ),
    (
      "# Sign-in\n\n```ts\nexport const auth = defineAuth({ loginWith: { email: true } })\n```\n",
      "this is Markdown with a program or a document in it, which is not read"
    ),
    (
      "name: x\nruntime: yaml\nresources: {p: {type: 'aws:s3:Bucket'}}\n",
      "this is a Pulumi project without a user pool, which is not read"
    ),
    (
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nspec:\n  resources:\n"
        + "    - base: { apiVersion: cognitoidp.aws.upbound.io/v1beta1, kind: UserPool }\n",
      "this is a Kubernetes resource with resources of Cognito in it, which is not read"
    ),
    (
      "# values\nregion = \"eu-west-1\"\npool = { name = \"p\" }\n",
      "this is a list of values, such as Terraform's .tfvars, which is not read"
    ),
    (#"{"version": "36.0.0", "artifacts": {}}"#, "this is a CDK manifest, which is not read"),
    (#"{"UserPools": []}"#, "this is a list of pools or clients, which is not read"),
    ("pool: a.yaml\nsteps: []\n", "this is a Waymark scenario, which is not read"),
    (
      "Type: AWS::Cognito::UserPool\nProperties: {}\n",
      "this is a part of a template, without the template, which is not read"
    ),
    (
      #"{"version": 2, "resourceName": "auth", "serviceConfiguration": {}}"#,
      "this is a headless request to the Amplify CLI, which is not read"
    ),
    (
      "Resources:\n{{#pools}}\n  Pool{{name}}:\n    Type: AWS::Cognito::UserPool\n{{/pools}}\n",
      "this is a template that another tool fills in, which is not read"
    ),
    (
      "Resources:\n{% for p in pools %}\n  P:\n    Type: AWS::Cognito::UserPool\n{% endfor %}\n",
      "this is a template that another tool fills in, which is not read"
    ),
  ])
  func refusesByName(text: String, message: String) {
    let found = faults(text)
    #expect(found.map(\.code) == ["document.unsupported-format"])
    #expect(found.map(\.message) == [message])
    #expect(found.allSatisfy { !$0.remedy.isEmpty })
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `what another tool fills in is shown in its line`(end: String) {
    let lines = ["Resources:", "  {{#pools}}", "  P{{name}}: [", ""]
    let found = faults(lines.joined(separator: end))
    #expect(found.map(\.code) == ["document.unsupported-format"])
    #expect(found.map(\.location.line) == [2])
    #expect(found.map(\.sourceLine) == ["  {{#pools}}"])
  }

  @Test func saysWhatToRunForTheTool() {
    #expect(
      faults("from aws_cdk import aws_cognito\n").map(\.remedy) == [
        "run `cdk synth` and give the template that it writes: cdk.out/STACK.template.json"
      ])
    #expect(
      faults(#"{"version": 3, "terraform_version": "0.11"}"#).map(\.remedy) == [
        "give what `terraform show -json` prints of it"
      ])
  }

  @Test func listsTheAcceptedFormats() {
    #expect(
      faults("name: x\n").map(\.rendered) == [
        """
        pool.yaml:1:1: error: this is no document of a user pool [document.unknown-format]
          name: x
          ^
          → give a CloudFormation or SAM template, Terraform's files, plan or state, the output of \
        `aws cognito-idp describe-user-pool`, `get-user-pool-mfa-config` or \
        `describe-user-pool-client`, an Amplify resource.ts, amplify_outputs.json, aws-exports.js \
        or cli-inputs.json, a Serverless Framework file, the folder of a project, or a Waymark \
        pool file

        """
      ])
  }

  @Test(arguments: [
    ("hello", "document.not-a-mapping"), ("- a\n", "document.not-a-mapping"),
    ("[1]", "document.not-a-mapping"), ("\"x\"", "document.not-a-mapping"),
    ("{}", "document.unknown-format"), ("a: [", "document.not-yaml"),
    ("apiVersion: v1\nkind: Pod\nspec: {}\n", "document.unknown-format"),
    ("version: 0.2\nphases: {}\nartifacts: { files: [a] }\n", "document.unknown-format"),
    (
      #"{"UserPoolId": "p", "ClientId": "c", "AuthFlow": "f", "AuthParameters": {}}"#,
      "document.unknown-format"
    ),
    ("{\"a\": [", "document.not-json"), ("", "document.empty"),
    ("pool: x\n---\npool: y\n", "document.several"),
    ("pool: x\npool: y\n", "document.duplicate-key"),
  ])
  func refusesWithCode(text: String, code: String) {
    #expect(codes(text) == [code])
  }

  @Test func aShellScriptThatExportsVariablesIsNoProgramInJavaScript() throws {
    let script = """
      # Sets up the users.
      export AWS_REGION="eu-west-1"
      export AWS_PAGER=
      aws cognito-idp create-user-pool --pool-name shop

      """
    #expect(try read(script).name == "shop")
  }

  @Test func readsATemplateWithCodeInIt() throws {
    let text =
      template() + """
          F:
            Type: AWS::Lambda::Function
            Properties:
              Code:
                ZipFile: |
                  import { x } from 'y'
                  const client = new Client()
                  exports.handler = async (event) => { return event }
                  def handler(event, *args): return {}
        """
    #expect(try read(text).name == "shop")
  }
}
