import { text } from '../../exchange/text';
import type { SpoiltFact } from '../../contract/transfer-variants';
import { isAbout } from '../../contract/transfer-variants';
import type { AdapterAnswer } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { Judgement, Judge } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { toldCodings } from './codings';
import type { TellCause } from './refusal-causes';
import { isRefused, likelyFailure, whatCame } from './refusal-causes';
import type { TransferAnswer } from './transfer-answer';
import { isEarnest, showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';

/** The outcomes of the transfers of one round. */
interface Round {
  good?: TransferAnswer;
  /** A valid twin that did not come out right. */
  bad?: TransferAnswer;
  readonly spoilt: TransferAnswer[];
}

/** What is to be refused, and what is said of a client that does not refuse it. */
interface Wanted {
  readonly about: readonly SpoiltFact[];
  readonly expected: string;
  readonly cause: TellCause;
  /** The facet that a variant is about. */
  readonly facetOf?: (variant: string) => string | undefined;
}

/**
 * Judges what is to be refused. A refusal counts where the valid twin of its round was carried out: a client that
 * refuses everything shows nothing.
 */
export function refused(wanted: Wanted): Judge<AdapterAnswer> {
  return () => {
    const rounds = new Map<string, Round>();
    const codings = new Set<string | undefined>();
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer === undefined || answer.asked.part === 'open') return;
        const { round: name, part, variant } = answer.asked;
        const round = rounds.get(name) ?? { spoilt: [] };
        rounds.set(name, round);
        if (part === 'valid') {
          keepTwin(round, answer);
          if (isEarnest(answer)) codings.add(codingOf(answer));
        } else if (isAbout(variant, wanted.about)) round.spoilt.push(answer);
      },
      conclude() {
        const tally = new Tally();
        for (const round of rounds.values())
          for (const answer of round.spoilt) {
            const twin = round.good === undefined ? [] : [round.good.seq];
            const facet = wanted.facetOf?.(answer.variant);
            tally.add(inFacets(judge(answer, round, wanted, codings), facet), answer.seq, ...twin);
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

/** How the key was coded that the client was given in that role; `undefined` where this is no matter. */
const codingOf = ({ method, fact: { coding } }: TransferAnswer): string | undefined =>
  coding && `${method} ${coding}`;

function judge(
  answer: TransferAnswer,
  round: Round,
  { expected, cause, about }: Wanted,
  codings: ReadonlySet<string | undefined>,
): Judgement {
  const { good, bad } = round;
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  if (answer.outcome === 'not-offered') return { unjudged: `${answer.method} is not offered` };
  if (isRefused(answer)) {
    if (good !== undefined) return whyUnread(answer, codings) ?? kept;
    const why = bad === undefined ? 'was not asked for' : `was not carried out: ${showOutcome(bad)}`;
    return { unjudged: text`the valid twin of ${nameEvidence(answer)} ${why}` };
  }
  return {
    breach: {
      sent: showTransfer(answer),
      expected,
      seen: whatCame(answer),
      cause:
        likelyFailure(answer) ??
        cause({
          answer,
          others: round.spoilt.filter(({ asked }) => isAbout(asked.variant, about)),
        }),
    },
  };
}

/** A key whose coding the client cannot read is refused for that, whatever it stands for. */
function whyUnread(answer: TransferAnswer, codings: ReadonlySet<string | undefined>): Judgement | undefined {
  const { coding } = answer.fact;
  if (coding === undefined || codings.has(codingOf(answer))) return undefined;
  const told = `is coded as ${toldCodings[coding]}, and no key in this coding was read`;
  return { unjudged: text`the key of ${nameEvidence(answer)} ${told}` };
}
