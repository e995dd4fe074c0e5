/** The light and dark colours of all pages of the suite. Text on its background has a contrast of at least 4.5 to 1. */
const tokens = `:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa; --link: #0550ae;
  --good: #116329; --good-bg: #dafbe1; --bad: #a40e26; --bad-bg: #ffebe9; --warn: #7a4b00; --warn-bg: #fff4d6;
  --note: #0a4a94; --note-bg: #ddf0ff; --mute: #4d565f; --mute-bg: #eaeef2; --mark: #fff0a8; --mark-ink: #2b2300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1318; --ink: #e6edf3; --soft: #a3adb8; --line: #343b44; --panel: #171c23; --link: #79b8ff;
    --good: #7ee2a0; --good-bg: #10301c; --bad: #ffa8a3; --bad-bg: #43141a; --warn: #f2c766; --warn-bg: #3a2a08;
    --note: #9fd0ff; --note-bg: #11304f; --mute: #b3bcc6; --mute-bg: #262d35; --mark: #5c4b00; --mark-ink: #fff6cf;
  }
}
`;

const outcomeStyle = `.outcomes { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
.outcome { border: 1px solid var(--line); border-left: 0.5rem solid var(--mute); border-radius: 0.25rem; padding: 0.6rem 0.9rem; background: var(--panel); }
.outcome p { margin: 0; }
.outcome .headline { font-size: 1.15rem; font-weight: 700; }
.outcome.conforms { border-left-color: var(--good); }
.outcome.conforms .headline { color: var(--good); }
.outcome.does-not-conform { border-left-color: var(--bad); }
.outcome.does-not-conform .headline { color: var(--bad); }
.outcome.incomplete { border-left-color: var(--warn); }
.outcome.incomplete .headline { color: var(--warn); }
`;

const verdictStyle = `.verdict { display: inline-block; border-radius: 0.25rem; padding: 0.05rem 0.5rem; font-size: 0.85rem; font-weight: 600; white-space: nowrap; color: var(--mute); background: var(--mute-bg); }
.verdict.small { font-size: 0.78rem; padding: 0 0.35rem; }
.verdict.passed { color: var(--good); background: var(--good-bg); }
.verdict.failed { color: var(--bad); background: var(--bad-bg); }
.verdict.warning, .verdict.inconclusive, .verdict.settled { color: var(--warn); background: var(--warn-bg); }
.verdict.observed, .verdict.declared { color: var(--note); background: var(--note-bg); }
`;

const breachStyle = `.breach { border-left: 3px solid var(--bad); padding-left: 0.8rem; margin: 0.7rem 0; }
.warning .breach { border-left-color: var(--warn); }
.breach dl > div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.75rem; padding: 0.1rem 0; }
.breach dd { white-space: pre-wrap; }
.negatives ul { padding-left: 1.2rem; margin: 0.3rem 0; }
.negatives li, .negatives summary, .beside summary { overflow-wrap: anywhere; }
.beside { margin: 0.3rem 0; }
.beside table { table-layout: fixed; }
.beside th, .beside td { overflow-wrap: anywhere; white-space: pre-wrap; }
.beside th:first-child { width: 26%; }
.part-title { color: var(--soft); font-size: 0.85rem; font-weight: 600; }
.scenarios ul, .mistakes ul, .notes, .facets { padding-left: 1.2rem; margin: 0.3rem 0; }
.scenarios li, .mistakes li { overflow-wrap: anywhere; }
.exchange { border: 1px solid var(--line); border-radius: 0.25rem; margin: 0.3rem 0; background: var(--panel); }
.exchange > summary { padding: 0.25rem 0.6rem; overflow-wrap: anywhere; }
.exchange .seq { color: var(--soft); font-variant-numeric: tabular-nums; }
.exchange .part { padding: 0 0.6rem 0.4rem; }
.exchange .part-title { margin: 0.2rem 0 0; }
.exchange pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; }
.line { display: block; padding-left: 2ch; text-indent: -2ch; }
.d1 { padding-left: 4ch; } .d2 { padding-left: 6ch; } .d3 { padding-left: 8ch; } .d4 { padding-left: 10ch; }
.d5 { padding-left: 12ch; } .d6 { padding-left: 14ch; } .d7 { padding-left: 16ch; } .d8 { padding-left: 18ch; }
mark { background: var(--mark); color: var(--mark-ink); font-weight: 600; padding: 0 0.15rem; border-radius: 0.15rem; }
`;

