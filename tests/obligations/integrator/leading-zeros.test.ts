import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leadingZeroWarnings } from '../../../support/obligations';
import { plain } from '../../plain';
import type { AnyStep } from './exchanges';
import { play } from './exchanges';
import { conclude } from './judge';
import { encryptedTransfer as encrypt } from './transfers';

describe('leading zeros', () => {
  const many = (transfers: number): AnyStep =>
    encrypt({
      asked: { part: 'open' },
      fact: { search: { transfers, endedBy: 'time' }, content: undefined, keyMaterial: undefined } as never,
    });
  const ordinary = encrypt({ fact: { secret: 'ordinary' } });
  const leading = encrypt({ fact: { secret: 'with a leading zero' } });
  const warned = (...steps: AnyStep[]): string[] => leadingZeroWarnings(play(steps));

  it('are counted on each curve by itself', () => {
    const point = encrypt({ fact: { secret: 'with a leading zero', form: 'weierstrass-spki' } });
    assert.deepEqual(conclude('HDT-05', play([ordinary, ordinary, point])).notes.map(plain), [
      'X25519: none of 2 shared secrets began with a zero byte; a client that drops leading zeros would have been caught with a probability of 0 %',
      'short Weierstrass: 1 of 1 shared secrets began with a zero byte; a client that drops leading zeros is caught',
    ]);
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

  it('need an adapter to be searched for', () => {
    assert.match(warned(ordinary).join(), /an adapter shows more$/);
  });

  it('show nothing where no content opens', () => {
    const closed = encrypt({ fact: { secret: 'ordinary', content: { bytes: 20, opens: 'closed' } } });
    assert.deepEqual(warned(closed), []);
  });
});
