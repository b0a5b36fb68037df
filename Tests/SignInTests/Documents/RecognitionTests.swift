import SignIn
import Testing
import TransitionTables

/// Documents that are not read: each is told what it is and what to give instead.
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
      "this is a raw Terraform state, which is not read"
    ),
    (
      "import { x } from 'y'\n\nexport const z = new UserPool(this, 'P')\n",
      "this is a TypeScript or JavaScript program, which is not read"
    ),
    ("from aws_cdk import aws_cognito\n", "this is a Python program, which is not read"),
    (
      "service: x\nprovider: {name: aws}\nfunctions: {}\n",
      "this is a Serverless Framework file, which is not read"
    ),
    (
      "resources:\n  Resources: {P: {Type: 'AWS::Cognito::UserPool'}}\n",
      "this is a Serverless Framework file, which is not read"
    ),
    (
      "name: x\nruntime: yaml\nresources: {p: {type: 'aws:cognito:UserPool'}}\n",
      "this is a Pulumi project, which is not read"
    ),
    (
      "apiVersion: cognitoidp.aws.upbound.io/v1beta1\nkind: UserPool\nspec: {}\n",
      "this is a Kubernetes resource, which is not read"
    ),
    (
      "# values\nregion = \"eu-west-1\"\npool = { name = \"p\" }\n",
      "this is a list of values, such as Terraform's .tfvars, which is not read"
    ),
    (
      "const awsmobile = {\n  \"aws_user_pools_id\": \"x\"\n};\nexport default awsmobile;\n",
      "this is the configuration of an Amplify app inside a program, which is not read"
    ),
    (
      "const amplifyconfig = '''{\n \"auth\": {\"plugins\": {\"awsCognitoAuthPlugin\": {}}}}''';",
      "this is the configuration of an Amplify app inside a program, which is not read"
    ),
    (#"{"version": "36.0.0", "artifacts": {}}"#, "this is a CDK manifest, which is not read"),
    (#"{"UserPools": []}"#, "this is a list of pools or clients, which is not read"),
    ("pool: a.yaml\nsteps: []\n", "this is a Waymark scenario, which is not read"),
    (
      "Type: AWS::Cognito::UserPool\nProperties: {}\n",
      "this is one resource of a template, without the template, which is not read"
    ),
    (
      #"{"version": 2, "resourceName": "auth", "serviceConfiguration": {}}"#,
      "this is a headless request to the Amplify CLI, which is not read"
    ),
  ])
  func refusesByName(text: String, message: String) {
    let found = faults(text)
    #expect(found.map(\.code) == ["document.unsupported-format"])
    #expect(found.map(\.message) == [message])
    #expect(found.allSatisfy { !$0.remedy.isEmpty })
  }

  @Test func saysHowToShowATerraformState() {
    #expect(
      faults(#"{"version": 4, "terraform_version": "1.9"}"#).map(\.rendered) == [
        """
        pool.yaml:1:1: error: this is a raw Terraform state, which is not read \
        [document.unsupported-format]
          → give what is planned: `terraform plan -out=plan && terraform show -json plan`, or what \
        is deployed: `terraform show -json`

        """
      ])
  }

  @Test func listsTheAcceptedFormats() {
    #expect(
      faults("name: x\n").map(\.rendered) == [
        """
        pool.yaml:1:1: error: this is no document of a user pool [document.unknown-format]
          name: x
          ^
          → give a CloudFormation or SAM template, the output of `aws cognito-idp \
        describe-user-pool`, `get-user-pool-mfa-config`, `describe-user-pool-client` or \
        `terraform show -json`, an Amplify resource.ts, amplify_outputs.json or cli-inputs.json, \
        or a Waymark pool file

        """
      ])
  }

  @Test(arguments: [
    ("hello", "document.not-a-mapping"), ("- a\n", "document.not-a-mapping"),
    ("[1]", "document.not-a-mapping"), ("\"x\"", "document.not-a-mapping"),
    ("{}", "document.unknown-format"), ("a: [", "document.not-yaml"),
    ("{\"a\": [", "document.not-json"), ("", "document.empty"),
    ("pool: x\n---\npool: y\n", "document.several"),
    ("pool: x\npool: y\n", "document.duplicate-key"),
  ])
  func refusesWithCode(text: String, code: String) {
    #expect(codes(text) == [code])
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
