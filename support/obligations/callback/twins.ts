import { numbered, text } from '../../exchange/text';
import type { Text } from '../../exchange/text';
import type { AdapterAnswer, Sent } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { stepIn } from '../cycles/messages';
import type { RuleContext } from '../judge/judge';
import { isCallback } from './sent-callback';
import { isAccepted } from '../../exchange/exchange';

/** The valid twins of forged callbacks that were answered 2xx, and what came of them: 202 alone is no acceptance. */
export class Twins {
  readonly #context: RuleContext;
  readonly #all: Exchange[] = [];
  /** By correlation id, what the client last said of a cycle after its twin. */
  readonly #states = new Map<string, AdapterAnswer>();
  readonly #acknowledged = new Set<string>();
  #hasDecided = false;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** Whether the client came to a decision in any cycle. */
  get hasDecided(): boolean {
    return this.#hasDecided;
  }

  observe(sent: Sent): void {
    if (sent.kind !== undefined) {
      const { cycle } = sent.facts;
      if (cycle === undefined) return;
      this.#hasDecided ||= cycle.state === 'approved' || cycle.state === 'rejected';
      const isTwins = this.#all.some(({ facts }) => facts.payer?.correlationId === cycle.correlationId);
      if (isTwins) this.#states.set(cycle.correlationId, sent);
      return;
    }
    const { asked } = sent;
    if (isCallback(sent) && asked?.part === 'valid' && isAccepted(sent)) this.#all.push(sent);
    if (sent.sender !== 'integrator') return;
    const found = stepIn(sent, this.#context.readings);
    if (found?.step === 'acknowledgment') this.#acknowledged.add(found.fact.correlationId ?? '');
  }

  get all(): readonly Exchange[] {
    return this.#all;
  }

  /** That of a round, where it was answered 2xx. */
  of(round: string | undefined): Exchange | undefined {
    return this.#all.findLast(({ asked }) => asked?.round === round);
  }

  /** Why a twin shows no acceptance, though it was answered 2xx. */
  whyWithoutEffect(twin: Exchange): Text | undefined {
    const id = twin.facts.payer?.correlationId ?? '';
    const answered = text`the valid twin ${numbered(twin.seq)} was answered ${twin.response?.status ?? 0}, and changed nothing`;
    if (stepIn(twin, this.#context.readings)?.step === 'prompt')
      return this.#acknowledged.has(id) ? undefined : text`${answered}: no acknowledgment followed`;
    const told = this.#states.get(id);
    if (told?.facts.cycle?.state !== 'pending') return undefined;
    return text`${answered}: the cycle is still pending in ${numbered(told.seq)}; was it dropped as a repetition of what was forged?`;
  }
}
