import type { Report } from '../model/report';
import type { SectionCriteria } from '../parts/section-names';
import { sectionText } from '../parts/section-names';
import { screenStyle } from '../parts/style';

/** A text in a style sheet, whatever stands in it. */
function quoted(text: string): string {
  return `"${text.replace(/[^\w .,:-]/g, (each) => `\\${(each.codePointAt(0) ?? 0).toString(16)} `)}"`;
}

/** The style of the page: on screen, and on A4, where each sheet says of which run it is. */
export function styleOf(report: SectionCriteria & Pick<Report, 'contract'>): string {
  const foot = `run ${report.run.id}, edition ${report.contract.edition}`;
  return `${screenStyle}${printStyle(foot, report)}`;
}

/**
 * What passed is a line. What failed is a table by its layout: a browser begins each sheet that it runs on to with the
 * head of a table.
 */
const rowsOnPaper = `\
  .row { border-width: 0 0 1px; border-radius: 0; margin: 0; }
  .row > summary { grid-template-columns: 4.2rem minmax(0, 1fr) 21rem 7rem; gap: 0 0.6rem; padding: 0.15rem 0; }
  details.row > summary::after { content: ""; display: block; clear: both; }
  .row .terms { grid-area: auto; text-align: left; font-size: 0.82rem; }
  .row > summary > .verdict { justify-self: end; font-size: 0.78rem; padding: 0 0.35rem; }
  .row > summary > .verdict.settled { grid-column: 4; }
  .row > .body { border: 0; padding: 0 0 0.3rem 4.8rem; }
  .row .body p { margin: 0.1rem 0; }
  .row::details-content { content-visibility: visible; display: block; }
  .passed > .body, .not-applicable > .body { padding-bottom: 0; }
  .passed > .body > :is(.quote, .rule, .negatives, .cycles) { display: none; }
  .not-applicable > .body > :is(.quote, .rule, .reason) { display: none; }
  .passed .facets > li:has(> .passed) { display: none; }
  .row.inconclusive { padding-left: 0.4rem; }
  .row > .body > :not(.breach, .others), .breach dl, .cycles > summary { break-after: avoid; }
  .row:is(.failed, .warning) { display: table; width: 100%; break-inside: auto; border-width: 1px 1px 1px 0.4rem; margin: 0.6rem 0; }
  .row:is(.failed, .warning) > .body { padding: 0 0.6rem 0.4rem; }
  .row:is(.failed, .warning) > summary, .exchange[open] > summary { display: table-header-group; break-inside: avoid; }
  .row:is(.failed, .warning) > summary::after { height: 0.3rem; }
  .row:is(.failed, .warning) > summary > * { margin: 0 0.6rem; }
  .row:is(.failed, .warning) > summary > .verdict { float: right; }
  .exchange[open] { display: table; width: 100%; }
  .exchange[open] .seq { padding: 0 0.5rem; }
`;

/** The first page is the first sheet; whatever is folded there stands behind it. */
const printStyle = (foot: string, report: SectionCriteria): string => `
@media print {
  @page {
    size: A4; margin: 13mm 12mm 16mm;
    @bottom-left { content: ${quoted(foot)}; font: 7.5pt monospace; color: #444; }
    @bottom-right { content: "page " counter(page) " of " counter(pages); font: 7.5pt sans-serif; color: #444; }
  }
  :root {
    color-scheme: light; font-size: 8.5pt;
    --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --panel: #fff; --link: #000;
    --good: #116329; --good-bg: #fff; --bad: #a40e26; --bad-bg: #fff; --warn: #7a4b00; --warn-bg: #fff;
    --note: #0a4a94; --note-bg: #fff; --mute: #444; --mute-bg: #fff; --mark: #fff0a8; --mark-ink: #000;
  }
  body { padding: 0; max-width: none; }
  header { line-height: 1.25; break-after: page; }
  header h1 { font-size: 1.6rem; margin: 0 0 0.5rem; }
  header h2 { margin: 0.7rem 0 0.1rem; }
  .failures { font-size: 0.93em; }
  header ul.links > li { padding: 0.05rem 0; }
  header p, header section > p, .outcome { margin: 0; }
  th, td, .glossary > div, .reasons > div { padding-top: 0.1rem; padding-bottom: 0.1rem; }
  header a { text-decoration: none; }
  #clients td:nth-child(n + 5) { white-space: nowrap; }
  .identity { grid-template-columns: 1fr 1fr; }
  summary { list-style: none; }
  summary::-webkit-details-marker { display: none; }
  .row .id::before, .row[open] .id::before { content: ""; }
  details:not([open]) > summary::after { content: " (in compliance.html)"; color: var(--soft); }
  #failures .ids > summary::after { content: ${quoted(` (${sectionText('obligations', report)})`)}; }
  #open .ids > summary::after { content: ${quoted(` (${sectionText('not-tested', report)})`)}; }
  .paper { display: block; }
  .skip, .filter, #exchanges .exchange, .evidence, .scenarios, .mistakes, .cycle details, details.unplanned { display: none; }
  .row, .outcome, .breach dl, tr, figure, li, .row p, .facets, .part:not(:last-child), #limits, .glossary > div, .reasons > div { break-inside: avoid; }
  h2, h3, .part-title, p:has(+ .wide) { break-after: avoid; }
  .verdict { border: 1px solid currentColor; }
  .wide { overflow: visible; }
  .wide table { min-width: 0; }
  .drawing { overflow: visible; }
${rowsOnPaper}  svg { max-width: 100%; height: auto; }
  mark { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
