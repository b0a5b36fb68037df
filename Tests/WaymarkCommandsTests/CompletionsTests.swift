import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands

/// Completions and the man page are made of the verbs' own help, so none can be missing.
@Suite struct CompletionsTests {
  private func files() -> [(path: String, text: String)] {
    WaymarkTool.output(for: ["completions", "share"], in: SmallTable.environment()).files
      .map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  @Test func `there is a file for each shell, and one for man`() {
    #expect(
      files().map(\.path) == [
        "share/bash-completion/completions/waymark", "share/zsh/site-functions/_waymark",
        "share/fish/vendor_completions.d/waymark.fish", "share/man/man1/waymark.1",
      ])
  }

  @Test func `the name of a shell prints its script and writes nothing`() {
    for (shell, file) in zip(["bash", "zsh", "fish"], files()) {
      let output = WaymarkTool.output(for: ["completions", shell], in: SmallTable.environment())
      #expect(output.text == file.text && output.files.isEmpty, "\(shell)")
    }
  }

  @Test func `each of them knows every verb`() {
    for (path, text) in files() {
      for verb in WaymarkCommand.verbNames where verb != "help" {
        #expect(text.contains(verb), "\(path): \(verb)")
      }
    }
  }

  @Test func `the man page has the help of each verb, and nothing in it is a request`() throws {
    let page = try #require(files().last?.text)
    let shown = page.replacing("\\&", with: "").replacing("\\-", with: "-")
      .replacing("\\e", with: "\\")
    for verb in WaymarkCommand.configuration.subcommands {
      #expect(shown.contains(WaymarkCommand.helpMessage(for: verb, columns: 76)))
    }
    let requests = [".TH ", ".SH ", ".SS ", ".nf", ".fi"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains { line.hasPrefix($0) }, "\(line)")
    }
  }

  @Test func `bash reads its completions without a complaint`() throws {
    let folder = try Folder(["waymark": try #require(files().first?.text)])
    let bash = Process()
    bash.executableURL = URL(filePath: "/bin/bash")
    bash.arguments = ["-n", folder["waymark"]]
    try bash.run()
    bash.waitUntilExit()
    #expect(bash.terminationStatus == 0)
  }
}
