import type { Exchange } from '../../exchange/exchange';
import { isUnreadBody, whyBodyNotRecorded } from '../../exchange/masks';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { showRequest } from '../judge/answers';
import {
  emptyConclusionUnless,
  withNotes,
  clientInstanceOf,
  grantsSession,
  isReadableRequest,
  wasMadeToFail,
  unjudgedIfWithheld,
} from '../judge/requests';
import { defineHome, placesAt, bearerPlaces, shownByRow } from '../judge/home';
import type { Finding, RuleContext, BreachDetails } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import type { RequestOrigin } from '../judge/processes';
import { Processes, beyondProcesses, mostRestarts, restartsWithinMs } from '../judge/processes';
import { accessTokenLifetimeMs } from '../session/answers';
import { TokenHosts } from './token-hosts';

/** The facts of a session that was granted. */
interface Held {
  readonly seq: number;
  /** Pseudonym of the access token. `undefined` if the suite cannot read a token. */
  readonly token?: string;
  readonly grantedAt: number;
  /** When a request first carried the token, in epoch milliseconds. `undefined` if none did. */
  usedAt?: number;
  /** When a second request carried it. */
  reusedAt?: number;
  /** The lifetime of the token in milliseconds. `undefined` if the answer does not contain it. */
  readonly lifeMs?: number;
  /** Its short life was the suite's doing, or that it was granted at all: at a path where no gateway grants one. */
  readonly staged: boolean;
  /** Whether the answer has status 200, as the document states (clause 4.1). */
  readonly isDocumented: boolean;
}

/** The time that the answer with a token may need to reach the client, in milliseconds. */
const onTheWayMs = 1000;

/**
 * Returns the earliest time, in epoch milliseconds, at which a client surely has a token: its first use, or a second
 * after it was granted. Until then, another thread of the client may request a session of its own. A client may refuse
 * a session that does not have the documented status, so only a use shows that the client has its token.
 */
const heldFrom = ({ grantedAt, usedAt = Infinity, isDocumented }: Held): number =>
  Math.min(Math.max(usedAt, grantedAt), isDocumented ? grantedAt + onTheWayMs : Infinity);

/** Notes the first two uses of the token of a session. */
function noteUse({ arrivedAt, facts: { tokens = {} } }: Exchange, held: Held): void {
  if (held.token === undefined || held.reusedAt !== undefined) return;
  const isUsed = ['request:authorization', 'request:bearer_auth'].some(
    (place) => tokens[place]?.pseudonym === held.token,
  );
  if (isUsed) held[held.usedAt === undefined ? 'usedAt' : 'reusedAt'] = arrivedAt;
}

/** A client may renew a token a fixed time before its end, in milliseconds. Five minutes are common. */
const marginMs = 300_000;

/**
 * Returns the earliest time, in epoch milliseconds, at which a token is near its expiry. Half of its life is over, or
 * the remaining life is within the margin and two requests carried the token. Both bounds are ours.
 */
const nearExpiryFrom = ({ grantedAt, lifeMs = 0, reusedAt = Infinity }: Held): number =>
  Math.min(grantedAt + lifeMs / 2, Math.max(grantedAt + lifeMs - marginMs, reusedAt));

function heldIn(exchange: Exchange): Held {
  const lifeMs = lifetimeOf(exchange);
  const token = exchange.facts.tokens?.['response:/accessToken']?.pseudonym;
  return {
    seq: exchange.seq,
    ...(token !== undefined && { token }),
    grantedAt: exchange.answeredAt,
    ...(lifeMs !== undefined && { lifeMs }),
    staged: exchange.stimulus === 'short-token' || exchange.operation === undefined,
    isDocumented: exchange.response?.status === 200,
  };
}

/** The life of the access token that an answer grants, in milliseconds. */
export function lifetimeOf(exchange: Exchange): number | undefined {
  const lifeMs = accessTokenLifetimeMs(exchange);
  if (lifeMs !== undefined) return lifeMs;
  const token = exchange.facts.tokens?.['response:/accessToken'];
  if (token?.expiresAt === undefined || token.issuedAt === undefined) return undefined;
  return (token.expiresAt - token.issuedAt) * 1000;
}

