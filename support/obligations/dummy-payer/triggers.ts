import type { TriggerOperation } from '../../contract/meant-trigger';
import type { OperationId } from '../../contract/operations';
import { operationById, operationPath, pathsOfOperation } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference, headerValue } from '../../exchange/exchange';
import { headerValues } from '../../exchange/header-fields';
import { isUnreadBody, whyBodyNotRecorded } from '../../exchange/masks';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import { AskedTriggers } from '../cycles/asked-triggers';
import type { SeenCycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import type { Trigger } from '../cycles/messages';
import { readIntendedPayerStep, triggerIn } from '../cycles/messages';
import { judgesEachMessage } from '../judge/absences';
import { showRequest } from '../judge/answers';
import { defineHome, placesAt, requiredPlaces, triggerPlaces } from '../judge/home';
import type { BreachDetails, Judge } from '../judge/judge';
import { JudgementTally, keptJudgement, memoizeByExchange } from '../judge/judge';
import {
  describeRepeated,
  eachRequest,
  nonBlankHeader,
  sentTwice,
  unjudgedIfWithheld,
} from '../judge/requests';
import { mayFollowUnseenRequests } from '../judge/window';
import { triggerMeantBy } from './meant-trigger';
import { isUnknownSubmit } from './submissions';
import type { CycleMistake, Submitted } from './submitted-ids';
import { cycleCauses, mistakeInId, noteSubmit } from './submitted-ids';

const requestSlips = {
  method: 'the dummy payer is called by another method than POST',
  segment:
    'the path has a version in front where the target has none, or lacks the one that it has (reading payer-segment)',
  path: 'the path is misspelt, or that of another version: upper and lower case count',
  several: 'the trigger goes out without the headers of its own: several are missing, or have other values',
  anyType: 'Accept is left to the HTTP library, which asks for any type or sends no Accept',
  otherType: 'Accept asks for another type than application/json',
  otherBody: 'Content-Type declares another type than application/json, or is left out',
  authorization: 'the token stands in Authorization alone, and bearer_auth is missing',
  noBearer: 'bearer_auth is left out or empty',
  unwanted: 'every call carries Authorization, and the target wants none here (trigger-authorization)',
} as const;

const requestCauses: readonly string[] = [...Object.values(requestSlips), sentTwice];

interface About {
  readonly id: OperationId;
  readonly readings: ReadingValues;
  /** The names of wrong headers, except headers that the recording may have left out. */
  readonly shown: readonly string[];
}

function causeOf(exchange: Exchange, { id, readings, shown }: About): string {
  const { operation: found, request } = exchange;
  if (found === undefined && request.method !== 'POST') return requestSlips.method;
  if (found === undefined) {
    const isRest = pathOfRequest(exchange).endsWith(operationPath(id));
    return isRest && readings['payer-segment'] !== 'free' ? requestSlips.segment : requestSlips.path;
  }
  const [first, another] = shown;
  if (another !== undefined) return requestSlips.several;
  if (first === 'Accept') return causeOfAccept(request);
  if (first === 'Content-Type') return requestSlips.otherBody;
  if (first === 'bearer_auth') return describeRepeated(exchange, first)?.cause ?? causeOfNoBearer(exchange);
  return requestSlips.unwanted;
}

function causeOfNoBearer(exchange: Exchange): string {
  return isAuthorized(exchange) ? requestSlips.authorization : requestSlips.noBearer;
}

function causeOfAccept({ headers }: Exchange['request']): string {
  const accept = headerValue(headers, 'Accept')?.trim() ?? '';
  return accept === '' || accept.startsWith('*/*') ? requestSlips.anyType : requestSlips.otherType;
}

/** Returns a judge for clauses 4.4 and 4.5: a trigger is a POST to the documented path with three headers. */
function triggered(id: TriggerOperation): Judge {
  return eachRequest((exchange, { readings }) => {
    if (triggerMeantBy(exchange) !== id) return undefined;
    const wrong = headerFlaws(exchange);
    const shown = wrong.filter((name) => unjudgedIfWithheld(exchange, name) === undefined);
    const flaws = [
      ...(exchange.operation === id ? [] : [`${exchange.request.method} ${pathOfRequest(exchange)}`]),
      ...shown.map((name) => tellHeader(exchange, name)),
      ...(readings['trigger-authorization'] === 'absent' && isAuthorized(exchange) ? [unwanted] : []),
    ];
    if (flaws.length === 0) return unjudgedIfWithheld(exchange, ...wrong) ?? keptJudgement;
    return {
      breach: {
        sent: showRequest(exchange, 'to the dummy payer'),
        expected: rightTrigger(id, readings),
        seen: flaws.join('; '),
        cause: causeOf(exchange, { id, readings, shown }),
      },
    };
  });
}

function rightTrigger(id: OperationId, readings: ReadingValues): string {
  const about = operationById(id);
  const paths = pathsOfOperation(about, readings['payer-segment']).join(' or ');
  const besides = readings['trigger-authorization'] === 'absent' ? ', and no Authorization' : '';
  return `${about.method} ${paths} with Accept: application/json, Content-Type: application/json and bearer_auth${besides}`;
}

const unwanted = 'Authorization beside the three headers';

const isAuthorized = ({ request }: Exchange): boolean =>
  headerValue(request.headers, 'Authorization') !== undefined;

/** Returns the names of the required headers that are missing or have the wrong value. */
const headerFlaws = memoizeByExchange((exchange) => {
  const json = /^application\/json[ \t]*(;|$)/i;
  const accepted = headerValues(exchange.request.headers, 'Accept').flatMap((each) => each.split(','));
  const isBearerWrong =
    nonBlankHeader(exchange, 'bearer_auth') === undefined ||
    describeRepeated(exchange, 'bearer_auth') !== undefined;
  return [
    ...(accepted.some((each) => json.test(each.trim())) ? [] : ['Accept']),
    ...(json.test(nonBlankHeader(exchange, 'Content-Type') ?? '') ? [] : ['Content-Type']),
    ...(isBearerWrong ? ['bearer_auth'] : []),
  ];
});

function tellHeader(exchange: Exchange, name: string): string {
  if (name === 'bearer_auth') return describeRepeated(exchange, name)?.seen ?? 'no bearer_auth';
  return `${name}: ${headerValue(exchange.request.headers, name) ?? 'none'}`;
}

export const actionTriggered = defineHome({
  id: 'DPY-01',
  clauses: ['4.4'],
  quote:
    '`POST {dummy_payer_url}/process/request` - Headers: Accept: application/json, Content-Type: ' +
    'application/json, bearer_auth: <AUTH_TOKEN>.',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'Actions are triggered by POST on process/request',
  rule:
    'The integrator triggers an action by POST to /process/request and sends the headers Accept, ' +
    'Content-Type and bearer_auth with it.',
  latitude: {
    'Authorization beside bearer_auth': 'triggers-authorized',
    'v1 before the path': 'triggers-under-v1',
    'another choice in Accept': 'accept-with-weight',
    'two lines of Accept': 'accept-in-two-lines',
    'another order of the members': 'triggers-written-otherwise',
    'other requests to the dummy payer': 'payer-asked-about-other-things',
  },
  absences: judgesEachMessage,
  on: ['dummyPayer'],
  bothSides: true,
  follows: ['HDR-11'],
  tells: triggerPlaces,
  causes: requestCauses,
  judge: triggered('dummyPayer.trigger'),
});

export const noticeStarted = defineHome({
  id: 'DPY-04',
  clauses: ['4.5'],
  quote: '`POST {dummy_payer_url}/paymentNotice/init` - Same three headers as 4.4.',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'Payment notices are started by POST on paymentNotice/init',
  rule:
    'To start a payment notice the integrator sends POST to /paymentNotice/init, again with Accept, ' +
    'Content-Type and bearer_auth.',
  latitude: {
    'Authorization beside bearer_auth': 'triggers-authorized',
    'v1 before the path': 'triggers-under-v1',
    'another choice in Accept': 'accept-with-weight',
    'two lines of Accept': 'accept-in-two-lines',
    'another order of the members': 'triggers-written-otherwise',
    'other requests to the dummy payer': 'payer-asked-about-other-things',
  },
  absences: judgesEachMessage,
  on: ['dummyPayer'],
  bothSides: true,
  follows: ['HDR-11'],
  tells: triggerPlaces,
  causes: requestCauses,
  judge: triggered('paymentNotice.init'),
});

/** Clause 4.4: a trigger names the correlation id of a submitted cycle. The time of the submission does not matter. */
export const triggerNamesCycle = defineHome({
  id: 'DPY-03',
  clauses: ['4.4'],
  quote: 'correlation id of the request cycle (UUID-shaped)',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'A trigger names the correlation id of its cycle',
  rule: 'correlationId has the shape of a UUID and equals the one of the request cycle.',
  latitude: {
    'another order of the members': 'triggers-written-otherwise',
    'a trigger that is sent later': 'requests-through-a-queue',
    'a trigger that the client sends by itself': 'triggers-claims-itself',
    'a trigger that the client sends by itself, after the payer has decided otherwise':
      'triggers-itself-late',
    'a repeated submission': 'requests-sent-again',
  },
  absences: {
    'the submission with the correlation id of the trigger': { run: 'failed', traffic: 'inconclusive' },
    'a submission with the correlation id of the trigger, which is the workflow id of another one': {
      run: 'failed',
      traffic: 'inconclusive',
    },
  },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  tells: [...requiredPlaces('request body/correlationId'), ...placesAt('fact payer/correlationId')],
  causes: Object.values(cycleCauses),
  judge: (context) => {
    const submitted: Submitted = { ids: new Set(), letters: new Set(), workflows: new Set() };
    const log = new CycleLog(context);
    const named: Trigger[] = [];
    const askedFor = new AskedTriggers();
    /** The number of submits with an unreadable id. A trigger may name one of these ids. */
    let unread = 0;
    /** The reason why the recording does not show the id in a trigger. */
    let unknown: ReportText | undefined;
    return {
      observe(exchange) {
        // `otherCycle` needs the adapter call, which recorded traffic does not contain. So do not log such exchanges.
        if (exchange.sender === 'suite' || exchange.call !== undefined) log.observe(exchange);
        const step = readIntendedPayerStep(exchange, context.readings);
        const id = step?.fact.correlationId;
        const isSubmit = step?.step === 'preauth' || step?.step === 'claim';
        if (id === undefined && (isSubmit || isUnknownSubmit(exchange))) unread += 1;
        if (isSubmit) noteSubmit(submitted, step.fact);
        const trigger = exchange.sender === 'integrator' ? triggerIn(exchange) : undefined;
        if (trigger === undefined) return;
        if (isUnreadBody(exchange.request)) unknown ??= whyBodyNotRecorded(exchange);
        else {
          named.push(trigger);
          askedFor.observe(trigger);
        }
      },
      conclude() {
        const tally = new JudgementTally(context);
        if (unknown !== undefined) tally.add({ unjudged: unknown, kind: 'not-kept' });
        const cycles = log.all;
        const asked = askedFor.all;
        for (const trigger of named) {
          const mistake = mistakeInId(trigger, submitted);
          const breach =
            mistake === undefined ? otherCycle(trigger, cycles, asked) : cycleFlaw(trigger, mistake);
          if (breach !== undefined && trigger.words.namesUuid && unread > 0)
            tally.add({ unjudged: `${unread} submits cannot be read: their correlation ids are not known` });
          else if (isAboutAbsence(mistake) && mayFollowUnseenRequests(trigger.exchange, context))
            tally.add({ unjudged: whyUnknown(trigger), kind: 'not-kept', withholds: true });
          else tally.add(breach ? { breach } : keptJudgement, trigger.exchange.seq);
        }
        return tally.conclude();
      },
    };
  },
});

/**
 * Returns whether a mistake follows from a submission that is missing. A workflow id may be the correlation id of an
 * earlier submission: the workflow began with that submission.
 */
const isAboutAbsence = (mistake: CycleMistake | undefined): boolean =>
  mistake === 'unknown' || mistake === 'workflow';

function cycleFlaw({ exchange, correlationId, words }: Trigger, mistake: CycleMistake): BreachDetails {
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id, shaped like a UUID, under which the request was submitted',
    seen: words.namesUuid
      ? `${String(correlationId)}, under which nothing was submitted`
      : shown(correlationId),
    cause: cycleCauses[mistake],
  };
}

