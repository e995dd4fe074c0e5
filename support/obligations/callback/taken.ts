import type { AdapterAnswer, SentEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import { forgedRounds, rounds } from '../../exchange/rounds';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { operationOf, takenOperationFacets, whyNoCallbackJwt } from './operations';
import { isErrorReport, isRefusal, isUnreached, readPayerStep } from '../cycles/messages';
import { failedCallbackCauses, causeOfFailedCallback, readingOfRefusal } from '../cycles/not-taken';
import { unlessDefault } from '../judge/defaults';
import { defineHome, placesAt } from '../judge/home';
import type { BreachDetails, Finding, Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';

/** A callback that the suite sent as the payer. */
export function isSuiteCallback({ sender, service, facts }: Exchange): boolean {
  return sender === 'suite' && service === 'provider' && facts.callbackToken !== undefined;
}

export function showCallback(exchange: Exchange): ReportText {
  const { asked, facts } = exchange;
  const variant = asked === undefined || asked.variant === '' ? '' : `, ${asked.variant}`;
  return reportText`callback ${exchangeReference(exchange)}${variant}${facts.payer?.correlationId === undefined ? '' : `, cycle ${facts.payer.correlationId}`}`;
}

export const statusOrFailure = ({ response, failure }: Exchange): string =>
  failure === undefined ? String(response?.status ?? 'no answer') : `${failure.kind}: ${failure.message}`;

/** The valid twins of forged callbacks that were answered 2xx, with their effects: a 202 without an effect does not show acceptance. */
export class Twins {
  readonly #context: RuleContext;
  readonly #all: Exchange[] = [];
  /** By correlation id, what the client last said of a cycle after its twin. */
  readonly #states = new Map<string, AdapterAnswer>();
  readonly #acknowledged = new Set<string>();
  readonly #reported = new Set<string>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** Whether the client reported such a state of any cycle. */
  hasReported(...states: readonly string[]): boolean {
    return states.some((each) => this.#reported.has(each));
  }

  observe(sent: SentEvidence): void {
    if (sent.kind !== undefined) {
      const { cycle } = sent.facts;
      if (cycle === undefined) return;
      this.#reported.add(cycle.state);
      const isTwins = this.#all.some(({ facts }) => facts.payer?.correlationId === cycle.correlationId);
      if (isTwins) this.#states.set(cycle.correlationId, sent);
      return;
    }
    const { asked } = sent;
    if (isSuiteCallback(sent) && asked?.part === 'valid' && isAccepted(sent)) this.#all.push(sent);
    if (sent.sender !== 'integrator') return;
    const found = readPayerStep(sent, this.#context.readings);
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
  whyWithoutEffect(twin: Exchange): ReportText | undefined {
    const id = twin.facts.payer?.correlationId ?? '';
    const answered = reportText`the valid twin ${linkToExchange(twin.seq)} was answered ${twin.response?.status ?? 0}, and changed nothing`;
    if (readPayerStep(twin, this.#context.readings)?.step === 'prompt') {
      const isShown = this.#acknowledged.has(id) || this.#hasEffect();
      return isShown ? undefined : reportText`${answered}: no acknowledgment followed`;
    }
    const told = this.#states.get(id);
    if (told?.facts.cycle?.state !== 'pending') return undefined;
    return reportText`${answered}: the cycle is still pending in ${linkToExchange(told.seq)}; was it dropped as a repetition of what was forged?`;
  }

  /** Returns whether a twin changed the state of its cycle: the client then does not drop twins as repetitions. */
  #hasEffect(): boolean {
    const states = this.#all.map(({ facts }) => this.#states.get(facts.payer?.correlationId ?? ''));
    return states.some((told) => told !== undefined && told.facts.cycle?.state !== 'pending');
  }
}

/** Clause 5.1.6: what the gateway signed is taken. */
export const validTaken = defineHome({
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
  providerMethods: [],
  latitude: {
    'the status 200 without a body': 'callbacks-behind-a-proxy',
    'a receipt with a result and an empty error': 'callbacks-answered-with-a-receipt',
    'a slow answer': 'slow-to-take-callbacks',
    'a callback that is processed later': 'callbacks-through-a-queue',
    'keys that are fetched for each callback': 'keys-fetched-for-each-callback',
    'another algorithm, if the target sets it': 'provider-takes-es256',
    'a refusal of every body without the type': 'callbacks-read-by-type',
    'a refusal of every body with a type, if the target sets it': 'payload-alone-agreed',
  },
  absences: {
    'the state of the cycle after a valid twin': { run: 'passed', mock: 'not judged', traffic: 'not judged' },
  },
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { callback: ['each operation that the provider takes'] },
  facetsOf: takenOperationFacets,
  needs: ['FLW-03', 'FLW-06'],
  tells: placesAt('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: whyNoCallbackJwt,
  causes: failedCallbackCauses,
  judge: (context) => {
    const tally = new JudgementTally(context);
    const twins = new Twins(context);
    /** A callback that was refused and is sent again is reported once. */
    const told = new Set<string>();
    const takers = new Set<string | undefined>();
    /** Refusals that a default reading may explain, unless the client accepts a callback later. */
    const refusals: { readonly exchange: Exchange; readonly breach: BreachDetails }[] = [];
    return {
      observe(sent) {
        twins.observe(sent);
        if (sent.kind !== undefined) return;
        const exchange = sent;
        const { clientInstance } = exchange;
        const judgement = judgeTaken(exchange, takers.has(clientInstance));
        if (judgement === keptJudgement) takers.add(clientInstance);
        // What a twin has come to is known in the end.
        if (judgement === undefined || twins.all.includes(exchange)) return;
        const delivery = `${exchange.request.url} ${exchange.facts.payer?.correlationId ?? exchange.seq}`;
        const isBroken = 'breach' in judgement && exchange.asked === undefined;
        if (isBroken && told.has(delivery)) return;
        if (isBroken) told.add(delivery);
        const isOpen =
          'breach' in judgement && readingOfRefusal(judgement.breach.cause, context) !== undefined;
        if (isOpen) refusals.push({ exchange, breach: judgement.breach });
        else tally.add(withFacetNames(judgement, operationOf(exchange, context.readings)), exchange.seq);
      },
      conclude: () =>
        tally.concludeWith([
          ...refusals.map(({ exchange, breach }) => {
            const judgement = judgeRefusal(breach, takers.has(exchange.clientInstance), context);
            const facet = operationOf(exchange, context.readings);
            return { judgement: withFacetNames(judgement, facet), seqs: [exchange.seq] };
          }),
          ...twins.all.filter(isValid).map((twin) => judgeTwin(twin, twins, context)),
        ]),
    };
  },
});

const isValid = ({ facts }: Exchange): boolean => facts.callbackToken?.valid === true;

/** A twin that changes nothing is not shown to be taken. Where no cycle ever ends, that is its flow's. */
function judgeTwin(twin: Exchange, twins: Twins, { readings }: RuleContext): Finding {
  const round = twin.asked?.round;
  const endsOthers =
    (round === forgedRounds.decision && twins.hasReported('approved', 'rejected')) ||
    (round === forgedRounds.answer && twins.hasReported('answered'));
  const why = endsOthers ? twins.whyWithoutEffect(twin) : undefined;
  const judgement: Judgement = why === undefined ? keptJudgement : { unjudged: why, withholds: true };
  return { judgement: withFacetNames(judgement, operationOf(twin, readings)), seqs: [twin.seq] };
}

/** Judges a refusal. If the client accepted another callback, its reading of the body is not the cause. */
function judgeRefusal(breach: BreachDetails, isAnyTaken: boolean, context: RuleContext): Judgement {
  const reading = isAnyTaken ? undefined : readingOfRefusal(breach.cause, context);
  const found = reading === undefined ? breach : unlessDefault(reading, breach, context);
  return 'unjudged' in found ? found : { breach: found };
}

function judgeTaken(exchange: Exchange, othersTaken: boolean): Judgement | undefined {
  if (!isSuiteCallback(exchange) || !isValid(exchange)) return undefined;
  // The document is silent on refusals in the clear and on error reports, so a receiver may refuse them.
  if (isRefusal(exchange) || isErrorReport(exchange)) return undefined;
  if (exchange.asked?.round === rounds.rotatedKey)
    return { note: `${exchange.asked.variant}: answered ${statusOrFailure(exchange)}` };
  if (exchange.asked !== undefined && exchange.asked.part !== 'valid') return undefined;
  if (isUnreached(exchange))
    return { unjudged: reportText`${showCallback(exchange)}: ${statusOrFailure(exchange)}` };
  if (isAccepted(exchange)) return keptJudgement;
  if (exchange.facts.callbackToken?.withoutKid === true)
    return {
      unjudged: reportText`the JWT of ${showCallback(exchange)} has no kid: a receiver may demand one`,
    };
  return {
    breach: {
      sent: reportText`${showCallback(exchange)}, with a JWT that verifies against the published keys`,
      expected: '2xx',
      seen: statusOrFailure(exchange),
      cause: causeOfFailedCallback(exchange, othersTaken),
    },
  };
}
