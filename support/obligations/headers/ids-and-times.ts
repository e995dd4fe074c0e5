import { timestampPattern } from '../../contract/headers';
import { currentWithinSeconds } from '../../contract/readings/staleness';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference } from '../../exchange/exchange';
import { replaceFormsByChar, isUnredacted } from '../../exchange/read-form';
import { linkToExchange, reportText } from '../../exchange/text';
import { showRequest } from '../judge/answers';
import type { Repeat } from '../judge/seen-before';
import { FirstUses, RecentEntries, Repeats, contentDigest, digestOf, redirectOf } from '../judge/seen-before';
import {
  keptOnlyIfTempted,
  withNotes,
  describeRepeated,
  nonBlankHeaders,
  sentTwice,
  eachRequest,
  mustHaveHeader,
  isReadableRequest,
  unjudgedIfWithheld,
} from '../judge/requests';
import { idsOf } from './request-id-form';
import { judgesEachMessage } from '../judge/absences';
import { untested } from '../judge/common-absences';
import { defineHome, placesAt, requestIdPlaces, timestampPlaces, shownByRow } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { DistinctTexts, JudgementTally, keptJudgement, memoizeByExchange } from '../judge/judge';
import { isInWindow } from '../judge/window';

const noted: Readonly<Record<Repeat, string>> = {
  resend: 'resent as it was, after no byte of an answer had come',
  redirect: 'sent on along a redirect',
};

const madeOnce = 'each request does not get an id of its own';
const keptOnRetry = 'what is sent again keeps its REQUEST-ID, as in a retry: make a new id for each attempt';

/** Clause 5.2: REQUEST-ID is new for every request. A repetition by the transport is only noted. */
export const requestIdIsNew = defineHome({
  id: 'HDR-05',
  clauses: ['5.2'],
  quote: 'UUID v4, lowercase, new for every request',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'REQUEST-ID is new for every request',
  rule:
    'No two v3 requests share a REQUEST-ID, and a repeat or a retry counts as a request of its own. ' +
    'Two cases are only noted: a resend by the transport of a request that had received no byte of an ' +
    'answer, and a redirect that is followed.',
  absences: {
    'a second request that needs REQUEST-ID': untested,
    'the request that follows a redirect': { run: 'failed', traffic: 'inconclusive' },
  },
  latitude: {
    'a call that needs no REQUEST-ID repeats one': 'otp-retried-with-its-headers',
    'the transport sends a request again': shownByRow,
    'a redirect is followed': shownByRow,
  },
  needs: ['HDR-02'],
  causes: [madeOnce, keptOnRetry],
  header: 'REQUEST-ID',
  tells: requestIdPlaces,
  judge: (context) => {
    const tally = new JudgementTally(context);
    const notes = new DistinctTexts();
    const repeats = new Repeats();
    const firstUses = new FirstUses();
    /**
     * The combinations of a repeated id and a request content. If a combination occurs again, the request is a retry.
     */
    const again = new FirstUses();
    const redirected = new RedirectedRequests(context);
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange) || !mustHaveHeader(exchange, 'REQUEST-ID', context)) return;
        const repeat = repeats.kindOf(exchange);
        const unknown = unjudgedIfWithheld(exchange, 'REQUEST-ID');
        if (unknown !== undefined) tally.add(unknown);
        const { seq } = exchange;
        // Ids that differ only in case are the same id.
        const ids = new Map(idsOf(exchange).map((id) => [id.toLowerCase(), id]));
        if (ids.size === 0) return;
        const used = [...ids].flatMap(([number, id]) => {
          const mark = digestOf(number, contentDigest(exchange));
          const first = firstUses.earlier(digestOf(number), seq, mark);
          if (first === undefined) return [];
          const isRetry = first.sameMark || again.earlier(mark, seq) !== undefined;
          return [{ id, first: first.seq, isRetry }];
        });
        const [earlier] = used;
        const mayBeRedirected = redirected.observe(exchange, [...ids.keys()]);
        if (earlier === undefined) tally.add(keptJudgement, seq);
        else if (repeat !== undefined)
          notes.add(reportText`${exchangeReference(exchange)} was ${noted[repeat]}`);
        else if (mayBeRedirected) tally.add(redirectedBefore(earlier));
        else tally.add(usedBefore(exchange, earlier), seq, earlier.first);
      },
      conclude: () => withNotes(notes.all, keptOnlyIfTempted(firstUses.size > 1, tally.conclude())),
    };
  },
});

/**
 * An id that an earlier request carried: the `seq` of the first such exchange, and whether this request is a retry with
 * a content that was sent with this id before.
 */
interface EarlierUse {
  readonly id: string;
  readonly first: number;
  readonly isRetry: boolean;
}

