import { operation } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import { misnamedCauses, tellMissing } from '../headers/misnamed';
import { home } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { kept } from '../judge/judge';
import { needed, requestId, timestamp } from '../judge/places';
import { carried, eachRequest, withheld } from '../judge/requests';
import { isPosted } from './requests';

const { headers } = operation('session.create');

const leftOut = 'headers are set for some operations one by one, and this one was left out';

/** Why one of several headers is missing. */
export const missingCauses: readonly string[] = [...misnamedCauses, leftOut];

/** Clause 4.1: the headers of the session request; what they hold is judged under HDR. */
export const sessionRequestHeaders = home({
  id: 'SES-04',
  clauses: ['4.1'],
  quote: 'Request headers: REQUEST-ID, TIMESTAMP, X-CM-ID, Content-Type (table in 5.2).',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'The session request has its four headers',
  rule: 'On a session request stand the headers REQUEST-ID, TIMESTAMP, X-CM-ID and Content-Type.',
  causes: missingCauses,
  on: ['session.create'],
  follows: ['HDR-02', 'HDR-06', 'HDR-10', 'HDR-11'],
  needs: ['SES-01'],
  tells: [...requestId, ...timestamp, ...needed('request header x-cm-id', 'request header content-type')],
  judge: eachRequest((exchange) => (isPosted(exchange) ? judgeHeaders(exchange, headers) : undefined)),
});

/** Whether a request has the headers that the document lists for its operation. */
export function judgeHeaders(exchange: Exchange, wanted: readonly string[]): Judgement {
  const unknown = withheld(exchange, ...wanted);
  const missing = wanted.filter(
    (name) => carried(exchange, name) === undefined && withheld(exchange, name) === undefined,
  );
  if (missing.length === 0) return unknown ?? kept;
  const told = missing.map((name) => tellMissing(exchange, name, leftOut));
  return {
    breach: {
      sent: nameExchange(exchange),
      expected: `the headers ${wanted.join(', ')}`,
      seen: told.map(({ seen }) => seen).join(', '),
      cause: told.find(({ cause }) => cause !== leftOut)?.cause ?? leftOut,
    },
  };
}
