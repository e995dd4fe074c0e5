import { text } from '../../exchange/text';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange, isAccepted } from '../../exchange/exchange';
import { showAnswer } from './fates';
import type { Judgement, RuleContext, Judge } from './judge';
import { Tally, inFacets } from './judge';

/** The requests of one round: negatives, and the valid twins that they are bound to. */
export interface Round {
  readonly name: string;
  readonly negatives: readonly Exchange[];
  readonly twins: readonly Exchange[];
  /** The first twin that was accepted. */
  readonly accepted?: Exchange;
}

/** A rule that judges whole rounds; what the suite did not ask for in a round passes it by. */
export function eachRound(judge: (round: Round, context: RuleContext, tally: Tally) => void): Judge {
  return (context) => {
    const rounds = new Map<string, Exchange[]>();
    return {
      observe(exchange) {
        const { asked } = exchange;
        if (asked === undefined || asked.part === 'open') return;
        const round = rounds.get(asked.round) ?? [];
        rounds.set(asked.round, [...round, exchange]);
      },
      conclude() {
        const tally = new Tally();
        for (const [name, exchanges] of rounds) judge(toRound(name, exchanges), context, tally);
        return tally.conclude();
      },
    };
  };
}

function toRound(name: string, exchanges: readonly Exchange[]): Round {
  const twins = exchanges.filter(({ asked }) => asked?.part === 'valid');
  const accepted = twins.find(isAccepted);
  return {
    name,
    negatives: exchanges.filter(({ asked }) => asked?.part === 'negative'),
    twins,
    ...(accepted && { accepted }),
  };
}

/**
 * A rule for negatives: each request that is wrong in a named way is judged, if a valid twin of its round was accepted;
 * else nothing is known, since the service might have refused it for any other reason.
 */
export function eachNegative(
  wrong: Readonly<Record<string, string>>,
  judge: (negative: Exchange, context: RuleContext) => Judgement | undefined,
  facetOf?: (negative: Exchange) => string | undefined,
): Judge {
  return eachRound((round, context, tally) => {
    for (const negative of round.negatives) {
      if (!Object.hasOwn(wrong, negative.asked?.variant ?? '')) continue;
      const judgement = judgeBound(round, negative, () => judge(negative, context));
      if (judgement === undefined) continue;
      tally.add(inFacets(judgement, facetOf?.(negative)), ...boundSeqs(round, negative));
    }
  });
}

/** The facet of a negative that goes by its name. */
export function byVariant(
  facets: Readonly<Record<string, string>>,
): (negative: Exchange) => string | undefined {
  return ({ asked }) => facets[asked?.variant ?? ''];
}

/** The judgement of a negative, or why there is none. */
export function judgeBound(
  round: Round,
  negative: Exchange,
  judge: () => Judgement | undefined,
): Judgement | undefined {
  if (negative.failure !== undefined || negative.response?.status === 429)
    return { unjudged: text`${nameExchange(negative)}: ${showAnswer(negative)}` };
  if (round.accepted !== undefined) return judge();
  const [twin] = round.twins;
  const why =
    twin === undefined
      ? 'was not sent'
      : text`was not accepted: ${nameExchange(twin)} got ${showAnswer(twin)}`;
  return { unjudged: text`the valid twin of ${nameExchange(negative)} ${why}` };
}

export function boundSeqs(round: Round, negative: Exchange): number[] {
  return round.accepted === undefined ? [negative.seq] : [negative.seq, round.accepted.seq];
}
