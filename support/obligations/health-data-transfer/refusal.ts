import { text } from '../../exchange/text';
import { home } from '../judge/home';
import { adapterAnswer, at } from '../judge/places';
import type { SpoiltFact } from '../../contract/transfer-variants';
import { isAbout } from '../../contract/transfer-variants';
import type { AdapterAnswer } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { Judgement, Judge } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import type { TransferAnswer } from './transfer-answer';
import { isEarnest, showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';

/** What the transfers of one round came to. */
interface Round {
  good?: TransferAnswer;
  /** A valid twin that did not come out right. */
  bad?: TransferAnswer;
  readonly spoilt: TransferAnswer[];
}

interface Wanted {
  readonly about: readonly SpoiltFact[];
  readonly expected: string;
  readonly cause: string;
}

/**
 * Judges what is to be refused. A refusal counts where the valid twin of its round was carried out: a client that
 * refuses everything shows nothing.
 */
function refused(wanted: Wanted): Judge<AdapterAnswer> {
  return () => {
    const rounds = new Map<string, Round>();
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer === undefined || answer.asked.part === 'open') return;
        const { round: name, part, variant } = answer.asked;
        const round = rounds.get(name) ?? { spoilt: [] };
        rounds.set(name, round);
        if (part === 'valid') keepTwin(round, answer);
        else if (isAbout(variant, wanted.about)) round.spoilt.push(answer);
      },
      conclude() {
        const tally = new Tally();
        for (const round of rounds.values())
          for (const answer of round.spoilt) {
            const twin = round.good === undefined ? [] : [round.good.seq];
            tally.add(judge(answer, round, wanted), answer.seq, ...twin);
          }
        return tally.conclude();
      },
    };
  };
}

function keepTwin(round: Round, answer: TransferAnswer): void {
  if (isEarnest(answer)) round.good ??= answer;
  else round.bad ??= answer;
}

function judge(answer: TransferAnswer, { good, bad }: Round, { expected, cause }: Wanted): Judgement {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  if (answer.outcome === 'not-offered') return { unjudged: `${answer.method} is not offered` };
  const exposed = answer.method === 'transfer.decrypt' ? (answer.fact.bundleIn ?? []) : [];
  if (answer.outcome === 'refused' && exposed.length === 0) {
    if (good !== undefined) return kept;
    const why = bad === undefined ? 'was not asked for' : `was not carried out: ${showOutcome(bad)}`;
    return { unjudged: text`the valid twin of ${nameEvidence(answer)} ${why}` };
  }
  return {
    breach: {
      sent: showTransfer(answer),
      expected,
      seen:
        answer.outcome === 'refused'
          ? `an error that gives the bundle out (${exposed[0]?.encoding ?? ''} in ${exposed[0]?.place ?? ''})`
          : showOutcome(answer),
      cause,
    },
  };
}

/** Clause 6.2.1: an algorithm or curve without support. */
export const unsupportedRefused = home({
  id: 'HDT-01',
  clauses: ['6.2.1'],
  quote: 'reject unsupported algorithms and expired public keys.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP refuses unsupported algorithms and curves',
  rule: 'Key material of the HIU that names an algorithm or a curve without support is refused.',
  outcome: 'each unsupported algorithm and curve of an HIU is refused, and the supported ones are not',
  on: ['adapter'],
  facets: { what: ['algorithm', 'curve'] },
  tells: adapterAnswer,
  challenge: ['algorithm', 'curve'],
  judge: refused({
    about: ['algorithm', 'curve'],
    expected: 'an error that names the algorithm or the curve: only ECDH on Curve25519 is supported',
    cause: 'cryptoAlg and curve are not read, and taken for granted',
  }),
});

/** Clause 6.2.1: a public key that has expired. */
export const expiredKeyRefused = home({
  id: 'HDT-02',
  clauses: ['6.2.1'],
  quote: 'reject unsupported algorithms and expired public keys.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP refuses an expired public key',
  rule: 'A public key of the HIU whose expiry has passed is refused.',
  outcome: 'each expired key of an HIU is refused, and the one that still lives is not',
  on: ['adapter'],
  tells: adapterAnswer,
  challenge: ['expiry'],
  judge: refused({
    about: ['expiry'],
    expected: 'an error that says that the key of the HIU has expired',
    cause: 'expiry is not read, or compared in the local time zone',
  }),
});

/** Clause 6.2 with NIST SP 800-38D, section 7.2: authentication fails, and nothing is given out. */
export const changedRefused = home({
  id: 'HDT-12',
  clauses: ['6.2'],
  quote: 'Terms: ECDH on Curve25519; AES-GCM cipher',
  subject: 'integrator',
  roles: ['hiu'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIU refuses anything that was changed',
  rule:
    'When the ciphertext, the tag, the nonce or the key has been changed, the HIU refuses it and ' +
    'gives out no plaintext, as NIST SP 800-38D demands.',
  outcome: 'each changed content is refused without any plaintext, and the unchanged one is not',
  on: ['adapter'],
  facets: { changed: ['ciphertext', 'tag', 'nonce', 'key'] },
  tells: [...adapterAnswer, ...at('request body', 'fact transfer/bundle')],
  challenge: ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key'],
  judge: refused({
    about: ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key'],
    expected: 'an error, and no plaintext: the tag does not fit what was changed',
    cause:
      'the tag is not verified (a cipher stream that is never finished, or GCM taken as CTR), or the failure is swallowed and an empty bundle returned',
  }),
});

/** Clause 6.2.3 with RFC 7748, section 6.1. */
export const badKeyRefused = home({
  id: 'HDT-13',
  clauses: ['6.2.3'],
  quote: 'Compute the ECDH shared secret from the HIU public key and the HIP private key.',
  subject: 'integrator',
  roles: ['hip', 'hiu'],
  level: 'should',
  seen: 'adapter',
  title: 'Low-order and malformed public keys are refused',
  rule: 'A public key that is malformed or of low order is not accepted (RFC 7748, section 6.1).',
  outcome: 'each public key that cannot be used is refused, and the one that can is not',
  on: ['adapter'],
  facets: { key: ['low order', 'off the curve (not for x25519)', 'wrong form'] },
  tells: adapterAnswer,
  challenge: ['bad key'],
  judge: refused({
    about: ['bad key'],
    expected: 'an error that says that the public key cannot be used',
    cause: 'the point is not checked to be on the curve, the shared secret not to be all zeros',
  }),
});

/** Clauses 6.2.4, 8: a nonce that is not 32 bytes long. */
export const nonceLengthRefused = home({
  id: 'HDT-16',
  clauses: ['6.2.4', '8'],
  quote: 'RAND a 32-byte random nonce',
  subject: 'integrator',
  roles: ['hip', 'hiu'],
  level: 'should',
  seen: 'adapter',
  title: 'Nonces of another length are refused',
  rule: 'A nonce of any length but 32 bytes is not accepted.',
  outcome: 'each nonce of another length is refused, and that of 32 bytes is not',
  on: ['adapter'],
  tells: adapterAnswer,
  challenge: ['nonce length'],
  judge: refused({
    about: ['nonce length'],
    expected: 'an error that says that a nonce has 32 bytes',
    cause: 'the shorter nonce is filled up or repeated in XOR, or the longer one cut',
  }),
});
