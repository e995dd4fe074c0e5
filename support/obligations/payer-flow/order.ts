import { text } from '../../exchange/text';
import { home } from '../judge/home';
import { flowPlaces, at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange, isAccepted } from '../../exchange/exchange';
import type { PayerStep } from '../cycles/messages';
import { showStep, stepIn, triggerIn } from '../cycles/messages';
import type { Conclusion, Judgement, RuleContext } from '../judge/judge';
import { Tally, kept } from '../judge/judge';

const notWaited = 'both are sent at the same time, without waiting for the 202 of the submit';
const ofOthers = 'documents are sent on their own account, or under the id of another cycle';

/** Clause 4.7.6: no trigger before its submit, no reply before its query. What never comes is for other rules. */
export const stepsInOrder = home({
  id: 'FLW-11',
  clauses: ['4.7.6'],
  quote: 'submit a parent request with v1/preauth/submit; call 4.4 with action Query',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'The steps of a cycle keep their order',
  rule: 'Within a cycle no trigger precedes its submit, and no reply precedes its query.',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  causes: [notWaited, ofOthers],
  tells: [...flowPlaces, ...at('time')],
  judge: (context) => {
    const order = new Order(context);
    return {
      observe(exchange) {
        order.observe(exchange);
      },
      conclude: () => order.conclude(),
    };
  },
});

/** Times of sending tell the order: a message is recorded once it is answered, and some answers are slow. */
class Order {
  readonly #context: RuleContext;
  /** By correlation id, when its cycle was submitted, and when the payer asked; epoch milliseconds. */
  readonly #submitted = new Map<string, number>();
  readonly #queried = new Map<string, number>();
  readonly #triggers: { readonly exchange: Exchange; readonly id: string }[] = [];
  readonly #replies: { readonly found: PayerStep; readonly id: string }[] = [];

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const trigger = exchange.sender === 'integrator' ? triggerIn(exchange)?.correlationId : undefined;
    if (typeof trigger === 'string') this.#triggers.push({ exchange, id: trigger });
    const found = stepIn(exchange, this.#context.readings);
    const id = found?.fact.correlationId;
    if (found === undefined || id === undefined) return;
    const { step } = found;
    if (step === 'query' && isAccepted(exchange)) note(this.#queried, id, exchange);
    if (step === 'preauth' || step === 'claim') note(this.#submitted, id, exchange);
    if (step === 'reply' && exchange.sender === 'integrator') this.#replies.push({ found, id });
  }

  conclude(): Conclusion {
    const tally = new Tally();
    for (const { exchange, id } of this.#triggers) {
      const submit = this.#submitted.get(id);
      if (submit !== undefined)
        tally.add(submit <= exchange.arrivedAt ? kept : tooEarly(exchange, id), exchange.seq);
    }
    for (const { found, id } of this.#replies) {
      // Under an unknown id it answers nothing; the flow it was meant for lacks it.
      if (!this.#submitted.has(id)) continue;
      const asked = (this.#queried.get(id) ?? Infinity) <= found.exchange.arrivedAt;
      tally.add(asked ? kept : unasked(found), found.exchange.seq);
    }
    return tally.conclude();
  }
}

function note(times: Map<string, number>, id: string, { arrivedAt }: Exchange): void {
  times.set(id, Math.min(times.get(id) ?? Infinity, arrivedAt));
}

function tooEarly(trigger: Exchange, id: string): Judgement {
  return {
    breach: {
      sent: text`${nameExchange(trigger)}, cycle ${id}`,
      expected: 'the submit first, and then the trigger',
      seen: 'the trigger before its submit',
      cause: notWaited,
    },
  };
}

function unasked(found: PayerStep): Judgement {
  return {
    breach: {
      sent: showStep(found),
      expected: 'a reply once the payer has asked in this cycle',
      seen: 'no query of this cycle before it',
      cause: ofOthers,
    },
  };
}
