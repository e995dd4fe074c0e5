import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import { home } from '../judge/home';
import { kept } from '../judge/judge';
import { needed } from '../judge/places';
import { eachRequest, isSessionLike, withheld } from '../judge/requests';
import { misnamedCauses, tellMissing } from './misnamed';

const declaresJson = ({ request }: Exchange) =>
  /^application\/json[ \t]*(;|$)/i.test(headerValue(request.headers, 'Content-Type')?.trim() ?? '');

const likely = {
  none: 'an HTTP library that names no type by default',
  form: 'the HTTP library declares a form',
  text: 'the HTTP library declares text/plain by default',
  otherJson: 'another type of JSON than the one that is agreed',
  otherType: 'another type is declared than the one that is agreed',
} as const;

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
  causes: [...misnamedCauses, ...Object.values(likely)],
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
          ? tellMissing(exchange, 'Content-Type', likely.none)
          : { seen: `Content-Type: ${value}`, cause: likelyType(value) }),
      },
    };
  }),
});

function likelyType(value: string): string {
  if (/x-www-form-urlencoded|multipart/i.test(value)) return likely.form;
  if (/^text\/plain/i.test(value)) return likely.text;
  return /json/i.test(value) ? likely.otherJson : likely.otherType;
}
