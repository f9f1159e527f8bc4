/// The page's style: dark and light by the reader's choice, one column on a phone, ink on paper.
package enum HTMLStyle {
  /// What the page's policy lets apply; a test holds it against the text.
  package static let hash = "sha256-iqNtonaj7rLdzcBT+3aVkQfylziXHRxpK3galztZDf8="

  package static let text = colours + page + findings + drawings + checks + paper

  private static let colours = """
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --raised: #f5f6f8; --ink: #1a1d21; --quiet: #59616b; --line: #d8dce2;
      --must: #b3261e; --must-ground: #fdecea; --should: #8a5300; --should-ground: #fdf3e0;
      --may: #1d5fa7; --may-ground: #e8f1fb; --good: #1b7a35; --good-ground: #e6f4ea; --walked: #1d5fa7;
      --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #111418; --raised: #1a1e24; --ink: #e6e9ed; --quiet: #9ba5b1; --line: #333a43;
        --must: #ff9088; --must-ground: #3a1b1a; --should: #f0bd5b; --should-ground: #352811;
        --may: #8bbcf5; --may-ground: #16283d; --good: #67d387; --good-ground: #14301d; --walked: #8bbcf5;
      }
    }

    """

  private static let page = """
    * { box-sizing: border-box; }
    html { scroll-padding-top: 5.5rem; }
    body {
      margin: 0 auto; padding: 0 1.25rem 3rem; max-width: 66rem; background: var(--ground); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      overflow-wrap: anywhere;
    }
    [hidden] { display: none !important; }
    h1, h2, h3 { line-height: 1.25; }
    h2 { font-size: 1.35rem; margin: 2.5rem 0 1rem; }
    a { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: .2em; }
    a:hover { text-decoration-color: currentColor; }
    :focus-visible { outline: 3px solid var(--may); outline-offset: 2px; border-radius: 4px; }
    code, pre { font-family: var(--mono); font-size: .85em; }
    pre {
      margin: .75rem 0; padding: .75rem 1rem; overflow-x: auto; background: var(--raised);
      border: 1px solid var(--line); border-radius: 8px; line-height: 1.5; overflow-wrap: normal;
      max-height: 28rem;
    }
    figure { margin: 1rem 0; }
    figcaption { color: var(--quiet); font-size: .875rem; margin-bottom: .35rem; }
    ol, ul { margin: 0; padding: 0; list-style: none; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem 1rem; z-index: 2; }
    .markers { position: absolute; }
    .nothing { padding: 1rem 1.25rem; background: var(--raised); border-radius: 10px; }
    .nothing.passed { background: var(--good-ground); }
    footer { margin-top: 3rem; color: var(--quiet); font-size: .875rem; }

    .verdict { margin: 1.25rem 0 0; padding: 1.5rem; border-radius: 14px; background: var(--must-ground); }
    .verdict.passed { background: var(--good-ground); }
    .verdict.interrupted { background: var(--should-ground); }
    .verdict h1 { display: flex; gap: .6rem; margin: 0 0 .4rem; font-size: clamp(1.5rem, 5vw, 2.1rem); }
    .verdict p { margin: 0; }
    .sign, .verdict.error .sign { color: var(--must); }
    .passed .sign { color: var(--good); }
    .interrupted .sign { color: var(--should); }
    .when { color: var(--quiet); font-size: .875rem; }
    .systems {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .75rem; margin-top: 1.25rem;
    }
    .systems a {
      display: grid; grid-template-columns: 1fr auto; gap: .35rem .5rem; align-items: baseline; align-content: start; height: 100%;
      padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: 10px;
      text-decoration: none;
    }
    .systems a:hover { border-color: var(--quiet); }
    .systems span { color: var(--must); font-weight: 600; font-size: .875rem; }
    .systems .passed span { color: var(--good); }
    .systems .interrupted span { color: var(--should); }
    .systems svg, .systems small { grid-column: 1 / -1; }
    .systems small { color: var(--quiet); }
    .share { display: block; border-radius: 3px; background: var(--line); }
    .share .failed, .share .error { fill: var(--must); }
    .share .warned { fill: var(--should); }
    .share .passed { fill: var(--good); }
    .share .skipped { fill: var(--line); }

    #filter {
      position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center;
      margin: 1rem -1.25rem 0; padding: .75rem 1.25rem; background: var(--ground);
      border-bottom: 1px solid var(--line); font-size: .875rem;
    }
    #filter fieldset { display: flex; gap: .9rem; margin: 0; padding: 0; border: 0; }
    #filter legend { float: left; margin-right: .9rem; padding: 0; }
    #filter label { display: flex; gap: .4rem; align-items: center; }
    #filter .search { flex: 1 1 14rem; }
    #filter label > span { flex: none; }
    #filter legend, #filter label > span, #filter output { color: var(--quiet); }
    #filter .must span { color: var(--must); }
    #filter .should span { color: var(--should); }
    #filter .may span { color: var(--may); }
    #filter .level span { font-weight: 600; }
    #filter input[type=search], #filter select {
      width: 100%; min-width: 0; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--raised);
      border: 1px solid var(--line); border-radius: 8px;
    }
    #filter select { width: auto; max-width: 12rem; }
    #filter input[type=checkbox] { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--may); }

    """

  private static let findings = """
    .finding {
      margin: 0 0 1.25rem; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-left: 5px solid var(--must);
      border-radius: 10px;
    }
    .finding.should { border-left-color: var(--should); }
    .finding.may { border-left-color: var(--may); }
    .finding:target, .check:target { background: var(--raised); }
    .finding h3 { margin: 0; font-size: 1.075rem; }
    .badge {
      display: inline-block; padding: .05rem .5rem; border-radius: 6px; font-size: .8125rem; font-weight: 700;
      color: var(--must); background: var(--must-ground);
    }
    .should .badge { color: var(--should); background: var(--should-ground); }
    .may .badge { color: var(--may); background: var(--may-ground); }
    .place { margin: .35rem 0 .75rem; color: var(--quiet); font-size: .875rem; }
    .place b { color: var(--ink); }
    .comparison { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: .75rem 0; }
    .comparison div { padding: .6rem .9rem; border-radius: 8px; background: var(--good-ground); }
    .comparison .actual { background: var(--must-ground); }
    .should .comparison .actual { background: var(--should-ground); }
    .may .comparison .actual { background: var(--may-ground); }
    dt { font-size: .8125rem; color: var(--quiet); }
    dd { margin: 0; max-height: 12rem; overflow-y: auto; font-family: var(--mono); font-size: .875rem; }
    mark { padding: .1em .15em; border-radius: 4px; color: var(--must); background: var(--must-ground); font-weight: 700; }
    .source pre { margin: 0; border-left: 3px solid var(--line); border-radius: 0 8px 8px 0; }
    .source cite { font-style: normal; color: var(--ink); }
    .source i { display: inline-block; min-width: 2rem; margin-right: 1rem; color: var(--quiet); font-style: normal;
      text-align: right; white-space: pre; user-select: none; }
    .notes { color: var(--quiet); font-size: .875rem; }
    .notes code { color: var(--ink); }

    """

  private static let drawings = """
    figure em { display: block; color: var(--must); font-style: normal; font-weight: 600; font-size: .875rem; }
    .gap { color: var(--quiet); }
    .strip { display: block; overflow: visible; }
    .strip line { stroke: var(--line); stroke-width: 2; }
    .strip circle { fill: var(--walked); stroke: var(--ground); stroke-width: 1.5; }
    .strip .end { stroke: var(--quiet); }
    .strip circle.bad { fill: var(--must); }
    .strip line.bad { stroke: var(--must); }
    .axis { display: flex; justify-content: space-between; margin: 0 0 .5rem; color: var(--quiet); font-size: .75rem; }
    .timeline ol { border-left: 2px solid var(--line); margin-left: .45rem; }
    .timeline li { position: relative; padding: .2rem 0 .2rem 1.1rem; font-size: .9rem; }
    .timeline li::before {
      content: ""; position: absolute; left: -6px; top: .62rem; width: 10px; height: 10px; border-radius: 50%;
      background: var(--walked);
    }
    .timeline .gap::before { background: var(--line); }
    .timeline .end::before { border-radius: 2px; background: var(--quiet); }
    .timeline .bad { background: var(--must-ground); border-radius: 0 8px 8px 0; }
    .timeline .bad::before { left: -8px; top: .5rem; width: 14px; height: 14px; background: var(--must); }
    .timeline .at { display: inline-block; min-width: 4.5rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
    .timeline code { color: var(--quiet); }
    .timeline em { padding-left: 4.5rem; }

    .scroll { overflow-x: auto; }
    .walk svg { display: block; }
    .walk path { fill: none; stroke: var(--quiet); stroke-width: 1.5; stroke-opacity: .55; }
    .walk path.walked { stroke: var(--walked); stroke-width: 2.5; stroke-opacity: 1; }
    .walk path.bad { stroke: var(--must); stroke-width: 2.5; stroke-opacity: 1; stroke-dasharray: 6 4; }
    .markers path { fill: var(--quiet); fill-opacity: .7; }
    .markers .walked path, .markers .bad path { fill-opacity: 1; }
    .markers .walked path { fill: var(--walked); }
    .markers .bad path { fill: var(--must); }
    .walk text { font: 600 13px var(--mono); fill: var(--quiet); }
    .walk text.walked { fill: var(--walked); font-size: 12px; }
    .walk text.bad { fill: var(--must); font-size: 12px; }
    .walk text.visited { fill: var(--ink); font-size: 13px; }
    .walk rect { fill: var(--raised); stroke: var(--line); stroke-width: 1.5; }
    .walk rect.visited { stroke: var(--walked); stroke-width: 2; }
    .walk rect.bad { stroke: var(--must); stroke-dasharray: 5 3; }
    .walk rect.inner { fill: none; }
    .walk ol { display: flex; flex-wrap: wrap; gap: .5rem .6rem; margin-top: .5rem; }
    .walk li { display: flex; flex-wrap: wrap; gap: .1rem .45rem; align-items: baseline; font-size: .9rem; }
    .walk li.bad { padding: .1rem .5rem; margin: -.1rem 0; border-radius: 6px; background: var(--must-ground); }
    .walk .step { color: var(--walked); font-variant-numeric: tabular-nums; }
    .walk .bad .step { color: var(--must); }
    .walk small { color: var(--quiet); }

    .bars li {
      display: grid; grid-template-columns: minmax(4rem, 11rem) 1fr minmax(3.5rem, auto); gap: 0 .75rem;
      align-items: center; padding: .2rem .5rem; border-radius: 6px; font-size: .9rem;
    }
    .bars svg { display: block; }
    .bars rect { fill: var(--walked); }
    .bars .track { fill: var(--raised); }
    .bars .pair rect:not(.track), .bars .bad rect:not(.track) { fill: var(--must); }
    .bars .pair rect:not(.track) { fill-opacity: .55; }
    .bars .pair, .bars .bad { background: var(--must-ground); }
    .bars .pair { border-radius: 6px 6px 0 0; }
    .bars .pair + .bad { border-radius: 0 0 6px 6px; }
    .bars .value { font-family: var(--mono); font-size: .85rem; text-align: right; }
    .bars em { grid-column: 2 / -1; }

    """

  private static let checks = """
    .system { margin-bottom: 2rem; }
    .system h3 { margin: 0 0 .25rem; font-size: 1.15rem; }
    .outcome { font-size: .875rem; color: var(--must); }
    .outcome.passed { color: var(--good); }
    .outcome.interrupted { color: var(--should); }
    .facts { margin: 0 0 .75rem; max-width: 48rem; color: var(--quiet); font-size: .875rem; }
    .checks { border-top: 1px solid var(--line); }
    .check {
      display: grid; grid-template-columns: 6rem 1fr auto; gap: 0 .75rem; align-items: baseline;
      padding: .45rem .5rem; border-bottom: 1px solid var(--line);
    }
    .check > .reason, .check > .links, .check > details { grid-column: 2 / -1; }
    .status { color: var(--must); font-weight: 600; font-size: .875rem; white-space: nowrap; }
    .check.passed .status { color: var(--good); }
    .check.warned .status { color: var(--should); }
    .check.skipped .status, .time, .reason { color: var(--quiet); }
    .check .name { font-family: var(--mono); font-size: .875rem; }
    .time { font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .reason, .links, details { font-size: .875rem; }
    summary { cursor: pointer; color: var(--quiet); }

    @media (max-width: 40rem) {
      html { scroll-padding-top: 1rem; }
      body { padding: 0 .9rem 2rem; }
      .verdict { padding: 1.1rem; }
      .finding { padding: .9rem; }
      #filter { position: static; margin: 1rem 0 0; padding: .75rem 0; }
      .comparison { grid-template-columns: 1fr; }
      .check { grid-template-columns: 1fr auto; }
      .check .name { grid-column: 1 / -1; grid-row: 2; }
      .check > .reason, .check > .links, .check > details { grid-column: 1 / -1; }
      .bars li { grid-template-columns: 1fr auto; }
      .bars svg, .bars em { grid-column: 1 / -1; }
      .bars .label { grid-row: 1; grid-column: 1; }
      .bars .value { grid-row: 1; grid-column: 2; }
      .timeline em { padding-left: 0; }
      .timeline .at { min-width: 4rem; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }

    """

  private static let paper = """
    @media print {
      :root {
        color-scheme: light;
        --ground: #fff; --raised: #f5f6f8; --ink: #000; --quiet: #444; --line: #bbb; --must: #b3261e;
        --must-ground: #fdecea; --should: #8a5300; --should-ground: #fdf3e0; --may: #1d5fa7; --may-ground: #e8f1fb;
        --good: #1b7a35; --good-ground: #e6f4ea; --walked: #1d5fa7;
      }
      body { max-width: none; padding: 0; font-size: 10pt; }
      #filter, .skip { display: none !important; }
      figure, .comparison, .check, .verdict, .timeline li, .bars li { break-inside: avoid; }
      h2, h3, .place, figcaption { break-after: avoid; }
      .verdict, .comparison div, .badge, mark, .bars rect { print-color-adjust: exact; }
      pre, dd, .scroll { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
      details::details-content { content-visibility: visible; display: block; }
    }

    """
}
