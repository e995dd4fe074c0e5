import { constants } from '../../contract/constants';
import type { KeyMaterialFact } from '../../contract/transfer';
import type { AdapterAnswer } from '../../exchange/evidence';
import { linkToExchange, reportText } from '../../exchange/text';
import type { Given } from './transfer-answer';
import {
  transferNeeds,
  givenIn,
  isTransferCarriedOut,
  keyFlaws,
  likelyOf,
  materialCauses,
  showTransfer,
} from './transfer-answer';
import { FirstUses } from '../judge/seen-before';
import { emptyConclusionUnless, onlyInUse } from '../judge/requests';
import { missingTransfer, openInRun, untestedInRun } from '../judge/common-absences';
import { defineHome, placesAt } from '../judge/home';
import type { Judge, Judgement, BreachDetails } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';

/** A part of key material that must be new in each transfer. */
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

/** Finds repetitions of a part of key material. `count` is the number of values that were observed. */
export class Repetitions {
  readonly #uses = new FirstUses();
  readonly #fresh: Fresh;
  count = 0;

  constructor(fresh: Fresh) {
    this.#fresh = fresh;
  }

  breachOf(given: Given): BreachDetails | undefined {
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
      seen: reportText`the ${what} of ${linkToExchange(first)} again`,
      cause,
    };
  }
}

const flawedNonces = {
  size: 'the nonce is as long as an IV, a UUID or a text: it takes 32 random bytes',
  echoed: "the HIU's nonce is copied into the answer",
} as const;

/** Clause 6.2.2: a key pair for each transfer. Two of them are needed to tell. */
export const keyPairFresh = defineHome({
  id: 'HDT-03',
  clauses: ['6.2.2'],
  quote: 'Generate a short-term Curve25519 ECDH key pair',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Every transfer has a fresh HIP key pair',
  rule: 'The HIP makes a new key pair for each transfer.',
  absences: {
    'a second transfer': untestedInRun,
    [missingTransfer]: openInRun,
  },
  latitude: {
    'key pairs of another library': 'transfers-by-the-platform',
    'keys of the Weierstrass form': 'weierstrass-alone',
    'compressed points': 'points-compressed',
  },
  causes: [freshKey.cause],
  on: ['adapter'],
  ...transferNeeds,
  tells: placesAt('request body/keyMaterial/dhPublicKey/keyValue', 'fact transfer/keyMaterial/keyDigest'),
  challenge: ['an encryption'],
  judge: (context) => {
    const tally = new JudgementTally(context);
    const keys = new Repetitions(freshKey);
    let used = false;
    return {
      observe(answer) {
        const given = givenIn(answer, 'transfer.encrypt');
        if (given?.material.keyDigest === undefined) return;
        used ||= isTransferCarriedOut(given);
        const breach = keys.breachOf(given);
        tally.add(breach ? { breach } : keptJudgement, answer.seq);
      },
      conclude: () => onlyInUse(used, emptyConclusionUnless(keys.count > 1, tally.conclude())),
    };
  },
});

/** Clause 6.2.2: 32 random bytes for each transfer. */
export const nonceFresh = defineHome({
  id: 'HDT-04',
  clauses: ['6.2.2'],
  quote: 'a new 32-byte random HIP nonce.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Every transfer has a fresh HIP nonce',
  rule: 'The nonce of the HIP has 32 bytes and is new for each transfer.',
  absences: {
    'a second transfer': untestedInRun,
    [missingTransfer]: openInRun,
  },
  latitude: {
    'a log of the nonce': 'transfers-logged-openly',
    'another order of the members': 'material-in-another-order',
  },
  causes: [freshNonce.cause, ...Object.values(flawedNonces)],
  on: ['adapter'],
  follows: ['HDT-09'],
  ...transferNeeds,
  tells: placesAt('request body/keyMaterial/nonce', 'fact transfer/keyMaterial/nonceDigest'),
  challenge: ['an encryption'],
  judge: (context) => {
    const tally = new JudgementTally(context);
    const nonces = new Repetitions(freshNonce);
    let used = false;
    return {
      observe(answer) {
        const given = givenIn(answer, 'transfer.encrypt');
        if (given?.material.nonceBytes === undefined) return;
        used ||= isTransferCarriedOut(given);
        const breach = nonces.breachOf(given) ?? nonceFlaw(given);
        tally.add(breach ? { breach } : keptJudgement, answer.seq);
      },
      conclude: () => onlyInUse(used, emptyConclusionUnless(nonces.count > 1, tally.conclude())),
    };
  },
});

