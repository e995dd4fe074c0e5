import { rounds } from '../../exchange/rounds';
import { constants } from '../../contract/constants';
import { operationPath } from '../../contract/operations';
import { isSameCycleId } from '../../contract/payer-facts';
import type { ReadingId } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { callbacksAfter } from '../callback/operations';
import type { PayerStepKind } from '../cycles/messages';
import { cycleIdOf, isErrorReport, isRefusal, readPayerStep, triggerIn, whyUnread } from '../cycles/messages';
import { whyNothingFollows } from '../cycles/not-taken';
import {
  subjectFailureCauses,
  classifyAnswer,
  isNotFound,
  noteOfAnswer,
  showAnswer,
  showRequest,
} from '../judge/answers';
import { unlessDefault } from '../judge/defaults';
import { withNotes, isAtPath } from '../judge/requests';
import { defineHome, placesAt } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';

const likely = {
  refused:
    'the dummy payer has nothing at that path, does not know the cycle, or reads the words in another spelling',
  refusedNotice: 'the dummy payer has nothing at that path, or does not know the provider of the notice',
  lost:
    'the trigger is answered before it is looked at, and then lost; or the payer has another callback address for ' +
    'participants.provider than callback.publicUrl',
  noId: 'the callback that came has no correlation id that can be read',
  otherId: 'the callback that came carries the correlation id of another cycle, or of none',
  letters: 'the callback that came carries the correlation id in other letters: upper and lower case differ',
  otherPath: 'the callback goes to another path than the document has for what was triggered',
} as const;

const acceptanceCauses: readonly string[] = [...subjectFailureCauses, ...Object.values(likely)];

const isNotice = ({ operation }: Exchange): boolean => operation === 'paymentNotice.init';

const causeOfRefusal = (trigger: Exchange): string =>
  isNotice(trigger) ? likely.refusedNotice : likely.refused;

/**
 * Returns the likely cause of a missing callback after an accepted trigger.
 *
 * @param stray another callback that may have been meant as the missing one
 */
function causeOfSilence(trigger: Exchange, stray: Exchange | undefined): string {
  if (stray === undefined) return likely.lost;
  if (isNotice(trigger)) return likely.otherPath;
  const id = stray.facts.payer?.correlationId;
  if (id === undefined) return likely.noId;
  const triggered = cycleIdOf(trigger);
  if (id === triggered) return likely.otherPath;
  return isSameCycleId(id, triggered) ? likely.letters : likely.otherId;
}

/** A callback that arrived at the suite. */
interface Arrival {
  readonly exchange: Exchange;
  readonly id: string | undefined;
  readonly step: PayerStepKind | undefined;
  /** Whether an earlier callback had the same step and the same correlation id. */
  readonly isRepeated: boolean;
}

/** The effect of a trigger: the callbacks that came after it. */
interface Effect {
  /** Whether a callback of the same cycle came on a path that the document defines for the trigger. */
  readonly followed: boolean;
  /** The reason why a callback cannot be judged: its correlation id is unreadable, or it refuses in the clear. */
  readonly unread: ReportText | undefined;
  /** A callback with another id or path that may have been meant for the trigger. */
  readonly stray: Exchange | undefined;
  /** Set if only the cycle of the trigger has the workflow id of `stray`. */
  readonly isOfWorkflow?: true;
}

/** Maps the operation that began a cycle to its possible callbacks. After any other operation, all callbacks fit. */
const fitting: Readonly<Record<string, readonly (PayerStepKind | undefined)[]>> = {
  'preauth.submit': ['preauth-answer', 'query'],
  'claim.submit': ['claim-answer', 'query'],
};

/** The callbacks that the payer sends without a trigger of their cycle. */
const untriggered: readonly PayerStepKind[] = ['plan-answer', 'eligibility-answer', 'prompt'];

/**
 * Collects callbacks and matches them with triggers. The document does not define the answer to a trigger, so only a
 * callback shows that the payer accepted the trigger.
 */