/**
 * The number of further processes that a client may have if nothing names the sources of its requests. Processes that
 * take turns never use their tokens at once, and a process that ends soon uses its token once. The number is ours.
 */
const unseenProcesses = 1;

/**
 * Whether an answer may refuse the token of its request. The document shows a 401 only, and for two operations only.
 */
const mayRefuseToken = ({ response }: Exchange): boolean => [401, 403].includes(response?.status ?? 0);

const createdAgain =
  'the token is not kept until near its end: as if each request, value or object created a session';

/** Another session while the token of the one before had most of its life left. */
function needlessBreach(
  exchange: Pick<Exchange, 'arrivedAt' | 'request'>,
  { seq, grantedAt, lifeMs = 0 }: Held,
): BreachDetails {
  const left = lifeMs - (exchange.arrivedAt - grantedAt);
  return {
    sent: showRequest(exchange, 'another session'),
    expected:
      'the token of the last session, until near its expiry; a new one only when asked for, after a 401 or 403, past half its life, or in the last five minutes of a token that served two requests',
    seen: reportText`a session although the token of ${linkToExchange(seq)} had ${Math.round(left / 1000)} s of ${lifeMs / 1000} s left`,
    cause: createdAgain,
  };
}

/** A session that was granted, as long as no other is needed in its place. */
interface Granted extends Held {
  readonly origin: RequestOrigin;
  readonly exchange: Pick<Exchange, 'seq' | 'arrivedAt' | 'request'>;
  /** The number of refused tokens before this session. Only sessions of the same round are compared. */
  readonly round: number;
}

/**
 * Sessions of a client whose processes the exchanges do not name. Each process may hold one, so that there are needless
 * ones only where more are held at a time than tokens of that source are in use at once.
 */
class SharedSessions {
  readonly #processes = new Processes();
  readonly #declared: number;
  readonly #granted: Granted[] = [];
  /** The number of times that a token of the client was refused. */
  #refusals = 0;
  /** The `seq` of each session with a token that is too short-lived to be judged. */
  readonly #brief: number[] = [];
  readonly #hosts: TokenHosts;
  readonly #unread = new UnreadGrants();

  constructor(context: RuleContext) {
    this.#declared = context.processes ?? 1;
    this.#hosts = new TokenHosts(context);
  }

  /** Whether it carries a token that an earlier one carried. */
  observe(exchange: Exchange): boolean {
    this.#hosts.observe(exchange);
    const isAgain = this.#processes.observe(exchange);
    const origin = this.#processes.originOf(exchange);
    if (origin !== undefined) this.#note(exchange, origin);
    return isAgain;
  }

  #note(exchange: Exchange, origin: RequestOrigin): void {
    if (mayRefuseToken(exchange)) this.#refusals += 1;
    for (const session of this.#granted.slice(-mostHeld)) noteUse(exchange, session);
    if (!grantsSession(exchange)) return;
    this.#unread.observe(exchange);
    const held = heldIn(exchange);
    if (held.lifeMs === undefined || held.staged) return;
    if (isTooShort(held.lifeMs)) {
      this.#brief.push(held.seq);
      return;
    }
    const { seq, arrivedAt, request } = exchange;
    this.#granted.push({
      ...held,
      origin,
      exchange: { seq, arrivedAt, request },
      round: this.#refusals,
    });
  }

  findings(): Finding[] {
    const brief: Finding[] =
      this.#brief.length < 2 ? [] : [{ judgement: { unjudged: tooShort }, seqs: this.#brief.slice(0, 2) }];
    return [...brief, ...this.#unread.findings(), ...this.#needless()];
  }

  #needless(): Finding[] {
    return [...this.#processes.bySource(this.#granted)].flatMap(([source, sessions]) => {
      const rounds = Map.groupBy(sessions, ({ round }) => round);
      return this.#judge(source, [...rounds.values()].flatMap(heldAtOnce));
    });
  }

  #judge(source: string, sessions: readonly Counted[]): Finding[] {
    const isKnown = this.#declared > 1 || this.#processes.isNamed(source);
    const others = isKnown ? 0 : unseenProcesses;
    const counted = sessions.map((each) => ({ ...each, restarts: Math.max(each.restarts, others) }));
    const explained = beyondProcesses(counted, this.#processes, {
      source,
      declared: this.#declared,
      what: 'a session',
    });
    const { beyond } = explained;
    const why = beyond.length > 0 ? this.#hosts.whyIncomplete() : explained.why;
    if (why !== undefined) return [{ judgement: { unjudged: why, withholds: true }, seqs: [] }];
    return beyond.map(({ breach, seqs }) => ({ judgement: { breach }, seqs }));
  }
}

