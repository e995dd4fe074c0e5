import { keyOfCycleId } from '../../contract/payer-facts';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { astrayCauses } from '../cycles/astray';
import type { SeenCycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import {
  describeErrorOnly,
  isErrorReport,
  lacksAgreedEnvelope,
  readPayerStep,
  whyUnread,
} from '../cycles/messages';
import { failedCallbackCauses } from '../cycles/not-taken';
import { slipCauses } from '../judge/body-slips';
import { isDefault, unlessDefault, whyNameless } from '../judge/defaults';
import { defineHome, flowPlaces } from '../judge/home';
import type { Judgement, RuleContext, BreachDetails } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import { isAtPath } from '../judge/requests';
import { mayEndBeforeReaction } from '../judge/window';
import {
  because,
  formFlaw,
  notYet,
  received,
  unanswered,
  unauthorised,
  unreadable,
  wrongForm,
} from './checks';
import { describeMeant, describeOtherLetters, refusedAstray } from './astray';
import type { FlowCheck } from './flow';
import { astrayIn, firstOf, judged, nameCycle, providerCauses, seqsOf } from './flow';

const promptCauses = {
  none: 'the prompt has another path (reading payment-prompt), or providerId has no callback address',
  unreadable: 'it is encrypted to another key than agreed (encryption.providerKey), or is no message at all',
  forAnother: 'providerId of the trigger is not looked at, or sender and recipient are mixed up',
  error: 'the claim was not found, and the error goes out on the path of the prompt',
  nameless: 'its correlation id is missing, so that it cannot be acknowledged (reading correlation-id)',
  refused: 'its JWT does not verify, or its envelope or a protected header is not what was agreed on',
} as const;

/** Clause 4.7.5: each started notice leads to a prompt. The document does not show the content of a prompt. */
export const noticePrompts = defineHome({
  id: 'FLW-15',
  clauses: ['4.7.5'],
  quote: 'call 4.5 to start the prompt',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'A payment notice trigger prompts the provider',
  rule:
    'A call of paymentNotice/init makes the dummy payer start a payment notice prompt towards the ' +
    'provider.',
  latitude: {
    'a prompt without entries': 'prompt-is-an-empty-bundle',
    'a prompt that is not FHIR': 'prompt-as-a-plain-record',
    'a prompt without sender and recipient': 'prompt-names-neither-side',
    'another path, if the target sets it': 'callbacks-elsewhere',
  },
  absences: { 'the prompt after an accepted notice': { run: 'failed', traffic: 'not judged' } },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  causes: [...Object.values(promptCauses), providerCauses.plain, ...slipCauses],
  follows: ['CBK-01', 'DPY-08'],
  needs: ['DPY-08'],
  tells: flowPlaces,
  judge: (context) => {
    const started: Exchange[] = [];
    const prompts: Exchange[] = [];
    /** Readable callbacks on paths that belong to no step. One of them may be the prompt. */
    const strays: Exchange[] = [];
    return {
      observe(exchange) {
        if (exchange.operation === 'paymentNotice.init' && exchange.asked?.part === 'valid')
          started.push(exchange);
        if (exchange.sender !== 'service' || isErrorReport(exchange)) return;
        const isUnread = isUnreadAt(exchange, context.readings['payment-prompt']);
        const step = readPayerStep(exchange, context.readings)?.step;
        if (isUnread || step === 'prompt') prompts.push(exchange);
        if (step === undefined && isReadable(exchange)) strays.push(exchange);
      },
      conclude() {
        const tally = new JudgementTally(context);
        const told = oneOfEach(prompts, context);
        for (const init of started) {
          const prompt = isAccepted(init) ? told.shift() : undefined;
          const stray = strays.find(({ arrivedAt }) => arrivedAt >= init.arrivedAt);
          tally.add(judgePrompt(init, { prompt, stray }, context), init.seq, ...(prompt ? [prompt.seq] : []));
        }
        return tally.conclude();
      },
    };
  },
});

/** Returns whether a message on a path has content that the suite could not read through no fault of its sender. */
const isUnreadAt = (exchange: Exchange, path: string): boolean =>
  exchange.facts.payer === undefined && isAtPath(exchange, path) && whyUnread(exchange) !== undefined;

/**
 * Returns why the correlation id of an acknowledgment cannot be read; `undefined` if the id can be read, or if the
 * exchange is not an acknowledgment.
 */
function whyAcknowledgmentUnread(exchange: Exchange, { readings }: RuleContext): ReportText | undefined {
  const found = readPayerStep(exchange, readings);
  const isAcknowledgment =
    found === undefined
      ? exchange.request.flaw === undefined && isUnreadAt(exchange, readings['payment-ack'])
      : found.step === 'acknowledgment' && found.fact.correlationId === undefined;
  return isAcknowledgment ? whyUnread(exchange) : undefined;
}

/**
 * Returns why a message of the provider may be an acknowledgment, although a default reading looks elsewhere for its
 * path or its correlation id.
 */
function whyMaybeAcknowledgment(exchange: Exchange, context: RuleContext): ReportText | undefined {
  const { sender, service, operation, facts } = exchange;
  if (sender !== 'integrator' || service !== 'provider' || !isReadable(exchange)) return undefined;
  const step = readPayerStep(exchange, context.readings)?.step;
  if (step === 'acknowledgment' && facts.payer?.correlationId === undefined)
    return isDefault('correlation-id', context) ? whyNameless(exchange) : undefined;
  if (operation !== undefined || (step !== undefined && step !== 'prompt')) return undefined;
  if (!isDefault('payment-ack', context)) return undefined;
  return reportText`${exchangeReference(exchange)} may be the acknowledgment. The document does not show its path. Set readings.payment-ack to what was agreed`;
}

/** Returns one prompt per cycle: first the correct ones, then the unreadable ones, then the wrong ones. */
function oneOfEach(prompts: readonly Exchange[], context: RuleContext): Exchange[] {
  const byCycle = new Map<unknown, Exchange>();
  for (const prompt of prompts) {
    const id = prompt.facts.payer?.correlationId ?? prompt.seq;
    const known = byCycle.get(id);
    const isBetter =
      known === undefined || whyUnread(known) !== undefined || flawOf(known, context) !== undefined;
    if (isBetter) byCycle.set(id, prompt);
  }
  const weightOf = (prompt: Exchange): number => {
    if (whyUnread(prompt) !== undefined) return 1;
    return flawOf(prompt, context) === undefined ? 0 : 2;
  };
  return [...byCycle.values()].sort((one, other) => weightOf(one) - weightOf(other));
}

/** The prompt after a notice, and a callback on an unknown path that may be the prompt. */
interface Prompted {
  readonly prompt: Exchange | undefined;
  readonly stray: Exchange | undefined;
}

function judgePrompt(init: Exchange, { prompt, stray }: Prompted, context: RuleContext): Judgement {
  if (!isAccepted(init)) return { unjudged: reportText`${exchangeReference(init)} was not taken` };
  const sent = exchangeReference(init);
  const expected = `a callback on ${context.readings['payment-prompt']}`;
  if (prompt === undefined && stray !== undefined) {
    const seen = reportText`none; ${exchangeReference(stray)} came instead`;
    return judged(
      unlessDefault('payment-prompt', { sent, expected, seen, cause: promptCauses.none }, context),
    );
  }
  if (prompt === undefined)
    return { breach: { sent, expected, seen: 'none in time (limits.callbackMs)', cause: promptCauses.none } };
  const why = whyUnread(prompt);
  if (why !== undefined) return { unjudged: why, withholds: true };
  const flaw = flawOf(prompt, context);
  if (flaw === undefined) return keptJudgement;
  const breach = { sent, expected, ...flaw };
  if (flaw.cause === promptCauses.nameless) return judged(unlessDefault('correlation-id', breach, context));
  return flaw.cause === providerCauses.plain
    ? judged(unlessDefault('envelope', breach, context))
    : { breach };
}

/** Returns whether the suite could read the headers and the content of a message. */
const isReadable = ({ facts: { payer } }: Exchange): boolean =>
  payer !== undefined && payer.envelope !== 'unreadable';

type Flaw = Omit<BreachDetails, 'sent' | 'expected'> & Partial<Pick<BreachDetails, 'expected'>>;

/** Returns the first flaw of a prompt; `undefined` if the provider can use the prompt. */
function flawOf(prompt: Exchange, context: RuleContext): Flaw | undefined {
  const { payer } = prompt.facts;
  const seen = (what: string): ReportText => reportText`${exchangeReference(prompt)}${what}`;
  if (payer?.flaw !== undefined)
    return {
      seen: seen(`, which cannot be read: ${payer.flaw}`),
      cause: promptCauses.unreadable,
    };
  const wrong = wrongForm({
    seq: prompt.seq,
    ...(lacksAgreedEnvelope(prompt, context) && { plain: true }),
    ...(payer?.slips?.[0] && { slip: payer.slips[0] }),
  });
  if (wrong !== undefined) return wrong;
  if (isForAnother(prompt, context))
    return {
      seen: seen(
        payer?.recipient === undefined ? ', with no recipient' : `, addressed to ${payer.recipient}`,
      ),
      cause: promptCauses.forAnother,
    };
  const error = payer && describeErrorOnly(payer);
  if (error !== undefined)
    return {
      seen: seen(`: ${error}`),
      cause: promptCauses.error,
    };
  if (isAccepted(prompt)) return undefined;
  return {
    seen: seen(`, which the suite as provider refused with ${prompt.response?.status ?? 'no answer'}`),
    cause: payer?.correlationId === undefined ? promptCauses.nameless : promptCauses.refused,
  };
}

/** Returns whether a prompt names a recipient other than the provider of the target. */
const isForAnother = ({ facts }: Exchange, { participants }: RuleContext) => {
  const recipient = facts.payer?.recipient;
  return recipient !== undefined && recipient !== (participants?.provider ?? recipient);
};

const acknowledgmentCauses = {
  none: 'nothing but messages of other cycles followed the prompt: its answer alone is not the acknowledgment',
  others: 'the client sent other messages, and none that anything connects with this prompt',
} as const;

/** Returns whether a message of the client followed a prompt that does not belong to another cycle. */
function hasFollowed(
  { correlationId, prompt }: SeenCycle,
  cycles: readonly SeenCycle[],
  messages: ReadonlyMap<number, Exchange>,
  { readings }: RuleContext,
): boolean {
  const others = new Set(cycles.map((each) => keyOfCycleId(each.correlationId)));
  others.delete(keyOfCycleId(correlationId));
  return [...messages.values()].some((exchange) => {
    if (exchange.sender !== 'integrator' || exchange.arrivedAt < (prompt?.at ?? 0)) return false;
    const id = readPayerStep(exchange, readings)?.fact.correlationId;
    return id === undefined || !others.has(keyOfCycleId(id));
  });
}

/**
 * Returns a check that the client sent an acknowledgment after a prompt. A 202 is not enough (clause 4.7.5).
 *
 * @param messages the messages between provider and payer, by `seq`
 */
const acknowledged =
  (messages: ReadonlyMap<number, Exchange>): FlowCheck =>
  (cycle, { of, astrayOf, cycles }, context) => {
    const { acknowledgment, prompt, refused } = cycle;
    const astray = astrayOf(cycle, 'acknowledgment');
    if (acknowledgment === undefined && refused !== undefined) return unreadable(refused);
    const isMissing = acknowledgment === undefined && refusedAstray(astray, context) === undefined;
    if (isMissing && mayEndBeforeReaction(of(prompt?.seq) ?? {}, context))
      return notYet('acknowledgment', cycle, prompt);
    if (isMissing && of(prompt?.seq)?.asked !== undefined)
      return {
        unjudged: reportText`the prompt ${linkToExchange(prompt?.seq ?? 0)} came after forged ones of its cycle: it may have been dropped as a repetition`,
      };
    if (acknowledgment?.taken === true) return formFlaw(nameCycle(cycle), acknowledgment, context);
    if (acknowledgment?.status === 401)
      return unauthorised(
        reportText`the acknowledgment ${linkToExchange(acknowledgment.seq)} of ${nameCycle(cycle)}`,
      );
    if (acknowledgment?.unread !== undefined) return unreadable(acknowledgment.unread);
    if (acknowledgment?.status === 0) return unanswered('acknowledgment', cycle, acknowledgment);
    return {
      sent: reportText`${nameCycle(cycle)}, prompt ${linkToExchange(prompt?.seq ?? 0)}`,
      expected: 'the acknowledgment, with the correlation id of the prompt',
      ...(acknowledgment === undefined
        ? astray === undefined
          ? {
              seen: 'none',
              cause: acknowledgmentCauses[hasFollowed(cycle, cycles, messages, context) ? 'others' : 'none'],
            }
          : describeMeant('acknowledgment', astray)
        : {
            seen: `one that the payer refused with ${acknowledgment.status}${because(acknowledgment)}`,
            cause: providerCauses.replyRefused,
            ...describeOtherLetters(acknowledgment, astray),
          }),
    };
  };

/** Clause 4.7.5: after each prompt, the provider sends an acknowledgment. */
export const noticeAcknowledged = defineHome({
  id: 'FLW-09',
  clauses: ['4.7.5'],
  quote: 'the provider system then sends the payment notice acknowledgment (its operation: not shown).',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A payment notice is acknowledged',
  rule: 'After the prompt of a payment notice the provider sends its acknowledgment.',
  providerMethods: [],
  latitude: {
    'an acknowledgment that is sent later': 'callbacks-through-a-queue',
    'another path, if the target sets it': 'provider-with-other-paths',
    'the status 200 for the prompt': 'callbacks-behind-a-proxy',
    'an envelope with RSA-OAEP': 'provider-with-rsa-oaep',
  },
  absences: {
    'the prompt of the payer': { run: 'not-tested', traffic: 'not judged' },
    'the acknowledgment of the client': { run: 'failed', mock: 'inconclusive', traffic: 'not judged' },
  },
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  causes: [
    ...failedCallbackCauses,
    ...Object.values(acknowledgmentCauses),
    ...Object.values(astrayCauses),
    providerCauses.replyRefused,
    providerCauses.plain,
    ...slipCauses,
  ],
  follows: ['CBK-03'],
  tells: flowPlaces,
  judge: (context) => {
    const log = new CycleLog(context);
    /** The reasons why the ids of acknowledgments cannot be read. Such an acknowledgment may belong to any prompt. */
    const nameless: { readonly at: number; readonly why: ReportText }[] = [];
    const messages = new Map<number, Exchange>();
    return {
      observe(exchange) {
        log.observe(exchange);
        if (exchange.kind !== undefined) return;
        if (exchange.service === 'provider') messages.set(exchange.seq, exchange);
        const why = whyAcknowledgmentUnread(exchange, context) ?? whyMaybeAcknowledgment(exchange, context);
        if (why !== undefined) nameless.push({ at: exchange.arrivedAt, why });
      },
      conclude() {
        const tally = new JudgementTally(context);
        const { cycles } = log;
        const astrayOf = astrayIn(cycles, messages, context);
        const checks = [received(({ prompt }) => prompt, 'payment notice prompt'), acknowledged(messages)];
        for (const cycle of cycles.filter(({ prompt }) => prompt !== undefined)) {
          const isMissing = cycle.prompt?.taken === true && cycle.acknowledgment === undefined;
          const why = nameless.find(({ at }) => at >= (cycle.prompt?.at ?? 0))?.why;
          if (isMissing && why !== undefined) tally.add(unreadable(why));
          else
            tally.add(
              firstOf(
                checks,
                cycle,
                {
                  cycles,
                  of: (seq) => messages.get(seq ?? 0),
                  strays: [],
                  unreadReplies: [],
                  replies: [],
                  sentBetween: () => false,
                  astrayOf,
                },
                context,
              ),
              ...seqsOf(cycle),
            );
        }
        return tally.conclude();
      },
    };
  },
});
