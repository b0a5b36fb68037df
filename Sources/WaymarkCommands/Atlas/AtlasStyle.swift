/// The atlas's look: system fonts, both grounds, narrow windows and paper.
enum AtlasStyle {
  /// Everything but what depends on a drawing's theme.
  static let text = #"""
    :root { color-scheme: light dark; --ground: #fff; --raised: #f6f8fa; --text: #1f2328;
      --muted: #59636e; --line: #d1d9e0; --way: #0072B2; --trouble: #B34E00; --success: #007A5A;
      --elsewhere: #A0527C; --chosen: #e5f1f9; --focus: #0072B2; }
    @media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --raised: #161b22;
      --text: #e6edf3; --muted: #9da7b1; --line: #3d444d; --way: #56B4E9; --trouble: #F08A3C;
      --success: #2FC79A; --elsewhere: #E09BC2; --chosen: #12283a; --focus: #56B4E9; } }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body { margin: 0 auto; max-width: 104rem; padding: 0 1.5rem 4rem; background: var(--ground);
      color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
    code, pre { font: .875em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap:
      anywhere; }
    a { color: var(--way); }
    h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
    h1 { margin: 2rem 0 .25rem; font-size: 2rem; }
    h2 { margin: 3rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
    h3 { margin: 0 0 .5rem; font-size: 1.1rem; }
    h4 { margin: 1rem 0 .25rem; font-size: .95rem; }
    small, .facts, .told, caption, dt, .arrow { color: var(--muted); }
    :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
    [tabindex="-1"]:focus { outline: none; }
    .skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem;
      background: var(--ground); padding: .5rem; z-index: 2; }
    .doc { max-width: 46rem; margin: .25rem 0 1rem; font-size: 1.1rem; }
    .numbers { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 1rem 0; padding: 0; }
    .numbers div { min-width: 6rem; } .numbers dt { font-size: .85rem; }
    .numbers dd { margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .9rem; margin: .5rem 0; }
    dl.numbers { display: flex; }
    dd { margin: 0; overflow-wrap: anywhere; }
    table { border-collapse: collapse; width: 100%; }
    caption { text-align: left; font-size: .85rem; padding-bottom: .25rem; }
    th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; font-weight: 400;
      border-bottom: 1px solid var(--line); }
    thead th { color: var(--muted); font-size: .85rem; }
    tr.changed th, tr.changed td { font-weight: 600; } .mark { color: var(--way); }
    details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: 0
      .75rem; }
    summary { cursor: pointer; padding: .4rem 0; margin-left: 1rem; list-style-position: outside; }
    details[open] > summary { margin-bottom: .25rem;
      }
    details.row { font-size: .9rem; }
    .verdict { display: inline-block; min-width: 7.5rem; font-weight: 600; }
    .verdict.fails { color: var(--trouble); } .verdict.holds { color: var(--success); }
    .verdict.vacuous, .verdict.undetermined { color: var(--muted); }
    .filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom:
      .75rem; }
    .filters label { display: grid; gap: .15rem; font-size: .85rem; color: var(--muted); }
    .filters label.wide { flex: 1 1 18rem; }
    input, select, button { font: inherit; color: inherit; background: var(--ground);
      border: 1px solid var(--muted); border-radius: 6px; padding: .35rem .6rem; max-width: 100%; }
    button { cursor: pointer; background: var(--raised); } button:disabled { opacity: .5; cursor:
      default; }
    .columns { display: grid; grid-template-columns: minmax(16rem, 21rem) minmax(0, 1fr);
      align-items: start; gap:
      1.5rem; }
    #paths-list { list-style: none; margin: 0; padding: 0; max-height: 85vh; overflow: auto;
      border: 1px solid var(--line); border-radius: 6px; }
    #paths-list a { display: grid; grid-template-columns: 1.5rem 1fr; padding: .5rem .75rem;
      color: inherit; text-decoration: none; font-size: .875rem; border-bottom: 1px solid
      var(--line); }
    #paths-list a:hover { background: var(--raised); }
    #paths-list a:focus-visible { outline-offset: -3px; }
    #paths-list a[aria-current] { background: var(--chosen); box-shadow: inset 4px 0 var(--way); }
    .crumbs { overflow-wrap: anywhere; } .call { color: var(--muted); }
    .ending { display: block; color: var(--muted); font-size: .8rem; }
    .sign { font-weight: 700; color: var(--elsewhere); } .sign.done { color: var(--success); }
    .sign.error, .sign.noWayOn, .sign.neverReturns, b.error { color: var(--trouble); }
    ul.record { columns: 18rem; margin: 0 0 .5rem; padding-left: 1.2rem; }
    .toolbar { display: flex; gap: .75rem; align-items: center; margin: .75rem 0; }
    .where { min-width: 8rem; text-align: center; font-variant-numeric: tabular-nums; }
    .run { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr);
      gap: 1.25rem; align-items: start; }
    .steps ol { margin: 0; padding: 0; list-style: none; counter-reset: step; }
    .steps li { counter-increment: step; }
    .steps li button { width: 100%; text-align: left; border-color: transparent; margin: .1rem 0;
      background: none; padding-left: 2rem; position: relative; font-size: .9rem; }
    .steps li button::before { content: counter(step); position: absolute; left: .6rem;
      color: var(--muted); }
    .steps li button:hover { background: var(--raised); }
    .steps li button[aria-current] { background: var(--chosen); border-color: var(--way); }
    .who { font-weight: 600; }
    .panel { font-size: .9rem; } .panel .said { margin-top: 0; }
    .promise summary span:last-child { color: var(--muted); margin-left: .5rem; }
    .scroll { margin: .75rem 0; overflow-x: auto; }
    pre { background: var(--raised); padding: .75rem; border-radius: 6px; overflow: auto;
      max-height: 30rem; white-space: pre-wrap; }
    .map { overflow-x: auto; margin: 0; } .map svg { max-width: 100%; height: auto; min-width:
      44rem; }
    svg.sequence { max-width: 100%; height: auto; min-width: 46rem; display: block;
      font-family: system-ui, sans-serif; }
    svg.sequence text { fill: var(--text); font-size: 12px; }
    svg.sequence .detail { fill: var(--muted); font-size: 10.5px; }
    svg.sequence .number { fill: var(--muted); font-size: 11px; }
    svg.sequence .remark { fill: var(--elsewhere); font-style: italic; }
    svg.sequence .lanes rect { fill: var(--raised); stroke: var(--muted); }
    svg.sequence .lanes text { font-weight: 600; }
    svg.sequence .lanes line { stroke: var(--line); stroke-width: 1.5; }
    svg.sequence .band { fill: transparent; stroke: var(--line); stroke-dasharray: 2 4; }
    svg.sequence .step { cursor: pointer; }
    svg.sequence .current .band { fill: var(--chosen); fill-opacity: .55; stroke: var(--way);
      stroke-dasharray: none; }
    .message line, .message path { stroke: var(--way); fill: none; stroke-width: 1.6; }
    .message path.full { fill: var(--way); } .message.answer line { stroke-dasharray: 6 4; }
    .message.failure line, .message.failure path { stroke: var(--trouble); stroke-dasharray: 6 4; }
    .message.failure path.full { fill: var(--trouble); stroke-dasharray: none; }
    svg.sequence .cross { fill: var(--trouble); font-weight: 700; }
    .message.delivery line, .message.delivery path { stroke: var(--elsewhere); }
    .message.delivery line { stroke-dasharray: 1.5 4; stroke-linecap: round; }
    @media (max-width: 70rem) { .run { grid-template-columns: minmax(0, 1fr); } }
    @media (min-width: 52rem) { .columns > nav { position: sticky; top: .75rem; } }
    @media (max-width: 52rem) { body { padding: 0 1rem 3rem; } .columns { grid-template-columns:
      minmax(0, 1fr); } #paths-list { max-height: 20rem; } h1 { font-size: 1.6rem; }
      .promise summary span:last-child { display: block; margin: 0; } }
    @media print { @page { margin: 15mm; } :root { color-scheme: light; --ground: #fff;
      --raised: #fff; --text: #000; --muted: #444; --line: #bbb; --way: #0072B2; --trouble: #B34E00;
      --success: #007A5A; --elsewhere: #A0527C; --chosen: #fff; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      .filters, .toolbar, .skip, #status { display: none; }
      .columns, .run { display: block; } #paths-list { max-height: none; overflow: visible; }
      #paths-list li, tr, h2, h3, h4, details:not(.promise, .transcript) { break-inside: avoid; }
      h2, h3, h4 { break-after: avoid; } #path-view { break-before: page; }
      .scroll, .map { overflow: visible; }
      svg.sequence, .map svg { max-width: 100%; height: auto; min-width: 0; }
      pre { max-height: none; } .held::details-content { content-visibility: visible;
      height: auto; }
      a { color: inherit; text-decoration: none; } }
    """#
}
