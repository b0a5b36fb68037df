import TransitionTables

/// A function of the Serverless Framework as a trigger of a pool that exists already: `existing:
/// true` next to the pool's name.
///
/// The pool may stand in another document, of Terraform for one, which does not say so. The
/// framework attaches the function to it when the function is deployed.
package struct AttachedTrigger: Hashable, Sendable {
  /// The pool's name as the function writes it, perhaps with variables.
  package var pool: String
  /// The trigger, as the function writes it.
  package var trigger: String
  /// Where the function says so.
  package var place: SourceLocation

  /// Whether it is a trigger of a pool.
  /// - Parameters:
  ///   - name: the pool's name, or nil where its document computes it.
  ///   - isOnly: whether there is no other pool that it could be of.
  func isOf(_ name: String?, isOnly: Bool) -> Bool {
    pool == name || isOnly && (name == nil || pool.contains("${"))
  }
}

extension PoolReader {
  /// The triggers that the functions of a document are of pools that exist already.
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
