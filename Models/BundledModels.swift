public import Foundation

/// Where the tables, properties, pools and scenarios that the program works with are on disk.
///
/// They travel next to the program, which can be moved together with their folder. The first of
/// these places that holds them counts:
///
/// 1. the folder that the environment variable `WAYMARK_MODELS` names; no other where it is set
/// 2. `waymark_Models.resources` next to the program, where a build leaves it (on macOS
///    `waymark_Models.bundle`)
/// 3. `../share/waymark`, seen from the program
/// 4. the folder `Models` of the clone from which the program was built, as long as it is still in
///    there, or runs that clone's tests: what was copied elsewhere would take tables that somebody
///    has changed since
public enum BundledModels {
  /// The folder that holds `cognito`, `amplify`, `properties`, `pools`, `scenarios`, `layers` and
  /// `classics`: the first of all places where none does.
  public static let directory = first(of: places) ?? places[0]

  /// The places in which this program looks, in this order.
  public static let places = places(
    around: Bundle.main.executableURL ?? Bundle.main.bundleURL,
    variables: ProcessInfo.processInfo.environment)

  /// The places in which a program at some path looks, in this order.
  public static func places(around program: URL, variables: [String: String]) -> [URL] {
    if let named = variables["WAYMARK_MODELS"], !named.isEmpty { return [URL(filePath: named)] }
    let program = program.resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent()
    let models = URL(filePath: #filePath).deletingLastPathComponent()
    let clone = models.deletingLastPathComponent().resolvingSymlinksInPath().path + "/"
    let isAtHome = program.path.hasPrefix(clone) || testRunners.contains(program.lastPathComponent)
    return [
      folder.appending(path: "waymark_Models.resources"),
      folder.appending(path: "waymark_Models.bundle"),
      folder.deletingLastPathComponent().appending(path: "share/waymark"),
    ] + (isAtHome ? [models] : [])
  }

  /// What loads tests from a place of its own, on macOS.
  private static let testRunners = ["xctest", "swiftpm-testing-helper"]

  /// The first of some places that holds the models; nil where none does.
  public static func first(of places: [URL]) -> URL? {
    places.first { place in
      ["cognito", "amplify", "properties"].allSatisfy {
        FileManager.default.fileExists(atPath: place.appending(path: $0).path)
      }
    }
  }
}
