import ArgumentParser
import Endpoint
import Foundation
import PoolAnalysis
import SignInTestBed
import TransitionTables

/// The option for the Lambda functions that an endpoint calls.
struct TriggerOptions: ParsableArguments {
  @Option(
    name: .customLong("trigger"),
    help: ArgumentHelp(
      "Asks a Lambda function of yours; may be repeated.",
      discussion: """
        NAME is its key in LambdaConfig, such as preSignUp. A command gets the event on its \
        standard input and writes it back, with another status than 0 where it refuses; an address \
        of plain HTTP gets it by POST.
        """,
      valueName: "NAME=COMMAND|URL"))
  var triggers: [String] = []

  /// Connects the functions to a pool; nil where the options name none.
  func connect(to service: inout PoolService) throws(CommandFailure) -> TriggerHandlers? {
    guard !triggers.isEmpty else { return nil }
    let table: TriggerTable
    do { table = try TriggerTable.bundled() } catch {
      throw CommandFailure((error as? DiagnosticList)?.diagnostics ?? [], status: .systemFailure)
    }
    var places: [String: TriggerHandlers.Place] = [:]
    for trigger in triggers {
      let sides = trigger.split(separator: "=", maxSplits: 1).map(String.init)
      let name = table.names.first { $0.lowercased() == sides.first?.lowercased() }
      guard let name, sides.count == 2 else {
        let lacks = name == nil ? "names no function that an endpoint asks" : "says nobody to ask"
        throw .usage(
          "usage.trigger", "`--trigger \(trigger)` \(lacks)",
          remedy: "write NAME=COMMAND or NAME=URL with one of \(table.names.list)")
      }
      guard !sides[1].hasPrefix("https://") else {
        throw .usage(
          "usage.trigger", "`--trigger \(trigger)`: only addresses of plain HTTP are asked",
          remedy: "write a command that asks it, such as `\(name)='curl -sfd @- \(sides[1])'`")
      }
      guard places[name] == nil else {
        throw .usage(
          "usage.trigger", "`--trigger \(name)` is given twice",
          remedy: "leave one of the two out")
      }
      let url = URLComponents(string: sides[1])
      guard
        !sides[1].hasPrefix("http://")
          || url?.host?.isEmpty == false && (1...65_535).contains(url?.port ?? 80)
      else {
        throw .usage(
          "usage.trigger", "`--trigger \(trigger)`: this is no address",
          remedy: "write one such as `\(name)=http://localhost:9000/path`")
      }
      places[name] = TriggerHandlers.Place(sides[1])
    }
    let lacking = service.lacking(places.keys.sorted())
    guard lacking.isEmpty else {
      throw .usage(
        "usage.trigger", "the pool has no \(lacking.list) among its triggers",
        remedy: "add it to LambdaConfig, or to `triggers` by `--set`")
    }
    service.connect(Set(places.keys), by: table)
    return TriggerHandlers(places)
  }
}
