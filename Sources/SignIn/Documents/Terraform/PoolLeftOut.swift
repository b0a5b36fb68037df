import TransitionTables

/// A pool that Terraform does not make, because its `count` is 0 or its `for_each` is empty.
struct PoolLeftOut: Sendable {
  /// A variable that the argument hangs on, as far as its value is known.
  struct Cause: Sendable {
    var name: String
    /// The value, which a message shows only where it is no secret.
    var value: String
    /// The place that gives the value; nil where the command line does.
    var place: SourceLocation?
  }

  /// The pool's name in the configuration.
  var name: String
  /// The argument that decides it, with its place.
  var argument: String
  var place: SourceLocation
  var causes: [Cause] = []

  /// The sentence that says why there is no pool.
  var message: String {
    let values = causes.map { cause in
      let place = cause.place.map { "\($0.file):\($0.line)" } ?? "by the command line"
      let value = cause.value.quoted(under: cause.name)
      return "`\(cause.name.prefix(40))` is `\(value)` (\(place))"
    }
    return "by its `\(argument)` there is no `\(name)`"
      + (values.isEmpty ? "" : ": \(values.joined(separator: ", "))")
  }

  /// What to do about it: if a file of values in the project has another value, give it.
  /// - Parameter files: files of values that are not read.
  func remedy(among files: [(file: String, bytes: [UInt8])]) -> String {
    for file in files {
      guard let values = try? PoolReader.values(of: file).values else { continue }
      for cause in causes {
        guard let other = values.first(where: { $0.key == cause.name })?.value.text,
          other != cause.value
        else { continue }
        return "if `\(file.file)` is deployed, where `\(cause.name.prefix(40))` is"
          + " `\(other.quoted(under: cause.name))`, add `--variable-file \(file.file)`"
      }
    }
    return causes.first.map { cause in
      "give the value that is deployed: `--variable-file FILE`, or"
        + " `--parameter \(cause.name.prefix(40))=VALUE`"
    } ?? "write another `\(argument)`"
  }
}
