import assert from 'node:assert/strict';
import { toPlainText } from '../../support/exchange/text';
import type { Conclusion } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';

/** Each breach that is found has one of the causes that its home lists. Gives the conclusion. */
export function withKnownCauses(id: string, conclusion: Conclusion): Conclusion {
  const causes = contractObligations.find(id)?.causes ?? [];
  for (const { cause } of conclusion.breaches)
    assert.ok(causes.includes(toPlainText(cause)), `${id} lists no such cause: ${toPlainText(cause)}`);
  return conclusion;
}
