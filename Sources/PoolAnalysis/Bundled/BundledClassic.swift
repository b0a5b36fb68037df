import Foundation
import SignIn
import TransitionTables

/// A well-known model bundled with the program, under the name that `bench` and `export` use for
/// it.
///
/// A classic whose table only counts the members of an enum comes in any size, which its name can
/// end with: `two-phase-commit-9` has nine managers, `two-phase-commit` as many as its table says.
package struct BundledClassic: Sendable, Hashable {
  /// The name, such as `peterson` or `two-phase-commit-9`.
  package let name: String
  /// The name of the table in `Models/classics`.
  package let table: String
  /// The size of its counted enum, if the name gives one.
  package let size: Int?

  /// Finds the classic with a name; returns nil where there is none.
  package init?(_ name: String) {
    self.name = name
    let tables = Self.tables
    if tables.contains(name) {
      (table, size) = (name, nil)
      return
    }
    guard let hyphen = name.lastIndex(of: "-"),
      let size = Int(name[name.index(after: hyphen)...]),
      (1...EnumType.mostMembers).contains(size),
      tables.contains(String(name[..<hyphen]))
    else { return nil }
    (table, self.size) = (String(name[..<hyphen]), size)
    guard numberedEnum != nil else { return nil }
  }

  /// The names of the bundled tables, sorted.
  package static var tables: [String] {
    let folder = BundledTable.directory.appending(path: "classics")
    let files = (try? BundledTable.yamlFiles(in: folder)) ?? []
    return files.map { $0.deletingPathExtension().lastPathComponent }
  }

  /// The classics to measure and to compare with other tools: every table, and the table that comes
  /// in sizes once for each number of managers.
  package static func all(managers: [Int]) -> [BundledClassic] {
    tables.flatMap { table in
      table == "two-phase-commit"
        ? managers.compactMap { BundledClassic("\(table)-\($0)") }
        : [BundledClassic(table)].compactMap { $0 }
    }
  }

  /// Loads the model.
  /// - Throws: `system.no-table` where the bundle is damaged, or the table's errors for an
  ///   impossible size.
  package func model() throws(CommandFailure) -> Model {
    var sizes: [String: Int] = [:]
    if let size, let numberedEnum { sizes[numberedEnum] = size }
    do {
      return try BundledTable.classic(table, enumSizes: sizes)
    } catch let list as DiagnosticList {
      throw CommandFailure(list.diagnostics, status: size == nil ? .systemFailure : .usage)
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.no-table", at: SourceLocation(file: "Models/classics/\(table).yaml"),
            "the bundled classic cannot be read: \(SystemFault.words(error))",
            remedy: "install waymark again")
        ], status: .systemFailure)
    }
  }

  /// The enum for which the table only gives the number of members.
  private var numberedEnum: String? {
    let file = BundledTable.directory.appending(path: "classics/\(table).yaml")
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      let document = try? LocatedDocument(parsing: text, file: table),
      let enums = document.root["enums"]?.entries
    else { return nil }
    return enums.first { $0.value.text.flatMap { Int($0) } != nil }?.key
  }
}
