import { begunKinds, decidedBeginnings } from '../../contract/cycle-beginnings';
import { whyNotBegun } from '../../adapter/not-begun';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import type { Reason } from '../../exchange/reason';
import { linkToExchange, reportText } from '../../exchange/text';
import type { SeenCycle } from '../cycles/cycle-log';
import { CycleLog, cyclesOverlap } from '../cycles/cycle-log';
import type { PayerStep, PayerStepKind } from '../cycles/messages';
import { isRefusal, readPayerStep } from '../cycles/messages';
import type { Circumstances } from '../judge/home';
import { defineHome, placesAt } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';
import { whyNoCycle } from '../judge/self-triggered';

const sharedId =
  'the correlation id is a constant, or that of the session or patient, and not made for each request';

/** Two requests under one correlation id, and what is to be said of it. */
interface Shared {
  readonly judgement: Judgement;
  readonly seqs: readonly number[];
}

/**
 * Clause 6.1: what shares a correlation id is one cycle, so two open cycles of a kind cannot share one.
 * The same request sent again does not begin a second cycle: a client that gets no answer repeats it.
 */
class SharedIds {
  readonly #context: RuleContext;
  readonly #requests: PayerStep[] = [];
  /** By correlation id, when answers came that end a cycle; epoch milliseconds. */
  readonly #ended = new Map<string, number[]>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const found = readPayerStep(exchange, this.#context.readings);
    const id = found?.fact.correlationId;
    if (found === undefined || id === undefined) return;
    const { step, fact } = found;
    if (exchange.sender === 'integrator' && (begunKinds as readonly PayerStepKind[]).includes(step))
      this.#requests.push(found);
    const isData = step === 'plan-answer' || step === 'eligibility-answer';
    if (isData || isRefusal(exchange) || fact.final === true || fact.decision !== undefined)
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
      unjudged: reportText`${exchangeReference(next.exchange)} is ${linkToExchange(known.exchange.seq)} byte for byte: sent again, or a second cycle under the same correlation id`,
    };
  // In traffic, what the client was asked for is unknown. The same bundle, encrypted again, has other bytes.
  if (isSame('imprint') || (one === undefined && isSame('digest'))) return undefined;
  return {
    breach: {
      sent: reportText`${exchangeReference(next.exchange)}, while the cycle that ${linkToExchange(known.exchange.seq)} had begun was still open`,
      expected: 'a correlation id of its own for each cycle',
      seen: reportText`${next.fact.correlationId ?? ''} in both, so that no callback tells which of them it answers`,
      cause: sharedId,
    },
  };
}

const likely = {
  mixed:
    'callbacks are put to the last cycle that was opened, or to one by its kind, and not by correlation id',
  lost: 'among cycles that run at once, the answer did not come to its own: it was put to another, or not taken in',
  alone: 'no callback was mixed up: in a cycle that ran alone, such a decision is lost or misread as well',
} as const;

const companies = ['two of one kind', 'two of different kinds'] as const;

/** Returns why a client begins cycles of one kind only; `undefined` if it can begin both kinds. */
function whyOneKind(about: Circumstances): Reason | undefined {
  const [text] = decidedBeginnings.flatMap((method) => whyNotBegun([method], about) ?? []);
  return text === undefined ? undefined : { kind: 'not-exercised', text };
}

