import { readDocument } from './documents';
import type { Page } from './page';

/** What the pictures show; `scripts/screenshots.ts` takes them. */
export const figures = [
  {
    name: 'report',
    text: 'A failure in the report for reviewers: what was sent, with the bytes that tell marked, and the likely cause.',
  },
  { name: 'desk', text: 'The desk in the browser: a light for each obligation, and what crossed the wire.' },
] as const;

/** The first page is the README, with pictures behind its first section. */
export function landingPage(): Page {
  const { title, body } = readDocument('README.md');
  // The README's own picture is one of those that stand behind its first section.
  const words = body.replace(/^!\[.*\n+/gm, '');
  const [opening = '', first = '', ...others] = words.split(/^(?=## )/m);
  const parts = [`# ${title}\n`, opening, first, pictures(), ...others];
  return { path: 'index', title, body: parts.join('\n'), wide: true };
}

function pictures(): string {
  const each = figures.map(({ name, text }) => {
    const sides = ['light', 'dark'].map(
      (side) =>
        `<a class="${side}" href="/${name}-${side}.png"><img src="/${name}-${side}.png" alt="${text}" loading="lazy"></a>`,
    );
    return `<figure>${sides.join('')}<figcaption>${text}</figcaption></figure>`;
  });
  return `<div class="figures">${each.join('')}</div>\n`;
}