/** A session with the number of those that are held at its beginning, itself among them. */
interface Counted {
  readonly held: number;
  /**
   * The number of restarts before it that may explain it: the token of each was reused, so it was cached.
   */
  readonly restarts: number;
  readonly breach: BreachDetails;
  readonly seqs: readonly number[];
}

/**
 * Counts the sessions that were held when each session was requested. Leaves out sessions that were requested while
 * none was held, because those are right. A session that was requested at the same time is not held yet.
 */
function heldAtOnce(sessions: readonly Granted[]): Counted[] {
  const ever = sessions.filter((each) => heldFrom(each) < Infinity);
  const ends = ever.map(nearExpiryFrom).sort((one, other) => one - other);
  const restartsUntil = countRestarts(sessions);
  const byHolding = ever.sort((one, other) => heldFrom(one) - heldFrom(other));
  let [begun, ended] = [0, 0];
  let last: Granted | undefined;
  return sessions.flatMap((session) => {
    const { exchange } = session;
    while ((ends[ended] ?? Infinity) <= exchange.arrivedAt) ended += 1;
    for (let next = byHolding[begun]; next && heldFrom(next) <= exchange.arrivedAt; next = byHolding[begun]) {
      // A session that was granted in no time is not held when it is requested.
      if (next === session) break;
      if (last === undefined || nearExpiryFrom(next) >= nearExpiryFrom(last)) last = next;
      begun += 1;
    }
    const held = 1 + begun - ended;
    if (last === undefined || held < 2) return [];
    const restarts = restartsUntil(exchange.arrivedAt);
    return [{ held, restarts, breach: needlessBreach(exchange, last), seqs: [exchange.seq, last.seq] }];
  });
}

/**
 * Returns a function that counts the restarts that may precede a time: held sessions with a token that was reused. The
 * last hour counts as {@link mostRestarts} at most. The function expects times in ascending order.
 */
function countRestarts(sessions: readonly Granted[]): (time: number) => number {
  const countFrom = (waitMs: number): ((time: number) => number) =>
    countSpans(
      sessions.flatMap((each) => {
        const { grantedAt, reusedAt } = each;
        if (reusedAt === undefined) return [];
        return [{ from: Math.max(reusedAt, grantedAt + waitMs), until: nearExpiryFrom(each) }];
      }),
    );
  const [all, before] = [countFrom(0), countFrom(restartsWithinMs)];
  return (time) => {
    const longAgo = before(time);
    return longAgo + Math.min(all(time) - longAgo, mostRestarts);
  };
}

/** Returns a function that counts the spans that contain a time. It expects times in ascending order. */
function countSpans(
  spans: readonly { readonly from: number; readonly until: number }[],
): (time: number) => number {
  const real = spans.filter(({ from, until }) => from < until);
  const begins = real.map(({ from }) => from).sort((one, other) => one - other);
  const ends = real.map(({ until }) => until).sort((one, other) => one - other);
  let [begun, ended] = [0, 0];
  return (time) => {
    while ((begins[begun] ?? Infinity) <= time) begun += 1;
    while ((ends[ended] ?? Infinity) <= time) ended += 1;
    return begun - ended;
  };
}

const fewestRequests = 6;

const requestsEverywhere =
  'it contains requests at each address of the target, which names gateway, identity and registry';

/**
 * The shortest lifetime of a token, in milliseconds, that shows whether a client renews near its expiry. A client that
 * renews a fixed time before the expiry, such as a minute, renews a shorter-lived token at once.
 */
const shortestLifeMs = 120_000;

const isTooShort = (lifeMs: number): boolean => lifeMs < shortestLifeMs;

const tooShort =
  'the tokens live less than two minutes, so a session for each request and a renewal near their expiry look the same';

