import { text } from '../../exchange/text';
import { withoutJwt } from './unless';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import type { Finding, Judgement, RuleContext } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { callbackOperations, operationOf } from './operations';
import { isUnreached } from '../cycles/messages';
import { notTakenCauses, whyNotTaken } from '../cycles/not-taken';
import { answerOf, isCallback, show } from './sent-callback';
import { Twins } from './twins';
import { isAccepted } from '../../exchange/exchange';

/** Clause 5.1.6: what the gateway signed is taken. */
export const validTaken = home({
  id: 'CBK-03',
  clauses: ['5.1.6'],
  quote:
    "Inbound gateway callbacks carry JWTs; a receiver validates them against the gateway's published " +
    'certificates.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'Callbacks with a valid JWT are accepted',
  rule: 'The integrator accepts a callback whose JWT is valid.',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { callback: ['each operation that the provider takes'] },
  facetsOf: callbackOperations,
  needs: ['FLW-03', 'FLW-06'],
  tells: at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: withoutJwt,
  causes: notTakenCauses,
  judge: (context) => {
    const tally = new Tally();
    const twins = new Twins(context);
    /** A callback that was refused and is sent again is reported once. */
    const told = new Set<string>();
    const takers = new Set<string | undefined>();
    return {
      observe(sent) {
        twins.observe(sent);
        if (sent.kind !== undefined) return;
        const exchange = sent;
        const { clientInstance } = exchange;
        const judgement = judgeTaken(exchange, takers.has(clientInstance));
        if (judgement === kept) takers.add(clientInstance);
        // What a twin has come to is known in the end.
        if (judgement === undefined || twins.all.includes(exchange)) return;
        const delivery = `${exchange.request.url} ${exchange.facts.payer?.correlationId ?? exchange.seq}`;
        const isBroken = 'breach' in judgement && exchange.asked === undefined;
        if (isBroken && told.has(delivery)) return;
        if (isBroken) told.add(delivery);
        tally.add(inFacets(judgement, operationOf(exchange, context.readings)), exchange.seq);
      },
      conclude: () =>
        tally.concludeWith(twins.all.filter(isValid).map((twin) => judgeTwin(twin, twins, context))),
    };
  },
});

const isValid = ({ facts }: Exchange): boolean => facts.callbackToken?.valid === true;

/** A twin that changes nothing is not shown to be taken. Where no decision is known ever, that is its flow's. */
function judgeTwin(twin: Exchange, twins: Twins, { readings }: RuleContext): Finding {
  const isPrompt = twin.asked?.round === 'callback/forged-prompt';
  const why = isPrompt || !twins.hasDecided ? undefined : twins.whyWithoutEffect(twin);
  const judgement: Judgement = why === undefined ? kept : { unjudged: why, withholds: true };
  return { judgement: inFacets(judgement, operationOf(twin, readings)), seqs: [twin.seq] };
}

function judgeTaken(exchange: Exchange, othersTaken: boolean): Judgement | undefined {
  if (!isCallback(exchange) || !isValid(exchange)) return undefined;
  if (exchange.asked?.round === 'callback/rotated')
    return { note: `${exchange.asked.variant}: answered ${answerOf(exchange)}` };
  if (exchange.asked !== undefined && exchange.asked.part !== 'valid') return undefined;
  if (isUnreached(exchange)) return { unjudged: text`${show(exchange)}: ${answerOf(exchange)}` };
  if (isAccepted(exchange)) return kept;
  return {
    breach: {
      sent: text`${show(exchange)}, with a JWT that verifies against the published keys`,
      expected: '2xx',
      seen: answerOf(exchange),
      cause: whyNotTaken(exchange, othersTaken),
    },
  };
}
