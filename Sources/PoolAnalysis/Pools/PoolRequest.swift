/// The request of a command line: documents, and the settings that override them.
package struct PoolRequest: Sendable, Hashable {
  package var paths: [String]
  /// Parameters that override the documents.
  package var settings: [Assignment] = []
  /// Assumptions of the table.
  package var assumptions: [Assignment] = []
  /// Values for the parameters of a template.
  package var templateParameters: [Assignment] = []
  /// Files of values for Terraform's variables.
  package var variableFiles: [String] = []
  /// Whether Terraform's variables take their defaults.
  package var takesVariableDefaults = false
  package var poolName: String?
  package var clientName: String?
  /// Whether to separate the documents into pools by what they state, as for a folder.
  package var separatesPools = false
  /// Whether each pool's results go into a folder with its name.
  package var writesFolders = false
  /// The parent of these folders; nil where the results go elsewhere.
  package var outputFolder: String?

  package init(
    paths: [String], settings: [Assignment] = [], assumptions: [Assignment] = [],
    templateParameters: [Assignment] = [], poolName: String? = nil, clientName: String? = nil,
    writesFolders: Bool = false
  ) {
    self.paths = paths
    self.settings = settings
    self.assumptions = assumptions
    self.templateParameters = templateParameters
    self.poolName = poolName
    self.clientName = clientName
    self.writesFolders = writesFolders
  }

  /// The options as typed, for the command that reproduces a report.
  var optionText: String {
    var words: [String] = []
    for setting in settings { words += ["--set", setting.shellText] }
    for assumption in assumptions { words += ["--assume", assumption.shellText] }
    for value in templateParameters { words += ["--parameter", value.shellText] }
    for file in variableFiles { words += ["--variable-file", ShellText.quoted(file)] }
    if takesVariableDefaults { words.append("--variable-defaults") }
    if let poolName { words += ["--pool", ShellText.quoted(poolName)] }
    if let clientName { words += ["--client", ShellText.quoted(clientName)] }
    return words.joined(separator: " ")
  }

  /// The command for the documents of one pool: `waymark check retail.yaml --set mfa=required`.
  package func command(_ verb: String, _ files: [String], extra: String = "") -> String {
    let words = ["waymark", verb] + files.map(ShellText.quoted) + [optionText, extra]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
