import TransitionTables

/// Reports where the documents of a pool disagree.
extension PoolAssembly {
  /// Warnings about parameters on which two documents disagree, defaults included: what one
  /// document leaves to the service, another may set. Different defaults of two tools do not count,
  /// since nobody wrote them. A framework's default is compared only with the deployed pool, since
  /// a person may have edited what the framework created.
  var drifts: [Diagnostic] {
    parameters.flatMap { declaration in
      let name = declaration.name
      let known = parts.compactMap { part in
        isAsked(name, by: part)
          ? nil
          : part.settings[name].flatMap { $0.value == nil ? nil : (part: part, setting: $0) }
      }
      guard let first = known.first else { return [Diagnostic]() }
      let taken = settle(name).value.map(\.description) ?? "open"
      let others = known.dropFirst().filter { other in
        let isOverridden = first.part.format.overridden == other.part.format
        // Calls of one script run one after the other.
        let isLaterCall = other.part.format == .shell && other.part.file == first.part.file
        let stated = [first.setting, other.setting].count(where: \.isStated)
        // The program's constructs may set what it leaves to Amplify.
        let isMade = synthesised?.file == other.part.file
        // The CLI attaches the triggers of its inputs in a different stack from the pool's.
        let isAttached =
          name == PoolParameter.triggers.rawValue && stated == 1
          && [first.part.format, other.part.format].contains(.amplifyInputs)
        let isLeftOut =
          !other.part.format.isOfDeployed
          && [first.setting, other.setting].contains(where: \.isOfFramework)
        // The methods follow from the MFA mode, which differs itself.
        let isImplied =
          name == PoolParameter.mfaMethods.rawValue && stated == 1
          && first.part.settings[.mfa]?.value != other.part.settings[.mfa]?.value
        return stated > (isMade ? 1 : 0) && !isImplied && !isOverridden && !isLaterCall
          && !isAttached && !isLeftOut
          && other.setting.value != first.setting.value
          && !Self.isShown(other.setting, of: first.setting)
          && !Self.isShown(first.setting, of: other.setting)
      }
      // Several documents with the same value are reported as one disagreement.
      return others.indices.compactMap { index in
        let (own, text) = (others[index], Self.text(others[index].setting))
        let alike = others.indices.filter { Self.text(others[$0].setting) == text }
        guard alike.first == index else { return nil }
        let more = alike.dropFirst().map { Self.place(of: others[$0].setting, in: others[$0].part) }
        let also = more.isEmpty ? "" : " and at " + more.map(\.description).joined(separator: ", ")
        return Diagnostic(
          "document.drift", .warning, at: Self.place(of: own.setting, in: own.part),
          "`\(name)` is \(text) here\(also) but \(Self.text(first.setting)) at "
            + "\(Self.place(of: first.setting, in: first.part))",
          remedy: "bring them in line; until then `\(name)` is taken to be \(taken)")
      }
    }
  }

  /// Whether a setting only shows what the app asks for at sign-up: an Amplify configuration
  /// requires at least the attributes that a document which creates the pool without Amplify
  /// requires.
  func isAsked(_ name: String, by part: ImportedPool) -> Bool {
    guard name == PoolParameter.requiredAttributes.rawValue, part.format == .amplifyConfiguration,
      case .set(let asked)? = part.settings[name]?.value
    else { return false }
    return parts.contains { other in
      guard !other.format.isOfAmplify, case .set(let required)? = other.settings[name]?.value
      else { return false }
      return Set(asked).isSuperset(of: required)
    }
  }

  private static func place(of setting: Setting, in part: ImportedPool) -> SourceLocation {
    if case .document(let place) = setting.origin { place } else { SourceLocation(file: part.file) }
  }

  private static func text(_ setting: Setting) -> String {
    let value = setting.value.map(\.description) ?? "open"
    return switch setting.origin {
    case .serviceDefault(let reason), .frameworkDefault(let reason): "\(value) (default: \(reason))"
    case .document, .commandLine, .open: value
    }
  }
}
