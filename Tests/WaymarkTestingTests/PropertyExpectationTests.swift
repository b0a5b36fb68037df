import Findings
import PoolAnalysis
import Testing

@testable import WaymarkTesting

@Suite struct PropertyExpectationTests {
  @Test func `a failing property is an issue at the setting of the pool file`() throws {
    let pool = try SmallPools.pool(SmallPools.lockable)
    #expect(pool.failingProperties == ["account.never-locked"])
    #expect(
      recorded { pool.expectProperties() } == [
        """
        p.yaml:4:13: account.never-locked is broken: Nobody is locked out.
          1. signUp()
          2. lock()
        Remedy: Let users recover by themselves.
        """
      ])
  }

  @Test func `a counterexample goes on to what the user meets then`() throws {
    let own = PoolAnswering(model: try SmallPools.model())
    let answers = PoolAnswers { question in
      guard case .report(var explored) = own.answer(to: question) else {
        return own.answer(to: question)
      }
      var refused = TraceStepReport(actor: "app", call: "signIn()")
      refused.answer = "mfaMethodNotFound"
      for position in explored.report.properties.indices
      where explored.report.properties[position].verdict == .fails {
        explored.report.properties[position].refusal = [refused]
      }
      return .report(explored)
    }
    let pool = try PoolUnderTest(asking: SmallPools.question(SmallPools.lockable), of: answers)
    #expect(
      recorded { pool.expectProperties() } == [
        """
        p.yaml:4:13: account.never-locked is broken: Nobody is locked out.
          1. signUp()
          2. lock()
        What the user meets then, every proof right:
          1. signIn() → mfaMethodNotFound
        Remedy: Let users recover by themselves.
        """
      ])
  }

  @Test func `a pool whose properties hold is no issue`() throws {
    let pool = try SmallPools.pool("pool: p\nconfiguration: { recovery: email }\n")
    #expect(recorded { pool.expectProperties(includingWarnings: true) } == [])
  }

  @Test func `warnings count where they are asked for`() throws {
    let pool = try SmallPools.pool("pool: p\nconfiguration:\n  mfa: optional\n")
    #expect(recorded { pool.expectProperties() } == [])
    #expect(
      recorded { pool.expectProperties(includingWarnings: true) } == [
        """
        p.yaml:1:1: account.can-leave is broken: Who has an account can leave.
          1. signUp()
        """
      ])
  }

  @Test func `an exception is excused, until it is none any more`() throws {
    let broken = try SmallPools.pool(SmallPools.lockable)
    #expect(recorded { broken.expectProperties(except: ["account.never-locked"]) } == [])
    let sound = try SmallPools.pool("pool: p\nconfiguration: { recovery: email }\n")
    let issues = recorded {
      sound.expectProperties(except: ["account.never-locked", "account.never-lock"])
    }
    #expect(
      issues.map { $0.split(separator: ": ", maxSplits: 1).last } == [
        "there is no property `account.never-lock`; did you mean `account.never-locked`?",
        "`account.never-locked` holds, so it is no exception any more",
      ])
    #expect(issues.allSatisfy { $0.hasPrefix("PropertyExpectationTests.swift:") })
  }

  @Test func `what a pool leaves open is judged in every legal configuration`() throws {
    let pool = try SmallPools.pool(
      """
      pool: p
      configuration:
        mfa: off
      open: [recovery]
      """)
    #expect(pool.failingProperties == ["account.never-locked"])
    #expect(
      recorded { pool.expectProperties() } == [
        """
        p.yaml:1:1: account.never-locked is broken if recovery = adminOnly: Nobody is locked out.
          1. signUp()
          2. lock()
        Remedy: Let users recover by themselves.
        """
      ])
  }

  @Test func `an illegal pool is refused`() throws {
    let error = #expect(throws: PoolUnderTest.Illegal.self) {
      try SmallPools.pool("pool: p\nconfiguration: { mfa: required, recovery: adminOnly }\n")
    }
    #expect(error?.rules == ["L1: Not both."])
  }

  @Test func `outside of a trait there is no pool`() {
    #expect(PoolUnderTest.current == nil)
    #expect(throws: PoolUnderTest.MissingTrait.self) { try PoolUnderTest.required }
  }
}
