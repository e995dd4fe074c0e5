import { harOf } from '../../../mutants/traffic/har-file';
import type { DayExchange, LongDay } from '../../../mutants/traffic/long-day';
import { generateLongDay } from '../../../mutants/traffic/long-day';
import { trafficLogOf } from '../../../mutants/traffic/traffic-log';
import { headerValue } from '../../../support/exchange/exchange';
import type { Results } from '../../../support/judging/results';
import { exampleBases } from '../../../support/published/deployment';
import { trafficTarget } from '../../../support/targets/traffic-target';
import { plainTextOrEmpty } from '../../plain';
import { auditTexts } from '../several';
import type { DayChoice, Window } from './window';
import { exchangesOf, filesOf, formatWindow, smallerWindows, wholeWindow } from './window';

type Row = Results['obligations'][number];

/** The verdicts on a whole day, with the day. */
export interface JudgedDay {
  readonly day: LongDay;
  readonly choice: DayChoice;
  readonly rows: readonly Row[];
}

/** Generates a day, and judges all of it. */
export async function judgeDay(choice: DayChoice): Promise<JudgedDay> {
  const day = generateLongDay(choice.seed, choice.fault);
  return { day, choice, rows: await rowsOf(day, wholeWindow(day, choice)) };
}

export async function rowsOf(day: LongDay, window: Window): Promise<readonly Row[]> {
  return (await resultsOf(day, window)).obligations;
}

/** Judges the traffic that a window shows. */
async function resultsOf(day: LongDay, window: Window): Promise<Results> {
  const services = window.known === 'address' ? exampleBases : {};
  const target = { ...trafficTarget, services, readings: day.readings };
  const files = filesOf(exchangesOf(day, window), window);
  const texts = files.map((each) => textOf(each, window.form));
  const inputs =
    window.form === 'recording'
      ? await Promise.all(texts.map(async (text) => (await auditTexts([text], { target })).recording))
      : texts;
  const { results } = await auditTexts(inputs, {
    target,
    ...(window.rules === 'every' && { everyRule: true }),
  });
  return results;
}

/** The hosts with requests that the audit did not judge: nothing shows that these hosts belong to the services. */
const unknownHosts = ({ run }: Results): readonly string[] =>
  (run.traffic?.files ?? []).flatMap(({ unjudged }) =>
    (unjudged?.rows ?? []).flatMap(({ host, why }) => (why === 'host' ? [new URL(host).host] : [])),
  );

/** Writes a file of a recording. A recording of this suite is made by an audit of a HAR file. */
function textOf(exchanges: readonly DayExchange[], form: DayChoice['form']): string {
  const seen = exchanges.map(({ wire }) => wire);
  return form === 'log' ? trafficLogOf(seen) : JSON.stringify(harOf(seen, { creator: 'generated' }));
}

export const isBroken = ({ verdict }: Row): boolean => verdict === 'failed' || verdict === 'warning';

/**
 * Returns the contradictions between a window and its day: each obligation that fails only in the window, and
 * each obligation that passes in the window although the whole day did not exercise the obligation. If the window shows
 * the planted fault, the obligation that the fault breaks must not pass either.
 */
export async function contradictionsOf(judged: JudgedDay, window: Window): Promise<string[]> {
  const { day, rows: whole } = judged;
  const seen = exchangesOf(day, window);
  if (seen.length === 0) return [];
  const ofDay = new Map(whole.map((row) => [row.id, row]));
  const contradictions: string[] = [];
  const results = await resultsOf(day, window);
  const unjudged = unknownHosts(results);
  for (const row of results.obligations) {
    const before = ofDay.get(row.id);
    if (before === undefined) contradictions.push(`${row.id} is not among the verdicts of the whole day`);
    else if (isBroken(row) && !isBroken(before))
      contradictions.push(`${row.id} ${row.verdict}: ${causesOf(row)}`);
    else if (row.verdict !== 'passed') continue;
    else if (before.verdict === 'not-tested' && !(await isExercisedByOne(judged, seen, row.id)))
      contradictions.push(`${row.id} passed, but the whole day did not exercise it`);
    else if (row.id === window.fault?.id && showsFault(seen, window, unjudged))
      contradictions.push(`${row.id} passed in spite of the fault`);
  }
  return contradictions;
}

