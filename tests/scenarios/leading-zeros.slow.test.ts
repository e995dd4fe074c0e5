import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conformingSeams, createIntegrator } from '../../support/client/integrator';
import type { TransferPeer } from '../../support/client/integrator/transfer/transfer-peer';
import type { TransferSeams } from '../../support/client/integrator/transfer/seams';
import type { LeadingZeroSearchFact } from '../../support/contract/transfer';
import type { KeyPair } from '../../support/crypto/noble';
import { sharedSecret } from '../../support/crypto/noble';
import type { AdapterAnswer } from '../../support/exchange/evidence';
import type { ClientFactory } from '../../support/run/plan';
import type { Run } from '../../support/run/run';
import { withOpenRun } from '../../support/run/open-run';
import { embeddedTarget } from '../../support/run/targets';
import { embeddedLimits } from '../../support/targets/embedded';
import { resolveReadings } from '../../support/contract/readings';
import { leadingZeroWarnings } from '../../support/obligations';
import { hipJourney } from '../../support/scenarios/integrator/transfer/transfer-journeys';
import { concludeFromEvidence } from '../obligations/integrator/judge';
import { plainTextOrEmpty } from '../plain';

const { transfer } = conformingSeams;

const clientWith =
  (change: Partial<TransferSeams>): ClientFactory =>
  () =>
    createIntegrator({ transfer: { ...transfer, ...change } });

function answersOf({ evidence: { recording } }: Run): AdapterAnswer[] {
  return recording.evidence.flatMap((each) => (each.kind === 'adapter answer' ? [each] : []));
}

function searchesIn(run: Run): LeadingZeroSearchFact[] {
  return answersOf(run).flatMap(({ facts }) => facts.transfer?.search ?? []);
}

const answersInSearch = (run: Run): AdapterAnswer[] =>
  answersOf(run).filter(
    ({ asked, facts }) => asked?.round.endsWith('/search') === true && !facts.transfer?.search,
  );

/** The transfers of an HIP with X25519 keys, searched for so long. */
async function searched(
  searchMs: number,
  change: Partial<TransferSeams>,
  look: (run: Run) => void,
): Promise<void> {
  const target = {
    ...embeddedTarget,
    roles: ['hip'] as const,
    limits: { ...embeddedLimits, searchMs },
    readings: resolveReadings({ 'curve-form': 'x25519' }),
  };
  const client = clientWith(change);
  await withOpenRun({ profile: 'test', target, subjects: ['integrator'], seams: { client } }, async (run) => {
    await hipJourney(run);
    look(run);
  });
}

/** Chooses each key for the peer whose key was read last. */
function choosing(
  choose: (peer: TransferPeer | undefined, make: () => KeyPair) => KeyPair,
): Pick<TransferSeams, 'keys' | 'readPeer'> {
  let peer: TransferPeer | undefined;
  return {
    keys: {
      ...transfer.keys,
      keyPair: (curve) => choose(peer, () => transfer.keys.keyPair(curve)),
    },
    readPeer: (material, about) => (peer = transfer.readPeer(material, about)),
  };
}

const leads = (pair: KeyPair, peer: TransferPeer): boolean => {
  try {
    return sharedSecret(pair, peer.publicKey)[0] === 0;
  } catch {
    return false;
  }
};

/** Never meets a leading zero. */
const unlucky = (): Partial<TransferSeams> =>
  choosing((peer, make) => {
    for (;;) {
      const pair = make();
      if (peer === undefined || !leads(pair, peer)) return pair;
    }
  });

/** Meets a leading zero once so many keys were made, and none before. */
const luckyAfter = (count: number): Pick<TransferSeams, 'keys' | 'readPeer'> => {
  let asked = 0;
  return choosing((peer, make) => {
    asked += 1;
    for (;;) {
      const pair = make();
      if (peer === undefined || leads(pair, peer) === asked > count) return pair;
    }
  });
};

const secretOf = ({ facts }: AdapterAnswer): string | undefined => facts.transfer?.secret;
const hdt05 = (run: Run) => concludeFromEvidence('HDT-05', run.evidence.recording.evidence);