/** The number of latest sessions that are remembered for each process: as many threads may request one at a time. */
const mostHeld = 8;

/** A session of a client process. */
interface Current extends Held {
  refused: boolean;
  lastUsed?: string;
  /** Whether a process of its own may have needed it: not asked for, and not requested beside another such session. */
  readonly isOwn: boolean;
}

/**
 * Whether each declared process may have a session already. An adapter may forward calls to several programs, and
 * requests do not name their program. A session that the suite requested may belong to any of them, so it is not counted.
 */
function isHeldByEach(declared: number, exchange: Exchange, sessions: readonly Current[]): boolean {
  if (declared === 1) return true;
  const { arrivedAt } = exchange;
  const live = sessions.filter(
    (each) =>
      each.isOwn &&
      heldFrom(each) <= arrivedAt &&
      arrivedAt < nearExpiryFrom(each) &&
      renewalOf(exchange, each) !== undefined,
  );
  return live.length >= declared;
}

/** Adds the session that an exchange granted to those of a client. */
function withGranted(exchange: Exchange, sessions: readonly Current[], declared: number): readonly Current[] {
  const isBeside = sessions.some((each) => each.isOwn && heldFrom(each) > exchange.arrivedAt);
  const isOwn = exchange.call?.method !== 'session.create' && !isBeside;
  return [...sessions, { ...heldIn(exchange), refused: false, isOwn }].slice(-mostHeld * declared);
}

/**
 * Finds sessions that the recording shows only in part. Only the lifetimes of the tokens show whether a second session was
 * needless. If the status is not 200, only a use of the token shows that the client has it.
 */
class UnreadGrants {
  #count = 0;
  #why: ReportText | undefined;
  /** The sessions with another status than 200 whose token the recording hides, in order. */
  readonly #hidden: number[] = [];

  observe(session: Exchange): void {
    this.#count += 1;
    const { seq, token, staged, isDocumented } = heldIn(session);
    if (isUnreadBody(session.response)) this.#why ??= whyBodyNotRecorded(session);
    else if (!isDocumented && token === undefined && !staged) this.#hidden.push(seq);
  }

  findings(): Finding[] {
    const why = this.#count < 2 ? undefined : (this.#why ?? this.#whyHidden());
    return why === undefined ? [] : [{ judgement: { unjudged: why, withholds: true }, seqs: [] }];
  }

  #whyHidden(): ReportText | undefined {
    const [first, second] = this.#hidden;
    if (first === undefined || second === undefined) return undefined;
    return reportText`the recording does not contain the access token of ${linkToExchange(first)} and ${linkToExchange(second)}, so it does not show whether the client used the token of each session`;
  }
}

