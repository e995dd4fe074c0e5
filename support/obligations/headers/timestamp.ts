import { timestampForm as form } from '../../contract/headers';
import { home } from '../judge/home';
import { timestamp, at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { bare, isKept } from '../../exchange/read-form';
import { showRequest } from '../judge/fates';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { Repeats, contentDigest } from '../judge/repeats';
import { carried, eachRequest, isRequest, isV3, withheld } from '../judge/requests';

/** Epoch milliseconds, where the text has the form of clause 5.2 and names a real instant. */
function instantOf(text: string): number | undefined {
  const time = form.test(text) ? Date.parse(text) : Number.NaN;
  // 24:00 and 30 February roll over instead of failing.
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? time : undefined;
}

const textOf = (exchange: Exchange): string | undefined => carried(exchange, 'TIMESTAMP');

/** What a TIMESTAMP says, or what is wrong with its form. */
const saidBy = sight((exchange): { instant?: number; meant?: number; cause: string } | undefined => {
  const text = textOf(exchange);
  if (text === undefined) return undefined;
  const instant = instantOf(text);
  if (instant !== undefined) return { instant, cause: '' };
  const meant = instantMeant(text);
  return { cause: likelyForm(bare(text)), ...(meant !== undefined && { meant }) };
});

const likelyForms = {
  noInstant: 'a date or time that does not exist: 24:00, 30 February, a leap second',
  since1970: 'seconds or milliseconds since 1970',
  offset: 'an offset at the end, as local time has one: give UTC, ending in Z',
  tooFine: 'microseconds or nanoseconds, as Java and Python write them',
  tooCoarse: 'milliseconds are left out, or cut where they end in 0',
  noZone: 'no time zone: the Z at the end is missing',
  otherFormat: 'a format of a library in place of the ISO form',
} as const;

/** Clause 5.2: the form of TIMESTAMP. */
export const timestampForm = home({
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
  needs: ['HDR-06'],
  causes: Object.values(likelyForms),
  on: ['gateway', 'identity'],
  tells: timestamp,
  judge: eachRequest((exchange, context) => {
    if (!isV3(exchange, context)) return undefined;
    const said = saidBy(exchange);
    if (said === undefined) return withheld(exchange, 'TIMESTAMP');
    if (said.instant !== undefined) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'which needs TIMESTAMP'),
        expected: 'YYYY-MM-DDTHH:MM:SS.mmmZ: UTC, three digits of milliseconds, an instant that exists',
        seen: `TIMESTAMP: ${textOf(exchange) ?? ''}`,
        cause: said.cause,
      },
    };
  }),
});

function likelyForm(text: string): string {
  if (form.test(text)) return likelyForms.noInstant;
  if (/^\d+$/.test(text)) return likelyForms.since1970;
  if (/T.*[+-]\d{2}(:?\d{2})?$/.test(text)) return likelyForms.offset;
  if (/\.\d{4,}Z$/.test(text)) return likelyForms.tooFine;
  if (/T\d{2}:\d{2}(:\d{2}(\.\d{1,2})?)?Z$/.test(text)) return likelyForms.tooCoarse;
  return /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? likelyForms.noZone : likelyForms.otherFormat;
}

