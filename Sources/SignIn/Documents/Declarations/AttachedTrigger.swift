import TransitionTables

/// A function of the Serverless Framework as a trigger of an existing pool: `existing: true` next
/// to the pool's name.
///
/// The pool may be declared in another document, such as Terraform's, which does not mention the
/// trigger. The framework attaches the function when it deploys it.
package struct AttachedTrigger: Hashable, Sendable {
  /// The pool's name as the function writes it, perhaps with variables.
  package var pool: String
  /// The trigger, as the function writes it.
  package var trigger: String
  /// The place of the function's event.
  package var place: SourceLocation

  /// Whether the function is a trigger of the given pool.
  /// - Parameters:
  ///   - name: the pool's name, or nil where its document computes it.
  ///   - isOnly: whether there is no other pool that the function could belong to.
  func isOf(_ name: String?, isOnly: Bool) -> Bool {
    pool == name || isOnly && (name == nil || pool.contains("${"))
  }
}

extension PoolReader {
  /// The triggers that the functions of a document attach to existing pools.
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - file: its name.
  package static func attachedTriggers(of bytes: [UInt8], file: String) -> [AttachedTrigger] {
    let recognised = try? PoolSources.recognise(LocatedDocument.utf8(bytes), file: file)
    let document: LocatedDocument? =
      switch recognised {
      case .data(_, let document, _)?: document
      case .program(.template, let program)?: try? TemplateProgram.document(program)
      default: nil
      }
    return ServerlessProject.events(in: document?.root["functions"]).compactMap { event in
      guard event["existing"]?.text == "true", let pool = event["pool"]?.text,
        let trigger = event["trigger"], let name = trigger.text
      else { return nil }
      return AttachedTrigger(pool: pool, trigger: name, place: trigger.location)
    }
  }
}
