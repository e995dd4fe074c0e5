import type { Members } from '../../contract/json';
import { isObject, readJson } from '../../contract/json';
import { answerHeader, entryOf, tookMs } from './newman-entry';
import type { CutEntry } from './read-har';

/** Whether a file begins like a report of newman's reporter `json`. */
export const isNewman = (start: string): boolean => /^\{\s*"collection"\s*:/.test(start);

/** The executions of newman's report as entries of HAR, or why there are none. */
export function newmanEntries(text: string): readonly CutEntry[] | { readonly flaw: string } {
  const json = readJson(withShortBodies(text));
  if ('flaw' in json) return json;
  const run = isObject(json.value) ? json.value.run : undefined;
  if (!isObject(run) || !Array.isArray(run.executions)) return { flaw: 'it has no run.executions' };
  const { started, completed } = isObject(run.timings) ? run.timings : {};
  if (typeof started !== 'number') return { flaw: 'it has no run.timings.started' };
  const executions = run.executions.map((each: unknown) => (isObject(each) ? each : {}));
  const kept = withoutRepeats(executions);
  const times = timesOf(kept, started, typeof completed === 'number' ? completed : Infinity);
  return executions.map((each, at) => (kept[at] === undefined ? { flaw: hidden } : cut(each, times[at])));
}

/** The last instant that a date can be. */
const lastMs = 8.64e15;

function cut(execution: Members, startedAt: number | undefined): CutEntry {
  if (startedAt === undefined) return { flaw: 'nothing tells when it was sent: its answer has no Date' };
  if (!(Math.abs(startedAt) <= lastMs)) return { flaw: 'its time is no date' };
  const entry = entryOf(execution, startedAt);
  return entry === undefined ? { flaw: 'no request' } : { text: JSON.stringify(entry) };
}

/** newman writes each byte of a body on a line of its own: as Base64 it is no million members. */
function withShortBodies(text: string): string {
  return text.replace(
    /"data"\s*:\s*\[([\d\s,]*)\]/g,
    (_all, list: string) => `"data":"${bytesIn(list).toString('base64')}"`,
  );
}

/** The numbers of a list, sign by sign: a text for each of some million would take hundreds of megabytes. */
function bytesIn(list: string): Buffer {
  const bytes = Buffer.alloc(Math.ceil(list.length / 2));
  let [size, isWithin] = [0, false];
  for (let at = 0; at < list.length; at += 1) {
    const digit = list.charCodeAt(at) - zero;
    const isDigit = digit >= 0 && digit <= 9;
    if (isDigit) bytes[size] = 10 * (bytes[size] ?? 0) + digit;
    else if (isWithin) size += 1;
    isWithin = isDigit;
  }
  return bytes.subarray(0, isWithin ? size + 1 : size);
}

const zero = 0x30;

const hidden =
  'newman reports another request in place of one that a script sent (pm.sendRequest): make it a request of the collection';

/**
 * newman writes what the last request of an item was once for each request that the item sent: the others are lost. Gives
 * the executions with `undefined` for each repeat.
 */
function withoutRepeats(executions: readonly Members[]): readonly (Members | undefined)[] {
  const last = new Map<unknown, number>();
  const refOf = ({ cursor }: Members): unknown => (isObject(cursor) ? cursor.ref : undefined);
  for (const [at, each] of executions.entries()) last.set(refOf(each) ?? each, at);
  return executions.map((each, at) => (last.get(refOf(each) ?? each) === at ? each : undefined));
}

/** A TIMESTAMP that was right would look stale otherwise (reading stale-after). */
const mostDoubtMs = 60_000;

/**
 * When each request was sent. The report has the times of its run alone: a request came behind the answers before it, and
 * with those behind it before the end. The Date of its answer says when in between.
 */
function timesOf(
  executions: readonly (Members | undefined)[],
  started: number,
  completed: number,
): (number | undefined)[] {
  const latest: number[] = [];
  let until = completed;
  for (const [at, each] of [...executions.entries()].reverse()) latest[at] = until -= tookMs(each ?? {});
  let free = started;
  return executions.map((each = {}, at) => {
    const date = Date.parse(answerHeader(each, 'date') ?? '');
    const end = Math.max(free, latest[at] ?? free);
    if (Number.isNaN(date) && end - free > mostDoubtMs) return undefined;
    const sentAt = Number.isNaN(date) ? free : Math.min(Math.max(date, free), end);
    free = sentAt + tookMs(each);
    return sentAt;
  });
}
