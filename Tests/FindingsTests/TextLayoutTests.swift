import Findings
import Testing

@Suite struct TextLayoutTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func `thousands stand apart`(number: Int, text: String) {
    #expect(TextLayout.grouped(number) == text)
  }

  @Test func `lines break between words only`() {
    #expect(
      TextLayout.wrapped("one two\nthree unbreakable four", width: 8)
        == ["one two", "three", "unbreakable", "four"])
    #expect(TextLayout.wrapped("a\u{A0}b c", width: 3) == ["a\u{A0}b", "c"])
    #expect(TextLayout.wrapped("", width: 8) == [])
  }

  @Test func `what stands in backquotes is not broken where it fits a line`() {
    #expect(
      TextLayout.wrapped("give it by `--set a=1 b=2`, or not", width: 18)
        == ["give it by", "`--set a=1 b=2`,", "or not"])
    #expect(
      TextLayout.wrapped("give it by `--set a=1 b=2`, or not", width: 14)
        == ["give it by", "`--set a=1", "b=2`, or not"])
    #expect(
      TextLayout.wrapped("a ` that nothing closes `x` `y z`", width: 12)
        == ["a ` that", "nothing", "closes `x`", "`y z`"])
    #expect(
      TextLayout.fitted("  → run `waymark check p.yaml` again\n", width: 28)
        == "  → run\n    `waymark check p.yaml`\n    again\n")
  }

  @Test func `lines that do not fit are broken and indented, others stay`() {
    #expect(
      TextLayout.fitted("  a   b\n  → aaaaaaaa bbbbbbbb cccccccc\n", width: 24)
        == "  a   b\n  → aaaaaaaa bbbbbbbb\n    cccccccc\n")
  }

  @Test func `a command is continued, but not within quotes`() {
    let command = "waymark check p.yaml --set 'mfaMethods={sms, totp}' --verbose"
    #expect(TextLayout.command("again: ", command, width: 80) == "again: \(command)\n")
    #expect(
      TextLayout.command("again: ", command, width: 40) == """
        again: waymark check p.yaml --set \\
               'mfaMethods={sms, totp}' \\
               --verbose

        """)
  }

  @Test func `columns are as wide as their widest cell`() {
    #expect(
      TextLayout.columns([["a", "b"], ["long", "", "c"], []]) == ["a     b", "long     c", ""])
  }

  @Test func `paragraphs hang behind their label`() {
    #expect(
      TextLayout.labelled("Remedy: ", "aaaa bbbb cccc dddd eeee", width: 20)
        == "Remedy: aaaa bbbb cccc dddd\n        eeee\n")
  }
}

@Suite struct TerminalStyleTests {
  @Test func `what dresses a text stays, and what a text holds goes`() {
    let hostile = "a\u{1B}]0;title\u{7}b\u{1B}[2Jc\u{9B}31m\r\u{202E}d\u{1B}"
    let harmless = "a\u{FFFD}]0;title\u{FFFD}b\u{FFFD}[2Jc\u{FFFD}31m\u{FFFD}\u{FFFD}d\u{FFFD}"
    #expect(TerminalStyle().cleaned("\(hostile)\n\tx") == "\(harmless)\n\tx")
    let coloured = TerminalStyle(isColoured: true)
    for role in [TerminalStyle.Role.heading, .good, .bad, .doubtful, .quiet] {
      let dressed = coloured.dress("x", as: role)
      #expect(dressed.hasPrefix("\u{1B}["))
      #expect(coloured.cleaned(dressed + hostile) == dressed + harmless)
    }
  }

  @Test func `colour needs a terminal that can and is let`() {
    #expect(TerminalStyle(isTerminal: true, environment: ["TERM": "xterm"]).isColoured)
    #expect(!TerminalStyle(isTerminal: false, environment: [:]).isColoured)
    #expect(!TerminalStyle(isTerminal: true, environment: ["NO_COLOR": "1"]).isColoured)
    #expect(TerminalStyle(isTerminal: true, environment: ["NO_COLOR": ""]).isColoured)
    #expect(!TerminalStyle(isTerminal: true, environment: ["TERM": "dumb"]).isColoured)
  }

  @Test func `a role adds escape sequences and never words`() {
    let coloured = TerminalStyle(isColoured: true)
    #expect(coloured.dress("✗ fails", as: .bad) == "\u{1B}[1;31m✗ fails\u{1B}[0m")
    #expect(TerminalStyle().dress("✗ fails", as: .bad) == "✗ fails")
  }
}
