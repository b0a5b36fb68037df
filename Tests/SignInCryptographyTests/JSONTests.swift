import Foundation
import SignInCryptography
import Testing

@Suite struct JSONTests {
  @Test func everyKindIsReadAndWrittenInItsOrder() throws {
    let text = #"{"b":[1,-2,null,true,false],"a":{"x":"ü\n\"\\/","y":1.5},"":""}"#
    let json = try JSON(parsing: text)
    #expect(json["b"]?.elements?.count == 5)
    #expect(json["b"]?.elements?[1].integer == -2)
    #expect(json["a"]?["x"]?.text == "ü\n\"\\/")
    #expect(json["a"]?["y"] == .decimal(1.5))
    #expect(json["b"]?.elements?[3].bool == true)
    #expect(json["c"] == nil)
    #expect(json.serialized == text)
    #expect(try JSON(parsing: " \t\r\n[ 1 , 2 ] ").serialized == "[1,2]")
  }

  @Test func escapesStandForTheirCharacters() throws {
    #expect(
      try JSON(parsing: #""\u0041\u00fc\ud83d\ude00\/\b\f\r\t""#).text == "Aü😀/\u{8}\u{c}\r\t")
    #expect(JSON.string("\u{1}\u{7f}").serialized == "\"\\u0001\u{7f}\"")
    #expect(JSON.string("é\"😀\n\\/").serialized == "\"é\\\"😀\\n\\\\/\"")
  }

  @Test func numbersAreExactWhereTheyAreWhole() throws {
    for number in [Int64.min, -1, 0, 1, Int64.max] {
      #expect(try JSON(parsing: "\(number)") == .integer(number))
    }
    #expect(try JSON(parsing: "9223372036854775808") == .decimal(9_223_372_036_854_775_808))
    #expect(try JSON(parsing: "1e2") == .decimal(100))
    #expect(try JSON(parsing: "-0.5E-1") == .decimal(-0.05))
  }

  @Test func whateverIsNotJSONIsRefused() {
    for text in [
      "", " ", "{", "}", "[", "]", "[1,]", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1 2]",
      "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "01", "+1", "1.", ".5", "1e", "1e+", "-", "--1",
      "0x1", "NaN", "Infinity", "1e999", "tru", "True", "nul", "nulll", "\"", "\"a", "\"\\\"",
      "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800x\"", "\"\\ud800\\u0041\"",
      "\"\\udc00\"", "\"\n\"", "\"\t\"", "\u{feff}1", "1 1", "{}{}", "// x\n1", "\u{a0}1",
      "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}",
    ] {
      #expect(thrownCode { _ = try JSON(parsing: text) } == .malformedJSON, "\(text)")
    }
    #expect(thrownCode { _ = try JSON(parsing: [0x22, 0xff, 0x22]) } == .malformedJSON)
    #expect(thrownCode { _ = try JSON(parsing: [0x22, 0xc3, 0x22]) } == .malformedJSON)
  }

  @Test func nestingAndSizeAreBounded() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(thrownCode { _ = try JSON(parsing: nested(JSON.maximumDepth)) } == nil)
    #expect(
      thrownCode { _ = try JSON(parsing: nested(JSON.maximumDepth + 1)) } == .malformedJSON)
    #expect(
      thrownCode { _ = try JSON(parsing: String(repeating: "[", count: 500_000)) } == .malformedJSON
    )
    let long = String(repeating: " ", count: JSON.maximumBytes) + "1"
    #expect(thrownCode { _ = try JSON(parsing: long) } == .malformedJSON)
  }

  /// Unicode takes the kelvin sign for a K, and a composed letter for its parts; members are bytes.
  @Test func namesThatOnlyLookAlikeAreTwoNames() throws {
    let json = try JSON(parsing: "{\"\u{212a}\":1,\"K\":2,\"\u{e9}\":3,\"e\u{301}\":4}")
    #expect(json["K"]?.integer == 2)
    #expect(json["e\u{301}"]?.integer == 4)
  }

  @Test func foundationReadsWhatIsWritten() throws {
    let json = JSON.members(["a": .string("\u{0}\"\\ü/"), "b": nil, "c": .array([.integer(.min)])])
    let data = Data(json.serialized.utf8)
    let read = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(read["a"] as? String == "\u{0}\"\\ü/")
    #expect((read["c"] as? [Int64]) == [.min])
    #expect(read.count == 2)
  }
}
