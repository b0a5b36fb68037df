/// What can be wrong with a document before anyone looks at its meaning.
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

  /// A document that nests deeper than ``LocatedDocument/deepestNesting``.
  public static func tooDeep(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      "document.too-deep", at: location,
      "nesting is deeper than \(LocatedDocument.deepestNesting) levels",
      remedy: "flatten the document; no pool needs more than a dozen levels")
  }

  /// A document that comes to more values than it may.
  ///
  /// - Parameters:
  ///   - location: where it goes beyond.
  ///   - excess: what there is too much of; more than ``LocatedDocument/mostValues`` if not given.
  ///   - remedy: what makes it less.
  public static func tooManyValues(
    at location: SourceLocation,
    _ excess: String = "the document holds more than \(LocatedDocument.mostValues) values",
    remedy: String = "give a smaller document"
  ) -> Diagnostic {
    Diagnostic("document.too-many-values", at: location, excess, remedy: remedy)
  }

  /// A document whose aliases and tags stand for more text than it may hold.
  static func tooManyBytes(_ most: Int, at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      "document.too-many-values", at: location,
      "with what its aliases and tags repeat the document holds more than \(most) bytes",
      remedy: "repeat less of it, or give a smaller document")
  }

  /// A key that stands twice in a mapping, of which one is left to be kept.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - second: where it stands again.
  ///   - first: where it stands first; nil where that is not known.
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
