extension ModelLoader {
  /// Reads a file of the model, or of a layer.
  mutating func take(_ document: LocatedDocument) throws(Diagnostic) {
    guard let layer = document.root["layer"] else {
      model.sources[document.file] = document.lines
      return try merge(document.root, subject: "a model file")
    }
    guard model.sources[document.file] == nil else {
      throw Diagnostic(
        "layer.conflict", at: layer.location, "`\(document.file)` is read twice",
        remedy: "name each layer once")
    }
    model.sources[document.file] = document.lines
    let name = try layer.requireText()
    try checkBase(of: document.root)
    if !model.layers.contains(name) { model.layers.append(name) }
    layerOfFile[document.file] = name
    changeSections { $0.apply(document.root) { $0 != "transitions" } }
    try merge(document.root, subject: "a layer file", readBefore: LayerMerge.keys)
    layerRoots.append(document.root)
  }

  /// Applies the changes of layers to rows. This happens after transitions with `each:` are written
  /// out, so that each row has its own id.
  mutating func changeRowsByLayers() {
    for root in layerRoots {
      changeSections { $0.apply(root) { $0 == "transitions" } }
      guard let places = root["insert"] else { continue }
      guard let elements = places.elements else {
        diagnostics.append(
          Diagnostic(
            "table.shape", at: places.location, "`insert` must be a list",
            remedy: "write `- before: ID` with `rows:`"))
        continue
      }
      changeSections { merge in
        for element in elements {
          merge.attempt { merge throws(Diagnostic) in try merge.insert(element) }
        }
      }
    }
  }

  /// Checks `extends:`, which names the model that the layer is written for, or a layer below it.
  private func checkBase(of root: LocatedNode) throws(Diagnostic) {
    var reader = try MappingReader(root, subject: "a layer file")
    let node = try reader.required("extends")
    let name = try node.requireText()
    let known = [model.name] + model.layers
    guard known.contains(name) else {
      throw .unknownName(
        name, at: node.location, "the layer extends `\(name)`, which is not loaded", among: known,
        else: "the model that is loaded is \(known.list)")
    }
  }

  /// Applies a layer's changes to all sections at once.
  private mutating func changeSections(_ body: (inout LayerMerge) -> Void) {
    let place = SourceLocation(file: "")
    var parts: [String: LocatedNode] = [:]
    for name in Self.mappingSections {
      parts[name] = LocatedNode(.mapping(sections[name] ?? []), at: place)
    }
    for name in Self.listSections {
      parts[name] = LocatedNode(.sequence(lists[name] ?? []), at: place)
    }
    parts["attempt"] = attemptNode
    var merge = LayerMerge(sections: parts, lists: Set(Self.listSections), changed: layerChanges)
    body(&merge)
    for name in Self.mappingSections { sections[name] = merge.sections[name]?.entries }
    for name in Self.listSections { lists[name] = merge.sections[name]?.elements }
    attemptNode = merge.sections["attempt"]
    firstPlaces = [:]
    layerChanges = merge.changed
    diagnostics += merge.diagnostics
  }

  /// Sets in each row the layer that it comes from.
  mutating func nameLayers() {
    guard !layerOfFile.isEmpty else { return }
    for row in model.rows.indices {
      model.rows[row].layer = layerOfFile[model.rows[row].location.file]
    }
  }
}
