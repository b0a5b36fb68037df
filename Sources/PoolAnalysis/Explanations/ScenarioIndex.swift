import Findings

/// The generated page of the bundled scenarios, grouped by folder.
struct ScenarioIndex {
  /// The page as Markdown.
  /// - Throws: `system.no-table` where the folder cannot be read.
  static func text() throws(CommandFailure) -> String {
    var folders: [String: [String]] = [:]
    for file in try ScenarioFiles.bundled() {
      let parts = file.name.split(separator: "/")
      for entry in (try? ScenarioFiles.entries(of: file)) ?? [] {
        let words = entry.document.root["doc"]?.text ?? ""
        let line = ReferencePages.words(words).replacing("|", with: "\\|")
        // The folder is the path without its first two parts and the file name.
        folders[parts.dropFirst(2).dropLast().joined(separator: "/"), default: []]
          .append("| `\(entry.name ?? file.name)` | \(line) |\n")
      }
    }
    let count = folders.values.reduce(0) { $0 + $1.count }
    var out = "# The bundled scenarios\n\n" + ReferencePages.note
    out += "\(TextLayout.counted(count, "scenario")); `waymark run` runs all of them. "
    out += "Each is a file of its folder in `Models/scenarios`, but for those in `rows`: they were "
    out += "generated to show single rows and guards, and are in one file a ladder.\n"
    for (folder, lines) in folders.sorted(by: { $0.key < $1.key }) {
      out += "\n## \(folder.isEmpty ? "in no folder" : folder)\n\n"
      out += "| scenario | shows |\n|---|---|\n" + lines.joined()
    }
    return out
  }
}
