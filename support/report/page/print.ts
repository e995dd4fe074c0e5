import type { Report } from '../model/report';
import { screenStyle } from '../parts/style';

/** A text in a style sheet, whatever stands in it. */
function quoted(text: string): string {
  return `"${text.replace(/[^\w .,:-]/g, (each) => `\\${(each.codePointAt(0) ?? 0).toString(16)} `)}"`;
}

/** The style of the page: on screen, and on A4, where each sheet says of which run it is. */
export function styleOf({ run, contract }: Pick<Report, 'run' | 'contract'>): string {
  const foot = `run ${run.id}, edition ${contract.edition}`;
  return `${screenStyle}${printStyle(foot)}`;
}

/** The first page is the first sheet; whatever is folded there stands behind it. */
const printStyle = (foot: string): string => `
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
  header th, header td { padding-top: 0.1rem; padding-bottom: 0.1rem; }
  header a { text-decoration: none; }
  header summary { list-style: none; }
  header summary::-webkit-details-marker { display: none; }
  #open .ids summary::after { content: " (section 3)"; }
  .identity { grid-template-columns: 1fr 1fr; }
  .skip, .filter, #exchanges .exchange, .evidence, .scenarios, .cycle details, details.unplanned { display: none; }
  .beside { display: none; }
  .row, .outcome, .breach dl, tr, figure { break-inside: avoid; }
  .row.failed, .row.warning { break-inside: auto; }
  h2, h3 { break-after: avoid; }
  .verdict { border: 1px solid currentColor; }
  .wide { overflow: visible; }
  .wide table { min-width: 0; }
  .drawing { overflow: visible; }
  .row .id::before { content: ""; }
  .row::details-content, .cycles::details-content { content-visibility: visible; display: block; }
  svg { max-width: 100%; height: auto; }
  mark { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
