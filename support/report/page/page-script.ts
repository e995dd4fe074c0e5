import { createHash } from 'node:crypto';

/**
 * What the page does where script is on: search, filter, and opening what a link leads to. It stands inside the page as
 * it is here, in the language of every browser of the last years.
 */
export const pageScript = `
(() => {
  const byId = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll('details.row')];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const boxes = [...document.querySelectorAll('input[name=verdict]')];
  const search = byId('search');
  const subject = byId('subject');
  const unplanned = byId('not-in-plan');

  const apply = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let shown = 0;
    for (const row of rows) {
      const fits =
        wanted.has(row.dataset.verdict) &&
        (!subject || subject.value === '' || subject.value === row.dataset.subject) &&
        words.every((word) => texts.get(row).includes(word));
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const area of document.querySelectorAll('section.area'))
      area.hidden = !area.querySelector('details.row:not([hidden])');
    if (unplanned) {
      unplanned.hidden = !wanted.has('unplanned');
      unplanned.open = wanted.has('unplanned');
    }
    const all = rows.filter((row) => row.dataset.verdict !== 'unplanned' || wanted.has('unplanned'));
    byId('shown').textContent = shown + ' of ' + all.length + ' obligations';
  };

  const choose = (wanted) => {
    for (const box of boxes) box.checked = wanted(box.value);
    search.value = '';
    if (subject) subject.value = '';
    apply();
  };

  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const place = id && byId(id);
    if (!place) return;
    // A link may lead to what the filter hides, or to what stands inside of something closed.
    const row = place.closest('details.row');
    if (row && row.hidden) choose(() => true);
    for (let each = place; each; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true;
    place.scrollIntoView();
  };

  search.addEventListener('input', apply);
  if (subject) subject.addEventListener('change', apply);
  for (const box of boxes) box.addEventListener('change', apply);
  byId('only-open').addEventListener('click', () =>
    choose((verdict) => ['failed', 'warning', 'inconclusive', 'not-tested'].includes(verdict)),
  );
  byId('everything').addEventListener('click', () => choose(() => true));
  addEventListener('hashchange', reveal);
  byId('filter').hidden = false;
  apply();
  reveal();
})();
`;

/** As a Content-Security-Policy names a script or style that stands inside of a page. */
export const cspHashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
