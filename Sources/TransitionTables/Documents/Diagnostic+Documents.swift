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

  /// A document with more values than ``LocatedDocument/mostValues``.
  public static func tooManyValues(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      "document.too-many-values", at: location,
      "the document holds more than \(LocatedDocument.mostValues) values",
      remedy: "write out what its aliases repeat, or give a smaller document")
  }
}
