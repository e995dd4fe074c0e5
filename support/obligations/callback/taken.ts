import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import { withoutJwt, withoutParties } from './unless';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import type { Judgement, Judge } from '../judge/judge';
import { Tally, eachExchange, kept } from '../judge/judge';
import { onlyIf } from '../judge/gate';
import { CycleLog, overlap } from '../cycles/cycle-log';
import type { Cycle } from '../cycles/cycle-log';
import { isTaken } from '../cycles/messages';

/** A callback that the suite sent as the payer. */
function isCallback({ sender, service, facts }: Exchange): boolean {
  return sender === 'suite' && service === 'provider' && facts.callbackToken !== undefined;
}

function show(exchange: Exchange): Text {
  const { asked, facts } = exchange;
  const variant = asked === undefined || asked.variant === '' ? '' : `, ${asked.variant}`;
  return text`callback ${nameExchange(exchange)}${variant}${facts.payer?.correlationId === undefined ? '' : `, cycle ${facts.payer.correlationId}`}`;
}

const answerOf = ({ response, failure }: Exchange): string =>
  failure === undefined ? String(response?.status ?? 'no answer') : `${failure.kind}: ${failure.message}`;

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
  title: 'Callbacks with a valid JWT are taken',
  rule: 'The integrator accepts a callback whose JWT is valid.',
  outcome: 'each callback with a valid JWT was taken',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { callback: ['each operation that the provider takes'] },
  tells: at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: withoutJwt,
  judge: eachExchange((exchange) => {
    if (!isCallback(exchange) || exchange.facts.callbackToken?.valid !== true) return undefined;
    if (exchange.asked?.round === 'callback/rotated')
      return { note: `${exchange.asked.variant}: answered ${answerOf(exchange)}` };
    if (exchange.asked !== undefined && exchange.asked.part !== 'valid') return undefined;
    if (exchange.response === undefined) return { unjudged: text`${show(exchange)}: ${answerOf(exchange)}` };
    if (isTaken(exchange)) return kept;
    return {
      breach: {
        sent: text`${show(exchange)}, with a JWT that verifies against the published keys`,
        expected: '2xx',
        seen: answerOf(exchange),
        cause:
          'keys[0] of the JWKS is taken whatever the kid says, the JWKS is read from elsewhere, or a claim is demanded that nobody has agreed on',
      },
    };
  }),
});

/** A rule about forged callbacks: each is bound to a valid twin of its round, which must be taken. */
function forgedRefused(concerns: (variant: string) => boolean): Judge {
  return () => {
    const taken = new Map<string, Exchange>();
    const forged: Exchange[] = [];
    let allRefused = true;
    /** Cycles that a forged callback has changed, by what the client says of them. */
    const changed: Exchange[] = [];
    return {
      observe(exchange) {
        const { cycle } = exchange.facts;
        const last = forged.at(-1);
        if (cycle !== undefined && last?.facts.payer?.correlationId === cycle.correlationId)
          if (!taken.has(last.asked?.round ?? '') && cycle.state !== 'pending') changed.push(exchange);
        if (!isCallback(exchange) || exchange.asked === undefined) return;
        const { part, round, variant } = exchange.asked;
        if (part === 'valid' && isTaken(exchange)) taken.set(round, exchange);
        if (part === 'negative') allRefused &&= isRefused(exchange);
        if (part === 'negative' && concerns(variant)) forged.push(exchange);
      },
      conclude() {
        const tally = new Tally();
        for (const exchange of forged) {
          const twin = taken.get(exchange.asked?.round ?? '');
          tally.add(judgeForged(exchange, twin), exchange.seq, ...(twin ? [twin.seq] : []));
        }
        if (allRefused) for (const exchange of changed) tally.add(changedAllTheSame(exchange), exchange.seq);
        return tally.conclude();
      },
    };
  };
}

