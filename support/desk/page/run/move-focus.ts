/** Arrow keys go from light to light of what they are pressed in; Home and End to its first and last. */
export function moveFocus(event: KeyboardEvent): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.light')];
  const at = links.findIndex((each) => each === document.activeElement);
  const to: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const next = to[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}
