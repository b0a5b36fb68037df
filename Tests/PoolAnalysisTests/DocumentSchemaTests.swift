import Foundation
import SignIn
import Testing
import TransitionTables

@testable import PoolAnalysis

/// The bundled JSON Schemas are what the model and the readers say; `Tests/Oracles` validates the
/// bundled files by them.
@Suite struct DocumentSchemaTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Models/schema").standardizedFileURL

  @Test func `the bundled schemas are current`() throws {
    for schema in DocumentSchemas(model: try BundledTable.signIn()).all {
      let file = Self.root.appending(path: schema.name)
      let found = try String(contentsOf: file, encoding: .utf8)
      #expect(
        found == schema.text, "renew it: swift run waymark explain --schemas Models/schema")
    }
  }

  @Test func `the schema of pool files has the reader's keys and the model's parameters`() throws {
    let model = try BundledTable.signIn()
    let text = try #require(DocumentSchemas(model: model).all.first?.text)
    let document = try LocatedDocument(parsing: text, file: "schema")
    let keys = document.root["properties"]?.entries?.map(\.key)
    #expect(keys == WaymarkPoolImporter.keys.sorted())
    let configuration = document.root["properties"]?["configuration"]?["anyOf"]?.elements?.first
    let parameters = configuration?["properties"]?.entries?.map(\.key)
    #expect(parameters == model.parameterDeclarations.map(\.name).sorted())
    let mfa = configuration?["properties"]?["mfa"]?["enum"]?.elements?.compactMap(\.text)
    #expect(mfa == ["off", "optional", "required"])
  }
}
