import ArgumentParser
import PoolAnalysis

/// A command that returns its output instead of printing it.
protocol Verb: ParsableCommand {
  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput
}

/// A verb that loads the sign-in model, with the layers that its options name.
protocol ModelVerb: Verb {
  var layers: LayerOptions { get }
}

/// `waymark`: the root command with its verbs; `explore` is the default for a document.
struct WaymarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waymark",
    abstract: "Explores what users of an Amazon Cognito pool can get into, before you deploy it.",
    discussion: """
      POOL is a Waymark pool file; a CloudFormation or SAM template; a Terraform configuration, or \
      its plan or state of `terraform show -json`; an Amplify resource.ts, amplify_outputs.json, \
      client configuration or cli-inputs.json; or the output of describe-user-pool, \
      get-user-pool-mfa-config or describe-user-pool-client. What it is, is recognised by its \
      content. Documents of one pool may be given together, whatever their formats.

      Exit status: 0 all properties hold, 11 dead end, 12 safety violated, 13 liveness violated, \
      14 test bed and table differ, 64 usage, 75 cannot evaluate or vacuous or undetermined, \
      150 file cannot be read, 151 configuration is illegal, 152 a limit was reached, \
      153 system failure. Where several apply, the first of 153, 64, 150, 151, 14, 12, 13, 11, \
      152 and 75 counts: an error that was found outweighs a limit.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Pool",
        subcommands: [
          ExploreCommand.self, CheckCommand.self, DrawCommand.self, AskCommand.self,
          StepCommand.self, LockoutsCommand.self, AttacksCommand.self, PlaybookCommand.self,
        ]),
      CommandGroup(
        name: "Pool change",
        subcommands: [
          DiffCommand.self, CompareCommand.self, PlanCommand.self, DesignCommand.self,
        ]),
      CommandGroup(
        name: "Project",
        subcommands: [
          InitCommand.self, ImportCommand.self, SweepCommand.self, MergeCommand.self,
          GalleryCommand.self,
        ]),
      CommandGroup(
        name: "App test",
        subcommands: [
          ServeCommand.self, TestBedCommand.self, PathsCommand.self, CoverageCommand.self,
          ConformCommand.self, JudgeCommand.self,
        ]),
      CommandGroup(
        name: "Table",
        subcommands: [
          ExplainCommand.self, RowsCommand.self, StatementsCommand.self, RunCommand.self,
          InspectCommand.self, MutateCommand.self, ProbeCommand.self, ExportCommand.self,
          AnswerCommand.self, BenchCommand.self,
        ]),
      CommandGroup(name: "Shell", subcommands: [CompletionsCommand.self]),
    ],
    defaultSubcommand: ExploreCommand.self)

  /// The answer to no arguments: what a newcomer needs, on one screen.
  static let welcome = """
    Waymark explores what users of an Amazon Cognito pool can get into, before you
    deploy it. Give it a document of your pool: a CloudFormation or SAM template,
    Terraform's files, Amplify's files, what `aws cognito-idp describe-user-pool`
    prints, or a Waymark pool file. A folder is searched.

      waymark check POOL       what fails: who is locked out, which factor protects
                               nothing, each with the shortest counterexample
      waymark explore POOL     every path of next steps, as one page to search
      waymark diff OLD NEW     which users a change locks out
      waymark draw POOL        the map of next steps, for your documentation
      waymark init             sets up this project: documents, baseline, CI

    No document at hand? `waymark gallery` explores the examples that come with the
    program. `waymark help` lists all verbs, `waymark help VERB` their options.

    """

  /// The names of the verbs, for suggestions.
  static var verbNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }
}
