import { home } from '../judge/home';
import { triggerPlaces, needed } from '../judge/places';
import { constants } from '../../contract/constants';
import type { OperationId } from '../../contract/operations';
import { operation, pathsOf } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { Judge } from '../judge/judge';
import { kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { eachRequest, withheld } from '../judge/requests';
import { triggerIn } from '../cycles/messages';
import { pathOf } from '../../exchange/address';

/** Clauses 4.4, 4.5: POST on the documented path, with three headers. */
function triggered(id: OperationId, { notice }: { notice: boolean }): Judge {
  return eachRequest((exchange, { readings }) => {
    if (exchange.sender !== 'integrator' || exchange.service !== 'dummyPayer') return undefined;
    if (exchange.operation !== id && (exchange.operation !== undefined || isNotice(exchange) !== notice))
      return undefined;
    const wrong = headerFlaws(exchange);
    const flaws = [
      ...(exchange.operation === id ? [] : [`${exchange.request.method} ${pathOf(exchange)}`]),
      ...wrong
        .filter((name) => withheld(exchange, name) === undefined)
        .map((name) => tellHeader(exchange, name)),
      ...(readings['trigger-authorization'] === 'absent' && isAuthorized(exchange) ? [unwanted] : []),
    ];
    if (flaws.length === 0) return withheld(exchange, ...wrong) ?? kept;
    return {
      breach: {
        sent: showRequest(exchange, 'to the dummy payer'),
        expected: rightTrigger(id, readings),
        seen: flaws.join('; '),
        cause: likelyCause(exchange, flaws),
      },
    };
  });
}

function rightTrigger(id: OperationId, readings: ReadingValues): string {
  const about = operation(id);
  const paths = pathsOf(about, readings['payer-segment']).join(' or ');
  const besides = readings['trigger-authorization'] === 'absent' ? ', and no Authorization' : '';
  return `${about.method} ${paths} with Accept: application/json, Content-Type: application/json and bearer_auth${besides}`;
}

function likelyCause({ operation: found, request }: Exchange, [first]: readonly string[]): string {
  if (first === unwanted)
    return 'every call carries Authorization, and the target wants none here (trigger-authorization)';
  if (found === undefined && request.method === 'POST')
    return 'the path is written in another way, or with the segment v1 where the target has none (payer-segment), or without it';
  return 'bearer_auth is written as Authorization, or the HTTP library sends Accept: */* by default';
}

const unwanted = 'Authorization beside the three headers';

const isAuthorized = ({ request }: Exchange): boolean =>
  headerValue(request.headers, 'Authorization') !== undefined;

/** Headers that are left out, or have another value. */
const headerFlaws = sight(({ request }) => {
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

const isNotice = (exchange: Exchange) => /payment/i.test(pathOf(exchange));

/** Values of Accept, Content-Type and bearer_auth that are wrong. */
const wrongHeaders = {
  '*/*': 'any media type',
  'text/html': 'another media type',
  'text/plain': 'JSON declared as text',
  'application/x-www-form-urlencoded': 'JSON declared as a form',
  '': 'no bearer_auth',
} as const;

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
  on: ['dummyPayer'],
  bothSides: true,
  follows: ['HDR-11'],
  tells: triggerPlaces,
  mistakes: wrongHeaders,
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
  title: 'Payment notices are started by POST on paymentNotice/init',
  rule:
    'To start a payment notice the integrator sends POST to /paymentNotice/init, again with Accept, ' +
    'Content-Type and bearer_auth.',
  on: ['dummyPayer'],
  bothSides: true,
  follows: ['HDR-11'],
  tells: triggerPlaces,
  mistakes: wrongHeaders,
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
  on: ['dummyPayer'],
  bothSides: true,
  tells: needed('request body/action', 'request body/method'),
  reads: 'request',
  mistakes: {
    approve: 'lower case',
    REJECT: 'upper case',
    Queried: 'another form of the word',
    Postpone: 'an action that does not exist',
    preauth: 'a method in lower case',
    Preauthorization: 'the name of the request',
    'v1/claim/submit': 'the path of the request',
  },
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
