extension HTMLStyle {
  /// The drawings: what is broken has a shape, a word and a pattern of its own beside its colour.
  static let drawings = """
    figure em { color: var(--must); font-style: normal; font-weight: 600; font-size: .875rem; }
    figure em code { font-size: .95em; }
    .gap { color: var(--quiet); }
    .strip { display: block; overflow: visible; }
    .strip line { stroke: var(--edge); stroke-width: 2; }
    .strip circle { fill: var(--walked); stroke: var(--ground); stroke-width: 1.5; }
    .strip .end { stroke: var(--quiet); }
    .strip circle.bad { fill: var(--must); }
    .strip line.bad { stroke: var(--must); stroke-width: 4; }
    .strip .cross { overflow: visible; }
    .strip path { fill: none; stroke: var(--ground); stroke-width: 2.25; stroke-linecap: round; }
    .strip text { font-size: 12px; font-weight: 600; fill: var(--must); }
    .axis { display: flex; justify-content: space-between; margin: 0 0 .5rem; color: var(--quiet); font-size: .75rem; }
    .timeline li {
      display: grid; grid-template-columns: 1.75rem 4.25rem 10.5rem 1fr; gap: 0 .6rem; align-items: baseline;
      padding: .2rem .5rem; border-left: 4px solid transparent; font-size: .875rem;
    }
    .timeline li + li { border-top: 1px solid var(--line); }
    .timeline .gap { display: block; padding-left: 2.85rem; }
    .timeline .number, .timeline .at { color: var(--quiet); text-align: right; font-variant-numeric: tabular-nums; }
    .timeline li > code { overflow: hidden; color: var(--quiet); text-overflow: ellipsis; white-space: nowrap; }
    .timeline .bad { border-left-color: var(--must); background: var(--must-ground); }
    .timeline .bad > code { white-space: normal; }
    .timeline em { grid-column: 3 / -1; }
    .timeline .end b { grid-column: 3 / -1; }

    .scroll { overflow-x: auto; }
    .walk svg { display: block; }
    .walk .narrow { max-width: 100%; height: auto; }
    .walk path { fill: none; stroke: var(--edge); stroke-width: 1.5; }
    .walk path.walked { stroke: var(--walked); stroke-width: 2.5; }
    .walk path.bad { stroke: var(--must); stroke-width: 2.5; stroke-dasharray: 6 4; }
    .markers path { fill: var(--edge); }
    .markers .walked path { fill: var(--walked); }
    .markers .bad path { fill: var(--must); }
    .walk text { font: 600 13px var(--mono); fill: var(--quiet); }
    .walk text.walked { fill: var(--walked); }
    .walk text.bad { fill: var(--must); }
    .walk text.visited { fill: var(--ink); }
    .walk rect { fill: var(--raised); stroke: var(--edge); stroke-width: 1.5; }
    .walk rect.visited { stroke: var(--walked); stroke-width: 2; }
    .walk rect.bad { stroke: var(--must); stroke-dasharray: 5 3; }
    .walk rect.inner { fill: none; }
    .key::before {
      content: ""; display: inline-block; width: 1.6rem; margin-right: .35rem; vertical-align: .25em;
      border-top: 2px solid var(--edge);
    }
    .key.walked::before { border-top: 3px solid var(--walked); }
    .key.bad::before { border-top: 3px dashed var(--must); }
    .walk ol { display: flex; flex-wrap: wrap; gap: .35rem .6rem; margin-top: .6rem; }
    .walk li { display: flex; flex-wrap: wrap; gap: .1rem .45rem; align-items: baseline; font-size: .875rem; }
    .walk li.bad { padding: .1rem .5rem; margin: -.1rem 0; border-radius: 6px; background: var(--must-ground); }
    .walk .step { color: var(--walked); font-variant-numeric: tabular-nums; }
    .walk .bad .step { color: var(--must); }
    .walk small { color: var(--quiet); }

    .bars li {
      display: grid; grid-template-columns: 12rem 1fr 4rem; gap: 0 .75rem; align-items: center;
      padding: .15rem .5rem; border-left: 4px solid transparent; font-size: .875rem;
    }
    .bars .label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .bars svg { display: block; }
    .bars rect { fill: var(--walked); }
    .bars .track { fill: var(--raised); }
    .bars .pair rect:not(.track), .bars .bad rect:not(.track) { fill: var(--must); }
    .bars .pair rect:not(.track) { fill-opacity: .55; }
    .bars .pair .track, .bars .bad .track { fill: var(--ground); }
    .bars .pair, .bars .bad { border-left-color: var(--must); background: var(--must-ground); }
    .bars .value { font-family: var(--mono); text-align: right; }
    .bars em { grid-column: 2 / -1; }

    """
}
