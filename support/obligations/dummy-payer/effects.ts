import type { Exchange } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import type { Step } from '../cycles/messages';
import { cycleIdOf, stepIn, triggerIn, whyUnread } from '../cycles/messages';
import type { RuleContext } from '../judge/judge';

interface Arrival {
  readonly exchange: Exchange;
  readonly id: string | undefined;
  readonly step: Step | undefined;
  /** One like it had come before. */
  readonly isRepeated: boolean;
}

/** What came after a trigger. */
export interface Effect {
  /** Whether a callback of its cycle came, on a path that the document has for what was triggered. */
  readonly followed: boolean;
  /** Why a callback on such a path cannot be told to be of its cycle. */
  readonly unread: Text | undefined;
  /** A callback that may have been meant for it, and has another id or path. */
  readonly stray: Exchange | undefined;
}

/** The callbacks that fit what a cycle began with; of other requests all do. */
const fitting: Readonly<Record<string, readonly (Step | undefined)[]>> = {
  'preauth.submit': ['preauth-answer', 'query'],
  'claim.submit': ['claim-answer', 'query'],
};

/** Callbacks that need no trigger, or open a cycle of their own. */
const untriggered: readonly Step[] = ['plan-answer', 'eligibility-answer', 'prompt'];

/** What the payer did after a trigger: the document does not show its answer, so that this shows it accepted. */
export class Effects {
  readonly #context: RuleContext;
  /** By correlation id, the operation that began a cycle. */
  readonly #begun = new Map<string, string>();
  readonly #arrivals: Arrival[] = [];
  readonly #seen = new Set<string>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const { sender, service, facts, operation = '' } = exchange;
    const id = facts.payer?.correlationId;
    if (service !== 'provider') return;
    if (sender === 'suite' && id !== undefined && !this.#begun.has(id)) this.#begun.set(id, operation);
    if (sender !== 'service') return;
    const step = stepIn(exchange, this.#context.readings)?.step;
    const sort = `${step} ${id}`;
    this.#arrivals.push({ exchange, id, step, isRepeated: this.#seen.has(sort) });
    this.#seen.add(sort);
  }

  /** To be asked once all is known. */
  of(trigger: Exchange): Effect {
    const id = cycleIdOf(trigger);
    const steps = stepsAfter(trigger);
    const later = this.#arrivals.filter(({ exchange }) => exchange.arrivedAt >= trigger.arrivedAt);
    const onPath = later.filter(({ step }) => step !== undefined && steps.includes(step));
    // A prompt opens a cycle of its own.
    const followed = onPath.some((each) => each.step === 'prompt' || each.id === id);
    const nameless = onPath.filter((each) => each.id === undefined);
    const stray =
      later.find((each) => id !== undefined && each.id === id) ??
      onPath.find((each) => this.#isStray(each)) ??
      later.find((each) => this.#isStray(each));
    return {
      followed,
      unread: nameless.map(({ exchange }) => whyUnread(exchange)).find((why) => why !== undefined),
      stray: stray?.exchange,
    };
  }

  /** Under an unknown id, on the path of another kind, or repeated: it may be meant for another cycle. */
  #isStray({ id, step, isRepeated }: Arrival): boolean {
    if (step !== undefined && untriggered.includes(step)) return false;
    const begun = this.#begun.get(id ?? '');
    return begun === undefined || fitting[begun]?.includes(step) === false || isRepeated;
  }
}

/** Clauses 4.7.3 to 4.7.5: where a query is asked, and where the answer to a cycle comes in the end. */
function stepsAfter(trigger: Exchange): readonly Step[] {
  if (trigger.operation === 'paymentNotice.init') return ['prompt'];
  const { action, method } = triggerIn(trigger)?.words ?? {};
  const answer = method === 'Claim' ? 'claim-answer' : 'preauth-answer';
  return action === 'Query' ? ['query', answer] : [answer];
}
