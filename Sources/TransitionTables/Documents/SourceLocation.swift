/// A place in a file that a person wrote; every diagnostic points at one.
///
/// Lines and columns count from 1; a column counts Unicode scalars, as YAML's marks do.
/// Locations order by file, line and column, so that reports are sorted the same everywhere.
public struct SourceLocation: Hashable, Sendable, Comparable {
  /// The file's name as the user gave it; it is never made absolute.
  public var file: String
  /// The line, from 1; 0 stands for the file as a whole.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// A place; without a line, the file as a whole.
  public init(file: String, line: Int = 0, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Orders by file, line and column.
  public static func < (a: SourceLocation, b: SourceLocation) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }

  /// Returns the place moved to the right, for a position inside a one-line string.
  public func advanced(by columns: Int) -> SourceLocation {
    SourceLocation(file: file, line: line, column: column + columns)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, or the file's name alone.
  public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}