/** Maximum number of remembered texts. A client follows a redirect at once. */
const mostRedirected = 10_000;

/** Remembers header values, such as an id, if the answer to the last request with the value was a redirect. */
class RedirectedRequests {
  readonly #values = new RecentEntries<true>(mostRedirected);
  readonly #context: RuleContext;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /**
   * Returns whether a request with one of these values may follow a redirect: an earlier request with the value was
   * redirected, and the recording may lack the requests in between, which led to this address.
   */
  observe(exchange: Exchange, values: readonly string[]): boolean {
    const isAwaited = values.some((value) => this.#values.has(value));
    for (const value of values)
      if (redirectOf(exchange) === undefined) this.#values.delete(value);
      else this.#values.set(value, true);
    return isAwaited && isInWindow(exchange, this.#context);
  }
}

const redirectedBefore = ({ id, first }: EarlierUse): Judgement => ({
  unjudged: reportText`REQUEST-ID ${id} again; ${linkToExchange(first)} was answered with a redirect, and the recording may lack a request that follows it`,
  withholds: true,
});

function usedBefore(exchange: Exchange, { id, first, isRetry }: EarlierUse) {
  return {
    breach: {
      sent: showRequest(exchange, isRetry ? 'the same request again' : 'which needs REQUEST-ID'),
      expected: 'a UUID that no earlier v3 request carried, on repeats and retries too',
      seen: reportText`REQUEST-ID ${id} again; first in ${linkToExchange(first)}`,
      cause: isRetry ? keptOnRetry : madeOnce,
    },
  };
}

/**
 * Returns the instant in epoch milliseconds; `undefined` if the text does not have the form of clause 5.2 or does not
 * name a real instant.
 */
function instantOf(text: string): number | undefined {
  const time = timestampPattern.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` rolls over 24:00 and 30 February instead of failing.
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? time : undefined;
}

const textsOf = (exchange: Exchange): string[] => nonBlankHeaders(exchange, 'TIMESTAMP');

/**
 * A TIMESTAMP. If its form is right, `instant` is set. Otherwise `cause` is the likely cause, and `meant` the instant
 * that the text probably means. Instants are in epoch milliseconds.
 */
interface ReadTimestamp {
  readonly text: string;
  readonly instant?: number;
  readonly meant?: number;
  readonly cause: string;
}

/** Reads each TIMESTAMP of a request. */
const timestampsOf = memoizeByExchange((exchange): ReadTimestamp[] =>
  textsOf(exchange).map((text) => {
    const instant = instantOf(text);
    if (instant !== undefined) return { text, instant, cause: '' };
    const meant = instantMeant(text);
    const cause = likelyTimestampForm(replaceFormsByChar(text));
    return { text, cause, ...(meant !== undefined && { meant }) };
  }),
);

const likelyForms = {
  noInstant: 'a date or time that does not exist: 24:00, 30 February, a leap second',
  since1970: 'seconds or milliseconds since 1970',
  offset: 'an offset at the end, as local time has one: give UTC, ending in Z',
  tooFine: 'microseconds or nanoseconds, as Java and Python write them',
  tooCoarse: 'milliseconds are left out, or cut where they end in 0',
  noZone: 'no time zone: the Z at the end is missing',
  otherFormat: 'another format than the one that the document shows',
} as const;

/** Clause 5.2: the form of TIMESTAMP. */
export const timestampForm = defineHome({
  id: 'HDR-07',
  clauses: ['5.2'],
  quote: 'ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'TIMESTAMP is UTC with three millisecond digits',
  rule:
    'TIMESTAMP is written in ISO-8601 form in UTC, gives milliseconds as exactly three digits and ' +
    'ends in Z. The instant that it names really exists.',
  absences: judgesEachMessage,
  latitude: {
    'the milliseconds are 000 on every request': shownByRow,
    'the first and last instant of a day': shownByRow,
  },
  needs: ['HDR-06'],
  causes: [...Object.values(likelyForms), sentTwice],
  header: 'TIMESTAMP',
  tells: timestampPlaces,
  judge: eachRequest((exchange, context) => {
    if (!mustHaveHeader(exchange, 'TIMESTAMP', context)) return undefined;
    const [said] = timestampsOf(exchange);
    const isWrong = said !== undefined && said.instant === undefined;
    const flaw =
      describeRepeated(exchange, 'TIMESTAMP') ??
      (isWrong ? { seen: `TIMESTAMP: ${said.text}`, cause: said.cause } : undefined);
    if (flaw === undefined)
      return said === undefined ? unjudgedIfWithheld(exchange, 'TIMESTAMP') : keptJudgement;
    return {
      breach: {
        sent: showRequest(exchange, 'which needs TIMESTAMP'),
        expected: 'YYYY-MM-DDTHH:MM:SS.mmmZ, once: UTC, three digits of milliseconds, an instant that exists',
        ...flaw,
      },
    };
  }),
});

function likelyTimestampForm(text: string): string {
  if (timestampPattern.test(text)) return likelyForms.noInstant;
  if (/^\d{10}(\d{3})?$/.test(text)) return likelyForms.since1970;
  if (/T.*[+-]\d{2}(:?\d{2})?$/.test(text)) return likelyForms.offset;
  if (/\.\d{4,}Z$/.test(text)) return likelyForms.tooFine;
  if (/T\d{2}:\d{2}(:\d{2}(\.\d{1,2})?)?Z$/.test(text)) return likelyForms.tooCoarse;
  return /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? likelyForms.noZone : likelyForms.otherFormat;
}

/**
 * Returns the instant that a text of another form means, in epoch milliseconds; `undefined` if the text is redacted or
 * not a time.
 */
function instantMeant(text: string): number | undefined {
  if (!isUnredacted(text)) return undefined;
  const since1970 = /^\d{10}(\d{3})?$/.exec(text);
  const time = since1970 ? Number(text) * (since1970[1] === undefined ? 1000 : 1) : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

const likelyTimes = {
  zoneAhead: 'ahead by about a whole number of half hours, as local time that is called Z',
  zoneBehind:
    'behind by about a whole number of half hours: local time that is called Z, or a time that was made hours before it was sent',
  clockAhead:
    'ahead by no time zone: the clock of the machine is ahead, or the time is not that of the request',
  clockBehind: 'it was made long before it was sent, or the clock of the machine is behind',
  madeOnce: 'the same TIMESTAMP is sent again: it is not made for each request',
  keptOnRetry: 'a retry repeats the whole request, with its TIMESTAMP',
} as const;

/**
 * Clause 5.2: TIMESTAMP is current and moves on with the clock. {@link timestampForm} judges its form. If TIMESTAMP agrees
 * with the Date of the answer, but not with the recording, the clock of the recording may be off. Then nothing is judged.
 */
export const timestampCurrent = defineHome({
  id: 'HDR-08',
  clauses: ['5.2'],
  quote: 'form YYYY-MM-DDTHH:MM:SS.000Z; must be current',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'TIMESTAMP shows the time of the request',
  rule:
    'The TIMESTAMP of a request is current at its arrival; the document does not say how far off is still ' +
    'current, so the bound of 300 s is ours, unless the target sets another. Requests that are sent together may share it. On two ' +
    'requests more than one second apart it differs (two seconds, if it gives whole seconds); the same one again is a ' +
    'warning while it is current.',
  absences: {
    'the request that follows a redirect': { run: 'warning', traffic: 'inconclusive' },
  },
  latitude: {
    'each request waits a moment before it is sent': 'thinking-time',
    'a retry comes after a while, with a new TIMESTAMP': 'retries-in-its-own-time',
    'the clock is off by less than five minutes': shownByRow,
    'requests of the same half second share a TIMESTAMP': 'clock-read-twice-a-second',
  },
  needs: ['HDR-06', 'HDR-07'],
  causes: Object.values(likelyTimes),
  header: 'TIMESTAMP',
  tells: [...timestampPlaces, ...placesAt('time')],
  outlivesToken: true,
  judge: (context) => {
    const tally = new JudgementTally(context);
    const repeats = new Repeats();
    const redirected = new RedirectedRequests(context);
    const firstArrival = new Map<number, Arrival>();
    let sweepAt = manyInstants;
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange) || !mustHaveHeader(exchange, 'TIMESTAMP', context)) return;
        const unknown = unjudgedIfWithheld(exchange, 'TIMESTAMP');
        if (unknown !== undefined) tally.add(unknown);
        const seconds = currentWithinSeconds(context.readings);
        const mayBeRedirected = redirected.observe(exchange, textsOf(exchange));
        // A request that the transport repeats still has the time at which it was first sent.
        if (repeats.kindOf(exchange) !== undefined) return;
        const content = contentDigest(exchange);
        const found = timestampsOf(exchange).flatMap((said) => {
          const { text, meant = Infinity } = said;
          // `timestampForm` judges a wrong form. Without a zone, its time can be hours off, so use it only if it is
          // near the arrival.
          const isNear = Math.abs(meant - exchange.arrivedAt) <= seconds * 1000;
          const instant = said.instant ?? (isNear ? meant : undefined);
          if (instant === undefined) return [];
          const first = firstArrival.get(instant) ?? { at: exchange.arrivedAt, content };
          firstArrival.set(
            instant,
            first.at > exchange.arrivedAt ? { at: exchange.arrivedAt, content } : first,
          );
          const isLoose = said.instant === undefined;
          const about = { text, instant, first: first.at, isLoose, isRetry: first.content === content };
          return [judge(exchange, about, context)];
        });
        if (firstArrival.size >= sweepAt)
          sweepAt = forgetOld(firstArrival, exchange.arrivedAt - seconds * 1000);
        const judgement = found.find((each) => 'breach' in each) ?? found[0];
        if (judgement === undefined) return;
        if ('breach' in judgement && mayBeRedirected) tally.add(whyRedirected(exchange));
        else tally.add(judgement, exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

const whyRedirected = (exchange: Exchange): Judgement => ({
  unjudged: reportText`${exchangeReference(exchange)} has the TIMESTAMP of a request that was answered with a redirect, and the recording may lack a request that follows it`,
  withholds: true,
});

/** The first arrival of an instant, in epoch milliseconds, and a digest of that request's content. */
interface Arrival {
  readonly at: number;
  readonly content: string;
}

/** Number of remembered instants at which stale ones are first removed. */
const manyInstants = 4096;

/**
 * Removes the instants before `before` (epoch milliseconds). A stale instant is a breach anyway, so its first use does
 * not matter. Returns the number of instants at which to do this again.
 */
function forgetOld(firstArrival: Map<number, Arrival>, before: number): number {
  for (const instant of firstArrival.keys()) if (instant < before) firstArrival.delete(instant);
  return Math.max(manyInstants, 2 * firstArrival.size);
}

const standstillMs = 1000;

/** A TIMESTAMP, with its instant and the first arrival of that instant, both in epoch milliseconds. */
interface SentTimestamp {
  readonly text: string;
  readonly instant: number;
  readonly first: number;
  /** Whether the TIMESTAMP does not have the documented form. */
  readonly isLoose: boolean;
  readonly isRetry: boolean;
}

function judge(
  exchange: Exchange,
  { text, instant, first, isLoose, isRetry }: SentTimestamp,
  { readings }: RuleContext,
): Judgement {
  const seconds = currentWithinSeconds(readings);
  const aheadMs = instant - exchange.arrivedAt;
  const stoodMs = exchange.arrivedAt - first;
  const sent = showRequest(exchange, `with TIMESTAMP: ${text}`);
  const { clockSkewMs } = exchange.facts;
  if (Math.abs(aheadMs) > seconds * 1000) {
    // The clock of a recording may be off. The service then calls another TIMESTAMP current.
    if (clockSkewMs !== undefined && Math.abs(aheadMs - clockSkewMs) <= seconds * 1000)
      return {
        unjudged:
          'TIMESTAMP agrees with the Date of the answer, and the clock of the recording differs from both',
      };
    return {
      breach: {
        sent,
        expected: `an instant within ${seconds} s of the arrival (reading stale-after), ${asText(exchange.arrivedAt)}`,
        seen: `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`,
        cause: likelyDistance(aheadMs, stoodMs),
      },
    };
  }
  // A clock of whole seconds repeats an instant for a second, even if the text has milliseconds. Allow one second more.
  const isOfSeconds = isLoose || instant % 1000 === 0;
  const restMs = isOfSeconds ? 2 * standstillMs : standstillMs;
  if (Math.abs(stoodMs) <= restMs) return keptJudgement;
  return {
    breach: {
      sent,
      expected: `another instant than on requests more than ${isOfSeconds ? 'two seconds' : 'a second'} earlier`,
      seen: `the same as ${(stoodMs / 1000).toFixed(1)} s before`,
      cause: isRetry ? likelyTimes.keptOnRetry : likelyTimes.madeOnce,
      // Clause 5.2 demands a current TIMESTAMP, and this one is still current.
      warns: true,
    },
  };
}

/** Time zones are assumed to differ from UTC by multiples of half an hour, in milliseconds. */
const zoneMs = 1_800_000;
/** The largest offset of a time zone from UTC, 14 hours, in milliseconds. */
const farthestZoneMs = 14 * 3_600_000;

function likelyDistance(aheadMs: number, stoodMs: number): string {
  const besideZone = Math.abs(aheadMs) % zoneMs;
  const isNear = Math.abs(aheadMs) < farthestZoneMs + 60_000;
  const isByZones = isNear && (besideZone < 60_000 || besideZone > zoneMs - 60_000);
  if (aheadMs > 0) return isByZones ? likelyTimes.zoneAhead : likelyTimes.clockAhead;
  if (stoodMs > standstillMs) return likelyTimes.madeOnce;
  return isByZones ? likelyTimes.zoneBehind : likelyTimes.clockBehind;
}

const asText = (instant: number): string => new Date(instant).toISOString();
