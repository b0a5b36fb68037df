// swift-tools-version: 6.2
import PackageDescription

/// Our own code builds without a single warning; dependencies keep their own manners.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

/// Of modules that compile in a third to a fifth of the time without optimisation and run as fast:
/// what takes time in them is what they call.
let plain: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "waymark",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "waymark", targets: ["waymark"]),
    .library(name: "WaymarkTesting", targets: ["WaymarkTesting"]),
  ],
  dependencies: [
    // The command line's verbs, help and completions; everyone's tools speak this dialect.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // YAML with marks: every diagnostic needs the line and column of the user's own file. Of it
    // libyaml alone, as the module CYaml: its events have the place of each key and take a third of
    // the time of Yams' nodes.
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    // HTTP for `serve`, with limits on headers, time and connections, which FlyingFox 0.27 has not:
    // it reads lines of any length, waits for ever for their end and takes any number of connections.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // Prefetch and large pages, for which Swift has no word: a header, no library.
    .systemLibrary(name: "CMemory"),
    .target(name: "StateSpace", dependencies: ["CMemory"], swiftSettings: strict),
    .target(name: "SafeText", swiftSettings: strict),
    .target(
      name: "TransitionTables", dependencies: ["StateSpace", "SafeText", "Yams"],
      swiftSettings: strict),
    .target(
      name: "Models", path: "Models",
      resources: [
        .copy("cognito"), .copy("amplify"), .copy("properties"), .copy("answers"),
        .copy("statements"), .copy("pools"), .copy("scenarios"), .copy("cases"), .copy("layers"),
        .copy("classics"), .copy("schema"),
        .copy("probe"), .copy("triggers"), .copy("fonts"),
      ], swiftSettings: strict),
    .target(
      name: "SignIn", dependencies: ["TransitionTables", "StateSpace", "Models"],
      swiftSettings: plain),
    .target(
      name: "MeansSearch", dependencies: ["SignIn", "TransitionTables", "StateSpace"],
      swiftSettings: strict),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(
      name: "SignInCryptography", dependencies: ["COpenSSL", "SafeText"], swiftSettings: strict),
    .target(
      name: "SignInTestBed",
      dependencies: ["SignIn", "SignInCryptography", "TransitionTables", "StateSpace"],
      // Optimised: the endpoint's sign-ins take twice as long without.
      swiftSettings: strict),
    .target(name: "Diagrams", dependencies: ["SafeText"], swiftSettings: strict),
    // Loads Graphviz's library when the first picture is drawn; nothing of it is needed here.
    .target(name: "GraphvizRendering", dependencies: ["Diagrams"], swiftSettings: strict),
    .target(name: "Findings", dependencies: ["SafeText"], swiftSettings: strict),
    .target(
      name: "PoolAnalysis",
      dependencies: [
        "MeansSearch", "SignIn", "SignInTestBed", "SignInCryptography", "TransitionTables",
        "StateSpace", "Findings", "SafeText",
      ], swiftSettings: plain),
    .target(
      name: "TableMutation",
      dependencies: [
        "PoolAnalysis", "SignIn", "SignInTestBed", "SignInCryptography", "TransitionTables",
        "StateSpace", "Findings",
      ], swiftSettings: plain),
    .target(
      name: "Atlas",
      dependencies: [
        "PoolAnalysis", "SignIn", "SignInTestBed", "SignInCryptography", "TransitionTables",
        "Findings", "Diagrams", "GraphvizRendering", "SafeText",
      ],
      // Embedded, so that the atlas needs no file beside the program.
      resources: [
        .embedInCode("Page/Files/page.html"), .embedInCode("Page/Files/paths.html"),
        .embedInCode("Page/Files/style.css"), .embedInCode("Page/Files/means.css"),
        .embedInCode("Page/Files/reading.js"), .embedInCode("Page/Files/catalogue.js"),
        .embedInCode("Page/Files/run.js"), .embedInCode("Page/Files/sequence.js"),
        .embedInCode("Page/Files/routing.js"),
      ],
      swiftSettings: plain),
    // Without the engine, which the program has: tests of other packages build in seconds.
    .target(name: "WaymarkTesting", dependencies: ["Findings"], swiftSettings: strict),
    .target(
      name: "Endpoint",
      dependencies: [
        "SignInTestBed", "SignInCryptography", "TransitionTables",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      // Embedded, so that the page needs no file next to the program.
      resources: [.embedInCode("Page/page.html")],
      swiftSettings: strict),
    .target(
      name: "WaymarkCommands",
      dependencies: [
        "Endpoint", "PoolAnalysis", "TableMutation", "Atlas", "SignIn", "SignInTestBed",
        "SignInCryptography", "TransitionTables", "StateSpace", "Diagrams", "Findings", "SafeText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: plain),
    .executableTarget(name: "waymark", dependencies: ["WaymarkCommands"], swiftSettings: strict),

    .testTarget(name: "StateSpaceTests", dependencies: ["StateSpace"], swiftSettings: plain),
    .testTarget(
      name: "TransitionTablesTests",
      dependencies: ["TransitionTables", "StateSpace", "TestSupport"],
      swiftSettings: plain),
    .testTarget(
      name: "SignInTests",
      dependencies: ["SignIn", "TransitionTables", "StateSpace", "TestSupport"],
      swiftSettings: plain),
    .testTarget(
      name: "SignInCryptographyTests", dependencies: ["SignInCryptography", "TestSupport"],
      resources: [.copy("Vectors")], swiftSettings: plain),
    .testTarget(
      name: "SignInTestBedTests",
      dependencies: [
        "SignInTestBed", "SignIn", "SignInCryptography", "TransitionTables", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(name: "DiagramsTests", dependencies: ["Diagrams"], swiftSettings: plain),
    .testTarget(
      name: "GraphvizRenderingTests", dependencies: ["GraphvizRendering", "Diagrams"],
      swiftSettings: plain),
    .testTarget(
      name: "WaymarkTestingTests",
      dependencies: [
        "WaymarkTesting", "PoolAnalysis", "SignIn", "TransitionTables", "Findings", "TestSupport",
        "waymark",
      ],
      swiftSettings: plain),
    .testTarget(name: "FindingsTests", dependencies: ["Findings"], swiftSettings: plain),
    // What the tests of several targets share: a small table, a folder, which tests take long.
    .target(
      name: "TestSupport", dependencies: ["PoolAnalysis", "TransitionTables"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "PoolAnalysisTests",
      dependencies: [
        "PoolAnalysis", "MeansSearch", "SignIn", "SignInTestBed", "TransitionTables", "StateSpace",
        "Findings", "SafeText", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "TableMutationTests",
      dependencies: [
        "TableMutation", "SignIn", "SignInTestBed", "TransitionTables", "Findings", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "AtlasTests",
      dependencies: [
        "Atlas", "PoolAnalysis", "SignIn", "TransitionTables", "Diagrams", "Findings",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "WaymarkCommandsTests",
      dependencies: [
        "WaymarkCommands", "Endpoint", "PoolAnalysis", "Atlas", "SignIn", "SignInTestBed",
        "SignInCryptography", "TransitionTables", "StateSpace", "Models", "Findings", "SafeText",
        "TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Words"],
      swiftSettings: plain),
    .testTarget(
      name: "EndpointTests",
      dependencies: [
        "Endpoint", "SignIn", "SignInTestBed", "SignInCryptography", "TransitionTables",
        "TestSupport", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: plain),
    .testTarget(name: "PackageTests", swiftSettings: plain),
  ]
)
