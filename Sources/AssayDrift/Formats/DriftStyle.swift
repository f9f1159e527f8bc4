/// What the drift page adds to the style of the reports: its tables.
package enum DriftStyle {
  /// What the page's policy lets apply; a test holds it against the text.
  package static let hash = "sha256-S7T0JLaG3ZKOQB4owJ9j1BKdqJHx6l2YuDNzyk4OY9U="

  package static let text = """
    .drift { width: 100%; border-collapse: collapse; font-size: .9rem; }
    .drift th { padding: .4rem .6rem; text-align: left; color: var(--quiet); font-size: .8125rem; }
    .drift td { padding: .6rem; vertical-align: top; border-top: 1px solid var(--line); }
    .drift td > code { display: block; }
    .drift small { display: block; color: var(--quiet); }
    .drift .badge { white-space: nowrap; }
    .drift .known { opacity: .65; }
    .drift col.place { width: 24%; }
    .drift col.seen { width: 34%; }
    @media (max-width: 40rem) {
      .drift thead { position: absolute; left: -99rem; }
      .drift, .drift tbody, .drift tr, .drift td { display: block; width: auto; }
      .drift colgroup { display: none; }
      .drift tr { padding: .6rem 0; border-top: 1px solid var(--line); }
      .drift td { padding: .15rem 0; border: 0; }
      .drift td[data-label]::before { content: attr(data-label) ": "; color: var(--quiet); font-size: .8125rem; }
    }

    """
}