class Effects {
  readonly #context: RuleContext;
  /** Maps a correlation id to the operation that began its cycle. */
  readonly #begun = new Map<string, string>();
  /** Maps a workflow id to the correlation ids of its cycles. */
  readonly #workflows = new Map<string, Set<string>>();
  readonly #arrivals: Arrival[] = [];
  readonly #seen = new Set<string>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const { sender, service, facts, operation = '' } = exchange;
    const id = facts.payer?.correlationId;
    if (service !== 'provider') return;
    if (sender === 'suite' && id !== undefined) {
      if (!this.#begun.has(id)) this.#begun.set(id, operation);
      const workflow = facts.payer?.workflowId;
      if (workflow !== undefined)
        this.#workflows.set(workflow, (this.#workflows.get(workflow) ?? new Set()).add(id));
    }
    if (sender !== 'service' || isErrorReport(exchange)) return;
    const step = readPayerStep(exchange, this.#context.readings)?.step;
    const sort = `${step} ${id}`;
    this.#arrivals.push({ exchange, id, step, isRepeated: this.#seen.has(sort) });
    this.#seen.add(sort);
  }

  /** Returns the effect of a trigger. Call this after all exchanges were observed. */
  of(trigger: Exchange): Effect {
    const id = cycleIdOf(trigger);
    const steps = stepsAfter(trigger);
    const later = this.#arrivals.filter(({ exchange }) => exchange.arrivedAt >= trigger.arrivedAt);
    const onPath = later.filter(({ step }) => step !== undefined && steps.includes(step));
    // A prompt opens a new cycle, so accept a prompt with any correlation id.
    const followed = onPath.some(
      (each) => !isRefusal(each.exchange) && (each.step === 'prompt' || each.id === id),
    );
    const isRefusing = (each: Arrival): boolean =>
      isRefusal(each.exchange) && (onPath.includes(each) || (id !== undefined && each.id === id));
    const isOnPath = (each: Arrival): boolean =>
      onPath.includes(each) || each.exchange.facts.payer === undefined;
    const unread = later.filter((each) => (each.id === undefined && isOnPath(each)) || isRefusing(each));
    const ofWorkflow = onPath.find((each) => this.#isStray(each) && this.#isOfWorkflow(each, id));
    const stray =
      later.find((each) => id !== undefined && each.id === id) ??
      onPath.find((each) => each.id !== undefined && isSameCycleId(each.id, id)) ??
      ofWorkflow ??
      onPath.find((each) => this.#isStray(each)) ??
      later.find((each) => this.#isStray(each));
    return {
      followed,
      unread: unread.map(({ exchange }) => whyUnread(exchange)).find((why) => why !== undefined),
      stray: stray?.exchange,
      ...(stray !== undefined && stray === ofWorkflow && { isOfWorkflow: true }),
    };
  }

  /** Returns whether a callback has the workflow id of the cycle with this correlation id, and of no other cycle. */
  #isOfWorkflow({ exchange }: Arrival, id: string | undefined): boolean {
    const ids = this.#workflows.get(exchange.facts.payer?.workflowId ?? '');
    return id !== undefined && ids?.size === 1 && ids.has(id);
  }

  /** Returns whether a callback has an unknown id, does not fit the beginning of its cycle, or is repeated. */
  #isStray({ id, step, isRepeated }: Arrival): boolean {
    if (step !== undefined && untriggered.includes(step)) return false;
    const begun = this.#begun.get(id ?? '');
    return begun === undefined || fitting[begun]?.includes(step) === false || isRepeated;
  }
}

/** Returns the callbacks that a trigger leads to (clauses 4.7.3 to 4.7.5). An answer follows each query. */
function stepsAfter(trigger: Exchange): readonly PayerStepKind[] {
  if (trigger.operation === 'paymentNotice.init') return ['prompt'];
  const { action, method } = triggerIn(trigger)?.words ?? {};
  const answer = method === 'Claim' ? 'claim-answer' : 'preauth-answer';
  return action === 'Query' ? ['query', answer] : [answer];
}

/** Clauses 4.4, 4.5: the payer accepts well-formed triggers. The document does not define the answer. */
export const triggersAccepted = defineHome({
  id: 'DPY-08',
  clauses: ['4.4', '4.5'],
  quote:
    'action | string | Approve, Reject, Query | | method | string | Preauth, Claim | | ' +
    'correlationId | string | correlation id of the request cycle (UUID-shaped)',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'The dummy payer accepts well-formed triggers',
  rule: 'A well-formed trigger is accepted, whether it asks for an action or for a payment notice.',
  latitude: {
    'the status 200': 'accepted-with-200',
    'an answer without a body': 'accepted-without-a-body',
    'a body with other members': 'accepted-with-other-members',
    'a receipt with a result and an empty error': 'accepted-with-a-whole-receipt',
    'v1 before the path': 'payer-segment-v1-unsaid',
    'slow callbacks': 'slow-callbacks',
  },
  absences: { 'the callback that an accepted trigger leads to': { run: 'failed', traffic: 'not judged' } },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: {
    trigger: [
      'Preauth Approve',
      'Preauth Reject',
      'Preauth Query',
      'Claim Approve',
      'Claim Reject',
      'Claim Query',
      'payment notice',
    ],
  },
  follows: ['CBK-01'],
  needs: ['FLW-12', 'FLW-13'],
  causes: acceptanceCauses,
  tells: placesAt('request line', 'request body', 'answer line', 'fact payer/correlationId'),
  judge: (context) => {
    const effects = new Effects(context);
    const tried: Exchange[] = [];
    return {
      observe(exchange) {
        effects.observe(exchange);
        if (exchange.sender === 'suite' && exchange.asked?.part === 'valid') tried.push(exchange);
      },
      // A callback can be recorded before its trigger, because the trigger is recorded only after its answer.
      conclude() {
        const tally = new JudgementTally(context);
        for (const exchange of withoutVain(tried)) {
          const judgement =
            exchange.service === 'dummyPayer'
              ? judgeTrigger(exchange, effects, context)
              : judgeUntriggered(exchange);
          if (judgement !== undefined)
            tally.add(withFacetNames(judgement, ...triggersOf(exchange)), exchange.seq);
        }
        return tally.conclude();
      },
    };
  },
});

/**
 * Returns the exchanges without the triggers that got a 404 on a path without v1, if the payer accepts triggers only on
 * paths with v1.
 */
function withoutVain(tried: readonly Exchange[]): readonly Exchange[] {
  const taken = tried.filter((each) => each.service === 'dummyPayer' && isAccepted(each));
  const isElsewhere = taken.length > 0 && taken.every(isVersioned);
  return isElsewhere
    ? tried.filter((each) => each.service !== 'dummyPayer' || isVersioned(each) || !isNotFound(each))
    : tried;
}

/** Returns whether the path has the segment v1 of clause 9.3. Clauses 4.4 and 4.5 show paths without v1. */
function isVersioned(exchange: Exchange): boolean {
  return triggerPaths.some((path) => isAtPath(exchange, path));
}

const triggerPaths = (['dummyPayer.trigger', 'paymentNotice.init'] as const).map((id) =>
  operationPath(id, {}, 'v1'),
);

/** Returns the facets of a trigger. For a submission, returns the facets of all triggers that could have followed. */
function triggersOf(exchange: Exchange): string[] {
  const { action, method } = triggerIn(exchange)?.words ?? {};
  if (exchange.operation === 'paymentNotice.init') return ['payment notice'];
  if (action !== undefined && method !== undefined) return [`${method} ${action}`];
  const kind = exchange.operation === 'claim.submit' ? 'Claim' : 'Preauth';
  return constants.actions.map((each) => `${kind} ${each}`);
}

/** Returns why no trigger was sent in a cycle: the payer refused its submission. */
function judgeUntriggered(exchange: Exchange): Judgement | undefined {
  if (exchange.operation !== 'preauth.submit' && exchange.operation !== 'claim.submit') return undefined;
  const why = whyNothingFollows(exchange);
  return why === undefined ? undefined : { unjudged: reportText`no trigger was sent: ${why}` };
}

function judgeTrigger(exchange: Exchange, effects: Effects, context: RuleContext): Judgement | undefined {
  const { operation } = exchange;
  if (operation !== 'dummyPayer.trigger' && operation !== 'paymentNotice.init') return undefined;
  if (isAccepted(exchange)) return judgeEffect(exchange, effects.of(exchange), context);
  // An unreachable payer did not refuse the trigger.
  const { failure } = exchange;
  if (failure?.kind === 'unreachable' || failure?.kind === 'tls') return { unjudged: showAnswer(exchange) };
  // The document does not define the value of bearer_auth.
  const status = exchange.response?.status ?? 0;
  if (status === 401 || status === 403)
    return {
      unjudged: `bearer_auth was refused (${showAnswer(exchange)}): set dummyPayerToken, if it is not the session's token, or the reading trigger-authorization, if Authorization is to stand beside it`,
    };
  if (status === 429) return { unjudged: `${showAnswer(exchange)}: lower limits.requestsPerMinute` };
  const fate = classifyAnswer(exchange);
  return {
    breach: {
      sent: showRequest(exchange, `well-formed (${exchange.asked?.variant ?? ''})`),
      expected: '2xx',
      seen: showAnswer(exchange),
      cause: fate.kind === 'subject' ? fate.cause : causeOfRefusal(exchange),
    },
  };
}

/** Judges a trigger with a 2xx answer. A 2xx is not enough, because a payer may answer every request with 2xx. */
function judgeEffect(
  exchange: Exchange,
  { followed, unread, stray, isOfWorkflow }: Effect,
  context: RuleContext,
): Judgement {
  if (followed) return keptJudgement;
  if (unread !== undefined) return { unjudged: unread, withholds: true };
  const { variant = '' } = exchange.asked ?? {};
  const whose = exchange.operation === 'paymentNotice.init' ? 'a callback' : 'a callback of its cycle';
  const breach = {
    sent: showRequest(exchange, `well-formed (${variant})`),
    expected: `2xx, and then ${whose} on ${callbacksAfter(exchange, context.readings).join(' or ')}`,
    seen:
      stray === undefined
        ? `${showAnswer(exchange)}, and no callback at all in time (limits.callbackMs)`
        : reportText`${showAnswer(exchange)}, and no such callback: ${exchangeReference(stray)} came ${underId(stray)}${isOfWorkflow === true ? ', with the workflow id of the triggered cycle' : ''}`,
    cause: causeOfSilence(exchange, stray),
  };
  const reading = readingOfStray(exchange, stray);
  const found = reading === undefined ? breach : unlessDefault(reading, breach, context);
  return 'unjudged' in found ? found : { breach: found };
}

/** Returns the reading that may explain why a callback is not recognised as the effect of a trigger. */
function readingOfStray(trigger: Exchange, stray: Exchange | undefined): ReadingId | undefined {
  if (stray?.facts.payer === undefined || stray.facts.payer.envelope === 'unreadable') return undefined;
  if (isNotice(trigger)) return 'payment-prompt';
  return stray.facts.payer.correlationId === undefined ? 'correlation-id' : undefined;
}

function underId({ facts }: Exchange): string {
  const id = facts.payer?.correlationId;
  return id === undefined ? 'without a correlation id' : `under the correlation id ${id}`;
}

/** Clause 4.5: the document does not define the answers to triggers, so the suite notes them. */
export const oddTriggersNoted = defineHome({
  id: 'DPY-09',
  clauses: ['4.5'],
  quote: 'Response of 4.4 and 4.5: not shown.',
  subject: 'service',
  roles: ['payer'],
  level: 'observe',
  seen: 'active',
  title: 'The answers to odd triggers are noted',
  rule:
    'The suite notes the answers to an unknown action, to an unknown method, to an unknown ' +
    'correlationId and to a missing bearer_auth, and the shape that answers have.',
  latitude: 'the suite notes every answer and judges none',
  absences: 'the suite notes only the answers that it got',
  on: ['dummyPayer'],
  bothSides: true,
  tells: placesAt('asked', 'request body', 'answer line', 'answer body/error'),
  judge: (context) => {
    const tally = new JudgementTally(context);
    const accepted = new Map<string, number>();
    const refused: string[] = [];
    return {
      observe(exchange) {
        const { asked, seq } = exchange;
        if (asked?.part !== 'open' || asked.round !== rounds.oddTriggers) return;
        const { variant } = asked;
        if (exchange.failure !== undefined)
          tally.add({ unjudged: `${variant}: ${showAnswer(exchange)}` }, seq);
        else {
          tally.add({ note: `${variant}: ${noteOfAnswer(exchange)}` }, seq);
          if (isAccepted(exchange)) accepted.set(variant, seq);
          else refused.push(variant);
        }
      },
      conclude: () => withNotes(laxness(accepted, refused), tally.conclude()),
    };
  },
});

/** Returns notes that explain the consequences if the payer accepts wrong or incomplete triggers. */
function laxness(accepted: ReadonlyMap<string, number>, refused: readonly string[]): ReportText[] {
  const unnamed = accepted.get('missing bearer_auth');
  const unknown = accepted.get('unknown correlationId');
  return [
    ...(accepted.size > 1 && refused.length === 0
      ? ['the dummy payer accepts every trigger, whatever it says: that it accepts a right one shows little']
      : []),
    ...(unnamed === undefined
      ? []
      : [
          reportText`${linkToExchange(unnamed)} had no bearer_auth and was accepted: anyone can trigger the dummy payer`,
        ]),
    ...(unknown === undefined
      ? []
      : [
          reportText`${linkToExchange(unknown)} named a cycle that was never begun, and was accepted: the dummy payer does not look cycles up`,
        ]),
  ];
}