/** Clause 5.1.4: the token is cached and used again. */
export const tokenReused = defineHome({
  id: 'TOK-01',
  clauses: ['5.1.4'],
  quote: 'one session per request is not to be created.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'One access token serves many requests',
  rule:
    'The access token is kept and used again; the client does not create a session for each request (judged ' +
    'over at least six requests). A session is needless when it was not asked for, does not follow a 401 or 403, was ' +
    'requested after the old token was used or more than a second after it was granted with status 200, and more than half the life ' +
    'of that token remained, and more than five minutes if it had served two requests (both bounds are ours); one with ' +
    'less left is noted. One session for each process that runs or is declared is allowed, a second process or three ' +
    'restarts an hour are possible if processes are not named, and tokens that live less than two minutes are not judged.',
  absences: {
    'a 401 or 403 between two sessions': {
      run: 'failed',
      traffic: 'inconclusive',
      complete: requestsEverywhere,
    },
    'further requests with the token of each session': {
      run: 'failed',
      traffic: 'inconclusive',
      complete: requestsEverywhere,
    },
  },
  latitude: {
    'the token is renewed when two thirds of its life are over': 'token-renewed-early',
    'the session is created when the client starts': 'session-at-start-up',
    'the registry has a session of its own': 'registry-session-of-its-own',
    'a 503 causes a new session': 'session-renewed-after-503',
    'a 401 causes a new session at the next call': 'session-renewed-at-the-next-call',
    'a 403 causes a new session': shownByRow,
    'two threads request their first session at the same time': 'two-sessions-at-once',
    'a token is renewed a minute before its end': 'renewed-a-minute-early',
    'two programs behind one adapter, if the target declares them': 'two-programs-in-turn',
  },
  causes: [createdAgain],
  tells: [...placesAt('time', 'request line'), ...bearerPlaces],
  act: 'carriesToken',
  judge: (context: RuleContext) => {
    const tally = new JudgementTally(context);
    /** The sessions of each client process, the latest last. */
    const held = new Map<string, readonly Current[]>();
    const shared = new SharedSessions(context);
    const declared = context.processes ?? 1;
    let requests = 0;
    let earliest: Renewal | undefined;
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange)) return;
        requests += 1;
        const client = clientInstanceOf(exchange);
        const sessions = held.get(client) ?? [];
        const isAgain = client === '' && shared.observe(exchange);
        if (grantsSession(exchange)) {
          const before = sessions.findLast((each) => heldFrom(each) <= exchange.arrivedAt);
          // If the recording does not name processes, a different process may have created the earlier session.
          const renewal = client === '' ? undefined : before && renewalOf(exchange, before);
          const isNearExpiry = before !== undefined && exchange.arrivedAt >= nearExpiryFrom(before);
          if (renewal !== undefined && isNearExpiry) earliest = earlierOf(renewal, earliest);
          else if (renewal !== undefined && before && isHeldByEach(declared, exchange, sessions))
            tally.add(
              isTooShort(renewal.lifeMs)
                ? { unjudged: tooShort }
                : { breach: needlessBreach(exchange, before) },
              exchange.seq,
              before.seq,
            );
          held.set(client, withGranted(exchange, sessions, declared));
        } else if (sessions.length > 0) {
          for (const each of sessions) noteUse(exchange, each);
          const unknown = unjudgedIfWithheld(exchange, 'Authorization');
          if (sessions.map((each) => isReuse(exchange, each)).includes(true) || isAgain)
            tally.add(keptJudgement, exchange.seq);
          else if (unknown !== undefined) tally.add(unknown);
        }
      },
      conclude: () =>
        withNotes(
          earliest === undefined ? [] : [tellRenewal(earliest)],
          emptyConclusionUnless(requests >= fewestRequests, tally.concludeWith(shared.findings())),
        ),
    };
  },
});

/** Notes how a call fared; whether it used a token that an earlier one had used too. */
function isReuse(exchange: Exchange, held: Current): boolean {
  const { tokens = {} } = exchange.facts;
  const bearer = tokens['request:bearer_auth']?.pseudonym;
  // Another token may be agreed on for the dummy payer: only the session's own shows anything.
  const pseudonym =
    tokens['request:authorization']?.pseudonym ?? (bearer === held.token ? bearer : undefined);
  if (mayRefuseToken(exchange) || wasMadeToFail(exchange)) held.refused = true;
  if (pseudonym === undefined) return false;
  // Requests of other processes, with their tokens, may come between two with this one.
  const again = held.lastUsed === pseudonym || (pseudonym === held.token && held.reusedAt !== undefined);
  held.lastUsed = pseudonym;
  return again;
}

/** A session that the client created only because of the age of its earlier token. */
interface Renewal {
  readonly leftMs: number;
  readonly lifeMs: number;
}

function renewalOf(exchange: Exchange, before: Current): Renewal | undefined {
  const { grantedAt, lifeMs, refused, staged } = before;
  const asked = exchange.call?.method === 'session.create';
  if (asked || refused || staged || exchange.stimulus === 'short-token' || lifeMs === undefined)
    return undefined;
  const leftMs = lifeMs - (exchange.arrivedAt - grantedAt);
  return leftMs > 0 ? { leftMs, lifeMs } : undefined;
}

/** The one with more of its life left. */
function earlierOf(one: Renewal, other: Renewal = one): Renewal {
  return one.leftMs / one.lifeMs >= other.leftMs / other.lifeMs ? one : other;
}

function tellRenewal({ leftMs, lifeMs }: Renewal): string {
  const left = `${Math.round(leftMs / 1000)} s of ${lifeMs / 1000} s left`;
  return `a session was created while the token before had ${left}: the document does not say how near its end that may be`;
}
