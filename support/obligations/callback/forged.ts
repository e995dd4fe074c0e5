import { dataBeginnings, decidedBeginnings } from '../../contract/cycle-beginnings';
import { whyNotBegun } from '../../adapter/not-begun';
import { forgedRounds, kindForged } from '../../exchange/rounds';
import { linkToExchange, reportText } from '../../exchange/text';
import { whyNoCallbackJwt, withoutParties } from './operations';
import type { Absences } from '../judge/absences';
import type { Circumstances, Facet } from '../judge/home';
import { defineHome, placesAt } from '../judge/home';
import type { AdapterAnswer, SentEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { Judgement, Judge } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';
import { noteOfAnswer } from '../judge/answers';
import { RefusedRequestNotes, otherReasonOfRefusal } from '../judge/refusal-reasons';
import { whyNoCycle } from '../judge/self-triggered';
import { Twins, statusOrFailure, isSuiteCallback, showCallback } from './taken';

/** How a client answered the forgeries of one round. */
interface RoundAnswers {
  allRefused: boolean;
  noneRefused: boolean;
}

/** Notes for each round of forgeries whether the client refused them. */
class ForgedAnswers {
  readonly #byRound = new Map<string, RoundAnswers>();

  observe(forged: Exchange): void {
    const { allRefused, noneRefused } = this.of(forged);
    const isUnrefused = forged.response === undefined || !isRefused(forged);
    this.#byRound.set(roundOf(forged), {
      allRefused: allRefused && isRefused(forged),
      noneRefused: noneRefused && isUnrefused,
    });
  }

  of(forged: Exchange): Readonly<RoundAnswers> {
    return this.#byRound.get(roundOf(forged)) ?? { allRefused: true, noneRefused: true };
  }

  /** Whether the client refused no forgery of any round. */
  get noneRefused(): boolean {
    return [...this.#byRound.values()].every((each) => each.noneRefused);
  }
}

const roundOf = ({ asked }: Exchange): string => asked?.round ?? '';

/**
 * Notes when the payer answered a trigger in each cycle: the state that the client then reports need not come from a
 * forgery. The callbacks that the suite sends on purpose, such as valid twins, do not count.
 */
class DecidedCycles {
  /** Maps the correlation id of a cycle to the time of the payer's first callback, in epoch milliseconds. */
  readonly #sentAt = new Map<string, number>();

  observe(exchange: Exchange): void {
    const id = exchange.facts.payer?.correlationId;
    if (id === undefined || exchange.asked !== undefined || !isSuiteCallback(exchange)) return;
    this.#sentAt.set(id, Math.min(this.#sentAt.get(id) ?? Infinity, exchange.arrivedAt));
  }

