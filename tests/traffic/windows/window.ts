import assert from 'node:assert/strict';
import type { DayExchange, LongDay, PlantedFault } from '../../../mutants/traffic/long-day';
import { plantedIds } from '../../../mutants/traffic/generate';
import type { Random } from '../../../mutants/traffic/seeded';
import { seededChoice, seededInteger } from '../../../mutants/traffic/seeded';

/** Which day is generated, and how its traffic is written down. */
export interface DayChoice {
  readonly seed: number;
  readonly fault?: PlantedFault | undefined;
  /** `recording`: the recording that an audit of the traffic made is judged. */
  readonly form: 'har' | 'log' | 'recording';
  /** `address`: the target names the addresses of the services. `path`: only paths show the service. */
  readonly known: 'address' | 'path';
  /** `every`: all rules, as if a recording was judged again; `traffic`: those that recorded traffic can show. */
  readonly rules: 'traffic' | 'every';
}

/** The part of a day that a recording shows. */
export interface Window extends DayChoice {
  /** The first exchange of the window, and the first one after it; both count from 0, by arrival. */
  readonly from: number;
  readonly to: number;
  readonly hosts: readonly string[];
  /** The numbers of the clients. */
  readonly clients: readonly number[];
  /** Whether the answer to the last request is missing. */
  readonly unanswered: boolean;
  /** Whether the traffic is in two files, and the audit receives the later file first. */
  readonly swapped: boolean;
}

const hostOf = ({ wire }: DayExchange): string => new URL(wire.request.url).host;

export function hostsOf({ exchanges }: LongDay): string[] {
  return [...new Set(exchanges.map(hostOf))];
}

/** Returns the window that shows the whole day. */
export function wholeWindow(day: LongDay, choice: DayChoice): Window {
  const clients = [...new Set(day.exchanges.map(({ client }) => client))];
  const to = day.exchanges.length;
  return { ...choice, from: 0, to, hosts: hostsOf(day), clients, unanswered: false, swapped: false };
}

/** Draws a window: both ends, some hosts, mostly all clients. */
export function drawWindow(day: LongDay, choice: DayChoice, random: Random): Window {
  const whole = wholeWindow(day, choice);
  const from = seededInteger(random, 0, whole.to - 1);
  const longest = seededChoice(random, [8, 30, whole.to]);
  const to = Math.min(whole.to, from + seededInteger(random, 1, longest));
  const some = <Of>(list: readonly Of[], probability: number): Of[] => {
    const kept = list.filter(() => random() < probability);
    return kept.length === 0 ? [...list] : kept;
  };
  return {
    ...whole,
    from,
    to,
    hosts: some(whole.hosts, seededChoice(random, [0.3, 0.7, 1])),
    clients: some(whole.clients, 0.8),
    unanswered: random() < 0.3,
    swapped: random() < 0.3,
  };
}

/** Returns the exchanges of a window in the order in which they arrived. */
export function exchangesOf({ exchanges }: LongDay, window: Window): DayExchange[] {
  const seen = exchanges
    .slice(window.from, window.to)
    .filter((each) => window.hosts.includes(hostOf(each)) && window.clients.includes(each.client));
  const last = seen.at(-1);
  if (!window.unanswered || last === undefined) return seen;
  const { response, ...wire } = last.wire;
  return [...seen.slice(0, -1), { ...last, wire }];
}

/** Divides the exchanges of a window into files, in the order in which the audit receives the files. */
export function filesOf(seen: readonly DayExchange[], { swapped }: Pick<Window, 'swapped'>): DayExchange[][] {
  const middle = seen.length >> 1;
  return swapped && middle > 0 ? [seen.slice(middle), seen.slice(0, middle)] : [[...seen]];
}

/** Returns smaller windows and simpler ones: first those that are half as long. */
export function smallerWindows(window: Window): Window[] {
  const { from, to, hosts, clients } = window;
  const [half, quarter] = [Math.ceil((to - from) / 2), Math.ceil((to - from) / 4)];
  const ends = [
    [from, from + half],
    [to - half, to],
    [from + quarter, to],
    [from, to - quarter],
    [from + 1, to],
    [from, to - 1],
  ] as const;
  const without = <Of>(list: readonly Of[]): Of[][] =>
    list.length < 2 ? [] : list.map((left) => list.filter((each) => each !== left));
  return [
    ...ends.filter(([a, b]) => a < b && b - a < to - from).map(([a, b]) => ({ ...window, from: a, to: b })),
    ...without(hosts).map((fewer) => ({ ...window, hosts: fewer })),
    ...without(clients).map((fewer) => ({ ...window, clients: fewer })),
    ...(window.unanswered ? [{ ...window, unanswered: false }] : []),
    ...(window.swapped ? [{ ...window, swapped: false }] : []),
  ];
}

/** Writes a window as one line, which {@link parseWindow} reads. */
export function formatWindow(window: Window): string {
  const { seed, fault, form, known, rules, from, to, hosts, clients, unanswered, swapped } = window;
  return [
    `seed=${seed}`,
    ...(fault === undefined ? [] : [`fault=${fault.id}@${fault.at}`]),
    `form=${form}`,
    `known=${known}`,
    `rules=${rules}`,
    `part=${from}-${to}`,
    `hosts=${hosts.join(',')}`,
    `clients=${clients.join(',')}`,
    ...(unanswered ? ['unanswered=yes'] : []),
    ...(swapped ? ['swapped=yes'] : []),
  ].join(' ');
}

/** Reads a line that {@link formatWindow} wrote. */
export function parseWindow(text: string): Window {
  const parts = new Map(
    text
      .trim()
      .split(/\s+/)
      .map((each) => each.split('=') as [string, string]),
  );
  const [id = '', at = ''] = parts.get('fault')?.split('@') ?? [];
  const fault = plantedIds.find((each) => each === id);
  const [from, to] = (parts.get('part') ?? '').split('-').map(Number);
  assert.ok(from !== undefined && to !== undefined, `part=FROM-TO is missing in ${text}`);
  return {
    seed: Number(parts.get('seed')),
    ...(fault && { fault: { id: fault, at: Number(at) } }),
    form: (['log', 'recording'] as const).find((each) => each === parts.get('form')) ?? 'har',
    known: parts.get('known') === 'path' ? 'path' : 'address',
    rules: parts.get('rules') === 'every' ? 'every' : 'traffic',
    from,
    to,
    hosts: (parts.get('hosts') ?? '').split(','),
    clients: (parts.get('clients') ?? '').split(',').map(Number),
    unanswered: parts.has('unanswered'),
    swapped: parts.has('swapped'),
  };
}