function whyUnknown({ exchange, correlationId }: Trigger): ReportText {
  return reportText`${exchangeReference(exchange)} names ${String(correlationId)}, and no recorded submission has that id: it may have been sent before the recording began, or to an address that is not recorded`;
}

/**
 * Returns the breach of a trigger that names a cycle with an earlier, different outcome while another cycle waits for
 * the trigger. Judges only triggers that the suite asked for, because the suite meant the waiting cycle. In recorded
 * traffic, a person may have sent such a trigger deliberately. Does not judge a trigger of a cycle that the client had
 * triggered by itself: the suite may have asked for the trigger of that cycle.
 *
 * @param asked the numbers of the triggers that the suite asked for
 */
function otherCycle(
  { exchange, correlationId }: Trigger,
  cycles: readonly SeenCycle[],
  asked: ReadonlySet<number>,
): BreachDetails | undefined {
  if (!asked.has(exchange.seq)) return undefined;
  const meant = cycles.find(({ trigger }) => trigger?.seq === exchange.seq)?.correlationId;
  if (meant === undefined || meant === correlationId) return undefined;
  const earlier = cycles.find((cycle) => cycle.correlationId === correlationId)?.trigger;
  if (earlier !== undefined && !asked.has(earlier.seq)) return undefined;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id under which the request was submitted that waits for it',
    seen: `${String(correlationId)}, the id of another cycle: ${meant} waited`,
    cause: cycleCauses.another,
  };
}

/** Returns a member as JSON, or `none` if it is missing. `JSON.stringify` does not return a string for `undefined`. */
function shown(member: unknown): string {
  return member === undefined ? 'none' : JSON.stringify(member);
}
