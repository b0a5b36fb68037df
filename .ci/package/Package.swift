// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Waymark without its sources: the program of a release as an artifact bundle, the command
// `swift package waymark`, and the library for tests, which asks that program. `.ci/bundle` fills in
// the release, adds the library's sources and packs it.

/// The bundle next to this file, where there is one; else that of the release.
let bundle = "waymark.artifactbundle.zip"
let isHere = FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(bundle)")
let program: Target =
  isHere
  ? .binaryTarget(name: "waymark", path: bundle)
  : .binaryTarget(
    name: "waymark",
    url: "https://github.com/OWNER/waymark/releases/download/VERSION/"
      + "waymark-VERSION.artifactbundle.zip",
    checksum: "CHECKSUM")

let package = Package(
  name: "waymark",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "WaymarkTesting", targets: ["WaymarkTesting"]),
    .plugin(name: "WaymarkCommand", targets: ["WaymarkCommand"]),
  ],
  targets: [
    program,
    .plugin(
      name: "WaymarkCommand",
      capability: .command(
        intent: .custom(
          verb: "waymark", description: "Explores the sign-in of a user pool: check POOL")),
      dependencies: ["waymark"]),
    .plugin(name: "WaymarkProgram", capability: .buildTool(), dependencies: ["waymark"]),
    .target(name: "SafeText"),
    .target(name: "Findings", dependencies: ["SafeText"]),
    .target(
      name: "WaymarkTesting", dependencies: ["Findings"],
      swiftSettings: [.define("WAYMARK_BUNDLE")], plugins: ["WaymarkProgram"]),
  ]
)
