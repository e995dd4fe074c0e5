import { timestampPattern } from '../../contract/headers';
import { currentWithinSeconds } from '../../contract/readings/staleness';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation } from '../../exchange/exchange';
import { linkToExchange, reportText } from '../../exchange/text';
import { showRequest } from '../judge/answers';
import { defineHome, placesAt, timestampPlaces } from '../judge/home';
import type { Finding, RuleContext } from '../judge/judge';
import { JudgementTally } from '../judge/judge';
import { isReadableRequest, mustHaveHeader, nonBlankHeaders } from '../judge/requests';

const clockOff =
  'the clock that TIMESTAMP is read from differs from real time by the same time on every request';

/**
 * The largest variation of a constant difference, in milliseconds. It must also be below a quarter of the time between
 * the first and the last request: the differences of a TIMESTAMP that was made once vary as much as that time.
 */
const steadyMs = 2000;

/** Requests over less time than this, in milliseconds, may have been made together and sent later. */
const shortestMs = 1000;
const fewestRequests = 3;

/**
 * Time zones, hours and days that were counted wrongly are multiples of a quarter of an hour, in milliseconds. Then the
 * clock may be right.
 */
const zoneMs = 900_000;

/**
 * Returns whether the arrival time of a request is in real time. The suite's own clock counts as right. In recorded
 * traffic, the Date header of the answer must confirm the clock of the recording.
 */
function isClockConfirmed({ facts }: Exchange, { playsServices, readings }: RuleContext): boolean {
  if (playsServices === true) return true;
  const { clockSkewMs = Infinity } = facts;
  return Math.abs(clockSkewMs) <= (currentWithinSeconds(readings) * 1000) / 5;
}

/** Collects the differences between the TIMESTAMPs of all requests and their arrival. Positive numbers are ahead. */
class Offsets {
  #count = 0;
  /** Whether a request certainly did not wait in a queue: a session request, or a call that the suite asked for. */
  #hasPrompt = false;
  #least = Infinity;
  #most = -Infinity;
  #first: Exchange | undefined;
  #last: Exchange | undefined;

  add(exchange: Exchange, aheadMs: number): void {
    this.#count += 1;
    this.#hasPrompt ||= exchange.call !== undefined || intendedOperation(exchange) === 'session.create';
    this.#least = Math.min(this.#least, aheadMs);
    this.#most = Math.max(this.#most, aheadMs);
    this.#first ??= exchange;
    this.#last = exchange;
  }

  /**
   * Returns a breach if every TIMESTAMP was off by the same time, and by more than is still current. TIMESTAMPs behind
   * may belong to a queue that delays all requests alike, so one of them must be of a request without a queue.
   */
  findings({ readings }: RuleContext): Finding[] {
    const [first, last] = [this.#first, this.#last];
    if (first === undefined || last === undefined || this.#count < fewestRequests) return [];
    const spanMs = last.arrivedAt - first.arrivedAt;
    const isSteady = this.#most - this.#least <= Math.min(steadyMs, spanMs / 4);
    const seconds = currentWithinSeconds(readings);
    const aheadMs = (this.#least + this.#most) / 2;
    const besideZone = Math.abs(aheadMs) % zoneMs;
    const isByZones = Math.min(besideZone, zoneMs - besideZone) < 60_000;
    if (!isSteady || spanMs < shortestMs || isByZones || Math.abs(aheadMs) <= seconds * 1000) return [];
    if (aheadMs < 0 && !this.#hasPrompt) return [];
    const off = `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`;
    const breach = {
      sent: showRequest(last, 'with TIMESTAMP'),
      expected: `a clock that differs from real time by at most ${seconds} s (reading stale-after)`,
      seen: reportText`${off} on each of ${this.#count} requests, ${linkToExchange(first.seq)} the first of them`,
      cause: clockOff,
    };
    return [{ judgement: { breach }, seqs: [last.seq, first.seq] }];
  }
}

/**
 * Clause 5.2: a declaration. TIMESTAMP refutes it only if all requests are off by the same time, and if no time zone
 * explains that. Otherwise the client may have a right clock and read or write it wrongly.
 */
export const clocksSynchronised = defineHome({
  id: 'HDR-14',
  clauses: ['5.2'],
  quote: 'clocks are to be synchronised.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'declared',
  title: 'The clocks of the integrator agree with real time',
  rule: 'The integrator keeps its clocks synchronised.',
  absences: 'only the requests in the recording contradict the declaration',
  latitude: 'a person declares it',
  causes: [clockOff],
  follows: ['HDR-08'],
  tells: [...timestampPlaces, ...placesAt('time')],
  contradicts: (context) => {
    const offsets = new Offsets();
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange) || !mustHaveHeader(exchange, 'TIMESTAMP', context)) return;
        if (!isClockConfirmed(exchange, context)) return;
        for (const text of nonBlankHeaders(exchange, 'TIMESTAMP')) {
          const instant = timestampPattern.test(text) ? Date.parse(text) : Number.NaN;
          if (!Number.isNaN(instant)) offsets.add(exchange, instant - exchange.arrivedAt);
        }
      },
      conclude: () => new JudgementTally(context).concludeWith(offsets.findings(context)),
    };
  },
});
