import { constants } from '../../contract/constants';
import type { ObligationId } from '..';
import type { OperationId } from '../../contract/operations';
import { operation } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, intended, jsonBody } from '../../exchange/exchange';
import { memberOf, showRequest } from '../judge/fates';
import type { Breach, RuleContext, RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { eachRequest, pathOf } from '../judge/requests';
import type { Trigger } from '../cycles/messages';
import { stepMeant, triggerIn } from '../cycles/messages';

/** Clauses 4.4, 4.5: POST on the documented path, with three headers. */
function triggered(obligation: ObligationId, id: OperationId, { notice }: { notice: boolean }): RuleFactory {
  const { path, method } = operation(id);
  return eachRequest(obligation, (exchange) => {
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
        got: flaws.join('; '),
        likely:
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

export const actionTriggered = triggered('DPY-01', 'dummyPayer.trigger', { notice: false });
export const noticeStarted = triggered('DPY-04', 'paymentNotice.init', { notice: true });

/** Clause 4.4: the values that steer the dummy payer. */
export const triggerValues = eachRequest('DPY-02', (exchange) => {
  const trigger = exchange.sender === 'integrator' ? triggerIn(exchange) : undefined;
  if (trigger === undefined) return undefined;
  const { words, action, method } = trigger;
  if (words.action !== undefined && words.method !== undefined) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'a trigger'),
      expected: `action ${constants.actions.join(', ')}; method ${constants.methods.join(', ')}`,
      got: `action ${JSON.stringify(action)}, method ${JSON.stringify(method)}`,
      likely: 'the words are written in lower case, or the name of the operation is taken for the method',
    },
  };
});

/** Clause 4.4: the id of a cycle that was submitted, whenever that was. */
export const triggerNamesCycle: RuleFactory = (context) => {
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
      const tally = new Tally('DPY-03');
      for (const trigger of named) {
        const breach = cycleFlaw(trigger, submitted);
        if (breach !== undefined && trigger.words.namesUuid && unread > 0)
          tally.add({ unjudged: `${unread} submits cannot be read: their correlation ids are not known` });
        else tally.add(breach ? { breach } : kept, trigger.exchange.seq);
      }
      return tally.conclude();
    },
  };
};

function cycleFlaw(
  { exchange, correlationId, words }: Trigger,
  submitted: ReadonlySet<string>,
): Omit<Breach, 'exchanges'> | undefined {
  const isUuid = typeof correlationId === 'string' && words.namesUuid;
  if (isUuid && submitted.has(correlationId)) return undefined;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id, shaped like a UUID, under which the request was submitted',
    got: isUuid ? `${correlationId}, under which nothing was submitted` : JSON.stringify(correlationId),
    likely: 'the id of the request, of the workflow or of another cycle is taken; or it is made anew',
  };
}

const namesIn = sight('payment notice', ['request'], ({ request }, { participants }: RuleContext) => {
  const body = jsonBody(request);
  const providerId = memberOf(body, 'providerId');
  return {
    provider: typeof providerId === 'string' && /^\d+@\S+$/.test(providerId),
    own: participants === undefined || providerId === participants.provider,
    claim: typeof memberOf(body, 'claimNumber') === 'string',
  };
});

/** Clause 4.5: who the provider is, and which claim is meant. */
export const noticeNames = eachRequest('DPY-05', (exchange, context) => {
  const { participants } = context;
  if (exchange.sender !== 'integrator' || intended(exchange) !== 'paymentNotice.init') return undefined;
  const { provider, own, claim } = namesIn(exchange, context);
  if (provider && own && claim) return kept;
  const body = jsonBody(exchange.request);
  const [providerId, claimNumber] = [memberOf(body, 'providerId'), memberOf(body, 'claimNumber')];
  return {
    breach: {
      sent: showRequest(exchange, 'which starts a payment notice'),
      expected: `providerId ${participants?.provider ?? 'digits, @ and a network suffix'}; claimNumber as a text, which may be empty`,
      got: `providerId ${JSON.stringify(providerId)}, claimNumber ${JSON.stringify(claimNumber)}`,
      likely: 'the suffix is left out, the payer is named, or an empty claimNumber is not sent at all',
    },
  };
});
