extension HTMLStyle {
  /// Everything: the checks of each system.
  static let checks = """
    .system { margin-bottom: 2rem; }
    .system h3 { margin: 0 0 .25rem; font-size: 1.125rem; }
    .system > .notes { margin-bottom: 1rem; }
    .outcome { margin-left: .25rem; font-size: .875rem; color: var(--must); }
    .outcome.passed { color: var(--good); }
    .outcome.interrupted, .outcome.error { color: var(--should); }
    .facts { margin: 0 0 .35rem; color: var(--quiet); font-size: .875rem; }
    .checks { border-top: 1px solid var(--line); }
    .check {
      display: grid; grid-template-columns: 5.25rem 1fr auto; gap: 0 .75rem; align-items: baseline;
      padding: .35rem .5rem; border-bottom: 1px solid var(--line);
    }
    .check:target { background: var(--raised); }
    .check > .reason, .check > .links, .check > details { grid-column: 2 / -1; }
    .status { color: var(--must); font-weight: 600; font-size: .875rem; white-space: nowrap; }
    .check.passed .status { color: var(--good); }
    .check.warned .status, .check.error .status { color: var(--should); }
    .check.skipped .status, .time, .reason { color: var(--quiet); }
    .check .name { font-family: var(--mono); font-size: .875rem; }
    .check .name span { color: var(--quiet); }
    .time { font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .reason, .links, details { font-size: .875rem; }
    summary { width: max-content; cursor: pointer; color: var(--quiet); }
    details pre { margin: .5rem 0; max-height: 28rem; overflow-y: auto; }

    """

  /// One column, nothing wider than the screen.
  static let phone = """
    @media (max-width: 40rem) {
      html { scroll-padding-top: 1rem; }
      body { padding: 0 .9rem 2rem; }
      .verdict { padding: 1rem 1.1rem 1.1rem; }
      .finding { padding: .9rem; }
      #filter { position: static; margin: 1rem 0 0; padding: .75rem 0; }
      #filter .search { flex-basis: 100%; }
      #filter label, #filter button { min-height: 2.25rem; }
      #filter legend { line-height: 2.25rem; }
      .comparison { grid-template-columns: 1fr; gap: .5rem; }
      nav a { padding: .6rem .75rem; }
      .finding .notes { grid-template-columns: 1fr; gap: 0; }
      .finding .notes dd + dt { margin-top: .4rem; }
      .source .line { padding-left: 5.5ch; text-indent: -5ch; }
      .source i { width: 3.5ch; margin-right: 1.5ch; }
      .check { grid-template-columns: 1fr auto; }
      .check .name { grid-column: 1 / -1; grid-row: 2; }
      .check > .reason, .check > .links, .check > details { grid-column: 1 / -1; }
      .bars li { grid-template-columns: 1fr auto; }
      .bars svg, .bars em { grid-column: 1 / -1; }
      .bars .label { grid-row: 1; grid-column: 1; }
      .bars .value { grid-row: 1; grid-column: 2; }
      .timeline li { grid-template-columns: 1.25rem 4rem 1fr; }
      .timeline li > code, .timeline em, .timeline .end b { grid-column: 3 / -1; }
      .timeline .bad > code, .timeline .bad em { grid-column: 1 / -1; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }

    """

  /// Ink on paper: nothing scrolled, nothing to press; what the reader left folded would be pages of wire.
  static let paper = """
    @media print {
      :root {
        color-scheme: light;
        --ground: #fff; --raised: #f5f6f8; --ink: #000; --quiet: #444; --line: #bbb; --edge: #777; --must: #b3261e;
        --must-ground: #fdecea; --should: #855000; --should-ground: #fdf3e0; --may: #1d5fa7; --may-ground: #e8f1fb;
        --good: #1b7a35; --good-ground: #e6f4ea; --walked: #1d5fa7;
      }
      body { max-width: none; padding: 0; font-size: 10pt; }
      #filter, .skip { display: none !important; }
      h2, h3, .place, .comparison, .walk, .check, .verdict, nav li, .strip, .timeline li, .bars li, .line { break-inside: avoid; }
      .check:has([open]) { break-inside: auto; }
      h2, h3, .place, .comparison, figcaption, .strip, .axis { break-after: avoid; }
      pre, ol { orphans: 3; widows: 3; }
      .verdict, .comparison div, .badge, mark, .named, svg, .bad, .pair { print-color-adjust: exact; }
      pre, .comparison dd, .scroll, .source .long, details pre { max-height: none; overflow: visible; }
      details:not([open]) { display: none; }
    }

    """
}
