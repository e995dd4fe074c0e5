import type { ObligationId } from '..';
import type { SpoiltFact } from '../../contract/transfer-variants';
import { isAbout } from '../../contract/transfer-variants';
import { nameExchange } from '../../exchange/exchange';
import type { Judgement, RuleFactory } from '../judge/judge';
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
  readonly likely: string;
}

/**
 * Judges what is to be refused. A refusal counts where the valid twin of its round was carried out: a client that
 * refuses everything shows nothing.
 */
function refused(obligation: ObligationId, wanted: Wanted): RuleFactory {
  return () => {
    const rounds = new Map<string, Round>();
    return {
      observe(exchange) {
        const answer = transferIn(exchange);
        if (answer === undefined || answer.asked.part === 'open') return;
        const { round: name, part, variant } = answer.asked;
        const round = rounds.get(name) ?? { spoilt: [] };
        rounds.set(name, round);
        if (part === 'valid') keepTwin(round, answer);
        else if (isAbout(variant, wanted.about)) round.spoilt.push(answer);
      },
      conclude() {
        const tally = new Tally(obligation);
        for (const round of rounds.values())
          for (const answer of round.spoilt) {
            const twin = round.good === undefined ? [] : [round.good.exchange.seq];
            tally.add(judge(answer, round, wanted), answer.exchange.seq, ...twin);
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

function judge(answer: TransferAnswer, { good, bad }: Round, { expected, likely }: Wanted): Judgement {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  if (answer.outcome === 'not-offered') return { unjudged: `${answer.method} is not offered` };
  const exposed = answer.method === 'transfer.decrypt' ? (answer.fact.bundleIn ?? []) : [];
  if (answer.outcome === 'refused' && exposed.length === 0) {
    if (good !== undefined) return kept;
    const why = bad === undefined ? 'was not asked for' : `was not carried out: ${showOutcome(bad)}`;
    return { unjudged: `the valid twin of ${nameExchange(answer.exchange)} ${why}` };
  }
  return {
    breach: {
      sent: showTransfer(answer),
      expected,
      got:
        answer.outcome === 'refused'
          ? `an error that gives the bundle out (${exposed[0]?.encoding ?? ''} in ${exposed[0]?.place ?? ''})`
          : showOutcome(answer),
      likely,
    },
  };
}

/** Clause 6.2.1: an algorithm or curve without support. */
export const unsupportedRefused = refused('HDT-01', {
  about: ['algorithm', 'curve'],
  expected: 'an error that names the algorithm or the curve: only ECDH on Curve25519 is supported',
  likely: 'cryptoAlg and curve are not read, and taken for granted',
});

/** Clause 6.2.1: a public key that has expired. */
export const expiredKeyRefused = refused('HDT-02', {
  about: ['expiry'],
  expected: 'an error that says that the key of the HIU has expired',
  likely: 'expiry is not read, or compared in the local time zone',
});

/** Clause 6.2 with NIST SP 800-38D, section 7.2: authentication fails, and nothing is given out. */
export const changedRefused = refused('HDT-12', {
  about: ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key'],
  expected: 'an error, and no plaintext: the tag does not fit what was changed',
  likely:
    'the tag is not verified (a cipher stream that is never finished, or GCM taken as CTR), or the failure is swallowed and an empty bundle returned',
});

/** Clause 6.2.3 with RFC 7748, section 6.1. */
export const badKeyRefused = refused('HDT-13', {
  about: ['bad key'],
  expected: 'an error that says that the public key cannot be used',
  likely: 'the point is not checked to be on the curve, the shared secret not to be all zeros',
});

/** Clauses 6.2.4, 8: a nonce that is not 32 bytes long. */
export const nonceLengthRefused = refused('HDT-16', {
  about: ['nonce length'],
  expected: 'an error that says that a nonce has 32 bytes',
  likely: 'the shorter nonce is filled up or repeated in XOR, or the longer one cut',
});
