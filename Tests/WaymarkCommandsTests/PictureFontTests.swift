import Foundation
import Models
import TestSupport
import Testing

/// What a picture looks like does not depend on the fonts of the machine, nor on the day.
@Suite struct PictureFontTests {
  private static let noFonts =
    "<?xml version=\"1.0\"?><fontconfig><dir>/nonexistent</dir></fontconfig>"

  /// The bytes of a picture that the program writes with further variables of the environment.
  private func picture(as format: String, _ variables: [String: String]) throws -> Data {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { mfa: off }\n"])
    let process = Process()
    process.executableURL = PythonOracle.waymark
    process.arguments = ["draw", folder["p.yaml"], "--as", format, "--output", folder.path]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: URL(filePath: folder["p/next-steps.\(format)"]))
  }

  @Test(arguments: ["svg", "png", "pdf"])
  func `a picture has the same bytes whatever the settings of the machine's fonts`(
    format: String
  ) throws {
    let folder = try Folder(["fonts.conf": Self.noFonts])
    let one = try picture(as: format, [:])
    let other = try picture(
      as: format,
      [
        "FONTCONFIG_FILE": folder["fonts.conf"], "HOME": folder.path,
        "FONTCONFIG_SYSROOT": "/nonexistent",
      ])
    #expect(one.count > 5_000)
    #expect(one == other)
  }

  private static let becomesNobody = "/usr/bin/setpriv"

  private static let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]

  /// Whether a user who owns nothing gets at the program and at the folder for temporary files.
  private static var nobodyRuns: Bool {
    guard FileManager.default.isExecutableFile(atPath: becomesNobody) else { return false }
    let process = Process()
    process.executableURL = URL(filePath: becomesNobody)
    process.arguments =
      asNobody + [
        "/bin/sh", "-c", #"test -x "$0" && test -w "$1""#, PythonOracle.waymark.path,
        FileManager.default.temporaryDirectory.path,
      ]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test(.enabled(if: getuid() != 0 || nobodyRuns))
  func `nothing is said where no cache of fonts can be written`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { mfa: off }\n"])
    // Fonts in a folder that no cache knows.
    try FileManager.default.copyItem(
      at: BundledModels.directory, to: URL(filePath: folder["models"]))
    let isRoot = getuid() == 0
    let process = Process()
    process.executableURL = isRoot ? URL(filePath: Self.becomesNobody) : PythonOracle.waymark
    process.arguments =
      (isRoot ? Self.asNobody + [PythonOracle.waymark.path] : [])
      + ["draw", folder["p.yaml"], "--as", "png"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [
        "WAYMARK_MODELS": folder["models"], "HOME": "/nonexistent",
        "XDG_CACHE_HOME": "/nonexistent",
      ]) { $1 }
    let (picture, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (picture, errors)
    try process.run()
    let bytes = picture.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(bytes.count > 5_000)
    #expect(String(decoding: said, as: UTF8.self) == "")
  }

  @Test func `a PDF holds the fonts that come with the program and no time`() throws {
    let text = String(decoding: try picture(as: "pdf", [:]), as: UTF8.self)
    let names = text.matches(of: /\/BaseFont \/[A-Z]+\+(?<name>[A-Za-z-]+)/)
      .map { String($0.output.name) }
    #expect(Set(names) == ["WaymarkSans-Regular", "WaymarkSans-Bold", "WaymarkSigns-Regular"])
    #expect(!text.contains("/CreationDate"))
  }
}