describe('the search for a leading zero', () => {
  it('ends within eight transfers on each curve in a self-test; bench/self-test-seed.ts finds another seed', () =>
    withOpenRun({ profile: 'test', subjects: ['integrator'] }, async (run) => {
      await hipJourney(run);
      for (const { transfers, endedBy } of searchesIn(run)) {
        assert.equal(endedBy, 'found');
        assert.ok(transfers < 8, String(transfers));
      }
      assert.deepEqual(leadingZeroWarnings(run.evidence.recording.evidence), []);
    }));

  it('ends when its time is over, keeps facts alone, and says what luck may have helped to', () =>
    searched(400, unlucky(), (run) => {
      const [search, ...others] = searchesIn(run);
      assert.deepEqual([search?.endedBy, others.length], ['time', 0]);
      assert.ok((search?.transfers ?? 0) > 0);
      assert.deepEqual(answersInSearch(run), []);
      const count = (search?.transfers ?? 0) + 53;
      const percent = Math.floor(100 * (1 - (255 / 256) ** count));
      const told = `none of ${count} shared secrets began with a zero byte; a client that drops leading zeros would have been caught with a probability of ${percent} %`;
      assert.deepEqual(leadingZeroWarnings(run.evidence.recording.evidence), [
        `X25519: ${told}; raise limits.searchMs`,
      ]);
      assert.deepEqual(hdt05(run).notes.map(plainTextOrEmpty), [`X25519: ${told}`]);
    }));

  it('is left out where it has no time', () =>
    searched(0, unlucky(), (run) => {
      assert.deepEqual(searchesIn(run), [{ transfers: 0, endedBy: 'time' }]);
    }));

  it('records the transfer that it was made for, and finds the client out that drops the zero', () => {
    const dropping: TransferSeams['sharedSecret'] = (own, key) => {
      const secret = transfer.sharedSecret(own, key);
      return secret[0] === 0 ? secret.subarray(1) : secret;
    };
    return searched(60_000, { ...luckyAfter(90), sharedSecret: dropping }, (run) => {
      const [search] = searchesIn(run);
      assert.equal(search?.endedBy, 'found');
      assert.ok(search.transfers > 20);
      const [found, ...others] = answersInSearch(run);
      assert.ok(found !== undefined && others.length === 0);
      assert.equal(secretOf(found), 'with a leading zero');
      assert.match(
        plainTextOrEmpty(hdt05(run).breaches[0]?.cause),
        /leading zeros of the shared secret are dropped/,
      );
    });
  });

  /** Takes the same keys in turn, none of which gives a secret with a leading zero unless that is wished for. */
  const pooling = (size: number, isWanted: (peer: TransferPeer, pair: KeyPair, turn: number) => boolean) => {
    const pairs = new Map<number, KeyPair>();
    let turn = 0;
    return choosing((peer, make) => {
      turn += 1;
      let pair = pairs.get(turn % size) ?? make();
      while (peer !== undefined && !isWanted(peer, pair, turn)) pair = make();
      pairs.set(turn % size, { ...pair, privateKey: Buffer.from(pair.privateKey) });
      return { ...pair, privateKey: Buffer.from(pair.privateKey) };
    });
  };

  it('finds keys that come again after more transfers than were asked for otherwise', () =>
    searched(
      60_000,
      pooling(80, (peer, pair, turn) => leads(pair, peer) === turn > 240),
      (run) => {
        assert.ok(concludeFromEvidence('HDT-03', run.evidence.recording.evidence).breachCount > 0);
        assert.ok(answersInSearch(run).length <= 41, 'a pool is told by a few');
      },
    ));

  it('takes another key of its own where those of the client come again', () =>
    searched(
      60_000,
      pooling(1, (peer, pair, turn) => turn > 60 || !leads(pair, peer)),
      (run) => {
        assert.equal(searchesIn(run)[0]?.endedBy, 'found');
        assert.deepEqual(leadingZeroWarnings(run.evidence.recording.evidence), []);
      },
    ));

  it('goes on where transfers go wrong, and records the first of them', () => {
    let sealed = 0;
    const tiring: TransferSeams['seal'] = (key, iv, plaintext) => {
      sealed += 1;
      return transfer.seal(sealed > 60 && sealed < 100 ? Buffer.alloc(32, 1) : key, iv, plaintext);
    };
    return searched(60_000, { ...luckyAfter(140), seal: tiring }, (run) => {
      assert.equal(searchesIn(run)[0]?.endedBy, 'found');
      assert.equal(answersInSearch(run).length, 20 + 1);
      assert.ok(concludeFromEvidence('HDT-10', run.evidence.recording.evidence).breachCount === 20);
    });
  });

  it('finds the zero behind a flawed key, and behind many of them', () => {
    let composed = 0;
    // One key in two is a byte too short.
    const cutting: TransferSeams['compose'] = (own, nonce, about) => {
      composed += 1;
      const isCut = composed > 60 && composed % 2 === 0;
      return transfer.compose(isCut ? { ...own, publicKey: own.publicKey.subarray(1) } : own, nonce, about);
    };
    return searched(60_000, { ...luckyAfter(140), compose: cutting }, (run) => {
      assert.equal(searchesIn(run)[0]?.endedBy, 'found');
      assert.deepEqual(leadingZeroWarnings(run.evidence.recording.evidence), []);
    });
  });

  it('counts transfers that are right but for what stands beside the key', () => {
    const misnaming: TransferSeams['compose'] = (own, nonce, about) => ({
      ...transfer.compose(own, nonce, about),
      cryptoAlg: 'ecdh',
    });
    return searched(60_000, { ...luckyAfter(140), compose: misnaming }, (run) => {
      assert.ok((searchesIn(run)[0]?.transfers ?? 0) > 0);
    });
  });

  it('begins although a key of low order was taken, beside which the secret with a sound one would begin so', () => {
    let sound: TransferPeer | undefined;
    const agreesOn = (own: KeyPair, key: Buffer): Buffer | undefined => {
      try {
        return transfer.sharedSecret(own, key);
      } catch {
        return undefined;
      }
    };
    const { keys, readPeer } = choosing((peer, make) => {
      for (;;) {
        const pair = make();
        const isLow = peer !== undefined && agreesOn(pair, peer.publicKey) === undefined;
        sound = isLow ? sound : peer;
        if (sound === undefined || leads(pair, sound) === isLow) return pair;
      }
    });
    const sharedSecret: TransferSeams['sharedSecret'] = (own, key) => agreesOn(own, key) ?? Buffer.alloc(32);
    return searched(400, { keys, readPeer, sharedSecret }, (run) => {
      assert.ok(concludeFromEvidence('HDT-13', run.evidence.recording.evidence).breachCount > 0);
      assert.equal(searchesIn(run)[0]?.endedBy, 'time');
      assert.match(plainTextOrEmpty(hdt05(run).notes[0]), /^X25519: none of /);
    });
  });
});
