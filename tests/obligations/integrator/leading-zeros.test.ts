import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leadingZeroWarnings } from '../../../support/obligations';
import type { LeadingZeroSearchFact } from '../../../support/contract/transfer';
import { plainTextOrEmpty } from '../../plain';
import type { AnyJourneyStep } from './exchanges';
import { playSteps } from './exchanges';
import { concludeFromEvidence } from './judge';
import { encryptedTransfer as encrypt } from './transfers';

describe('leading zeros', () => {
  const many = (transfers: number, endedBy: LeadingZeroSearchFact['endedBy'] = 'time'): AnyJourneyStep =>
    encrypt({
      asked: { part: 'open' },
      fact: { search: { transfers, endedBy }, content: undefined, keyMaterial: undefined } as never,
    });
  const ordinary = encrypt({ fact: { secret: 'ordinary' } });
  const leading = encrypt({ fact: { secret: 'with a leading zero' } });
  const warned = (...steps: AnyJourneyStep[]): string[] => leadingZeroWarnings(playSteps(steps));

  it('are counted on each curve by itself', () => {
    const point = encrypt({ fact: { secret: 'with a leading zero', form: 'weierstrass-spki' } });
    assert.deepEqual(
      concludeFromEvidence('HDT-05', playSteps([ordinary, ordinary, point])).notes.map(plainTextOrEmpty),
      [
        'X25519: none of 2 shared secrets began with a zero byte; a client that drops leading zeros would have been caught with a probability of 0 %',
        'short Weierstrass: 1 of 1 shared secrets began with a zero byte; a client that drops leading zeros is caught',
      ],
    );
  });

  it('are not seen where what is encrypted is no bundle: nothing is judged there', () => {
    const asked = { part: 'open', variant: 'no bundle: an empty text' } as const;
    const trial = encrypt({ asked, fact: { secret: 'with a leading zero' } });
    assert.match(
      concludeFromEvidence('HDT-05', playSteps([ordinary, trial]))
        .notes.map(plainTextOrEmpty)
        .join(),
      /: none of 1 shared/,
    );
    assert.equal(warned(ordinary, trial).length, 1);
  });

  it('are no matter of luck once one occurred', () => {
    assert.equal(warned(ordinary).length, 1);
    assert.deepEqual(warned(ordinary, leading), []);
  });

  it('are thought to be seen well enough from 99 % on', () => {
    // 1 - (255/256)^1176 is 98.998 %, and a transfer more 99.002 %.
    assert.match(warned(ordinary, many(1175)).join(), /probability of 98 %; raise limits.searchMs/);
    assert.deepEqual(warned(ordinary, many(1176)), []);
  });

  it('need an adapter to be searched for, where a challenge was answered', () => {
    const answered = encrypt({ asked: { variant: 'a plain bundle (item-7)' }, fact: { secret: 'ordinary' } });
    assert.match(warned(answered).join(), /an adapter shows more$/);
  });

  it('come with no advice that does not help', () => {
    assert.match(warned(ordinary).join(), /; the search for one did not begin, see why$/);
    const failing = [ordinary, many(3, 'trouble')];
    assert.match(
      warned(...failing).join(),
      /; the adapter could not be asked any more, which ended the search$/,
    );
    assert.match(warned(ordinary, many(3, 'time')).join(), /; raise limits.searchMs$/);
    for (const endedBy of ['count', 'found'] as const)
      assert.doesNotMatch(warned(ordinary, many(3, endedBy)).join(), /searchMs/);
  });

  it('show nothing where no content opens, and where another mistake made the secret', () => {
    const closed = { bytes: 20, opens: 'closed' } as const;
    const reversed = { id: 'secret-reversed', stage: 'agree', text: 'it is reversed' } as const;
    const otherwise = { bytes: 20, opens: 'mistaken', mistake: reversed } as const;
    for (const content of [closed, otherwise])
      for (const secret of ['ordinary', 'with a leading zero'] as const) {
        assert.deepEqual(warned(encrypt({ fact: { secret, content } })), []);
        assert.equal(warned(ordinary, encrypt({ fact: { secret, content } })).length, 1);
      }
  });
});
