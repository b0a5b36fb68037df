import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Pools of one run that have the same configuration, as the stages of a project do.
@Suite struct EqualPoolTests {
  private static let stage = """
    provider "aws" {}
    module "users" {
      source = "../../modules/users"
      name   = "NAME"
      mfa    = "OPTIONAL"
    }

    """
  private static let module = """
    variable "name" {}
    variable "mfa" {}
    resource "aws_cognito_user_pool" "users" {
      name                     = var.name
      username_attributes      = ["email"]
      auto_verified_attributes = ["email"]
      mfa_configuration        = var.mfa
      software_token_mfa_configuration {
        enabled = true
      }
    }
    resource "aws_cognito_user_pool_client" "app" {
      user_pool_id        = aws_cognito_user_pool.users.id
      explicit_auth_flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    }

    """

  /// What a run says of its pools, and which of these it explores or changes.
  private func run(_ paths: [String]) throws -> (reports: [Data], worked: Set<String>) {
    let worked = Mutex(Set<String>())
    var environment = ToolEnvironment()
    environment.progress = { line in
      for word in ["exploring", "weighing", "checking", "trying"] where line.contains(": \(word)") {
        worked.withLock { _ = $0.insert(String(line.prefix { $0 != ":" })) }
      }
    }
    let check = ["check", "--format", "json", "--no-try-assumptions", "--property"]
    let output = WaymarkTool.output(
      for: check + ["sign-in.no-dead-end"] + paths, in: environment)
    let value = try JSONSerialization.jsonObject(with: Data(output.stdout))
    let reports = try (value as? [Any] ?? [value]).map { report in
      try JSONSerialization.data(withJSONObject: report, options: .sortedKeys)
    }
    return (reports, worked.withLock(\.self))
  }

  @Test func `the second stage of a pool is explored no more, and its report is its own`() throws {
    let stages = ["live": "shop", "trial": "shop-trial"]
    var files = ["modules/users/main.tf": Self.module]
    for (stage, name) in stages {
      files["stages/\(stage)/main.tf"] = Self.stage.replacing("NAME", with: name)
    }
    let folder = try Folder(files)
    let alone = try run(["stages/trial/main.tf", "modules/users/main.tf"].map { folder[$0] })
    #expect(alone.worked == ["shop-trial"])
    let both = try run(
      ["stages/live/main.tf", "stages/trial/main.tf", "modules/users/main.tf"].map { folder[$0] })
    #expect(both.worked.count == 1)
    try #require(both.reports.count == 2)
    #expect(both.reports[1] == alone.reports[0])
    #expect(both.reports[0] != alone.reports[0])
  }
}