  /** Whether the payer sent a callback of its own in the cycle before the client reported the cycle's state. */
  before({ arrivedAt, facts }: AdapterAnswer): boolean {
    return (this.#sentAt.get(facts.cycle?.correlationId ?? '') ?? Infinity) <= arrivedAt;
  }
}

/** A state that the client reported for the cycle of a forgery, before it got the valid twin. */
interface ChangedCycle {
  readonly forged: Exchange;
  readonly told: AdapterAnswer;
}

/** A rule about forged callbacks: each is bound to a valid twin of its round, which must be taken. */
function forgedRefused(concerns: (variant: string) => boolean): Judge<SentEvidence> {
  return (context) => {
    const twins = new Twins(context);
    const forged: Exchange[] = [];
    const answers = new ForgedAnswers();
    const changed: ChangedCycle[] = [];
    const decided = new DecidedCycles();
    return {
      observe(sent) {
        twins.observe(sent);
        if (sent.kind !== undefined) {
          const { cycle } = sent.facts;
          const last = forged.at(-1);
          if (last === undefined || cycle === undefined) return;
          if (last.facts.payer?.correlationId !== cycle.correlationId) return;
          if (twins.of(last.asked?.round) === undefined && cycle.state !== 'pending')
            changed.push({ forged: last, told: sent });
          return;
        }
        decided.observe(sent);
        if (!isSuiteCallback(sent) || sent.asked?.part !== 'negative') return;
        answers.observe(sent);
        if (concerns(sent.asked.variant)) forged.push(sent);
      },
      conclude() {
        const tally = new JudgementTally(context);
        const notes = new RefusedRequestNotes();
        for (const exchange of forged) {
          const twin = twins.of(exchange.asked?.round);
          const judgement = judgeForged(exchange, { twin, twins, answers });
          if (judgement === keptJudgement) notes.add(exchange, noteOfAnswer(exchange));
          tally.add(
            withFacetNames(judgement, ...facetsOfForgery(exchange)),
            exchange.seq,
            ...(twin ? [twin.seq] : []),
          );
        }
        for (const { forged: each, told } of changed)
          if (answers.of(each).allRefused && !decided.before(told))
            tally.add(changedAllTheSame(told), told.seq);
        return notes.addTo(tally.conclude());
      },
    };
  };
}

/** Returns the facets that a forgery shows: the kind of forgery, and the kind of callback. */
function facetsOfForgery({ asked }: Exchange): readonly string[] {
  const facet = forgeries.find(([pattern]) => pattern.test(asked?.variant ?? ''))?.[1];
  const kind = kindForged(asked?.round);
  return facet === undefined || kind === undefined ? [] : [facet, kind];
}

/**
 * Returns why a callback may have been refused for another reason than its JWT. Status 401 always means the JWT, because
 * it is about authentication; many frameworks send a page of HTML with it.
 */
function otherReasonThanJwt(exchange: Exchange): string | undefined {
  return exchange.response?.status === 401 ? undefined : otherReasonOfRefusal(exchange);
}

function isRefused({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

function changedAllTheSame({ seq, facts }: AdapterAnswer): Judgement {
  return {
    breach: {
      sent: reportText`forged callbacks, each answered 4xx, and then cycle.get in ${linkToExchange(seq)}`,
      expected: 'a cycle that is still pending',
      seen: facts.cycle?.state ?? 'nothing',
      cause: likely.readFirst,
    },
  };
}

interface About {
  readonly twin: Exchange | undefined;
  readonly twins: Twins;
  readonly answers: ForgedAnswers;
}

function judgeForged(exchange: Exchange, { twin, twins, answers }: About): Judgement {
  const status = exchange.response?.status;
  if (status === undefined)
    return { unjudged: reportText`${showCallback(exchange)}: ${statusOrFailure(exchange)}` };
  const other = otherReasonThanJwt(exchange);
  if (other !== undefined)
    return {
      unjudged: reportText`${showCallback(exchange)}: ${status}; the reason may be another than the JWT: ${other}`,
    };
  if (isRefused(exchange)) {
    if (twin === undefined)
      return { unjudged: reportText`the valid twin of ${showCallback(exchange)} was not taken` };
    const why = twins.whyWithoutEffect(twin);
    return why === undefined ? keptJudgement : { unjudged: why };
  }
  return {
    breach: {
      sent: showCallback(exchange),
      expected: '4xx: nothing proves who sent this callback',
      seen: statusOrFailure(exchange),
      cause: causeOf(exchange, answers),
    },
  };
}

/** If no forgery was refused, at all or of this kind, the client looks at no JWT, and all else follows from that. */
function causeOf(exchange: Exchange, answers: ForgedAnswers): string {
  if (answers.noneRefused) return likely.unlooked;
  if (answers.of(exchange).noneRefused) return likely.unlookedHere;
  return likelyOf(exchange.asked?.variant ?? '');
}

const likely = {
  unlookedHere:
    'no JWT is looked at in this kind of callback: the client refused a forged callback of another kind',
  unlooked: 'no JWT is looked at: callbacks are taken from any sender',
  optional: 'a JWT is looked at where there is one, and a callback without one is taken',
  unexpired: 'an expired JWT is taken: exp is not compared with the time, or with hours of leeway',
  early: 'a JWT is taken before its time: nbf is not compared with the time, or with hours of leeway',
  decoded: 'the JWT is decoded, and its signature not verified',
  unknownKid: 'where no published key has the kid of a JWT, its signature is not verified',
  ownKey: 'the key is taken from the JWT itself (jwk), or the signature is not verified at all',
  ownAlgorithm:
    'the algorithm is taken from the JWT, where it belongs to the receiver, or the signature is not verified at all',
  unverified: 'the JWT is not verified',
  readFirst: 'the callback is read before its JWT is verified, and what was read stays',
} as const;

const otherParties = 'iss and aud of the JWT are not compared with what both sides have agreed on';

/** By the names of forgeries: the first that fits. */
const causes: readonly (readonly [pattern: RegExp, cause: string])[] = [
  [/no JWT/, likely.optional],
  [/expired/, likely.unexpired],
  [/not yet/, likely.early],
  [/tampered|signed by/, likely.decoded],
  [/unknown kid/, likely.unknownKid],
  [/jwk/, likely.ownKey],
  [/none|HMAC/, likely.ownAlgorithm],
  [/audience|issuer/, otherParties],
];

function likelyOf(variant: string): string {
  return causes.find(([pattern]) => pattern.test(variant))?.[1] ?? likely.unverified;
}

/** The kinds of forgeries by their names: the first that fits. */
const forgeries: readonly (readonly [pattern: RegExp, facet: string])[] = [
  [/no JWT/, 'absent'],
  [/tampered/, 'tampered'],
  [/foreign/, 'foreign key'],
  [/unknown kid/, 'unknown kid'],
  [/none/, 'alg none'],
  [/HMAC/, 'HMAC with the public key'],
  [/expired/, 'expired'],
  [/not yet/, 'not yet valid'],
];

/**
 * Each forgery, and each kind of callback. Without a request that a decision or a query belongs to, or without a cycle
 * that the suite can decide, neither is sent. The suite then forges data instead of a decision.
 */
function forgedFacets(about: Circumstances): readonly Facet[] {
  const notBegun = whyNotBegun(decidedBeginnings, about);
  const closed = whyNoCycle('open', about);
  const decided = {
    ...(notBegun !== undefined && { ruledOut: notBegun }),
    ...(closed !== undefined && { setAside: closed }),
  };
  const noData = whyNotBegun(dataBeginnings, about);
  const hasDecisions = notBegun === undefined && closed === undefined;
  return [
    ...forgeries.map(([, name]) => ({ name })),
    { name: 'decision', ...decided },
    ...(hasDecisions ? [] : [{ name: 'answer', ...(noData !== undefined && { ruledOut: noData }) }]),
    { name: 'query', ...decided },
    { name: 'prompt' },
  ];
}

const isAboutParties = (variant: string): boolean => /audience|issuer/.test(variant);

const absencesOfForgeries: Absences = {
  'a valid twin that the client accepts': { run: 'inconclusive', mock: 'not judged', traffic: 'not judged' },
};

/** Clause 5.1.6 with RFC 7519. */
export const unsignedRefused = defineHome({
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
  providerMethods: [],
  latitude: {
    'the status 403': 'callbacks-behind-a-proxy',
    'a provider without leeway': 'provider-without-leeway',
    'much leeway, if the target sets it': 'provider-with-much-leeway',
    'another algorithm, if the target sets it': 'provider-takes-ps256',
    'another header, if the target sets it': 'provider-takes-jwt-elsewhere',
    'a trigger that the client sends by itself': 'triggers-claims-itself',
  },
  absences: absencesOfForgeries,
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { 'forgery or callback': [...forgeries.map(([, facet]) => facet), ...Object.keys(forgedRounds)] },
  facetsOf: forgedFacets,
  needs: ['CBK-03', 'FLW-03'],
  tells: placesAt('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: whyNoCallbackJwt,
  causes: Object.values(likely),
  judge: forgedRefused((variant) => !isAboutParties(variant)),
});

/** Clause 5.1.6 with RFC 7519, sections 4.1.1 and 4.1.3. */
export const othersRefused = defineHome({
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
    'another audience or comes from another issuer. The document is silent on both: we recommend ' +
    'the check, and a breach is a warning.',
  providerMethods: [],
  latitude: {
    'issuer and audience, if the target sets them': 'provider-with-issuer-and-audience',
  },
  absences: absencesOfForgeries,
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  tells: placesAt('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  unless: withoutParties,
  causes: [likely.unlooked, likely.unlookedHere, otherParties, likely.readFirst],
  judge: forgedRefused(isAboutParties),
});
