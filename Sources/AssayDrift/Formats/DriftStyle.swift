/// What the drift page adds to the style of the reports: its tables.
package enum DriftStyle {
  /// What the page's policy lets apply; a test holds it against the text.
  package static let hash = "sha256-a2MJToZnyviZtuyOutPn3BzNSYay9yAfK0NfBE/rRrc="

  package static let text = """
    .legend { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .75rem; margin: 1rem 0; font-size: .875rem; color: var(--quiet); }
    .legend dt { font-weight: 600; }
    .legend dd { margin: 0; font: inherit; }
    .drift { width: 100%; table-layout: fixed; border-collapse: collapse; overflow-wrap: anywhere; font-size: .9rem; }
    .drift th { padding: .4rem .6rem; text-align: left; color: var(--quiet); font-size: .8125rem; }
    .drift td { padding: .6rem; vertical-align: top; border-top: 1px solid var(--line); }
    .drift td > code { display: block; }
    .drift small { display: block; color: var(--quiet); }
    .drift .badge { white-space: nowrap; }
    .drift .known { opacity: .65; }
    .drift col.place, .drift col.said { width: 25%; }
    .drift col.who { width: 11.5rem; }
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
