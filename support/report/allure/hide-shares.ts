import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Allure's own widgets write the share of passed tests into the middle of their rings; no setting turns that off. */
const style = '<style>.chart__caption { display: none; }</style>';

/** Takes the share of passed tests out of a report: one broken demand among a hundred would read as 99 %. */
export function hideShares(report: string): void {
  const page = join(report, 'index.html');
  const html = readFileSync(page, 'utf8');
  if (!html.includes('</head>')) throw new Error('the page of Allure has no head');
  writeFileSync(page, html.replace('</head>', `${style}</head>`));
}
