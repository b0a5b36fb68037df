// swift-tools-version: 6.2
import PackageDescription

// A stranger's package: a pool and the tests that keep it safe. Yours names waymark by its URL.
let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "waymark", path: "../../..")],
  targets: [
    .testTarget(
      name: "ShopTests", dependencies: [.product(name: "WaymarkTesting", package: "waymark")])
  ]
)
