import type { ObligationId } from '../../support/obligations';
import { conformingSeams } from '../../support/client/integrator';
import type { Mutant } from '../mutant';
import { brokenIntegrator } from './specimens';

/** An integrator that writes the time otherwise. */
function writing(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  timestamps: (now: Date) => string,
): Mutant {
  return brokenIntegrator(name, breaks, story, { timestamps: (now) => timestamps(new Date(now)) });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Five and a half hours east of Greenwich. */
const east = (now: Date): Date => new Date(now.getTime() + 5.5 * hourMs);

/** How the time is written (HDR-07). */
const forms: Mutant[] = [
  writing('timestamp-with-offset', ['HDR-07'], 'Local time is sent with its offset.', (now) =>
    east(now).toISOString().replace('Z', '+05:30'),
  ),
  writing('timestamp-with-zero-offset', ['HDR-07'], 'UTC is written as an offset of zero.', (now) =>
    now.toISOString().replace('Z', '+00:00'),
  ),
  writing('timestamp-in-microseconds', ['HDR-07'], 'The platform counts microseconds.', (now) =>
    now.toISOString().replace('Z', '417Z'),
  ),
  writing('timestamp-in-seconds', ['HDR-07'], 'Milliseconds are left out.', (now) =>
    now.toISOString().replace(/\.\d{3}Z$/, 'Z'),
  ),
  writing('timestamp-without-zone', ['HDR-07'], 'The Z is left out.', (now) =>
    now.toISOString().replace('Z', ''),
  ),
  writing('timestamp-with-blank', ['HDR-07'], 'A blank stands in place of the T.', (now) =>
    now.toISOString().replace('T', ' '),
  ),
  writing('timestamp-since-1970', ['HDR-07'], 'Milliseconds since 1970 are sent.', (now) =>
    String(now.getTime()),
  ),
  writing('timestamp-as-in-http', ['HDR-07'], 'The time is written as the header Date has it.', (now) =>
    now.toUTCString(),
  ),
  writing('timestamp-at-24-00', ['HDR-07'], 'Midnight is written as 24:00 of the day before.', (now) =>
    now.toISOString().replace(/T.*$/, 'T24:00:00.000Z'),
  ),
  writing('timestamp-on-30-february', ['HDR-07'], 'Every month is thought to have thirty days.', (now) =>
    now.toISOString().replace(/-\d{2}-\d{2}T/, '-02-30T'),
  ),
];

/** Which time it is (HDR-08). */
const times: Mutant[] = [
  brokenIntegrator(
    'timestamp-of-start-up',
    ['HDR-08'],
    'The time is read once, when the client starts.',
    () => {
      const startedAt = Date.now();
      return { timestamps: () => conformingSeams.timestamps(startedAt) };
    },
  ),
  brokenIntegrator('timestamp-of-the-session', ['HDR-08'], 'The time is read once for four requests.', () => {
    let [count, read] = [0, 0];
    return {
      timestamps: (now) => {
        if (count % 4 === 0) read = now;
        count += 1;
        return conformingSeams.timestamps(read);
      },
    };
  }),
  writing('local-time-called-z', ['HDR-08'], 'Local time is sent with a Z behind it.', (now) =>
    east(now).toISOString(),
  ),
  writing('clock-an-hour-slow', ['HDR-08'], 'Summer time is taken away twice.', (now) =>
    new Date(now.getTime() - hourMs).toISOString(),
  ),
  writing(
    'clock-seven-minutes-fast',
    ['HDR-08', 'HDR-14'],
    'The clock of the machine was never set.',
    (now) => new Date(now.getTime() + 7 * minuteMs).toISOString(),
  ),
  writing(
    'clock-two-days-slow',
    ['HDR-08', 'HDR-14'],
    'The machine was paused, and its clock with it.',
    (now) => new Date(now.getTime() - 47.6 * hourMs).toISOString(),
  ),
  writing('month-counted-from-zero', ['HDR-08'], 'The month is counted from zero.', (now) => {
    const earlier = new Date(now);
    earlier.setUTCDate(1);
    earlier.setUTCMonth(now.getUTCMonth() - 1);
    return earlier.toISOString();
  }),
];

/** Mistakes in TIMESTAMP. */
export const timestampMutants: readonly Mutant[] = [...forms, ...times];
