import type { AdapterAnswer, Evidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { intendedOperation, isAccepted } from '../exchange/exchange';
import type { VerdictReason } from '../exchange/reason';
import { toPlainText } from '../exchange/text';
import type { ObligationResult, Verdict } from './verdict';
import { serviceOfCertificateFetch } from '../obligations/judge/requests';
import type { Waiver } from '../targets/load-waivers';

/** What got in the way of a run, reported once: a crash of the adapter, an address that is down. */
export interface Obstacle {
  /** In one line. */
  readonly what: string;
  /** What is known besides, as in what the adapter wrote to stderr; absent: nothing. */
  readonly detail?: string;
  /** The obligations that are inconclusive for it; none where all was seen before. */
  readonly prevented: readonly string[];
}

/** What is known of an obligation, at the end of a run or in its middle. */
type Known = Pick<ObligationResult, 'id' | 'planned' | 'verdict' | 'reason' | 'scenarios'>;

/**
 * Gathers what prevented several checks, or came with more than a line: each is reported once, and a check that it
 * prevented names it in a line.
 *
 * @param cutShort messages of what cut a journey short, whatever it prevented
 */
export function gatherObstacles<Row extends Known>(
  rows: readonly Row[],
  cutShort: readonly string[] = [],
): { readonly rows: Row[]; readonly obstacles: readonly Obstacle[] } {
  const prevented = rows.filter((row) => row.planned && row.verdict === 'inconclusive');
  const messages = [...cutShort, ...prevented.flatMap(({ reason }) => messageOf(reason))];
  const groups = Map.groupBy(new Set(messages), sameness);
  const obstacles = [...groups.values()].flatMap((alike) => {
    const [first = ''] = alike;
    const ids = prevented.filter((row) => messageOf(row.reason).some((each) => alike.includes(each)));
    const isOne = ids.length > 1 || detailOf(first) !== '' || alike.some((each) => cutShort.includes(each));
    return isOne ? [obstacleOf(first, ids)] : [];
  });
  const ids = new Set(obstacles.flatMap((each) => each.prevented));
  return { rows: rows.map((row) => (ids.has(row.id) ? shortened(row) : row)), obstacles };
}

/** Who names an exchange tells what became of that alone; and a fault of the suite is none of a party in the way. */
function messageOf({ text, bySuite }: Partial<VerdictReason> = {}): string[] {
  return typeof text !== 'string' || bySuite === true ? [] : [text];
}

function obstacleOf(message: string, rows: readonly Known[]): Obstacle {
  const detail = detailOf(message);
  return {
    what: whatOf(message),
    ...(detail !== '' && { detail }),
    prevented: rows.map(({ id }) => id),
  };
}

const whatOf = (message: string): string => message.split('\n', 1)[0] ?? '';

const detailOf = (message: string): string => message.slice(whatOf(message).length + 1);

/** Processes that crash alike differ in numbers, and in what they were asked for: the detail identifies the crash. */
function sameness(message: string): string {
  const detail = detailOf(message);
  return (detail === '' ? message : detail).replaceAll(/\d+/g, '0');
}

/** The rest stands with the obstacle. */
function shortened<Row extends Known>(row: Row): Row {
  const scenarios = row.scenarios.map((each) =>
    each.message === undefined || each.verdict !== 'inconclusive'
      ? each
      : { ...each, message: whatOf(each.message) },
  );
  return { ...row, reason: { ...row.reason, text: whatOf(toPlainText(row.reason?.text ?? '')) }, scenarios };
}

/** An approved exception, with its approver and its state. */
export interface WaiverRow {
  readonly obligation: string;
  readonly reason: string;
  readonly approver: string;
  /** The last day on which it counts, as in 2026-12-31. */
  readonly expires: string;
  /** `unused`: what it waives did not happen. */
  readonly state: 'used' | 'unused' | 'expired';
}

/** Whether an exception fails a run by itself. */
export const failsRun = (
  { obligation, state }: WaiverRow,
  { changes }: { readonly changes?: { readonly unusedBySuite?: readonly string[] } },
): boolean =>
  state === 'expired' || (state === 'unused' && changes?.unusedBySuite?.includes(obligation) !== true);

const broken: readonly Verdict[] = ['failed', 'warning'];
const kept: readonly Verdict[] = ['passed'];

/**
 * What came of each waiver, in the order of the file. One whose obligation is outside the plan, or was planned and
 * not exercised, is left out: nothing was learnt about it, unless it has expired.
 * @param startedAt the waivers of that day, in UTC, count
 */
export function waiverRows(
  waivers: readonly Waiver[],
  rows: readonly ObligationResult[],
  startedAt: Date,
): WaiverRow[] {
  const today = startedAt.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const byId = new Map<string, Verdict>(
    rows.filter(({ planned }) => planned).map((row) => [row.id, row.verdict]),
  );
  return waivers.flatMap(({ id, reason, approver, expires }) => {
    const state = stateOf(byId.get(id), expires < today);
    return state === undefined ? [] : [{ obligation: id, reason, approver, expires, state }];
  });
}

/** Returns the ids of the failures that a used exception or a field profile settles for the exit code. */
export function settledIds(
  rows: readonly Pick<ObligationResult, 'id' | 'asDeployed'>[],
  waivers: readonly WaiverRow[] = [],
): ReadonlySet<string> {
  return new Set([
    ...waivers.filter(({ state }) => state === 'used').map(({ obligation }) => obligation),
    ...rows.filter(({ asDeployed }) => asDeployed !== undefined).map(({ id }) => id),
  ]);
}

function stateOf(verdict: Verdict | undefined, hasExpired: boolean): WaiverRow['state'] | undefined {
  if (verdict === undefined) return undefined;
  if (hasExpired) return 'expired';
  if (broken.includes(verdict)) return 'used';
  return kept.includes(verdict) ? 'unused' : undefined;
}

/**
 * What a client reported of calls in which the services refused what they were about. It is noted, and never judged.
 */
export interface ReportAfterRefusal {
  /** As in `otp.verify`. */
  readonly call: string;
  /** The service that it was about, where it names one. */
  readonly service?: string;
  /** Of the last refusal. */
  readonly status: number;
  /** Whether a later attempt of the same call was accepted. */
  readonly accepted: boolean;
  readonly reported: NonNullable<AdapterAnswer['facts']['reported']>;
  /** How many calls were alike in all this. */
  readonly times: number;
  /** The last refusals of the first of them, by seq. */
  readonly exchanges: readonly number[];
}

/** How many refusals a row names. */
const mostNamed = 5;

/**
 * What a client reported after refusals: a row for all calls that are alike.
 *
 * @param timeline all evidence of one run, in which requests say to which call they belong
 */
export function reportsAfterRefusals(timeline: readonly Evidence[]): ReportAfterRefusal[] {
  const sent = Map.groupBy(timeline.filter(isOfCall), ({ call }) => call?.answer);
  const rows = timeline.flatMap((each) => {
    const row = each.kind === 'adapter answer' ? rowOf(each, sent.get(each.seq) ?? []) : undefined;
    return row === undefined ? [] : [row];
  });
  const alike = Map.groupBy(rows, ({ exchanges: _exchanges, ...row }) => JSON.stringify(row));
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    const exchanges = all.flatMap((each) => each.exchanges).slice(0, mostNamed);
    return first === undefined ? [] : [{ ...first, times: all.length, exchanges }];
  });
}