/**
 * Whether the day of one of the clients that the window shows exercises the obligation. A day with several clients is
 * not tested if one of them showed only a part of the obligation, and the window may show only another client.
 */
async function isExercisedByOne(
  { day, choice }: JudgedDay,
  seen: readonly DayExchange[],
  id: string,
): Promise<boolean> {
  for (const client of new Set(seen.map((each) => each.client))) {
    const rows = await rowsOf(day, { ...wholeWindow(day, choice), clients: [client] });
    if (rows.some((row) => row.id === id && row.verdict !== 'not-tested')) return true;
  }
  return false;
}

/** The headers that a planted fault leaves out. */
const leftOutBy: Readonly<Record<string, string>> = {
  'HDR-01': 'Authorization',
  'HDR-02': 'REQUEST-ID',
  'HDR-06': 'TIMESTAMP',
  'HDR-10': 'X-CM-ID',
  'HDR-11': 'Content-Type',
};

/**
 * Whether the judged exchanges show the planted fault. A repeated REQUEST-ID shows only beside its first use, and a missing
 * header only in a file with another request that has it: the file may leave the header out of all requests.
 */
function showsFault(seen: readonly DayExchange[], window: Window, unjudged: readonly string[]): boolean {
  const faulty = seen.find(({ isBreach }) => isBreach);
  if (faulty === undefined || unjudged.includes(new URL(faulty.wire.request.url).host)) return false;
  const valueOf = ({ wire }: DayExchange, name: string): string =>
    headerValue(wire.request.headers, name) ?? '';
  if (window.fault?.id === 'HDR-05')
    return seen.some(
      (each) => each !== faulty && valueOf(each, 'REQUEST-ID') === valueOf(faulty, 'REQUEST-ID'),
    );
  const leftOut = leftOutBy[window.fault?.id ?? ''] ?? '';
  if (leftOut === '' || valueOf(faulty, leftOut) !== '') return true;
  const file = filesOf(seen, window).find((each) => each.includes(faulty)) ?? [];
  return file.some((each) => valueOf(each, leftOut) !== '');
}

function causesOf({ breaches = [] }: Row): string {
  const causes = breaches.map(
    ({ cause, seen }) => `${plainTextOrEmpty(cause.text)} (${plainTextOrEmpty(seen)})`,
  );
  return [...new Set(causes)].join('; ');
}

const idOf = (contradiction: string): string => contradiction.split(' ', 1)[0] ?? '';

/** Returns the smallest window, found by halving, in which the same obligation still contradicts the whole day. */
export async function shrinkWindow(
  judged: JudgedDay,
  window: Window,
  contradiction: string,
): Promise<Window> {
  for (const smaller of smallerWindows(window)) {
    const left = await contradictionsOf(judged, smaller);
    if (left.some((each) => idOf(each) === idOf(contradiction)))
      return shrinkWindow(judged, smaller, contradiction);
  }
  return window;
}

/** Returns the command that judges one window again. */
export const commandFor = (window: Window): string =>
  `WINDOW='${formatWindow(window)}' npm test -- tests/traffic/windows/windows.test.ts`;

/** Describes a contradiction by its smallest window, with the command that repeats it. */
export async function describeContradiction(
  judged: JudgedDay,
  window: Window,
  contradiction: string,
): Promise<string> {
  const smallest = await shrinkWindow(judged, window, contradiction);
  const [still = contradiction] = (await contradictionsOf(judged, smallest)).filter(
    (each) => idOf(each) === idOf(contradiction),
  );
  const lines = exchangesOf(judged.day, smallest).map(
    ({ wire: { request, response } }) =>
      `    ${request.method} ${request.url} ${response?.status ?? 'no answer'}`,
  );
  return [still, `  again: ${commandFor(smallest)}`, ...lines].join('\n');
}
