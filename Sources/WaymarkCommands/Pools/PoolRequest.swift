/// What the command line asks for: documents, and what is laid over them.
struct PoolRequest: Sendable, Hashable {
  var paths: [String]
  /// Parameters that override the documents.
  var settings: [Assignment] = []
  /// Assumptions of the table.
  var assumptions: [Assignment] = []
  /// Values for the parameters of a template.
  var templateParameters: [Assignment] = []
  /// Files of values for Terraform's variables.
  var variableFiles: [String] = []
  /// Whether variables of Terraform have their defaults.
  var takesVariableDefaults = false
  var poolName: String?
  var clientName: String?
  /// Whether each pool's results go into a folder by its name.
  var writesFolders = false

  /// The options as they are typed, for the command that makes a report again.
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

  /// `waymark check retail.yaml --set mfa=required`, for the documents of one pool.
  func command(_ verb: String, _ files: [String], extra: String = "") -> String {
    let words = ["waymark", verb] + files.map(ShellText.quoted) + [optionText, extra]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
