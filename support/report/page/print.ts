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

/** What is decided stands on the first sheets; whatever is folded there stands in the annex, which begins on a new one. */
const printStyle = (foot: string): string => `
@media print {
  @page {
    size: A4; margin: 16mm 14mm 18mm;
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
  header { line-height: 1.35; }
  header .meaning { display: none; }
  .identity { grid-template-columns: 1fr 1fr; margin: 0.6rem 0; }
  .identity > div { padding: 0.05rem 0; }
  .columns { grid-template-columns: 2fr 1fr; }
  .columns th, .columns td { padding-top: 0.1rem; padding-bottom: 0.1rem; }
  header summary { list-style: none; }
  header summary::-webkit-details-marker { display: none; }
  header summary::after { content: " (in the annex)"; }
  main { break-before: page; }
  main::before { content: "Annex"; display: block; font-size: 1.9rem; font-weight: 700; }
  .skip, .filter, #exchanges, .evidence, .scenarios, .cycle details, .unplanned { display: none; }
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
