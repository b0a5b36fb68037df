import TransitionTables

/// Finds the programs that read custom attributes.
extension ProjectPrograms {
  /// Matches a read of a custom attribute: in brackets behind a record, as the argument of a
  /// getter, or as the claim in a rule of an identity pool: `claims['custom:role']`,
  /// `attributes.get("custom:role")`. Assignments do not match.
  private static var read: Regex<(Substring, Substring)> {
    #/
      (?: (?: (?: [\w\)\]] | \?\. ) \[ | \.get\( | getClaim\( | \.getOrDefault\( ) \s* ['"`]
        | [Cc]laim ["']? \s* [:=] \s* ["']? )
      (custom:[\w.\-]++) (?! ['"`] \s* \] \s* =[^=] )
    /#
  }
  /// Matches the name of a field of a record that is read from a token, where it differs from the
  /// field's own: `#[serde(rename = "custom:role")]`, `json:"custom:role"`.
  private static var tag: Regex<(Substring, Substring)> {
    #/
      (?: ^ \#\[serde\( [^\n"]*? (?: rename | alias ) \s* = \s* | `[^`]*? \bjson:
        | (?: JsonProperty | JsonPropertyName | SerialName | SerializedName ) \( \s* )
      " (custom:[\w.\-]++)
    /#
  }

  /// Matches a constant, or a member of one, that is the name of a custom attribute.
  private static var constant: Regex<(Substring, Substring?, Substring, Substring)> {
    #/
      ^ \s* (?: (export \s+ const | const) \s+ )? (\w++) (?: \s* : \s* string )?
      \s* [:=] \s* ["'`] custom: ([\w.\-]++) ["'`] (?: \s* as \s+ const )? \s* [,;]? \s* $
    /#
  }
  /// Matches the beginning of a constant with members, or of an enumeration.
  private static var group: Regex<(Substring, Substring)> {
    #/
      ^ (?: export \s+ )? (?: (?: const \s+ )? enum | const ) \s+ (\w++) [^{}=]*+ =? \s* \{ \s* $
    /#
  }

  /// Adds the constants of a text that are names of custom attributes, at most one level deep.
  private mutating func takeConstants(in lines: [Substring]) {
    let (constant, group) = (Self.constant, Self.group)
    // The lines that contain the present one, each deeper than the one before.
    var owners: [(depth: Int, line: Substring)] = []
    for line in lines {
      let depth = line.prefix { $0.isWhitespace }.utf8.count
      guard depth < line.utf8.count else { continue }
      while let last = owners.last, last.depth >= depth { owners.removeLast() }
      defer { owners.append((depth, line)) }
      guard line.contains("custom:"), let match = line.firstMatch(of: constant) else { continue }
      var words = [match.2]
      if match.1 == nil {
        guard let owner = owners.last?.line.firstMatch(of: group) else { continue }
        words.insert(owner.1, at: 0)
      }
      let key = words.joined(separator: ".")
      let name = String(match.3)
      constants[key] = constants[key].map { $0 == name ? $0 : "" } ?? name
    }
  }

  /// Adds the places where a text reads custom attributes.
  /// - Parameter folder: the folder of the project, whose own path says nothing about its files.
  package mutating func takeReads(in text: String, of file: String, in folder: String = "") {
    guard text.contains("custom:") else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isBelow = file.hasPrefix(folder)
    let reader = AttributeReader(
      of: text, file: isBelow ? String(file.dropFirst(folder.count)) : file)
    takeConstants(in: lines)
    let (read, tag) = (Self.read, Self.tag)
    for (index, line) in lines.enumerated() where line.contains("custom:") {
      let code = line.drop { $0.isWhitespace }
      let place = SourceLocation(file: file, line: index + 1)
      for match in code.matches(of: tag) { addRead(of: String(match.1), at: place, by: reader) }
      let isNoRead = Self.comments.contains(where: code.hasPrefix) || code.hasPrefix("delete ")
      guard !isNoRead else { continue }
      for match in code.matches(of: read) { addRead(of: String(match.1), at: place, by: reader) }
    }
  }

  /// Adds a read unless one is known that counts as much.
  mutating func addRead(of name: String, at place: SourceLocation, by reader: AttributeReader) {
    if let known = readers[name], known <= reader { return }
    reads[name] = place
    readers[name] = reader
  }
}

/// Where a program runs that reads a custom attribute; those that count more come first. What a
/// browser reads decides what is shown, and grants nothing by itself.
enum AttributeReader: Int, Comparable, Hashable, Sendable {
  case server, unknown, browser

  /// Finds it by the file's path and its text.
  init(of text: String, file: String) {
    let words = file.lowercased().split(separator: "/").map { part in
      part.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    let folders = Set(words.dropLast().joined())
    let name = words.last?.first ?? ""
    let suffix = words.last?.last ?? ""
    let isOfServer =
      !Self.servers.isDisjoint(with: folders) || Self.serverFiles.contains(name)
      || Self.serverWords.contains(where: text.contains)
    let isOfAndroid = text.contains("import android")
    // The pages of Next.js run on its server unless they say otherwise.
    let isPage =
      folders.contains("app") && Self.pages.contains(name) && !text.contains("use client")
    let isEndpoint = folders.isSuperset(of: ["pages", "api"])
    if isOfServer || isEndpoint || Self.serverSuffixes.contains(suffix) && !isOfAndroid {
      self = .server
    } else if isPage {
      self = .unknown
    } else if isOfAndroid || Self.browserSuffixes.contains(suffix)
      || Self.browserWords.contains(where: text.contains)
    {
      self = .browser
    } else {
      let perhaps = !Self.perhapsServers.isDisjoint(with: folders)
      let isOfBrowser = !Self.browsers.isDisjoint(with: folders)
      self = perhaps == isOfBrowser ? .unknown : perhaps ? .server : .browser
    }
  }

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  /// Words in the names of folders with programs of a server.
  private static let servers: Set<String> = [
    "backend", "server", "serverless", "lambda", "lambdas", "function", "functions", "authorizer",
    "authorizers", "middleware", "middlewares",
  ]
  /// Words in the names of folders with programs of a server, unless a browser runs them.
  private static let perhapsServers: Set<String> = [
    "api", "apis", "routes", "handlers", "controllers", "resolvers",
  ]
  /// The names of files in which the frameworks of pages have programs of their server.
  private static let serverFiles: Set<String> = ["middleware", "route", "authorizer"]
  /// The names of files that are pages below the folder `app`.
  private static let pages: Set<String> = ["page", "layout", "template"]
  /// Words of such programs.
  private static let serverWords = [
    "next/headers", "aws-amplify/auth/server", "getServerSideProps", "'use server'",
    "\"use server\"", "aws-jwt-verify", "import express", "require('express')",
  ]
  /// The suffixes of languages in which no browser's programs are written, and of declarations.
  private static let serverSuffixes: Set<String> = [
    "py", "go", "java", "kt", "cs", "rb", "php", "rs", "tf", "yaml", "yml", "json",
  ]
  /// The suffixes of components and of apps.
  private static let browserSuffixes: Set<String> = [
    "tsx", "jsx", "vue", "svelte", "html", "dart", "swift",
  ]
  /// Words in the names of folders with programs of a browser or an app.
  private static let browsers: Set<String> = [
    "frontend", "client", "web", "webapp", "ui", "mobile", "store", "stores", "component",
    "components", "hooks", "context", "contexts", "composables", "views", "pages", "screens",
    "redux", "slices",
  ]
  /// Words of such programs.
  private static let browserWords = [
    "from 'react'", "from \"react\"", "from 'vue'", "from \"vue\"", "from 'pinia'",
    "from \"pinia\"", "from 'zustand'", "from \"zustand\"", "from '@angular/core'",
    "from \"@angular/core\"", "from 'aws-amplify/auth'", "from \"aws-amplify/auth\"",
  ]
}