/** The styles of the report parts that other pages of the suite also contain, such as those of the UI. */
export const partStyle = `${tokens}${outcomeStyle}${verdictStyle}${breachStyle}`;

/** The styles of the HTML report, light and dark, for screens of 360 pixels or more. Contrast is at least 4.5 to 1. */
export const screenStyle = `
${tokens}* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 1.25rem clamp(0.75rem, 3vw, 2.5rem) 4rem; max-width: 84rem;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; color: var(--ink); background: var(--paper);
}
h1 { font-size: clamp(1.35rem, 3.2vw, 1.9rem); line-height: 1.2; margin: 0 0 0.75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; color: var(--soft); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.86em; }
code { overflow-wrap: anywhere; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; background: var(--paper); padding: 0.5rem; }
.caveat {
  border: 2px solid var(--warn); border-left-width: 0.5rem; background: var(--warn-bg); color: var(--warn);
  padding: 0.6rem 0.9rem; margin: 0 0 0.75rem; font-weight: 600; border-radius: 0.25rem;
}
${outcomeStyle}/* Of other colours than verdicts: a decision is none. */
.decision { border-left-style: double; overflow-wrap: anywhere; }
.decision.accepted, .decision.accepted-with-conditions { border-left-color: var(--note); }
.decision.accepted .headline, .decision.accepted-with-conditions .headline { color: var(--note); }
.decision.rejected { border-left-color: var(--bad); }
.decision.rejected .headline { color: var(--bad); }
.said { white-space: pre-line; }
.decision ol { margin: 0; padding-left: 1.5rem; }
dl { margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
dt { color: var(--soft); }
.identity { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2rem; margin: 1rem 0; }
.identity > div { display: grid; grid-template-columns: 9.5rem 1fr; gap: 0.75rem; padding: 0.2rem 0; border-bottom: 1px solid var(--line); }
.identity code { font-size: 0.78em; }
.unstated { color: var(--soft); font-style: italic; }
.about { color: var(--soft); font-size: 0.9rem; margin: 0.75rem 0 0; overflow-wrap: anywhere; }
.about bdi { display: inline-block; }
header h2 { margin: 1.25rem 0 0.25rem; }
header section > p { margin: 0.25rem 0; }
.failures { table-layout: fixed; }
.failures th, .failures td { overflow-wrap: anywhere; }
.failures th:nth-child(1) { width: 25%; }
.failures th:nth-child(2) { width: 22%; }
.failures p { margin: 0; }
.contents ol { padding-left: 1.5rem; columns: 16rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--line); font-weight: inherit; }
thead th { color: var(--soft); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.meaning { color: var(--soft); font-size: 0.9rem; padding-left: 0.6rem; }
.wide { overflow-x: auto; }
.wide table { min-width: 42rem; }
#readings th code, #clients a { white-space: nowrap; }
.paper { display: none; }
.more, .why { color: var(--soft); font-size: 0.9rem; }
ul.links { padding-left: 0; list-style: none; margin: 0; }
ul.links > li { padding: 0.2rem 0; overflow-wrap: anywhere; }
${verdictStyle}.filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: end; background: var(--panel); border: 1px solid var(--line); border-radius: 0.25rem; padding: 0.75rem; }
.filter[hidden] { display: none; }
.filter .field { display: flex; gap: 0.4rem; align-items: center; }
.filter input[type="search"], .filter select, .filter button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 0.25rem; padding: 0.25rem 0.5rem; max-width: 100%; }
.filter fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; min-width: 0; }
.filter legend { float: left; padding: 0; margin-right: 0.5rem; }
.filter .tools { margin: 0; }
.choice { white-space: nowrap; }
details > summary { cursor: pointer; }
.row { border: 1px solid var(--line); border-radius: 0.25rem; margin: 0.3rem 0; background: var(--paper); }
.row[hidden], .area[hidden] { display: none; }
.row > summary { display: grid; grid-template-columns: 5.4rem minmax(0, 1fr) minmax(0, auto) auto auto; gap: 0 0.75rem; align-items: baseline; padding: 0.4rem 0.7rem; list-style: none; }
.row > summary::-webkit-details-marker { display: none; }
.row > summary:hover { background: var(--panel); }
.row .id { font-weight: 700; white-space: nowrap; }
.row .id::before { content: "▸ "; color: var(--soft); }
.row[open] .id::before { content: "▾ "; }
.terms { color: var(--soft); font-size: 0.85rem; text-align: right; }
.row.failed { border-left: 0.4rem solid var(--bad); }
.row.warning, .row.inconclusive { border-left: 0.4rem solid var(--warn); }
.row > .body { padding: 0.2rem 0.9rem 0.8rem; border-top: 1px solid var(--line); }
.row .body p { margin: 0.4rem 0; overflow-wrap: anywhere; }
.rule { max-width: 60rem; }
.quote { margin: 0.4rem 0; overflow-wrap: anywhere; padding-left: 0.8rem; border-left: 3px solid var(--line); font-style: italic; max-width: 60rem; }
${breachStyle}.cycle { margin: 0.5rem 0 1rem; }
.cycle figcaption { overflow-wrap: anywhere; }
.drawing { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.25rem; background: var(--panel); padding: 0.5rem; }
svg { display: block; font-size: 12px; }
svg text { fill: var(--ink); }
svg .party { font-weight: 700; }
svg .aside { fill: var(--soft); font-size: 11px; }
svg line { stroke: var(--soft); }
svg .life { stroke-dasharray: 3 4; stroke: var(--line); }
svg path { fill: var(--soft); }
svg .telling line { stroke: var(--note); stroke-width: 2.5; }
svg .telling path { fill: var(--note); }
svg .telling text { fill: var(--note); font-weight: 600; }
.facets { list-style: none; padding-left: 0; }
.ids { margin-left: 1rem; }
.details { margin: 0.2rem 0; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--soft); }
details.unplanned { margin-top: 2rem; }
details.unplanned[hidden] { display: none; }
.reasons > div, .glossary > div { padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
.reasons dt { color: var(--ink); }
.false { font-weight: 700; }
.glossary > div { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: 0.75rem; }
.glossary dt { font-weight: 600; color: var(--ink); }
footer { margin-top: 3rem; color: var(--soft); font-size: 0.85rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
@media (max-width: 60rem) {
  .row > summary { grid-template-columns: 5.4rem minmax(0, 1fr) auto; }
  .terms { grid-column: 2 / -1; grid-row: 2; text-align: left; }
}
@media (max-width: 34rem) {
  .row > summary { grid-template-columns: minmax(0, 1fr) auto; }
  .row .title { grid-column: 1 / -1; grid-row: 2; }
  .terms { grid-column: 1 / -1; grid-row: 3; }
  .identity > div { grid-template-columns: 7rem 1fr; }
  .wide .stacks { min-width: 0; }
  .stacks thead { display: none; }
  .stacks tr, .stacks th:nth-child(1), .stacks td { display: block; border: 0; width: auto; }
  .stacks tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  .stacks td::before { content: attr(data-name) ": "; color: var(--soft); }
  .glossary > div, .breach dl > div { grid-template-columns: 1fr; gap: 0; }
  .beside tr { display: grid; grid-template-columns: 1fr 1fr; gap: 0 0.5rem; border-bottom: 1px solid var(--line); }
  .beside th, .beside td { border: 0; padding: 0.1rem 0; }
  .beside tr > :first-child { grid-column: 1 / -1; width: auto; color: var(--soft); }
  .counts tr { display: flex; flex-wrap: wrap; }
  .counts th:first-child { flex: 1; }
  .counts th, .counts td { border: 0; }
  .counts td.meaning { flex-basis: 100%; border-bottom: 1px solid var(--line); padding-left: 0; }
  .counts th.meaning { display: none; }
  .requirements { font-size: 0.75rem; }
  .requirements th, .requirements td { padding: 0.2rem; }
}
`;
