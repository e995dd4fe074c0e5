import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TransferFact } from '../../../support/contract/transfer-facts';
import { withStages } from '../../../support/obligations/health-data-transfer/earlier-facts';
import { play } from './exchanges';
import { broken, conclude } from './judge';
import { decryptedTransfer, encryptedTransfer } from './transfers';
import { plain } from '../../plain';

const told = 'this was done; the document does that';

/** Facts as recordings have them in which a mistake still names an obligation. */
function earlier(blame: string, fact: (mistake: object) => object): Partial<TransferFact> {
  return fact({ id: 'mistake', blame, text: told });
}

for (const id of ['HDT-05', 'HDT-06', 'HDT-07', 'HDT-08'] as const)
  it(`a content that an earlier recording blames on ${id} breaks it today`, () => {
    const fact = earlier(id, (mistake) => ({ content: { bytes: 20, opens: 'mistaken', mistake } }));
    const recording = play([encryptedTransfer({ fact })]).map(withStages);
    assert.deepEqual(broken(recording), [id]);
    assert.equal(conclude(id, recording).breaches[0]?.cause, told);
  });

it('a mistake that an earlier recording found in a decryption is told today', () => {
  const fact = earlier('HDT-06', (mistake) => ({ bundle: 'other', mistake }));
  const recording = play([decryptedTransfer({ outcome: 'refused', fact })]).map(withStages);
  assert.match(plain(conclude('HDT-11', recording).breaches[0]?.cause), /this was done/);
  assert.equal(recording[0]?.kind === 'adapter answer' && recording[0].facts.transfer?.mistake?.stage, 'mix');
});

it('an answer without a transfer stays as it is', () => {
  const [answer] = play([() => ({ ...encryptedTransfer()(0, 1), facts: {} })]);
  assert.ok(answer);
  assert.equal(withStages(answer), answer);
});
