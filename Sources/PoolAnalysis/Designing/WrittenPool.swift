import Findings
import SignIn
import TransitionTables

/// A configuration written as documents of a format, and read again as a check.
package struct WrittenPool: Sendable {
  /// Waymark's own format, which has no template.
  package static let ownFormat = "waymark"

  package var files: [(path: String, text: String)]
  /// The settings that the documents do not reproduce, with the values that they give; nil where
  /// the documents cannot be read.
  package var differences: [String]?
  /// The reasons why the pool cannot be deployed in one step, a sentence each; the files say how to
  /// proceed.
  package var stepwise: [String]

  /// The names of the formats.
  package static func formats(of model: Model) -> [String] {
    var names = [ownFormat]
    for template in model.templates where !names.contains(format(of: template)) {
      names.append(format(of: template))
    }
    return names
  }

  /// The part of a template's id before the slash.
  private static func format(of template: DocumentTemplate) -> String {
    String(template.id.prefix { $0 != "/" })
  }

  /// A comment that says why the document's tool cannot create the pool in one step, and how to
  /// create it.
  private static func head(
    of template: DocumentTemplate, _ parameters: [Int: Int], _ model: Model
  ) -> String {
    model.refusedCreations(of: parameters, by: template).map { rule in
      let steps = rule.steps.enumerated().map { "\($0.offset + 1). \($0.element)" }
      let texts = ["Not deployed in one step \(rule.seen):", "“\(rule.refusal)”"] + steps
      return texts.map { TextLayout.labelled("\(template.comment) ", $0) }.joined()
        .split(separator: "\n").map { line in
          // Continuation lines need the comment sign too.
          line.hasPrefix(template.comment)
            ? "\(line)\n" : "\(template.comment)\(line.dropFirst(template.comment.count))\n"
        }.joined()
    }.joined()
  }

  /// - Parameters:
  ///   - parameters: the configuration, by slot.
  ///   - format: one of ``formats(of:)``.
  ///   - model: the table.
  package init(_ parameters: [Int: Int], as format: String, _ model: Model) {
    let settings = parameters.filter {
      model.slots[$0.key].isSetting && model.slots[$0.key].kind == .parameter
    }
    let own = model.templates.filter { Self.format(of: $0) == format }
    stepwise = own.flatMap { template in
      model.refusedCreations(of: settings, by: template).map {
        "\(template.tool) cannot deploy it in one step \($0.seen); \(template.file) begins with how"
      }
    }
    files =
      format == Self.ownFormat
      ? [("pool.yaml", Self.ownText(settings, model))]
      : own.map {
        ($0.file, Self.head(of: $0, settings, model) + model.document($0, of: settings))
      }
    differences = Self.differences(files, settings, model)
  }

  private static func ownText(_ settings: [Int: Int], _ model: Model) -> String {
    let changed = settings.keys.sorted().filter { settings[$0] != model.slots[$0].initial }
    let lines = changed.map { slot in
      let value = model.text(of: settings[slot] ?? 0, in: slot)
      let list = value.replacing("{", with: "[").replacing("}", with: "]")
      return "  \(model.slots[slot].name): \(list)\n"
    }
    return "pool: pool\nconfiguration:\(lines.isEmpty ? " {}\n" : "\n" + lines.joined())"
  }

  private static func differences(
    _ files: [(path: String, text: String)], _ settings: [Int: Int], _ model: Model
  ) -> [String]? {
    let reader = PoolReader(parameters: model.parameterDeclarations)
    let texts = files.map { (file: $0.path, bytes: Array($0.text.utf8)) }
    guard let document = try? reader.read(texts) else { return nil }
    return settings.keys.sorted().compactMap { slot in
      let name = model.slots[slot].name
      guard let setting = document[name] else { return nil }
      let read = setting.value.flatMap { model.number(of: $0, in: slot) }
      // A setting that the format cannot express has its default.
      let isDefault = read == nil && settings[slot] == model.slots[slot].initial
      guard read != settings[slot], !isDefault else { return nil }
      let text = read.map { model.text(of: $0, in: slot) } ?? "open"
      return "\(name) = \(text) instead of \(model.text(of: settings[slot] ?? 0, in: slot))"
    }
  }
}