/** The instant that a text of another form means; of what is hidden, none. */
function instantMeant(text: string): number | undefined {
  if (!isKept(text)) return undefined;
  const since1970 = /^\d{10}(\d{3})?$/.exec(text);
  const time = since1970 ? Number(text) * (since1970[1] === undefined ? 1000 : 1) : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

const likelyTimes = {
  zoneAhead: 'local time that is called Z',
  zoneBehind: 'local time that is called Z, or a time that was made hours before it was sent',
  clockAhead: 'the clock of the machine is ahead',
  clockBehind: 'it was made long before it was sent, or the clock of the machine is behind',
  madeOnce: 'it is made once at start-up, and sent again and again',
  keptOnRetry: 'a retry repeats the whole request, with its TIMESTAMP',
} as const;

/** Clause 5.2: TIMESTAMP is current, and moves on; its form is judged by itself. */
export const timestampCurrent = home({
  id: 'HDR-08',
  clauses: ['5.2'],
  quote: 'form YYYY-MM-DDTHH:MM:SS.000Z; must be current',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'TIMESTAMP shows the time of the request',
  rule:
    'The TIMESTAMP of a request is current at its arrival and moves on with the clock: on two ' +
    'requests more than one second apart it differs.',
  needs: ['HDR-06', 'HDR-07'],
  causes: Object.values(likelyTimes),
  on: ['gateway', 'identity'],
  tells: [...timestamp, ...at('time')],
  outlivesToken: true,
  judge: (context) => {
    const tally = new Tally();
    const repeats = new Repeats();
    const firstArrival = new Map<number, Arrival>();
    let sweepAt = manyInstants;
    return {
      observe(exchange) {
        if (!isRequest(exchange) || !isV3(exchange, context)) return;
        const unknown = withheld(exchange, 'TIMESTAMP');
        if (unknown !== undefined) tally.add(unknown);
        const { seconds } = context.readings['stale-after'];
        const said = saidBy(exchange);
        // Another form is a slip of its own. Outside of the window nothing is known of it: a zone that is missing moves it by hours.
        const isNear = Math.abs((said?.meant ?? Infinity) - exchange.arrivedAt) <= seconds * 1000;
        const instant = said?.instant ?? (isNear ? said?.meant : undefined);
        // What a transport repeats says when it was first sent.
        if (repeats.kindOf(exchange) !== undefined || instant === undefined) return;
        const content = contentDigest(exchange);
        const first = firstArrival.get(instant) ?? { at: exchange.arrivedAt, content };
        firstArrival.set(
          instant,
          first.at > exchange.arrivedAt ? { at: exchange.arrivedAt, content } : first,
        );
        if (firstArrival.size >= sweepAt)
          sweepAt = forgetOld(firstArrival, exchange.arrivedAt - seconds * 1000);
        const isLoose = said?.instant === undefined;
        const about = { instant, first: first.at, isLoose, isRetry: first.content === content };
        tally.add(judge(exchange, about, context), exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

/** When an instant arrived first, and with what. */
interface Arrival {
  readonly at: number;
  readonly content: string;
}

/** How many instants are remembered before the old ones are let go. */
const manyInstants = 4096;

/**
 * An instant that is stale breaks the obligation by itself, so that nothing need be known of its first use. Gives the
 * size at which to look again.
 */
function forgetOld(firstArrival: Map<number, Arrival>, before: number): number {
  for (const instant of firstArrival.keys()) if (instant < before) firstArrival.delete(instant);
  return Math.max(manyInstants, 2 * firstArrival.size);
}

const standstillMs = 1000;

function judge(
  exchange: Exchange,
  {
    instant,
    first,
    isLoose,
    isRetry,
  }: { instant: number; first: number; isLoose: boolean; isRetry: boolean },
  { readings }: RuleContext,
): Judgement {
  const { seconds } = readings['stale-after'];
  const aheadMs = instant - exchange.arrivedAt;
  const stoodMs = exchange.arrivedAt - first;
  const sent = showRequest(exchange, `with TIMESTAMP: ${textOf(exchange) ?? ''}`);
  if (Math.abs(aheadMs) > seconds * 1000)
    return {
      breach: {
        sent,
        expected: `an instant within ${seconds} s of the arrival (reading stale-after), ${asText(exchange.arrivedAt)}`,
        seen: `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`,
        cause: likelyDistance(aheadMs, stoodMs),
      },
    };
  // A form without milliseconds stands still for a second by itself.
  const restMs = isLoose ? 2 * standstillMs : standstillMs;
  if (Math.abs(stoodMs) <= restMs) return kept;
  return {
    breach: {
      sent,
      expected: 'another instant than on requests more than a second earlier',
      seen: `the same as ${(stoodMs / 1000).toFixed(1)} s before`,
      cause: isRetry ? likelyTimes.keptOnRetry : likelyTimes.madeOnce,
    },
  };
}

/** Zones lie half an hour apart. */
const zoneMs = 1_800_000;

function likelyDistance(aheadMs: number, stoodMs: number): string {
  const besideZone = Math.abs(aheadMs) % zoneMs;
  const isByZones = besideZone < 60_000 || besideZone > zoneMs - 60_000;
  if (aheadMs > 0) return isByZones ? likelyTimes.zoneAhead : likelyTimes.clockAhead;
  if (stoodMs > standstillMs) return likelyTimes.madeOnce;
  return isByZones ? likelyTimes.zoneBehind : likelyTimes.clockBehind;
}

const asText = (instant: number): string => new Date(instant).toISOString();
