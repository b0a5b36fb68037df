import Foundation
import PackagePlugin

/// Says in a source file of the library where the package manager has put the program.
@main struct WaymarkProgram: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let program = try context.tool(named: "waymark").url
    let folder = context.pluginWorkDirectoryURL.appending(path: "Sources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let source = """
      /// The program of the artifact bundle.
      enum BundledProgram {
        static let path = #"\(program.path)"#
      }

      """
    let file = folder.appending(path: "BundledProgram.swift")
    // Written only when it changes, so that nothing is built again.
    if (try? String(contentsOf: file, encoding: .utf8)) != source {
      try source.write(to: file, atomically: true, encoding: .utf8)
    }
    return [
      .prebuildCommand(
        displayName: "Finding the program waymark", executable: program, arguments: ["--version"],
        outputFilesDirectory: folder)
    ]
  }
}
