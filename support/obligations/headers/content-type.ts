import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import { home } from '../judge/home';
import { kept } from '../judge/judge';
import { needed } from '../judge/places';
import { eachRequest, isSessionLike, withheld } from '../judge/requests';
import { tellMissing } from './misnamed';

const declaresJson = ({ request }: Exchange) =>
  /^application\/json[ \t]*(;|$)/i.test(headerValue(request.headers, 'Content-Type')?.trim() ?? '');

/** Clause 5.2: a body is declared as JSON. */
export const jsonDeclared = home({
  id: 'HDR-11',
  clauses: ['5.2'],
  quote: 'Content-Type | application/json | requests with a body',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'JSON bodies are declared as application/json',
  rule:
    'Where a documented request has a body that is not empty, its Content-Type is application/json, ' +
    'with or without parameters.',
  mistakes: {
    'text/plain': 'the default of an HTTP library',
    'application/x-www-form-urlencoded': 'a form',
    'multipart/form-data; boundary=x': 'a multipart form',
    'text/json': 'text instead of application',
    'application/fhir+json': "FHIR's media type",
    json: 'no type and no slash',
  },
  follows: ['SES-02', 'OTP-01'],
  tells: needed('request header content-type'),
  judge: eachRequest((exchange, context) => {
    const isSession = exchange.service === 'gateway' && isSessionLike(exchange, context);
    if ((exchange.operation === undefined && !isSession) || (exchange.request.body?.bytes ?? 0) === 0)
      return undefined;
    if (declaresJson(exchange)) return kept;
    const unknown = withheld(exchange, 'Content-Type');
    if (unknown !== undefined) return unknown;
    const value = headerValue(exchange.request.headers, 'Content-Type');
    return {
      breach: {
        sent: showRequest(exchange, 'with a body'),
        expected: 'Content-Type: application/json, with or without parameters such as charset=utf-8',
        ...(value === undefined
          ? tellMissing(exchange, 'Content-Type', 'an HTTP library that names no type by default')
          : { seen: `Content-Type: ${value}`, cause: likelyType(value) }),
      },
    };
  }),
});

function likelyType(value: string): string {
  if (/x-www-form-urlencoded|multipart/i.test(value)) return 'the HTTP library declares a form';
  if (/^text\/plain/i.test(value)) return 'the HTTP library declares text/plain by default';
  if (/json/i.test(value)) return 'another type of JSON than the one that is agreed';
  return 'another type is declared than the one that is agreed';
}
