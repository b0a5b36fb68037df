import Foundation
import Synchronization
public import Testing

/// Gives the tests of a suite one explored pool, ``PoolUnderTest/current``.
///
/// The pool is read and explored once, when the first test needs it.
public struct PoolTrait: TestTrait, SuiteTrait, TestScoping {
  private final class Shelf: Sendable {
    let pool = Mutex<Result<PoolUnderTest, any Error>?>(nil)
  }

  private let paths: [String]
  /// Whether the properties are checked before the test's own body runs.
  private let judges: Bool
  private let exceptions: [String]
  private let shelf = Shelf()

  /// Whether a suite's tests inherit the trait, to share the explored pool.
  public var isRecursive: Bool { true }

  init(paths: [String], judges: Bool, exceptions: [String]) {
    (self.paths, self.judges, self.exceptions) = (paths, judges, exceptions)
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let pool = try shelf.pool.withLock { kept in
      let result = kept ?? Result { try PoolUnderTest(paths: paths) }
      kept = result
      return try result.get()
    }
    if judges { pool.expectProperties(except: exceptions, sourceLocation: test.sourceLocation) }
    try await PoolUnderTest.$current.withValue(pool) { try await function() }
  }

  /// The path next to the test's own file if that file exists, else the path unchanged.
  static func resolved(_ path: String, nextTo file: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let neighbour = URL(filePath: file).deletingLastPathComponent().appending(path: path)
    let isThere = FileManager.default.fileExists(atPath: neighbour.path)
    return isThere ? neighbour.standardizedFileURL.path : path
  }
}

extension Trait where Self == PoolTrait {
  /// Gives the tests the pool of these documents as ``PoolUnderTest/current``.
  ///
  /// - Parameters:
  ///   - paths: the documents, relative to the folder of the test's file or else to the working
  ///     directory.
  ///   - file: the path of the test's own file.
  public static func pool(_ paths: String..., nextTo file: String = #filePath) -> Self {
    PoolTrait(
      paths: paths.map { PoolTrait.resolved($0, nextTo: file) }, judges: false, exceptions: [])
  }

  /// Tests that no property of a pool fails; the test's body may be empty.
  ///
  /// ```swift
  /// @Test(.propertiesHold("../infrastructure/pool.yaml")) func `our pool`() {}
  /// ```
  ///
  /// - Parameters:
  ///   - path: the document, relative to the folder of the test's file or else to the working
  ///     directory.
  ///   - exceptions: the ids of properties that are known to fail.
  ///   - file: the path of the test's own file.
  public static func propertiesHold(
    _ path: String, except exceptions: [String] = [], nextTo file: String = #filePath
  ) -> Self {
    PoolTrait(
      paths: [PoolTrait.resolved(path, nextTo: file)], judges: true, exceptions: exceptions)
  }
}
