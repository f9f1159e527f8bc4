extension HTMLStyle {
  /// What broke: the list that leads to the findings, and the findings.
  static let findings = """
    .levels { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 1rem; color: var(--quiet); font-size: .875rem; }
    nav ol { margin-bottom: 1.5rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
    nav li + li { border-top: 1px solid var(--line); }
    nav a, .links a { display: grid; grid-template-columns: 4.5rem 1fr; align-items: baseline; }
    nav a, .links a { text-decoration: none; }
    nav a { padding: .45rem 1rem; }
    .links a > span + span { text-decoration: underline; text-decoration-color: var(--edge); }
    .links a:hover > span + span { text-decoration-color: currentColor; }
    nav a:hover { background: var(--raised); text-decoration: underline; text-decoration-color: var(--edge); }
    nav a:focus-visible { outline-offset: -3px; }
    nav .badge, .links .badge { justify-self: start; }
    nav .gap { padding: .45rem 1rem; }

    .finding {
      margin: 0 0 1.25rem; padding: 1.1rem 1.25rem 1.2rem; border: 1px solid var(--line);
      border-left: 5px solid var(--must); border-radius: 10px;
    }
    .finding.should { border-left-color: var(--should); }
    .finding.may { border-left-color: var(--may); }
    .finding:target { border-color: var(--edge); box-shadow: 0 0 0 3px var(--line); }
    .finding.must:target { border-left-color: var(--must); }
    .finding.should:target { border-left-color: var(--should); }
    .finding h3 { margin: 0; font-size: 1.125rem; }
    .finding h3 .badge { margin-right: .15rem; vertical-align: .1em; }
    .place { margin: .25rem 0 .9rem; color: var(--quiet); font-size: .875rem; }
    .place b { color: var(--ink); }
    .comparison { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
    .comparison div { padding: .55rem .9rem .65rem; border-radius: 8px; background: var(--good-ground); }
    .comparison .actual { background: var(--must-ground); }
    .should .comparison .actual { background: var(--should-ground); }
    .may .comparison .actual { background: var(--may-ground); }
    .comparison div:only-child { grid-column: 1 / -1; }
    .comparison dt { font-size: .8125rem; font-weight: 600; color: var(--good); }
    .comparison .actual dt { color: var(--must); }
    .should .comparison .actual dt { color: var(--should); }
    .may .comparison .actual dt { color: var(--may); }
    .comparison dd { max-height: 12rem; overflow-y: auto; font-family: var(--mono); font-size: .875rem; }
    .finding .notes { margin-top: 1rem; }

    .line { display: block; padding-left: 4ch; text-indent: -4ch; }
    mark {
      padding: .1em .2em; margin: 0 -.2em; border-radius: 4px; color: var(--must); background: var(--must-ground);
      font-weight: 700; text-decoration: underline wavy 1px; text-underline-offset: .25em;
    }
    .should mark { color: var(--should); background: var(--should-ground); }
    .may mark { color: var(--may); background: var(--may-ground); }
    .source pre { padding: .5rem 0; border-left: 3px solid var(--edge); border-radius: 0 8px 8px 0; }
    .source .long { max-height: 21rem; overflow-y: auto; }
    .source cite { font-style: normal; color: var(--ink); }
    .source .line { padding: 0 .9rem 0 8ch; text-indent: -7ch; }
    .source .named { background: var(--may-ground); font-weight: 600; }
    .source i {
      display: inline-block; width: 5ch; margin-right: 2ch; color: var(--quiet); font-style: normal;
      font-weight: 400; text-align: right; text-indent: 0; white-space: pre; user-select: none;
    }

    """
}
