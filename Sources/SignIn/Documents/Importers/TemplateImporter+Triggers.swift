import TransitionTables

/// Reads the triggers that functions of a template, or of a Serverless project, attach to a pool.
extension TemplateImporter {
  private var triggers: WireNames { parameters.words(.triggers) ?? WireNames() }

  /// The triggers that `AWS::Serverless::Function` resources attach by an event of type `Cognito`.
  mutating func events(of pool: String) -> [(trigger: String, location: SourceLocation)] {
    var found: [(trigger: String, location: SourceLocation)] = []
    for function in template.resources where function.type == "AWS::Serverless::Function" {
      for event in function.properties?["Events"]?.entries ?? []
      where event.value["Type"]?.text == "Cognito" {
        guard let properties = event.value["Properties"],
          let owner = properties["UserPool"].map({ evaluator.evaluate($0) }),
          owner.resource == pool, let trigger = properties["Trigger"], isDeployed(function)
        else { continue }
        for name in trigger.elements ?? [trigger] {
          guard let wire = name.text else { continue }
          if let member = triggers[wire] {
            found.append((member, name.location))
          } else {
            complainOfTrigger(wire, at: name.location)
          }
        }
      }
    }
    return found
  }

  /// The triggers that functions of the Serverless Framework attach to a pool. An event names the
  /// pool by its logical name without `CognitoUserPool`. If the event has `existing: true`, or the
  /// name is computed, it may also be the pool's `UserPoolName`; the only pool of a template is
  /// meant by any name.
  mutating func attached(
    to pool: Template.Resource
  ) -> [(trigger: String, location: SourceLocation)] {
    let isOnly = template.resources.count { $0.type == Self.poolType } == 1
    var apart: [(pool: String, trigger: String, location: SourceLocation)] = []
    defer { complainOfOwnPools(apart, next: pool) }
    return functionEvents.compactMap { event in
      guard let trigger = event["trigger"], let wire = trigger.text else { return nil }
      if let call = IntrinsicCall(trigger) {
        complainOfComputedTrigger(call)
        return nil
      }
      let name = event["pool"]?.text ?? ""
      let letters = name.filter { $0.isLetter || $0.isNumber }
      let logical = "CognitoUserPool" + letters.prefix(1).uppercased() + letters.dropFirst()
      if pool.name != logical {
        if template.resources.contains(where: { $0.name == logical }) { return nil }
        guard event["existing"]?.text == "true" || name.contains("${") else {
          apart.append((logical, wire, event.location))
          return nil
        }
        guard isOnly || pool.properties?["UserPoolName"]?.text == name else { return nil }
      }
      guard let member = triggers[wire] else {
        complainOfTrigger(wire, at: trigger.location)
        return nil
      }
      return (member, trigger.location)
    }
  }

  private mutating func complainOfComputedTrigger(_ call: IntrinsicCall) {
    complain(
      "template.computed-trigger", .warning, at: call.location,
      "which trigger this function is stays open, and none is taken: "
        + (call.argument.text ?? "it is computed"),
      remedy: "write the trigger's name out, or give the template that `serverless package` writes")
  }

  /// Warns of events without `existing: true` that name no pool of the template, once for each
  /// name: the framework makes such a pool. With it, it looks for a pool by its `UserPoolName`.
  private mutating func complainOfOwnPools(
    _ apart: [(pool: String, trigger: String, location: SourceLocation)],
    next resource: Template.Resource
  ) {
    var named: Set<String> = []
    let name = resource.properties?["UserPoolName"].flatMap(\.text)
    let existing =
      name.map { "write `pool: \($0.prefix(60))` with `existing: true`" }
      ?? "give \(resource.name) a UserPoolName, and write that under `pool` with `existing: true`"
    for (pool, _, location) in apart where named.insert(pool).inserted {
      let triggers = apart.filter { $0.pool == pool }.map(\.trigger)
      complain(
        "serverless.own-pool", .warning, at: location,
        "the framework makes a pool \(pool), which alone gets "
          + (triggers.count == 1 ? "this function's trigger " : "the triggers of its functions, ")
          + triggers.joined(separator: ", "),
        remedy: "\(existing), or call the pool of the resources \(pool)")
    }
  }

  private mutating func complainOfTrigger(_ name: String, at location: SourceLocation) {
    let known = triggers.wires
    complain(
      "document.unknown-value", at: location, "Trigger cannot be `\(name.prefix(40))`",
      remedy: known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "write \(known.list)")
  }
}
