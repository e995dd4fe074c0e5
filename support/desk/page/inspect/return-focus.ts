import { useEffect, useRef } from 'preact/hooks';
import { t } from '../strings';

/** Several links may lead to one place. */
interface Followed {
  readonly href: string;
  readonly text: string;
}

/** Which link was followed from which place of the page. */
const followed = new Map<string, Followed>();
/** Where the page stood when it was loaded: there the focus stays where it is. */
let current = location.hash;

addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#/"]') : null;
    if (link !== null) followed.set(location.hash, described(link));
  },
  { capture: true },
);

const described = (link: Element): Followed => ({
  href: link.getAttribute('href') ?? '',
  text: link.textContent,
});

/** Parts of a page that ask for more come later than it. */
const latestMs = 3000;

/**
 * Who goes on by keyboard, or hears the page, goes on at its heading; and who comes back, at the link that led away.
 * The heading is the title of the window, too. What this gives belongs to it; it takes the focus with `tabIndex={-1}`.
 */
export function useReturnFocus(isReady: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isReady) return undefined;
    document.title = `${heading.current?.textContent ?? ''} – ${t('app.title')}`;
    if (location.hash === current) return undefined;
    current = location.hash;
    heading.current?.focus();
    const before = followed.get(current);
    return before && focusOnceThere(before, heading.current);
  }, [isReady]);
  return heading;
}

/** Gives a link the focus as soon as it is there, if that has not gone elsewhere; what it gives ends that. */
function focusOnceThere({ href, text }: Followed, heading: HTMLElement | null): () => void {
  const isIt = (link: HTMLElement): boolean => {
    const found = described(link);
    return found.href === href && found.text === text && link.getClientRects().length > 0;
  };
  const look = (): void => {
    const isStill = document.activeElement === heading;
    const link = isStill ? [...document.querySelectorAll<HTMLElement>('main a')].find(isIt) : undefined;
    link?.focus();
    if (!isStill || link !== undefined) end();
  };
  const observer = new MutationObserver(look);
  const end = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(end, latestMs);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return end;
}
