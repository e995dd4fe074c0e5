import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { at } from '../judge/places';
import { constants } from '../../contract/constants';
import type { KeyMaterialFact } from '../../contract/transfer-facts';
import type { Told } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { FirstUses } from '../judge/first-uses';
import { onlyIf, onlyInUse } from '../judge/gate';
import { isEarnest, showTransfer } from './transfer-answer';
import type { Given } from './given';
import { givenIn } from './given';
import { anyTransfer } from './needs';

/** Which part of key material has to be new, and what else is asked of it. */
interface Fresh {
  readonly what: string;
  readonly digest: (material: KeyMaterialFact) => string | undefined;
  readonly cause: string;
}

export const freshKey: Fresh = {
  what: 'public key',
  digest: ({ keyDigest }) => keyDigest,
  cause: 'the key pair is made once, when the program starts or for each peer',
};
export const freshNonce: Fresh = {
  what: 'nonce',
  digest: ({ nonceDigest }) => nonceDigest,
  cause: 'the nonce is a constant, made once, derived from the key, or drawn from a seeded generator',
};

/** Tells each part of key material that came before; counts what it was shown. */
export class Repetitions {
  readonly #uses = new FirstUses();
  readonly #fresh: Fresh;
  count = 0;

  constructor(fresh: Fresh) {
    this.#fresh = fresh;
  }

  breachOf(given: Given): Told | undefined {
    const { what, digest, cause } = this.#fresh;
    const value = digest(given.material);
    if (value === undefined) return undefined;
    this.count += 1;
    const { seq } = given;
    const first = this.#uses.firstOr(Buffer.from(value, 'hex').toString('latin1'), seq);
    if (first === seq) return undefined;
    return {
      sent: showTransfer(given),
      expected: `a ${what} that no earlier transfer had`,
      seen: text`the ${what} of ${numbered(first)} again`,
      cause,
    };
  }
}

const flawedNonces = {
  size: 'the nonce is as long as an IV, a UUID or a text: it takes 32 random bytes',
  echoed: "the HIU's nonce is copied into the answer",
} as const;

/** Clause 6.2.2: a key pair for each transfer. Two of them are needed to tell. */
export const keyPairFresh = home({
  id: 'HDT-03',
  clauses: ['6.2.2'],
  quote: 'Generate a short-term Curve25519 ECDH key pair',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Every transfer has a fresh HIP key pair',
  rule: 'The HIP makes a new key pair for each transfer.',
  causes: [freshKey.cause],
  on: ['adapter'],
  ...anyTransfer,
  tells: at('request body/keyMaterial/dhPublicKey/keyValue', 'fact transfer/keyMaterial/keyDigest'),
  challenge: ['an encryption'],
  judge: () => {
    const tally = new Tally();
    const keys = new Repetitions(freshKey);
    let used = false;
    return {
      observe(answer) {
        const given = givenIn(answer, 'transfer.encrypt');
        if (given?.material.keyDigest === undefined) return;
        used ||= isEarnest(given);
        const breach = keys.breachOf(given);
        tally.add(breach ? { breach } : kept, answer.seq);
      },
      conclude: () => onlyInUse(used, onlyIf(keys.count > 1, tally.conclude())),
    };
  },
});

/** Clause 6.2.2: 32 random bytes for each transfer. */
export const nonceFresh = home({
  id: 'HDT-04',
  clauses: ['6.2.2'],
  quote: 'a new 32-byte random HIP nonce.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Every transfer has a fresh HIP nonce',
  rule: 'The nonce of the HIP has 32 bytes and is new for each transfer.',
  causes: [freshNonce.cause, ...Object.values(flawedNonces)],
  on: ['adapter'],
  follows: ['HDT-09'],
  ...anyTransfer,
  tells: at('request body/keyMaterial/nonce', 'fact transfer/keyMaterial/nonceDigest'),
  challenge: ['an encryption'],
  judge: () => {
    const tally = new Tally();
    const nonces = new Repetitions(freshNonce);
    let used = false;
    return {
      observe(answer) {
        const given = givenIn(answer, 'transfer.encrypt');
        if (given?.material.nonceBytes === undefined) return;
        used ||= isEarnest(given);
        const breach = nonces.breachOf(given) ?? nonceFlaw(given);
        tally.add(breach ? { breach } : kept, answer.seq);
      },
      conclude: () => onlyInUse(used, onlyIf(nonces.count > 1, tally.conclude())),
    };
  },
});

function nonceFlaw(given: Given): Told | undefined {
  const { nonceBytes } = given.material;
  const sent = showTransfer(given);
  const expected = `${constants.nonceBytes} random bytes of the HIP's own`;
  if (nonceBytes !== constants.nonceBytes)
    return {
      sent,
      expected,
      seen: `${nonceBytes ?? 0} bytes`,
      cause: flawedNonces.size,
    };
  if (given.fact.echoes?.includes('nonce') === true)
    return {
      sent,
      expected,
      seen: 'the nonce of the HIU',
      cause: flawedNonces.echoed,
    };
  return undefined;
}
