import type { Exchange } from '../../exchange/exchange';
import { nameExchange, isAccepted } from '../../exchange/exchange';
import { numbered, text } from '../../exchange/text';
import type { PayerStep, Step } from '../cycles/messages';
import { stepIn } from '../cycles/messages';
import type { Judgement, RuleContext } from '../judge/judge';

export const sharedId =
  'the correlation id is a constant, or that of the session or patient, and not made for each request';

const beginnings: readonly Step[] = ['plan', 'eligibility', 'preauth', 'claim'];

/** Two requests under one correlation id, and what is to be said of it. */
interface Shared {
  readonly judgement: Judgement;
  readonly seqs: readonly number[];
}

/**
 * Clause 6.1: what shares a correlation id is one cycle, so two open cycles of a kind cannot share one.
 * The same request sent again does not begin a second cycle: a client that gets no answer repeats it.
 */
export class SharedIds {
  readonly #context: RuleContext;
  readonly #requests: PayerStep[] = [];
  /** By correlation id, when answers came that end a cycle; epoch milliseconds. */
  readonly #ended = new Map<string, number[]>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const found = stepIn(exchange, this.#context.readings);
    const id = found?.fact.correlationId;
    if (found === undefined || id === undefined) return;
    const { step, fact } = found;
    if (exchange.sender === 'integrator' && beginnings.includes(step)) this.#requests.push(found);
    const isData = step === 'plan-answer' || step === 'eligibility-answer';
    if (isData || fact.final === true || fact.decision !== undefined)
      this.#ended.set(id, [...(this.#ended.get(id) ?? []), exchange.arrivedAt]);
  }

  judgements(): Shared[] {
    return this.#requests.flatMap((next, index) => {
      const known = this.#requests.slice(0, index).findLast((each) => this.#isOpen(each, next));
      const judgement = known && judge(known, next);
      return judgement === undefined ? [] : [{ judgement, seqs: [seqOf(known), seqOf(next)] }];
    });
  }

  /** Whether a request had begun a cycle of that kind and id, which still went on when the next one came. */
  #isOpen({ exchange, step, fact }: PayerStep, next: PayerStep): boolean {
    if (step !== next.step || fact.correlationId !== next.fact.correlationId || !isAccepted(exchange))
      return false;
    if (exchange.clientInstance !== next.exchange.clientInstance) return false;
    const ends = this.#ended.get(fact.correlationId ?? '') ?? [];
    return !ends.some((at) => at >= exchange.arrivedAt && at < next.exchange.arrivedAt);
  }
}

const seqOf = (each: PayerStep | undefined): number => each?.exchange.seq ?? 0;

function judge(known: PayerStep, next: PayerStep): Judgement | undefined {
  const [one, other] = [known.exchange.call?.answer, next.exchange.call?.answer];
  // What the client was asked for once, it requests once, however often it sends it.
  if (one !== undefined && one === other) return undefined;
  const isSame = (name: 'imprint' | 'digest'): boolean =>
    next.fact[name] !== undefined && next.fact[name] === known.fact[name];
  if (isSame('imprint') && one !== undefined)
    return {
      unjudged: text`${nameExchange(next.exchange)} is ${numbered(known.exchange.seq)} byte for byte: sent again, or a second cycle under the same correlation id`,
    };
  // In traffic, what the client was asked for is unknown. The same bundle, encrypted again, has other bytes.
  if (isSame('imprint') || (one === undefined && isSame('digest'))) return undefined;
  return {
    breach: {
      sent: text`${nameExchange(next.exchange)}, while the cycle that ${numbered(known.exchange.seq)} had begun was still open`,
      expected: 'a correlation id of its own for each cycle',
      seen: text`${next.fact.correlationId ?? ''} in both, so that no callback tells which of them it answers`,
      cause: sharedId,
    },
  };
}