function nonceFlaw(given: Given): BreachDetails | undefined {
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

function eachMaterial(method: string, judge: (given: Given) => Judgement | undefined): Judge<AdapterAnswer> {
  return (context) => {
    const tally = new JudgementTally(context);
    let used = false;
    return {
      observe(answer) {
        const given = givenIn(answer, method);
        if (given === undefined) return;
        used ||= isTransferCarriedOut(given);
        const judgement = judge(given);
        if (judgement !== undefined) tally.add(judgement, answer.seq);
      },
      conclude: () => onlyInUse(used, tally.conclude()),
    };
  };
}

/** Clause 2.6: the members, and a public key in a form that is met. */
export const keyMaterialShape = defineHome({
  id: 'HDT-09',
  clauses: ['2.6'],
  quote:
    'cryptoAlg | string | ECDH | | curve | string | Curve25519 | | dhPublicKey.expiry | string | ISO-8601 UTC ' +
    'timestamp | | dhPublicKey.parameters | string | descriptive text, Curve25519 with a 32-byte random key | | ' +
    'dhPublicKey.keyValue | string | Base64 of the HIP public key | | nonce | string | Base64 of the HIP 32-byte nonce',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'HIP key material has its documented members',
  rule:
    'The key material that is sent gives ECDH as cryptoAlg, Curve25519 as curve, an expiry in UTC, a ' +
    'text as parameters, a keyValue in Base64, and a nonce of 32 bytes in Base64.',
  absences: {
    [missingTransfer]: openInRun,
  },
  latitude: {
    'additional members': 'material-with-extra-members',
    'another order of the members': 'material-in-another-order',
    'other words in the parameters': 'parameters-in-other-words',
    'an expiry without milliseconds': 'expiry-without-milliseconds',
    'an expiry with microseconds': 'expiry-with-microseconds',
    'an offset of zero': 'expiry-with-offset-zero',
    'an offset without a colon': 'expiry-with-offset-without-colon',
    'the basic format of ISO 8601': 'expiry-in-basic-format',
    'no seconds': 'expiry-without-seconds',
    'a comma before the fraction': 'expiry-with-decimal-comma',
  },
  needs: ['HDT-08', 'HDT-10'],
  causes: materialCauses,
  on: ['adapter'],
  tells: placesAt('request body/keyMaterial', 'fact transfer/keyMaterial'),
  challenge: ['an encryption'],
  judge: eachMaterial('transfer.encrypt', ({ material, ...answer }) => {
    const flaws = [...material.flaws, ...keyFlaws(material)];
    if (flaws.length === 0) return keptJudgement;
    return {
      breach: {
        sent: showTransfer(answer),
        expected:
          'cryptoAlg "ECDH", curve "Curve25519", dhPublicKey with an expiry in UTC, parameters and a keyValue in standard Base64, and a nonce of 32 bytes in standard Base64',
        seen: flaws.join('; '),
        cause: likelyOf(flaws),
      },
    };
  }),
});

const likelyPast =
  'the time of making is written as expiry, local time is marked with Z, or the key is an old one';

/** Clause 2.6: an expiry that lies ahead. */
export const expiryAhead = defineHome({
  id: 'HDT-15',
  clauses: ['2.6'],
  quote: 'dhPublicKey.expiry | string | ISO-8601 UTC timestamp',
  subject: 'integrator',
  roles: ['hip'],
  level: 'should',
  seen: 'adapter',
  title: 'HIP keys are sent before they expire',
  rule: 'The expiry that is sent is later than the moment of sending.',
  absences: {
    [missingTransfer]: openInRun,
  },
  latitude: {
    'an expiry in many years': 'expiry-in-2099',
    'an expiry without milliseconds': 'expiry-without-milliseconds',
    'an expiry with microseconds': 'expiry-with-microseconds',
    'the expiry has an offset of zero': 'expiry-with-offset-zero',
  },
  causes: [likelyPast],
  on: ['adapter'],
  ...transferNeeds,
  tells: placesAt(
    'request body/keyMaterial/dhPublicKey/expiry',
    'fact transfer/keyMaterial/expiresAt',
    'time',
  ),
  challenge: ['an encryption'],
  judge: eachMaterial('transfer.encrypt', ({ material, ...answer }) => {
    const { expiresAt } = material;
    if (expiresAt === undefined) return undefined;
    const { arrivedAt } = answer;
    if (expiresAt > arrivedAt) return keptJudgement;
    return {
      breach: {
        sent: showTransfer(answer),
        expected: 'an expiry later than the moment of sending',
        seen: `${new Date(expiresAt).toISOString()}, sent at ${new Date(arrivedAt).toISOString()}`,
        cause: likelyPast,
      },
    };
  }),
});
