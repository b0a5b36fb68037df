import Findings
import Testing

@Suite struct JSONTests {
  @Test func `keys are sorted and nesting is indented`() {
    let value = JSONValue.object([
      "b": .array([.number(1), .object(["y": .null, "x": .bool(true)])]), "a": .string("z"),
      "c": .array([]), "d": .object([:]),
    ])
    #expect(
      value.text == """
        {
          "a": "z",
          "b": [
            1,
            {
              "x": true,
              "y": null
            }
          ],
          "c": [],
          "d": {}
        }

        """)
  }

  @Test func `strings are escaped so that a parser reads them back`() {
    #expect(
      JSONValue.string("a\"b\\c\nd\t\u{1}\u{9B}é→").text == #""a\"b\\c\nd\t\u0001\u009bé→""# + "\n")
  }

  @Test(arguments: [
    (1.0, "1"), (0.5, "0.5"), (-0.0625, "-0.063"), (1234.5678, "1234.568"), (.nan, "null"),
    (.infinity, "null"), (0.0004, "0"),
  ])
  func `measured quantities have at most three decimals`(value: Double, text: String) {
    #expect(JSONValue.decimal(value).text == text + "\n")
  }

  @Test func `a report is the object of the design`() {
    var report = PoolReport(
      pool: "retail",
      configuration: ConfigurationReport(
        closed: [.init("mfa", .member("optional"), by: .document("line 4"))],
        open: [.init("recovery", valueCount: 6, reason: "left open")]),
      coverage: .init(states: 12, transitions: 34, depth: 5),
      properties: [.init(id: "p.q", severity: .error, verdict: .holds)])
    var path = PathReport(
      id: "userSRP.done", calls: [.init("signIn(userSRP)", step: "done")], outcome: "done")
    path.record = [
      .init("status", "confirmed"), .init("preference", member: "totp", "preferred"),
    ]
    path.trace = [
      .init(
        actor: "app", call: "signIn(flow: userSRP)", answer: "done",
        changes: [.init("client.at", from: "signedOut", to: "signedIn")])
    ]
    path.replay = .agrees
    report.paths = [path]
    #expect(JSONSink().value(of: report).text == Self.expected)
  }

  @Test func `a failing property has its places in the document, a holding one none`() {
    let place = FindingPlace(file: "pool.yaml", line: 4, column: 8, parameter: "mfa")
    var failing = PropertyReport(id: "p.q", severity: .error, verdict: .fails)
    failing.places = [place]
    var holding = failing
    holding.verdict = .holds
    var report = PoolReport(
      pool: "retail", configuration: ConfigurationReport(closed: [], open: []),
      coverage: .init(states: 1, transitions: 0, depth: 0), properties: [failing])
    let object = """
            "places": [
              {
                "column": 8,
                "file": "pool.yaml",
                "line": 4,
                "parameter": "mfa"
              }
            ],
      """
    #expect(JSONSink().value(of: report).text.contains(object))
    report.properties = [holding]
    #expect(!JSONSink().value(of: report).text.contains("places"))
  }

  private static let expected = """
    {
      "configuration": {
        "closed": {
          "mfa": "optional"
        },
        "open": [
          "recovery"
        ]
      },
      "cryptography": {
        "codes": 0,
        "deviceSRP": 0,
        "differences": [],
        "evidence": [],
        "exploration": {
          "codes": 0,
          "deviceSRP": 0,
          "judgements": 0,
          "srp": 0,
          "totp": 0,
          "webAuthn": 0
        },
        "replay": {
          "codes": 0,
          "deviceSRP": 0,
          "paths": 0,
          "sideSteps": 0,
          "srp": 0,
          "totp": 0,
          "webAuthn": 0
        },
        "srp": 0,
        "totp": 0,
        "unexercisedRows": [],
        "webAuthn": 0
      },
      "depth": 5,
      "paths": [
        {
          "id": "userSRP.done",
          "outcome": "done",
          "record": {
            "preference": {
              "totp": "preferred"
            },
            "status": "confirmed"
          },
          "replay": "agrees",
          "steps": [
            "done"
          ],
          "trace": [
            {
              "actor": "app",
              "answer": "done",
              "call": "signIn(flow: userSRP)",
              "changes": {
                "client.at": {
                  "after": "signedIn",
                  "before": "signedOut"
                }
              },
              "messages": [],
              "rows": []
            }
          ]
        }
      ],
      "pool": "retail",
      "properties": [
        {
          "condition": null,
          "id": "p.q",
          "severity": "error",
          "trace": null,
          "verdict": "holds"
        }
      ],
      "states": 12,
      "transitions": 34
    }

    """
}
