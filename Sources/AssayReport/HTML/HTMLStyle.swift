/// The page's style: dark and light by the reader's choice, one column on a phone, ink on paper.
package enum HTMLStyle {
  /// What the page's policy lets apply; a test holds it against the text.
  package static let hash = "sha256-HAkcTdEzLr+RJiRCmQrCFLlfQ0aaX514bo4zNpYends="

  package static let text = colours + page + top + findings + drawings + checks + phone + paper

  /// Every pair of ink and ground that is used together differs by 4.5 to 1 at least (WCAG 2.2, 1.4.3).
  private static let colours = """
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --raised: #f5f6f8; --ink: #1a1d21; --quiet: #59616b; --line: #d8dce2; --edge: #7d8794;
      --must: #b3261e; --must-ground: #fdecea; --should: #855000; --should-ground: #fdf3e0;
      --may: #1d5fa7; --may-ground: #e8f1fb; --good: #1b7a35; --good-ground: #e6f4ea; --walked: #1d5fa7;
      --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #111418; --raised: #1a1e24; --ink: #e6e9ed; --quiet: #a3adb9; --line: #333a43; --edge: #78828f;
        --must: #ff9b94; --must-ground: #3a1b1a; --should: #f0bd5b; --should-ground: #352811;
        --may: #8bbcf5; --may-ground: #16283d; --good: #67d387; --good-ground: #14301d; --walked: #8bbcf5;
      }
    }

    """

  private static let page = """
    * { box-sizing: border-box; }
    html { scroll-padding-top: 5.5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0 auto; padding: 0 1.25rem 3rem; max-width: 64rem; background: var(--ground); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      overflow-wrap: anywhere;
    }
    [hidden] { display: none !important; }
    h1, h2, h3 { line-height: 1.3; text-wrap: pretty; }
    h2 { font-size: 1.375rem; margin: 2.25rem 0 .75rem; }
    a { color: inherit; text-decoration-color: var(--edge); text-underline-offset: .2em; }
    a:hover { text-decoration-color: currentColor; }
    :focus-visible { outline: 3px solid var(--may); outline-offset: 2px; border-radius: 4px; }
    code, pre { font-family: var(--mono); font-size: .875em; }
    pre {
      margin: 0; padding: .7rem .9rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px;
      font-size: .8125rem; line-height: 1.55; white-space: pre-wrap;
    }
    figure { margin: 1rem 0 0; }
    figcaption { color: var(--quiet); font-size: .875rem; margin-bottom: .35rem; }
    ol, ul, dl, dd { margin: 0; padding: 0; list-style: none; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem 1rem; z-index: 2; }
    .markers { position: absolute; }
    .badge {
      display: inline-block; padding: 0 .5em; border-radius: 5px; white-space: nowrap; font-size: .8125rem; font-weight: 700;
      line-height: 1.5; color: var(--must); background: var(--must-ground);
    }
    .should .badge { color: var(--should); background: var(--should-ground); }
    .may .badge { color: var(--may); background: var(--may-ground); }
    .nothing { margin: 0; padding: 1rem 1.25rem; background: var(--raised); border-radius: 10px; }
    .nothing.passed { background: var(--good-ground); }
    .notes { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .9rem; font-size: .875rem; }
    .notes dt { color: var(--quiet); }
    .notes .pointer { color: var(--quiet); }
    footer { margin-top: 3rem; color: var(--quiet); font-size: .875rem; }

    """

  private static let top = """
    .verdict { margin: 1.25rem 0 0; padding: 1.25rem 1.5rem 1.4rem; border-radius: 14px; background: var(--must-ground); }
    .verdict.passed { background: var(--good-ground); }
    .verdict.interrupted, .verdict.error { background: var(--should-ground); }
    .verdict h1 { display: flex; gap: .55rem; margin: 0 0 .6rem; font-size: clamp(1.5rem, 5vw, 2rem); }
    .verdict p { margin: 0; }
    .verdict .title { color: var(--quiet); font-size: .9375rem; }
    .verdict > .share { margin: 0 0 .6rem; }
    .sign { color: var(--must); }
    .passed .sign { color: var(--good); }
    .interrupted .sign, .error .sign { color: var(--should); }
    .when { color: var(--quiet); font-size: .875rem; }
    .systems {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .75rem; margin-top: 1.25rem;
    }
    .systems a {
      display: grid; grid-template-columns: 1fr auto; gap: .35rem .5rem; align-items: baseline; align-content: start;
      height: 100%; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line);
      border-radius: 10px; text-decoration: none;
    }
    .systems a:hover { border-color: var(--edge); }
    .systems span { color: var(--must); font-weight: 600; font-size: .875rem; }
    .systems .passed span { color: var(--good); }
    .systems .interrupted span, .systems .error span { color: var(--should); }
    .systems svg, .systems small { grid-column: 1 / -1; }
    .systems small { color: var(--quiet); }
    .share { display: block; border-radius: 4px; background: var(--line); }
    .share .failed { fill: var(--must); }
    .share .warned, .share .error { fill: var(--should); }
    .share .passed { fill: var(--good); }
    .share .skipped { fill: var(--edge); }

    #filter {
      position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center;
      margin: 1rem -1.25rem 0; padding: .75rem 1.25rem; background: var(--ground);
      border-bottom: 1px solid var(--line); color: var(--quiet); font-size: .875rem;
    }
    #filter fieldset { display: flex; gap: .9rem; margin: 0; padding: 0; border: 0; }
    #filter legend { float: left; padding: 0; }
    #filter label { display: flex; gap: .4rem; align-items: center; }
    #filter .search { flex: 1 1 14rem; }
    #filter label > span, #filter legend { flex: none; white-space: nowrap; }
    #filter .must span { color: var(--must); }
    #filter .should span { color: var(--should); }
    #filter .may span { color: var(--may); }
    #filter .level { gap: .3rem; }
    #filter .level span { font-weight: 600; }
    #filter small { font-size: .8125rem; font-variant-numeric: tabular-nums; }
    #filter input[type=search], #filter select, #filter button {
      min-width: 0; padding: .4rem .6rem; font: inherit; color: var(--ink); background: var(--raised);
      border: 1px solid var(--edge); border-radius: 8px;
    }
    #filter input[type=search] { width: 100%; }
    #filter ::placeholder { color: var(--quiet); opacity: 1; }
    #filter select { max-width: 12rem; }
    #filter button { cursor: pointer; }
    #filter input[type=checkbox] { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--may); }

    """
}