/** What came after the answer, its reporter did not know of. */
const isOfCall = (each: Evidence): each is Exchange =>
  each.kind === undefined && each.call !== undefined && each.call.over !== true;

function rowOf(answer: AdapterAnswer, sent: readonly Exchange[]): ReportAfterRefusal | undefined {
  const { method, service, facts } = answer;
  const wanted = sent.filter((each) => isWanted(answer, each));
  // Without a session a client does not come to what it was asked for.
  const about =
    wanted.length > 0 ? wanted : sent.filter((each) => intendedOperation(each) === 'session.create');
  const last = about.findLast((each) => (each.response?.status ?? 0) >= 400);
  if (facts.reported === undefined || last?.response === undefined) return undefined;
  return {
    call: method,
    ...(service !== undefined && { service }),
    status: last.response.status,
    accepted: about.some((each) => each.seq > last.seq && isAccepted(each)),
    reported: facts.reported,
    times: 1,
    exchanges: [last.seq],
  };
}

/** Whether a request is what the call asks for. */
function isWanted({ method, service }: AdapterAnswer, exchange: Exchange): boolean {
  const operation = intendedOperation(exchange);
  if (method === 'certificate.fetch') return serviceOfCertificateFetch(exchange) === service;
  if (method === 'communication.reply') return operation === 'communication.onRequest';
  if (method === 'fields.send')
    return exchange.service === service && exchange.request.body !== undefined && !isSession(exchange);
  return operation === method;
}

const isSession = (exchange: Exchange): boolean => intendedOperation(exchange) === 'session.create';
