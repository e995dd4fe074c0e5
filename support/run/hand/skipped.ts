/** How the message of an act begins that a person skipped. */
export const skippedByHand = 'skipped by hand';

/** The same with their reason, where they gave one. */
export function skippedFor(reason: string): string {
  const said = reason.trim().slice(0, longestReason);
  return said === '' ? skippedByHand : `${skippedByHand}: ${said}`;
}

/** Characters of a reason that are kept. */
const longestReason = 500;

export function isSkipped(message: string | undefined): boolean {
  return message?.startsWith(skippedByHand) === true;
}
