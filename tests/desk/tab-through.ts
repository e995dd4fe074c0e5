import type { Page } from 'playwright-core';

/** What the Tab key leads to, from the top of a page until it has been everywhere. */
export interface Walk {
  /** So many controls. */
  readonly reached: number;
  /** Controls that it never led to. */
  readonly missed: string[];
  /** Those that stand above the one before. */
  readonly unordered: string[];
  /** Those that do not show that they have the focus. */
  readonly unseen: string[];
}

/** More controls than a page has before lists are to be drawn in parts. */
const mostSteps = 1500;

export async function tabThrough(page: Page): Promise<Walk> {
  await page.evaluate(() => {
    // A browser goes on where the focus was last, and a view may have given it to a heading: so something at the
    // top has it. Its index makes it the first of all, or those that are put before the others would come last.
    const top = document.createElement('span');
    top.id = 'top-of-walk';
    top.tabIndex = 1;
    document.body.prepend(top);
    top.focus();
    scrollTo(0, 0);
    Object.assign(globalThis, { walk: { reached: [] } });
  });
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab');
    if (step === 0) await page.evaluate(() => document.querySelector('#top-of-walk')?.remove());
    if (!(await page.evaluate(isNew))) return page.evaluate(walked);
  }
  throw new Error(`after ${mostSteps} times the Tab key has not come round`);
}

/** Keeps what has the focus; false once that has been had before, or nothing has it. */
function isNew(): boolean {
  const { reached } = (globalThis as unknown as { walk: { reached: Element[] } }).walk;
  const now = document.activeElement;
  if (now === null || now === document.body || reached.includes(now)) return false;
  reached.push(now);
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(now);
  const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  if (!isSeen) now.setAttribute('data-unseen', '');
  return true;
}

function walked(): Walk {
  const { reached } = (globalThis as unknown as { walk: { reached: Element[] } }).walk;
  const nameOf = (element: Element): string => element.outerHTML.slice(0, 120);
  /** Of buttons that belong together one takes the Tab key, and arrows lead on. */
  const standsFor = (one: Element, other: Element): boolean =>
    one instanceof HTMLInputElement &&
    other instanceof HTMLInputElement &&
    one.type === 'radio' &&
    other.type === 'radio' &&
    one.name === other.name;
  /** Of rows, and of lights, one takes the Tab key, or what holds them; arrows lead on. */
  const leadsTo = (one: Element, other: Element): boolean =>
    other.getAttribute('tabindex') === '-1' &&
    other.closest('[role=listbox], .lights')?.contains(one) === true;
  const controls = [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
  ].filter((each) => each.checkVisibility() && !each.matches(':disabled, [type=hidden]'));
  return {
    reached: reached.length,
    missed: controls
      .filter((each) => !reached.some((one) => one === each || standsFor(one, each) || leadsTo(one, each)))
      .map(nameOf),
    unordered: reached
      .filter((each, at) => {
        const before = reached[at - 1];
        return before && each.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING;
      })
      .map(nameOf),
    unseen: reached.filter((each) => each.hasAttribute('data-unseen')).map(nameOf),
  };
}
