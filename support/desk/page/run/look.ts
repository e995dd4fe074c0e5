import { signal } from '@preact/signals';

/** The light that a person has just asked to look at, and what they asked by. */
export const look = signal<{ readonly id: string; readonly from: HTMLElement } | undefined>(undefined);

/** What was asked by last. */
let opener: HTMLElement | undefined;

/** For a link to a light: what it opens takes the focus, wherever it stands. */
export const lookingAt =
  (id: string) =>
  ({ currentTarget: from }: { readonly currentTarget: HTMLElement }): void => {
    look.value = { id, from };
    opener = from;
  };

/** Gives the focus back to what it came from, or else to the light itself. */
export function lookBack(id: string): void {
  const light = document.querySelector<HTMLElement>(`.lights [data-id="${CSS.escape(id)}"]`);
  (opener?.isConnected === true ? opener : light)?.focus();
  opener = undefined;
}
