import { constants } from '../../contract/constants';
import { operation } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { intended, jsonBody, nameExchange } from '../../exchange/exchange';
import { findMember } from '../../exchange/members';
import { memberOf, showRequest } from '../judge/fates';
import type { Judgement, RuleFactory } from '../judge/judge';
import { Tally, kept, listed } from '../judge/judge';
import { sight } from '../judge/sight';
import { withNotes } from '../judge/gate';
import { carried, eachRequest, isRefresh, isRequest, isSessionLike, pathOf } from '../judge/requests';

const { method, path, headers } = operation('session.create');

/** Clause 4.1: sessions are created by POST on the v3 path; one of the registry's own is noted. */
export const sessionOperation: RuleFactory = (context) => {
  const tally = new Tally('SES-01');
  const notes = new Set<string>();
  return {
    observe(exchange) {
      if (!isRequest(exchange) || !isSessionLike(exchange, context)) return;
      if (exchange.service === 'registry' && notes.size < listed)
        notes.add(`the registry has a session of its own: ${exchange.request.method} ${pathOf(exchange)}`);
      const judgement = judgeOperation(exchange);
      if (judgement !== undefined) tally.add(judgement, exchange.seq);
    },
    conclude: () => withNotes(notes, tally.conclude()),
  };
};

function judgeOperation(exchange: Exchange): Judgement | undefined {
  if (exchange.operation === 'session.create') return kept;
  if (exchange.service !== 'gateway' || isRefresh(exchange)) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, 'to the gateway, for a session'),
      expected: `${method} ${path}`,
      got: `${exchange.request.method} ${pathOf(exchange)}`,
      likely: /\/v\d[\d.]*\//.test(pathOf(exchange).replace('/v3/', '/'))
        ? 'an old session path (v0.5) is still configured'
        : 'another method, or a path put together from the wrong base address',
    },
  };
}

/** A request for a session with a body: one without is SES-01's. */
function isPosted(exchange: Exchange): boolean {
  return intended(exchange) === 'session.create' && exchange.request.method === method;
}

/** Clause 2.1: members and types of the session request. */
export const sessionRequestBody = eachRequest('SES-02', (exchange) => {
  // Of a body that broke off nobody knows what it would have held.
  if (!isPosted(exchange) || exchange.request.flaw !== undefined) return undefined;
  const flaws = bodyFlaws(exchange);
  if (flaws.length === 0) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'a session request'),
      expected: 'JSON with clientId and clientSecret (strings that are not empty) and grantType',
      got: flaws.join('; '),
      likely:
        'a form instead of JSON, snake_case names (client_id), or credentials that were never configured',
    },
  };
});

const bodyFlaws = sight('session request', ['request'], ({ request }): string[] => {
  const body = jsonBody(request);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return ['the body is not a JSON object'];
  const credentials = ['clientId', 'clientSecret'].flatMap((name) => {
    const value = memberOf(body, name);
    if (value === undefined) return [`${name} is missing`];
    if (typeof value !== 'string') return [`${name} is not a string`];
    return value === '' ? [`${name} is empty`] : [];
  });
  return memberOf(body, 'grantType') === undefined ? [...credentials, 'grantType is missing'] : credentials;
});

const grantOf = sight('grantType', ['request'], ({ request }) => {
  const grantType = findMember(request.body?.text, 'grantType');
  if (grantType === undefined) return undefined;
  return grantType === constants.grantType ? 'right' : 'another';
});

/** Clause 2.1: the literal grant type. */
export const grantTypeLiteral = eachRequest('SES-03', (exchange) => {
  if (intended(exchange) !== 'session.create') return undefined;
  const grant = grantOf(exchange);
  // How the body is written, and its members are spelt, is SES-02's; so is one that is missing.
  if (grant === undefined) return undefined;
  if (grant === 'right') return kept;
  const grantType = findMember(exchange.request.body?.text, 'grantType');
  return {
    breach: {
      sent: showRequest(exchange, 'a session request'),
      expected: `grantType ${JSON.stringify(constants.grantType)}`,
      got: `grantType ${JSON.stringify(grantType)}`,
      likely: 'another grant, as password or refresh_token; or another spelling of the literal',
    },
  };
});

/** Clause 4.1: the headers of the session request; what they hold is judged under HDR. */
export const sessionRequestHeaders = eachRequest('SES-04', (exchange) =>
  isPosted(exchange) ? judgeHeaders(exchange, headers) : undefined,
);

/** Whether a request has the headers that the document lists for its operation. */
export function judgeHeaders(exchange: Exchange, wanted: readonly string[]): Judgement {
  const missing = wanted.filter((name) => carried(exchange, name) === undefined);
  if (missing.length === 0) return kept;
  return {
    breach: {
      sent: nameExchange(exchange),
      expected: `the headers ${wanted.join(', ')}`,
      got: `no ${missing.join(', no ')}`,
      likely: 'headers are set for some operations one by one, and this one was left out',
    },
  };
}
