import type { VerdictReason } from '../support/exchange/reason';
import type { ReportText } from '../support/exchange/text';
import { toPlainText } from '../support/exchange/text';

/** Returns the text, or the text of the reason, as people read it; an empty string for `undefined`. */
export function plainTextOrEmpty(value: ReportText | VerdictReason | undefined): string {
  if (value === undefined) return '';
  return toPlainText(typeof value === 'object' && 'text' in value ? value.text : value);
}
