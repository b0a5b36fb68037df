import TransitionTables

/// A function of the Serverless Framework to which its project gives no event and no URL.
package struct IdleFunction: Sendable {
  /// The key of the function in the project's file.
  package var name: String
  /// The path of the function's program, relative to the project's folder and without a suffix.
  package var program: String

  init?(_ entry: LocatedNode.Entry) {
    guard let handler = entry.value["handler"]?.text, entry.value["url"] == nil,
      entry.value["events"].map({ $0.elements?.isEmpty == true }) ?? true,
      let point = handler.lastIndex(of: ".")
    else { return nil }
    (name, program) = (entry.key, String(handler[..<point]))
  }
}

extension PoolReader {
  /// The functions of a document that have no event and no URL.
  /// - Parameters:
  ///   - bytes: the contents of the document.
  ///   - file: the name of the document.
  package static func idleFunctions(of bytes: [UInt8], file: String) -> [IdleFunction] {
    guard
      case .data(_, let document, _)? = try? PoolSources.recognise(
        LocatedDocument.utf8(bytes), file: file)
    else { return [] }
    let functions = document.root["functions"]
    let sections = functions?.elements ?? [functions].compactMap(\.self)
    return sections.flatMap { $0.entries ?? [] }.compactMap(IdleFunction.init)
  }
}
