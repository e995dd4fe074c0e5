import type { AdapterAnswer, Sent } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, nameExchange } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import { callbackOperations, operationOf, withoutJwt } from './operations';
import { isUnreached, stepIn } from '../cycles/messages';
import { notTakenCauses, whyNotTaken } from '../cycles/not-taken';
import { home, at } from '../judge/home';
import type { Finding, Judgement, RuleContext } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';

/** A callback that the suite sent as the payer. */
export function isCallback({ sender, service, facts }: Exchange): boolean {
  return sender === 'suite' && service === 'provider' && facts.callbackToken !== undefined;
}

export function showCallback(exchange: Exchange): Text {
  const { asked, facts } = exchange;
  const variant = asked === undefined || asked.variant === '' ? '' : `, ${asked.variant}`;
  return text`callback ${nameExchange(exchange)}${variant}${facts.payer?.correlationId === undefined ? '' : `, cycle ${facts.payer.correlationId}`}`;
}

export const answerOf = ({ response, failure }: Exchange): string =>
  failure === undefined ? String(response?.status ?? 'no answer') : `${failure.kind}: ${failure.message}`;

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

/** Clause 5.1.6: what the gateway signed is taken. */
export const validTaken = home({
  id: 'CBK-03',
  clauses: ['5.1.6'],
  quote:
    "Inbound gateway callbacks carry JWTs; a receiver validates them against the gateway's published " +
    'certificates.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'Callbacks with a valid JWT are accepted',
  rule: 'The integrator accepts a callback whose JWT is valid.',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { callback: ['each operation that the provider takes'] },
  facetsOf: callbackOperations,
  needs: ['FLW-03', 'FLW-06'],
  tells: at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: withoutJwt,
  causes: notTakenCauses,
  judge: (context) => {
    const tally = new Tally(context);
    const twins = new Twins(context);
    /** A callback that was refused and is sent again is reported once. */
    const told = new Set<string>();
    const takers = new Set<string | undefined>();
    return {
      observe(sent) {
        twins.observe(sent);
        if (sent.kind !== undefined) return;
        const exchange = sent;
        const { clientInstance } = exchange;
        const judgement = judgeTaken(exchange, takers.has(clientInstance));
        if (judgement === kept) takers.add(clientInstance);
        // What a twin has come to is known in the end.
        if (judgement === undefined || twins.all.includes(exchange)) return;
        const delivery = `${exchange.request.url} ${exchange.facts.payer?.correlationId ?? exchange.seq}`;
        const isBroken = 'breach' in judgement && exchange.asked === undefined;
        if (isBroken && told.has(delivery)) return;
        if (isBroken) told.add(delivery);
        tally.add(inFacets(judgement, operationOf(exchange, context.readings)), exchange.seq);
      },
      conclude: () =>
        tally.concludeWith(twins.all.filter(isValid).map((twin) => judgeTwin(twin, twins, context))),
    };
  },
});

const isValid = ({ facts }: Exchange): boolean => facts.callbackToken?.valid === true;

/** A twin that changes nothing is not shown to be taken. Where no decision is known ever, that is its flow's. */
function judgeTwin(twin: Exchange, twins: Twins, { readings }: RuleContext): Finding {
  const isPrompt = twin.asked?.round === 'callback/forged-prompt';
  const why = isPrompt || !twins.hasDecided ? undefined : twins.whyWithoutEffect(twin);
  const judgement: Judgement = why === undefined ? kept : { unjudged: why, withholds: true };
  return { judgement: inFacets(judgement, operationOf(twin, readings)), seqs: [twin.seq] };
}

function judgeTaken(exchange: Exchange, othersTaken: boolean): Judgement | undefined {
  if (!isCallback(exchange) || !isValid(exchange)) return undefined;
  if (exchange.asked?.round === 'callback/rotated')
    return { note: `${exchange.asked.variant}: answered ${answerOf(exchange)}` };
  if (exchange.asked !== undefined && exchange.asked.part !== 'valid') return undefined;
  if (isUnreached(exchange)) return { unjudged: text`${showCallback(exchange)}: ${answerOf(exchange)}` };
  if (isAccepted(exchange)) return kept;
  return {
    breach: {
      sent: text`${showCallback(exchange)}, with a JWT that verifies against the published keys`,
      expected: '2xx',
      seen: answerOf(exchange),
      cause: whyNotTaken(exchange, othersTaken),
    },
  };
}
