/// The faults that a document can have before its meaning is considered.
extension Diagnostic {
  static func tooLarge(_ bytes: Int, file: String) -> Diagnostic {
    Diagnostic(
      "document.too-large", at: SourceLocation(file: file),
      "the file holds \(bytes) bytes; a pool or a model is never that large",
      remedy: "give a file of at most \(LocatedDocument.largestSize) bytes")
  }

  static func empty(file: String) -> Diagnostic {
    Diagnostic(
      "document.empty", at: SourceLocation(file: file), "the file is empty",
      remedy: "write a document into it")
  }

  /// The diagnostic of a document that nests deeper than ``LocatedDocument/deepestNesting``.
  public static func tooDeep(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      "document.too-deep", at: location,
      "nesting is deeper than \(LocatedDocument.deepestNesting) levels",
      remedy: "flatten the document; no pool needs more than a dozen levels")
  }

  /// The diagnostic of a document that contains too many values.
  ///
  /// - Parameters:
  ///   - location: the place where the limit is exceeded.
  ///   - excess: what there is too much of; by default, more than ``LocatedDocument/mostValues``.
  ///   - remedy: the advice.
  public static func tooManyValues(
    at location: SourceLocation,
    _ excess: String = "the document holds more than \(LocatedDocument.mostValues) values",
    remedy: String = "give a smaller document"
  ) -> Diagnostic {
    Diagnostic("document.too-many-values", at: location, excess, remedy: remedy)
  }

  /// The diagnostic of a document whose aliases and tags stand for more text than is permitted.
  static func tooManyBytes(_ most: Int, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      "document.too-many-values", at: location,
      "with what its aliases and tags repeat the document holds more than \(most) bytes",
      remedy: "repeat less of it, or give a smaller document")
  }

  /// The diagnostic of a key that occurs twice in a mapping, of which one must be removed.
  ///
  /// - Parameters:
  ///   - key: the repeated key.
  ///   - second: the place of the second occurrence.
  ///   - first: the place of the first occurrence; nil where it is not known.
  public static func duplicateKey(
    _ key: String, at second: SourceLocation, first: SourceLocation?
  ) -> Diagnostic {
    let place =
      first.map { "; it stands first at \($0.line):\($0.column)" } ?? " in this mapping"
    var fault = Diagnostic(
      "document.duplicate-key", at: second, "the key `\(key.prefix(40))` stands twice\(place)",
      remedy: "keep one of them")
    fault.related = first
    return fault
  }
}
