import TransitionTables

/// Command-line calls in `local-exec` provisioners that change the pool or an app client when
/// Terraform runs.
///
/// If there is only one call of `update-user-pool`, the pool gets its settings. A setting that the
/// call leaves out returns to the default, where the table's `updates:` say so, until Terraform
/// sets it again.
struct TerraformCalls {
  private struct Call {
    var operation: String
    var place: SourceLocation
    /// The start of the call in the first line; the further lines are the rest of the file.
    var start: String.Index
    var lines: ArraySlice<String>
    /// Whether Terraform certainly runs the call during deployment.
    var isCertain: Bool
  }

  private let calls: [Call]

  init(in blocks: [HCLReader.Block], of programs: [ProgramText]) {
    calls = programs.flatMap { program -> [Call] in
      let document = program.document
      guard document.lines.contains(where: { $0.contains("\"local-exec\"") }) else { return [] }
      return document.lines.indices.compactMap { index -> Call? in
        let line = document.lines[index]
        let isComment = ["#", "//"].contains { line.trimmingBlanks.hasPrefix($0) }
        guard !isComment, let call = line.firstMatch(of: Self.call),
          let own = blocks.last(where: { block in
            block.location.file == document.file && block.location.line <= index + 1
          }), ["resource", "locals"].contains(own.type)
        else { return nil }
        let provisioner = Self.provisioner(around: index, in: document.lines)
        guard !provisioner.contains(where: { $0.contains(Self.onDestroy) }) else { return nil }
        let column = line.distance(from: line.startIndex, to: call.range.lowerBound) + 1
        return Call(
          operation: String(call.1),
          place: SourceLocation(file: document.file, line: index + 1, column: column),
          start: call.range.lowerBound, lines: document.lines[index...],
          isCertain: own.body["count"].isAbsent && own.body["for_each"].isAbsent)
      }
    }
  }

  private static var call: Regex<(Substring, Substring)> {
    /cognito-idp\s+(update-user-pool(?:-client)?|set-user-pool-mfa-config)(?![-\w])/
  }

  private static var onDestroy: Regex<Substring> { /^\s*when\s*=\s*destroy\s*$/ }
  /// The number of lines to examine before and after a call for its provisioner.
  private static let mostLines = 40

  /// The lines of the provisioner that contains a line.
  private static func provisioner(around index: Int, in lines: [String]) -> ArraySlice<String> {
    let isFirst = { (line: String) in line.contains("provisioner \"") }
    let isOther = { (line: String) in isFirst(line) || line.hasPrefix("}") }
    let near = max(0, index - mostLines)..<min(lines.count, index + mostLines)
    let first = lines[near.lowerBound...index].lastIndex(where: isFirst) ?? near.lowerBound
    let end = lines[(index + 1)..<max(near.upperBound, index + 1)].firstIndex(where: isOther)
    return lines[first..<(end ?? near.upperBound)]
  }

  /// The text of a call from a position in the first line to its end, as the shell reads it.
  private static func text(from start: String.Index, in lines: ArraySlice<String>) -> String {
    let isQuoted = lines.first.map { $0[..<start].contains("\"") } ?? false
    var text = ""
    for line in lines {
      text += (text.isEmpty ? line[start...] : "\n" + line)
      guard line.hasSuffix("\\") else { break }
    }
    guard isQuoted, let end = text.lastIndex(of: "\"") else { return text }
    return String(text[..<end]).replacing("\\\"", with: "\"")
  }

  /// Applies the only readable update call to the pool, and returns the warnings.
  ///
  /// - Parameters:
  ///   - pool: the pool as Terraform states it.
  ///   - resources: the pools of the configuration.
  ///   - reader: provides the parameters and the table's update calls.
  func take(
    into pool: inout ImportedPool, of resources: [TerraformResource], _ document: LocatedDocument,
    _ reader: PoolReader
  ) -> [Diagnostic] {
    let reset = Self.reset(by: reader.updates)
    let isClear =
      resources.count == 1 && calls.count { $0.operation == Self.update } == 1
    var warnings: [Diagnostic] = []
    for call in calls {
      guard isClear, call.isCertain, call.operation == Self.update,
        let request = ShellScript.update(
          Self.text(from: call.start, in: call.lines), at: call.place)
      else {
        warnings.append(Self.unread(call, in: document))
        continue
      }
      let lost = Self.lost(of: resources[0].arguments, by: request, reset)
      Self.change(&pool, by: request, reset, document, reader.parameters)
      guard !lost.isEmpty else { continue }
      warnings.append(
        document.diagnostic(
          CustomResource.code, .warning, at: call.place,
          "`\(call.operation)` does not give \(lost.listOfAll), and sets what it leaves out back to"
            + " the default when Terraform runs it",
          remedy: "give all in the call, or set in Terraform's resource what the call gives"))
    }
    return warnings
  }

  private static let update = "update-user-pool"

  private static func unread(_ call: Call, in document: LocatedDocument) -> Diagnostic {
    document.diagnostic(
      CustomResource.code, .warning, at: call.place,
      "`\(call.operation)` changes the pool or an app client when Terraform runs it, and is not"
        + " read"
        + (call.operation.hasPrefix(update) ? "; what it leaves out goes back to the default" : ""),
      remedy: "give what is deployed: the output of describe-user-pool and of"
        + " describe-user-pool-client")
  }

  /// The properties that the service resets where the call leaves them out, as the table states.
  private static func reset(by updates: [SettingCall]) -> Set<String> {
    let call = updates.first { $0.id == "UpdateUserPool" }
    return Set((call?.fields ?? []).filter { $0.omitted == .reset }.map(\.name))
  }

  /// The arguments of a pool that an update resets.
  private static func lost(
    of arguments: Fact, by request: Fact, _ reset: Set<String>
  ) -> [String] {
    let lost = reset.subtracting((request.entries ?? []).map(\.key))
    return (arguments.entries ?? []).map(\.key).filter { name in
      TerraformNames.poolArguments.contains(name)
        && lost.contains(TerraformNames.property(of: name))
    }.sorted()
  }

  private static func change(
    _ pool: inout ImportedPool, by request: Fact, _ reset: Set<String>,
    _ document: LocatedDocument, _ parameters: [ParameterDeclaration]
  ) {
    let update = ServiceRequest(request, document: document, parameters: parameters)
      .read(isClient: false)
    let place = request.location
    let given = Set((request.entries ?? []).map(\.key))
    let reason = "update-user-pool at line \(place.line) sets it back, and Terraform states it"
    for (name, new) in update.settings {
      guard let own = pool.settings[name], !new.isStated else {
        pool.settings[name] = new
        continue
      }
      let property = parameters.first { $0.name == name }?.document?.name
      let owner = property?.prefix(while: { $0.isLetter })
      if new.value == nil, let owner, given.contains(String(owner)) {
        pool.settings[name] = new
        continue
      }
      guard let owner, reset.contains(String(owner)),
        let stated = own.value, let fallback = new.value, stated != fallback
      else { continue }
      var open = Setting.open(reason)
      open.possible = [stated, fallback]
      pool.settings[name] = open
    }
  }
}
