import { constants } from '../../../contract/constants';
import type { ObligationId } from '../../../contract/obligations';
import type { OperationId } from '../../../contract/operations';
import { operation } from '../../../contract/operations';
import type { Exchange } from '../../../exchange/exchange';
import { headerValue, intended, jsonBody } from '../../../exchange/exchange';
import { memberOf, showRequest } from '../../answers';
import type { Breach, RuleFactory } from '../../rule';
import { Tally, kept } from '../../rule';
import { eachRequest, pathOf } from '../requests';
import { stepMeant, triggerIn } from '../../cycles/messages';

/** Clauses 4.4, 4.5: POST on the documented path, with three headers. */
function triggered(obligation: ObligationId, id: OperationId, mine: (path: string) => boolean): RuleFactory {
  const { path, method } = operation(id);
  return eachRequest(obligation, (exchange) => {
    if (exchange.sender !== 'integrator' || exchange.service !== 'dummyPayer') return undefined;
    if (exchange.operation !== id && !(exchange.operation === undefined && mine(pathOf(exchange))))
      return undefined;
    const flaws = [
      ...(exchange.operation === id ? [] : [`${exchange.request.method} ${pathOf(exchange)}`]),
      ...headerFlaws(exchange),
    ];
    if (flaws.length === 0) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'to the dummy payer'),
        expected: `${method} ${path} with Accept: application/json, Content-Type: application/json and bearer_auth`,
        got: flaws.join('; '),
        likely:
          'bearer_auth is written as Authorization, or an HTTP library sends Accept: */* unless it is told otherwise',
      },
    };
  });
}

function headerFlaws({ request: { headers } }: Exchange): string[] {
  const json = /^application\/json[ \t]*(;|$)/i;
  const [accept, type, bearer] = ['Accept', 'Content-Type', 'bearer_auth'].map((name) =>
    headerValue(headers, name)?.trim(),
  );
  return [
    ...(accept?.split(',').some((each) => json.test(each.trim())) === true
      ? []
      : [`Accept: ${accept ?? 'none'}`]),
    ...(type !== undefined && json.test(type) ? [] : [`Content-Type: ${type ?? 'none'}`]),
    ...(bearer === undefined || bearer === '' ? ['no bearer_auth'] : []),
  ];
}

const isNotice = (path: string): boolean => /payment/i.test(path);

export const actionTriggered = triggered('DPY-01', 'dummyPayer.trigger', (path) => !isNotice(path));
export const noticeStarted = triggered('DPY-04', 'paymentNotice.init', isNotice);

/** Clause 4.4: the values that steer the dummy payer. */
export const triggerValues = eachRequest('DPY-02', (exchange) => {
  const trigger = exchange.sender === 'integrator' ? triggerIn(exchange) : undefined;
  if (trigger === undefined) return undefined;
  const { action, method } = trigger;
  const known = (list: readonly string[], value: unknown): boolean =>
    typeof value === 'string' && list.includes(value);
  if (known(constants.actions, action) && known(constants.methods, method)) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'a trigger'),
      expected: `action ${constants.actions.join(', ')}; method ${constants.methods.join(', ')}`,
      got: `action ${JSON.stringify(action)}, method ${JSON.stringify(method)}`,
      likely: 'the words are written in lower case, or the name of the operation is taken for the method',
    },
  };
});

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Clause 4.4: the id of a cycle that was submitted, whenever that was. */
export const triggerNamesCycle: RuleFactory = (context) => {
  const submitted = new Set<string>();
  const named: { readonly exchange: Exchange; readonly correlationId: unknown }[] = [];
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
      if (trigger !== undefined) named.push({ exchange, correlationId: trigger.correlationId });
    },
    conclude() {
      const tally = new Tally('DPY-03');
      for (const { exchange, correlationId } of named) {
        const breach = cycleFlaw(exchange, correlationId, submitted);
        const isUuid = typeof correlationId === 'string' && uuidShape.test(correlationId);
        if (breach !== undefined && isUuid && unread > 0)
          tally.add({ unjudged: `${unread} submits cannot be read: their correlation ids are not known` });
        else tally.add(breach ? { breach } : kept, exchange.seq);
      }
      return tally.conclude();
    },
  };
};

function cycleFlaw(
  exchange: Exchange,
  correlationId: unknown,
  submitted: ReadonlySet<string>,
): Omit<Breach, 'exchanges'> | undefined {
  const isUuid = typeof correlationId === 'string' && uuidShape.test(correlationId);
  if (isUuid && submitted.has(correlationId)) return undefined;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id, shaped like a UUID, under which the request was submitted',
    got: isUuid ? `${correlationId}, under which nothing was submitted` : JSON.stringify(correlationId),
    likely: 'the id of the request, of the workflow or of another cycle is taken; or it is made anew',
  };
}

/** Clause 4.5: who the provider is, and which claim is meant. */
export const noticeNames = eachRequest('DPY-05', (exchange, { participants }) => {
  if (exchange.sender !== 'integrator' || intended(exchange) !== 'paymentNotice.init') return undefined;
  const body = jsonBody(exchange.request);
  const [providerId, claimNumber] = [memberOf(body, 'providerId'), memberOf(body, 'claimNumber')];
  const isId = typeof providerId === 'string' && /^\d+@\S+$/.test(providerId);
  const isOwn = participants === undefined || providerId === participants.provider;
  if (isId && isOwn && typeof claimNumber === 'string') return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'which starts a payment notice'),
      expected: `providerId ${participants?.provider ?? 'digits, @ and a network suffix'}; claimNumber as a text, which may be empty`,
      got: `providerId ${JSON.stringify(providerId)}, claimNumber ${JSON.stringify(claimNumber)}`,
      likely: 'the suffix is left out, the payer is named, or an empty claimNumber is not sent at all',
    },
  };
});
