import type { Exchange } from '../../exchange/exchange';
import type { Step } from '../cycles/messages';
import { cycleIdOf, stepIn } from '../cycles/messages';
import type { RuleContext } from '../judge/judge';

interface Arrival {
  readonly at: number;
  readonly id: string | undefined;
  readonly step: Step | undefined;
}

/** The callbacks that fit what a cycle began with; of other requests all do. */
const fitting: Readonly<Record<string, readonly (Step | undefined)[]>> = {
  'preauth.submit': ['preauth-answer', 'query'],
  'claim.submit': ['claim-answer', 'query'],
};

/** What the payer did after a trigger: the document does not show its answer, so that this shows it accepted. */
export class Effects {
  readonly #context: RuleContext;
  /** By correlation id, the operation that began a cycle. */
  readonly #begun = new Map<string, string>();
  readonly #arrivals: Arrival[] = [];

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const { sender, service, facts, operation = '', arrivedAt: at } = exchange;
    const id = facts.payer?.correlationId;
    if (service !== 'provider') return;
    if (sender === 'suite' && id !== undefined && !this.#begun.has(id)) this.#begun.set(id, operation);
    if (sender === 'service')
      this.#arrivals.push({ at, id, step: stepIn(exchange, this.#context.readings)?.step });
  }

  /** Whether anything came after a trigger that may be its effect; to be asked once all is known. */
  followed(trigger: Exchange): boolean {
    const isNotice = trigger.operation === 'paymentNotice.init';
    const id = cycleIdOf(trigger);
    return this.#arrivals.some((each, index) => {
      if (each.at < trigger.arrivedAt) return false;
      const isOwn = isNotice ? each.step === 'prompt' : each.id === id;
      return isOwn || this.#isStray(each, index);
    });
  }

  /** Under an unknown id, on the path of another kind, or repeated: it may be meant for another cycle. */
  #isStray({ id, step }: Arrival, index: number): boolean {
    if (step === 'prompt') return false;
    const begun = this.#begun.get(id ?? '');
    if (begun === undefined || fitting[begun]?.includes(step) === false) return true;
    return this.#arrivals.slice(0, index).some((each) => each.id === id && each.step === step);
  }
}
