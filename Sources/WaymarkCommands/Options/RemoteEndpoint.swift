import Endpoint
import Foundation
import PoolAnalysis
import SignInTestBed

/// The endpoint that `conform` tests: one over plain HTTP, or AWS itself in the user's own account.
struct RemoteEndpoint {
  private let url: String
  private let account: String?

  init(_ url: String, account: String?) { (self.url, self.account) = (url, account) }

  /// The function that sends operations, within the time limit of the run. For AWS the account of
  /// the key is checked before anything is created in it.
  func sending(within limits: RunLimits) throws(CommandFailure) -> RemotePool.Sending {
    if url.hasPrefix("https://") { return try sendingSigned() }
    guard let client = EndpointClient(url: url), account == nil else {
      throw .usage(
        "usage.endpoint",
        account == nil
          ? "`\(url)` is no address of plain HTTP"
          : "`\(url)` is not AWS, so `--i-own-this-account` has no meaning there",
        remedy: "write `--endpoint http://127.0.0.1:5000`, or leave the account out")
    }
    return { operation, input throws(RemoteFailure) in
      // The created pool is deleted even after the time limit of the run.
      let left = max(1, limits.secondsLeft ?? EndpointClient.patience)
      return try client.send(operation, input, within: min(EndpointClient.patience, left))
    }
  }

  private func sendingSigned() throws(CommandFailure) -> RemotePool.Sending {
    guard let account else {
      throw Self.refusal(
        "AWS itself is asked only with the account in which pools are made and deleted",
        "write `--i-own-this-account ACCOUNT-ID`; take an account without anything of worth")
    }
    let variables = ProcessInfo.processInfo.environment
    guard let client = SignedClient(url: url, variables: variables) else {
      throw Self.refusal(
        "`\(url)` is not the service's address, or the environment has no key",
        "write `--endpoint https://cognito-idp.REGION.amazonaws.com` and set AWS_ACCESS_KEY_ID "
          + "and AWS_SECRET_ACCESS_KEY")
    }
    let owner: String
    do throws(RemoteFailure) { owner = try client.account() } catch {
      throw Self.refusal(
        "AWS does not say whose key it is: \(error.reason)",
        "look at the key, and at `curl` and the network")
    }
    guard owner == account else {
      throw Self.refusal(
        "the key is of another account than \(account)",
        "take a key of that account; nothing was made")
    }
    return { operation, input throws(RemoteFailure) in try client.send(operation, input) }
  }

  private static func refusal(_ message: String, _ remedy: String) -> CommandFailure {
    .usage("usage.account", message, remedy: remedy)
  }
}