/** Clause 6.1: cycles that run at the same time stay apart. Two of them are needed to tell. */
export const cyclesApart = defineHome({
  id: 'CBK-05',
  clauses: ['6.1', '4.7.2'],
  quote: 'All callbacks of one request cycle share the correlation id.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'Parallel cycles are told apart',
  rule:
    'When several cycles run at the same time, the integrator separates them by their correlation ' + 'ids.',
  providerMethods: [['preauth.submit'], ['claim.submit'], ['cycle.get']],
  latitude: {
    'a callback that is processed later': 'callbacks-through-a-queue',
    'a slow answer': 'slow-to-take-callbacks',
    'an HTTP header for the correlation id, if the target sets it': 'provider-with-http-header',
    'a reply that the client sends before the suite asks for it': 'replies-by-itself',
  },
  absences: {
    'the final answer between two requests with one correlation id': { run: 'failed', traffic: 'not judged' },
  },
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { cycles: companies },
  facetsOf: (about) => {
    const closed = whyNoCycle('open', about);
    return companies.map((name) => {
      const setAside = closed ?? (name === 'two of different kinds' ? whyOneKind(about) : undefined);
      return { name, ...(setAside && { setAside }) };
    });
  },
  unseen: (about) => whyNoCycle('open', about),
  follows: ['FLW-03', 'FLW-04', 'FLW-06', 'FLW-07'],
  needs: ['CBK-03', 'FLW-03', 'FLW-06'],
  tells: placesAt('fact payer/correlationId', 'fact payer/decision', 'fact cycle', 'answer line'),
  causes: [likely.mixed, likely.lost, likely.alone, sharedId],
  judge: (context) => {
    const log = new CycleLog(context);
    const shared = new SharedIds(context);
    return {
      observe(exchange) {
        log.observe(exchange);
        if (exchange.kind === undefined) shared.observe(exchange);
      },
      conclude() {
        const tally = new JudgementTally(context);
        for (const { judgement, seqs } of shared.judgements())
          tally.add(withFacetNames(judgement, 'two of one kind'), ...seqs);
        const decided = log.cycles.filter(({ request, answer, state }) => request && answer?.taken && state);
        const together = decided.filter((one) =>
          decided.some((other) => other !== one && cyclesOverlap(one, other)),
        );
        if (together.length < 2) return tally.conclude();
        for (const cycle of together)
          tally.add(
            withFacetNames(judgeApart(cycle, log.cycles), ...companyOf(cycle, together)),
            cycle.request?.seq ?? 0,
            cycle.answer?.seq ?? 0,
            cycle.state?.seq ?? 0,
          );
        return tally.conclude();
      },
    };
  },
});

/** The state in which a cycle must end, by its own callback. */
const wantedState = ({ answer }: SeenCycle): string => answer?.decision ?? 'answered';

/**
 * Returns whether others of its own kind, and of another kind, were under way beside a cycle and had to end in another
 * state. If two cycles end in the same state, a client that mixes them up looks right.
 */
function companyOf(cycle: SeenCycle, together: readonly SeenCycle[]): string[] {
  const kinds = together
    .filter((other) => cyclesOverlap(cycle, other) && wantedState(other) !== wantedState(cycle))
    .map(({ kind }) => kind);
  return [
    ...(kinds.includes(cycle.kind) ? ['two of one kind'] : []),
    ...(kinds.some((kind) => kind !== cycle.kind) ? ['two of different kinds'] : []),
  ];
}

/** A cycle under way by itself that a decision like this one ended in the same wrong state: nothing was mixed up there. */
function wrongAlone(cycle: SeenCycle, cycles: readonly SeenCycle[]): SeenCycle['state'] {
  const alike = (other: SeenCycle): boolean =>
    other.kind === cycle.kind &&
    other.answer?.decision === cycle.answer?.decision &&
    other.state?.state === cycle.state?.state;
  const isAlone = (one: SeenCycle): boolean =>
    !cycles.some((other) => other !== one && cyclesOverlap(one, other));
  return cycles.find(
    (other) => other !== cycle && other.request && other.answer?.taken && alike(other) && isAlone(other),
  )?.state;
}

const isEnd = (state = ''): boolean => ['approved', 'rejected', 'answered'].includes(state);

function judgeApart(cycle: SeenCycle, cycles: readonly SeenCycle[]): Judgement {
  const { correlationId, answer, state, request } = cycle;
  const wanted = wantedState(cycle);
  if (state?.state === wanted) return keptJudgement;
  if (state !== undefined && answer !== undefined && state.seq < answer.seq)
    return {
      unjudged: reportText`cycle.get ${linkToExchange(state.seq)} was asked while the callback ${linkToExchange(answer.seq)} of cycle ${correlationId} was still under way`,
    };
  const alone = wrongAlone(cycle, cycles);
  return {
    breach: {
      sent: reportText`cycle ${correlationId}, requested in ${linkToExchange(request?.seq ?? 0)}, among others at the same time`,
      expected: reportText`${wanted}, as its own callback ${linkToExchange(answer?.seq ?? 0)} says`,
      ...(alone === undefined
        ? {
            seen: state?.state ?? 'nothing',
            cause: isEnd(state?.state) ? likely.mixed : likely.lost,
          }
        : {
            seen: reportText`${alone.state}, as in ${linkToExchange(alone.seq)} of a cycle that ran alone`,
            cause: likely.alone,
          }),
    },
  };
}