function isRefused({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

function changedAllTheSame(exchange: Exchange): Judgement {
  return {
    breach: {
      sent: text`forged callbacks, each answered 4xx, and then cycle.get in ${numbered(exchange.seq)}`,
      expected: 'a cycle that is still pending',
      seen: exchange.facts.cycle?.state ?? 'nothing',
      cause: 'the callback is read before its JWT is verified, and what was read stays',
    },
  };
}

function judgeForged(exchange: Exchange, twin: Exchange | undefined): Judgement {
  const status = exchange.response?.status;
  if (status === undefined) return { unjudged: text`${show(exchange)}: ${answerOf(exchange)}` };
  if (isRefused(exchange))
    return twin === undefined ? { unjudged: text`the valid twin of ${show(exchange)} was not taken` } : kept;
  return {
    breach: {
      sent: show(exchange),
      expected: '4xx: nobody vouches for this callback',
      seen: answerOf(exchange),
      cause: likelyOf(exchange.asked?.variant ?? ''),
    },
  };
}

const causes: readonly (readonly [pattern: RegExp, cause: string])[] = [
  [/no JWT/, 'callbacks are taken from whoever sends them'],
  [/expired|not yet/, 'the times of the JWT are not checked'],
  [/tampered/, 'the JWT is decoded, and its signature not verified'],
  [/kid|foreign/, 'keys[0] is taken where no key has the kid, or any key that the JWT itself brings'],
  [/none|HMAC/, 'the algorithm is taken from the token; it belongs to the receiver'],
  [/audience|issuer/, 'iss and aud are not compared with what both sides have agreed on'],
];

function likelyOf(variant: string): string {
  return causes.find(([pattern]) => pattern.test(variant))?.[1] ?? 'the JWT is not verified';
}

const isAboutParties = (variant: string): boolean => /audience|issuer/.test(variant);

/** Clause 5.1.6 with RFC 7519. */
export const unsignedRefused = home({
  id: 'CBK-04',
  clauses: ['5.1.6'],
  quote: "a receiver validates them against the gateway's published certificates.",
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A callback without a valid JWT is refused',
  rule:
    'The integrator refuses a callback that has no JWT, and one whose JWT has expired or is not valid ' +
    'yet (RFC 7519). It also refuses a JWT that no published certificate verifies: tampered with, ' +
    'signed by a foreign key, with an unknown kid, with alg none, or with an HMAC keyed with the ' +
    'public key.',
  outcome: 'each forged callback was refused, and its valid twin taken',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: {
    forgery: [
      'absent',
      'tampered',
      'foreign key',
      'unknown kid',
      'alg none',
      'HMAC with the public key',
      'expired',
      'not yet valid',
    ],
  },
  tells: at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: withoutJwt,
  judge: forgedRefused((variant) => !isAboutParties(variant)),
});
/** Clause 5.1.6 with RFC 7519, sections 4.1.1 and 4.1.3. */
export const othersRefused = home({
  id: 'CBK-08',
  clauses: ['5.1.6'],
  quote: "a receiver validates them against the gateway's published certificates.",
  subject: 'integrator',
  roles: ['provider'],
  level: 'should',
  seen: 'active',
  title: 'A JWT meant for others is refused',
  rule:
    'Where the target states an audience or an issuer, the integrator refuses a JWT that is for ' +
    'another audience or comes from another issuer.',
  outcome: 'each callback with a JWT for others was refused',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  tells: at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: withoutParties,
  judge: forgedRefused(isAboutParties),
});

/** Clause 6.1: cycles that run at the same time stay apart. Two of them are needed to tell. */
export const cyclesApart = home({
  id: 'CBK-05',
  clauses: ['6.1', '4.7.2'],
  quote: 'All callbacks of one request cycle share the correlation id.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'Parallel cycles are told apart',
  rule:
    'When several cycles run at the same time, the integrator separates them by their correlation ' + 'ids.',
  outcome: 'each cycle ended as its own callback says',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { cycles: ['two of one kind', 'two of different kinds'] },
  follows: ['FLW-03', 'FLW-04', 'FLW-06', 'FLW-07'],
  tells: at('fact payer/correlationId', 'fact payer/decision', 'fact cycle', 'answer line'),
  judge: (context) => {
    const log = new CycleLog(context);
    return {
      observe(exchange) {
        log.observe(exchange);
      },
      conclude() {
        const tally = new Tally();
        const decided = log.cycles.filter(({ request, answer, state }) => request && answer?.taken && state);
        const together = decided.filter((one) =>
          decided.some((other) => other !== one && overlap(one, other)),
        );
        for (const cycle of together)
          tally.add(
            judgeApart(cycle),
            cycle.request?.seq ?? 0,
            cycle.answer?.seq ?? 0,
            cycle.state?.seq ?? 0,
          );
        return onlyIf(together.length > 1, tally.conclude());
      },
    };
  },
});

function judgeApart({ correlationId, answer, state, request }: Cycle): Judgement {
  const wanted = answer?.decision ?? 'answered';
  if (state?.state === wanted) return kept;
  return {
    breach: {
      sent: text`cycle ${correlationId}, requested in ${numbered(request?.seq ?? 0)}, among others at the same time`,
      expected: text`${wanted}, as its own callback ${numbered(answer?.seq ?? 0)} says`,
      seen: state?.state ?? 'nothing',
      cause:
        'callbacks are put to the last cycle that was opened, or to one by its kind, and not by correlation id',
    },
  };
}

/** Clause 6.1: callbacks that come twice, late or for nobody do no harm. */
export const harmlessCallbacks = home({
  id: 'CBK-06',
  clauses: ['6.1'],
  quote: 'Payload shapes, retry behaviour and the full list of event kinds: not shown.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'should',
  seen: 'active',
  title: 'Repeated, late and unknown callbacks do no harm',
  rule:
    'No harm follows from a callback that arrives a second time, that arrives late, or whose ' +
    'correlation id is unknown.',
  outcome: 'none of the odd callbacks did any harm',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { callback: ['twice', 'late', 'unknown'] },
  tells: at('asked', 'fact payer/correlationId', 'answer line', 'fact cycle'),
  judge: () => {
    const tally = new Tally();
    /** By cycle: what it was before such a callback, and what it is to be after it. */
    const before = new Map<string, string>();
    const disturbed = new Map<string, Exchange>();
    return {
      observe(exchange) {
        if (isCallback(exchange) && exchange.asked?.round === 'callback/odd') {
          const id = exchange.facts.payer?.correlationId ?? '';
          disturbed.set(id, exchange);
          tally.add(judgeOdd(exchange), exchange.seq);
        }
        const { cycle } = exchange.facts;
        if (cycle === undefined) return;
        const odd = disturbed.get(cycle.correlationId);
        const known = before.get(cycle.correlationId);
        if (odd !== undefined && known !== undefined && known !== cycle.state)
          tally.add(
            {
              breach: {
                sent: show(odd),
                expected: `the cycle stays ${known}`,
                seen: text`${cycle.state}, in ${numbered(exchange.seq)}`,
                cause: 'each callback overwrites what is known of its cycle',
              },
            },
            odd.seq,
            exchange.seq,
          );
        before.set(cycle.correlationId, cycle.state);
      },
      conclude: () => tally.conclude(),
    };
  },
});

function judgeOdd(exchange: Exchange): Judgement {
  const status = exchange.response?.status;
  if (status === undefined) return { unjudged: text`${show(exchange)}: ${answerOf(exchange)}` };
  if (status < 500) return kept;
  return {
    breach: {
      sent: show(exchange),
      expected: 'any answer but an error of the server: it is taken and ignored, or refused',
      seen: answerOf(exchange),
      cause: 'a cycle that is not known, or over already, is not thought of',
    },
  };
}
