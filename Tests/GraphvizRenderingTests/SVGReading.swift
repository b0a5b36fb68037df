import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What an SVG holds, read by an XML parser; anything that is not well formed is an error.
final class SVGReading: NSObject, XMLParserDelegate {
  private(set) var root: [String: String] = [:]
  private(set) var ids: [String] = []
  private(set) var classes: Set<String> = []
  private(set) var fills: Set<String> = []
  private(set) var titles: [String] = []
  private(set) var descriptions: [String] = []
  private(set) var texts: [String] = []
  private var current = ""

  /// All words that are drawn, with line feeds between them.
  var text: String { texts.joined(separator: "\n") }

  struct NotWellFormed: Error {
    let line: Int
  }

  init(_ bytes: [UInt8]) throws {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { throw NotWellFormed(line: parser.lineNumber) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "svg" { root = attributes }
    if let id = attributes["id"] { ids.append(id) }
    if let list = attributes["class"] { classes.insert(list) }
    if let fill = attributes["fill"] { fills.insert(fill) }
    current = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    current += string
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    switch name {
    case "title": titles.append(current)
    case "desc": descriptions.append(current)
    case "text": texts.append(current)
    default: break
    }
    current = ""
  }
}
