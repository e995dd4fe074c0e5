import assert from 'node:assert/strict';
import { plainText } from '../../support/exchange/text';
import type { Conclusion } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';

/** Each breach that is found has one of the causes that its home lists. Gives the conclusion. */
export function withKnownCauses(id: string, conclusion: Conclusion): Conclusion {
  const causes = contractObligations.find(id)?.causes ?? [];
  for (const { cause } of conclusion.breaches)
    assert.ok(causes.includes(plainText(cause)), `${id} lists no such cause: ${plainText(cause)}`);
  return conclusion;
}
