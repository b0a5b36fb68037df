import SignIn
import SignInTestBed
import TransitionTables

/// A pool's catalogue with its paths as exchanges over the wire, for coverage and for drives.
package struct WirePaths {
  package let explored: any ExploredTable
  package let catalogue: Catalogue
  package let wire: WireCatalogue
  package let parameters: [Int: Int]

  /// Explores a pool and plays its paths.
  ///
  /// - Throws: the errors of an exploration; 153 where a path cannot be played.
  package init(
    of pool: LoadedPool, by comparer: PoolComparer, seed: UInt64
  ) throws(CommandFailure) {
    parameters = try comparer.configurations(pool, pool, rulings: []).0
    let found = try comparer.explored(parameters, pool)
    explored = found.table
    guard let catalogue = Catalogue(found, findingRunsOf: { _ in true }) else {
      throw CommandFailure(
        [
          Diagnostic(
            "system.replay", at: SourceLocation(file: pool.name),
            "the table declares no attempt to sign in",
            remedy: "this is an error of waymark's table")
        ], status: .systemFailure)
    }
    self.catalogue = catalogue
    let environment = comparer.environment
    do {
      wire = try WireCatalogue.run(
        catalogue, explored, seed: seed, shouldStop: { environment.limits.shouldStop },
        progress: { environment.progress("\(pool.name): path \($0) of \($1)") })
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.replay", at: SourceLocation(file: pool.name), "\(error)",
            remedy: "this is an error of waymark's table")
        ], status: .systemFailure)
    }
  }

  package func coverage(
    _ title: String, seen: [[WireExchange]]
  ) throws(CommandFailure) -> CatalogueCoverage {
    do throws(TableExploration.Disagreement) {
      return try CatalogueCoverage(title, catalogue, explored, wire, seen: seen)
    } catch {
      throw Self.failure(title, "\(error)")
    }
  }

  package func drives(
    _ title: String, at service: PoolService
  ) throws(CommandFailure) -> DriveList {
    do {
      return try DriveList(title, catalogue, explored, wire, at: service)
    } catch {
      throw Self.failure(title, "\(error)")
    }
  }

  private static func failure(_ pool: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "system.replay", at: SourceLocation(file: pool), reason,
          remedy: "this is an error of waymark's table")
      ], status: .systemFailure)
  }
}
