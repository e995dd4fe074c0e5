import { home } from '../judge/home';
import { triggerPlaces } from '../judge/places';
import type { OperationId } from '../../contract/operations';
import { operation, operationPath, pathsOf } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { Judge } from '../judge/judge';
import { kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { eachRequest, withheld } from '../judge/requests';
import { pathOf } from '../../exchange/address';

const likely = {
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

const requestCauses: readonly string[] = Object.values(likely);

interface About {
  readonly id: OperationId;
  readonly readings: ReadingValues;
  /** The headers that are wrong, of those that were kept. */
  readonly shown: readonly string[];
}

function causeOf(exchange: Exchange, { id, readings, shown }: About): string {
  const { operation: found, request } = exchange;
  if (found === undefined && request.method !== 'POST') return likely.method;
  if (found === undefined) {
    const isRest = pathOf(exchange).endsWith(operationPath(id));
    return isRest && readings['payer-segment'] !== 'free' ? likely.segment : likely.path;
  }
  const [first, another] = shown;
  if (another !== undefined) return likely.several;
  if (first === 'Accept') return causeOfAccept(request);
  if (first === 'Content-Type') return likely.otherBody;
  if (first === 'bearer_auth') return isAuthorized(exchange) ? likely.authorization : likely.noBearer;
  return likely.unwanted;
}

function causeOfAccept({ headers }: Exchange['request']): string {
  const accept = headerValue(headers, 'Accept')?.trim() ?? '';
  return accept === '' || accept.startsWith('*/*') ? likely.anyType : likely.otherType;
}

/** Clauses 4.4, 4.5: POST on the documented path, with three headers. */
function triggered(id: OperationId, { notice }: { notice: boolean }): Judge {
  return eachRequest((exchange, { readings }) => {
    if (exchange.sender !== 'integrator' || exchange.service !== 'dummyPayer') return undefined;
    if (exchange.operation !== id && (exchange.operation !== undefined || isNotice(exchange) !== notice))
      return undefined;
    const wrong = headerFlaws(exchange);
    const shown = wrong.filter((name) => withheld(exchange, name) === undefined);
    const flaws = [
      ...(exchange.operation === id ? [] : [`${exchange.request.method} ${pathOf(exchange)}`]),
      ...shown.map((name) => tellHeader(exchange, name)),
      ...(readings['trigger-authorization'] === 'absent' && isAuthorized(exchange) ? [unwanted] : []),
    ];
    if (flaws.length === 0) return withheld(exchange, ...wrong) ?? kept;
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
  const about = operation(id);
  const paths = pathsOf(about, readings['payer-segment']).join(' or ');
  const besides = readings['trigger-authorization'] === 'absent' ? ', and no Authorization' : '';
  return `${about.method} ${paths} with Accept: application/json, Content-Type: application/json and bearer_auth${besides}`;
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
  causes: requestCauses,
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
  causes: requestCauses,
  judge: triggered('paymentNotice.init', { notice: true }),
});
