/**
 * Text from a file that nobody vouches for, in one line and fit for a terminal: what would move the cursor, change
 * colours or turn the direction of writing could make a report say something else.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
