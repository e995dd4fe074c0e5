import { home } from '../judge/home';
import { triggerPlaces, needed, at } from '../judge/places';
import { constants } from '../../contract/constants';
import type { OperationId } from '../../contract/operations';
import { operation } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { Told, Judge } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { eachRequest, pathOf } from '../judge/requests';
import type { Trigger } from '../cycles/messages';
import { stepMeant, triggerIn } from '../cycles/messages';

/** Clauses 4.4, 4.5: POST on the documented path, with three headers. */
function triggered(id: OperationId, { notice }: { notice: boolean }): Judge {
  const { path, method } = operation(id);
  return eachRequest((exchange) => {
    if (exchange.sender !== 'integrator' || exchange.service !== 'dummyPayer') return undefined;
    if (exchange.operation !== id && (exchange.operation !== undefined || isNotice(exchange) !== notice))
      return undefined;
    const flaws = [
      ...(exchange.operation === id ? [] : [`${exchange.request.method} ${pathOf(exchange)}`]),
      ...headerFlaws(exchange).map((name) => tellHeader(exchange, name)),
    ];
    if (flaws.length === 0) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'to the dummy payer'),
        expected: `${method} ${path} with Accept: application/json, Content-Type: application/json and bearer_auth`,
        seen: flaws.join('; '),
        cause:
          'bearer_auth is written as Authorization, or an HTTP library sends Accept: */* unless it is told otherwise',
      },
    };
  });
}

/** Headers that are left out, or have another value. */
const headerFlaws = sight('headers of a trigger', ['headers', 'credentials'], ({ request }) => {
  const json = /^application\/json[ \t]*(;|$)/i;
  const [accept, type, bearer] = ['Accept', 'Content-Type', 'bearer_auth'].map(
    (name) => headerValue(request.headers, name)?.trim() ?? '',
  );
  return [
    ...(accept?.split(',').some((each) => json.test(each.trim())) === true ? [] : ['Accept']),
    ...(json.test(type ?? '') ? [] : ['Content-Type']),
    ...(bearer === '' ? ['bearer_auth'] : []),
  ];
});

function tellHeader({ request }: Exchange, name: string): string {
  if (name === 'bearer_auth') return 'no bearer_auth';
  return `${name}: ${headerValue(request.headers, name) ?? 'none'}`;
}

const isNotice = sight('path of a notice', ['url'], (exchange) => /payment/i.test(pathOf(exchange)));

export const actionTriggered = home({
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
  outcome: 'each trigger was POST on \\/process\\/request with Accept, Content-Type and bearer_auth',
  on: ['dummyPayer'],
  bothSides: true,
  follows: ['HDR-11'],
  tells: triggerPlaces,
  judge: triggered('dummyPayer.trigger', { notice: false }),
});

export const noticeStarted = home({
  id: 'DPY-04',
  clauses: ['4.5'],
  quote: '`POST {dummy_payer_url}/paymentNotice/init` - Same three headers as 4.4.',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'Payment notices start by POST on paymentNotice/init',
  rule:
    'To start a payment notice the integrator sends POST to /paymentNotice/init, again with Accept, ' +
    'Content-Type and bearer_auth.',
  outcome: 'each payment notice was started with POST on \\/paymentNotice\\/init and the same headers',
  on: ['dummyPayer'],
  bothSides: true,
  follows: ['HDR-11'],
  tells: triggerPlaces,
  judge: triggered('paymentNotice.init', { notice: true }),
});

/** Clause 4.4: the values that steer the dummy payer. */
export const triggerValues = home({
  id: 'DPY-02',
  clauses: ['4.4'],
  quote: 'action | string | Approve, Reject, Query | | method | string | Preauth, Claim',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'Action and method have documented values',
  rule:
    'The value of action is one of Approve, Reject and Query; that of method is one of Preauth and ' +
    'Claim.',
  outcome: 'each trigger names a documented action and method',
  on: ['dummyPayer'],
  bothSides: true,
  tells: needed('request body/action', 'request body/method'),
  reads: 'request',
  judge: eachRequest((exchange) => {
    const trigger = exchange.sender === 'integrator' ? triggerIn(exchange) : undefined;
    if (trigger === undefined) return undefined;
    const { words, action, method } = trigger;
    if (words.action !== undefined && words.method !== undefined) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'a trigger'),
        expected: `action ${constants.actions.join(', ')}; method ${constants.methods.join(', ')}`,
        seen: `action ${JSON.stringify(action)}, method ${JSON.stringify(method)}`,
        cause: 'the words are written in lower case, or the name of the operation is taken for the method',
      },
    };
  }),
});

/** Clause 4.4: the id of a cycle that was submitted, whenever that was. */
export const triggerNamesCycle = home({
  id: 'DPY-03',
  clauses: ['4.4'],
  quote: 'correlation id of the request cycle (UUID-shaped)',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'A trigger names the correlation id of its cycle',
  rule: 'correlationId has the shape of a UUID and equals the one of the request cycle.',
  outcome: 'each trigger carries the correlation id under which its request was submitted',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  tells: [...needed('request body/correlationId'), ...at('fact payer/correlationId')],
  reads: 'request',
  judge: (context) => {
    const submitted = new Set<string>();
    const named: Trigger[] = [];
    /** Submits whose id nobody can read: what was named may be theirs. */
    let unread = 0;
    return {
      observe(exchange) {
        const step = stepMeant(exchange, context.readings);
        const id = step?.fact.correlationId;
        const isSubmit = step?.step === 'preauth' || step?.step === 'claim';
        if (isSubmit && id === undefined) unread += 1;
        if (isSubmit && id !== undefined) submitted.add(id);
        const trigger = exchange.sender === 'integrator' ? triggerIn(exchange) : undefined;
        if (trigger !== undefined) named.push(trigger);
      },
      conclude() {
        const tally = new Tally();
        for (const trigger of named) {
          const breach = cycleFlaw(trigger, submitted);
          if (breach !== undefined && trigger.words.namesUuid && unread > 0)
            tally.add({ unjudged: `${unread} submits cannot be read: their correlation ids are not known` });
          else tally.add(breach ? { breach } : kept, trigger.exchange.seq);
        }
        return tally.conclude();
      },
    };
  },
});

function cycleFlaw(
  { exchange, correlationId, words }: Trigger,
  submitted: ReadonlySet<string>,
): Told | undefined {
  const isUuid = typeof correlationId === 'string' && words.namesUuid;
  if (isUuid && submitted.has(correlationId)) return undefined;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id, shaped like a UUID, under which the request was submitted',
    seen: isUuid ? `${correlationId}, under which nothing was submitted` : JSON.stringify(correlationId),
    cause: 'the id of the request, of the workflow or of another cycle is taken; or it is made anew',
  };
}
