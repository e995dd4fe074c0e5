import { signal } from '@preact/signals';

/** Where the page is: the parts of the address behind `#/`, decoded. */
export const route = signal<readonly string[]>(parts());

addEventListener('hashchange', () => {
  route.value = parts();
});

function parts(): string[] {
  const path = location.hash.replace(/^#\/?/, '');
  return path === '' ? [] : path.split('/').map((part) => decoded(part));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a place, as in `#/inspect/latest`. */
export const linkTo = (...to: readonly (number | string)[]): string =>
  `#/${to.map((part) => encodeURIComponent(part)).join('/')}`;

export function goTo(...to: readonly (number | string)[]): void {
  location.hash = linkTo(...to);
}
