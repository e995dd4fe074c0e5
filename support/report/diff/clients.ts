import type { ClientName } from '../../exchange/exchange';
import { formatClientName } from '../../exchange/exchange';
import type { ClientBreachCount, ClientRow, Results } from '../../judging/results';
import { listedBroken } from '../model/clients';
import { plannedRows } from '../planned';
import { settlementsIn } from '../model/settlement';

/** An obligation that a client broke, in the report of the two in which it did. */
interface BrokenByClient extends ClientBreachCount {
  /** A `should` was a warning. */
  readonly level: 'must' | 'should';
  /** The label of the settlement of the failure; `undefined` if nothing settles it. */
  readonly settled?: string;
}

/** A client that is not as it was, with the obligations that this is about: demands first. */
interface ClientChange extends ClientName {
  readonly obligations: readonly BrokenByClient[];
}

/**
 * The clients of traffic in two reports, the worst first in each list. What the services broke is not told by client,
 * nor is what stands outside of either plan.
 */
export interface ClientChanges {
  /** What they break now and did not break before. */
  readonly worse: readonly ClientChange[];
  /** What they broke before and were not seen to break now. A breach that is merely no longer seen may not be fixed. */
  readonly better: readonly ClientChange[];
  /** In the later report alone, and in the earlier one alone, with all that they broke there. */
  readonly appeared: readonly ClientChange[];
  readonly gone: readonly ClientChange[];
  /** How many both reports have. */
  readonly compared: number;
  /** How many of each are not compared: the digest that is their name is not in the other report. */
  readonly unnamed: { readonly old: number; readonly now: number };
}

/** `undefined` where one of the two lists no clients. */
export function compareClients(old: Results, now: Results): ClientChanges | undefined {
  if (old.clients === undefined || now.clients === undefined) return undefined;
  const toldOf = tellerOf(old, now);
  const [before, after] = [byName(old.clients.map(toldOf)), byName(now.clients.map(toldOf))];
  const [gone, appeared] = [notIn(after, before), notIn(before, after)];
  return {
    worse: beyond(after, before),
    better: beyond(before, after),
    appeared: appeared.filter(hasOwnName).sort(byWorst),
    gone: gone.filter(hasOwnName).sort(byWorst),
    compared: after.size - appeared.length,
    unnamed: {
      old: gone.filter((each) => !hasOwnName(each)).length,
      now: appeared.filter((each) => !hasOwnName(each)).length,
    },
  };
}

/** Tells what a client broke of what it was itself to keep, where both plans and both reports have that. */
function tellerOf(old: Results, now: Results): (row: ClientRow) => ClientChange {
  const before = new Set(plannedRows(old).map(({ id }) => id));
  const own = plannedRows(now).filter(({ id, subject }) => subject === 'integrator' && before.has(id));
  const ids = new Set(own.map(({ id }) => id));
  const settlements = settlementsIn(now);
  return ({ label, by, failed, broken }) => {
    const obligations = broken
      .filter(({ id }) => ids.has(id))
      .map((each): BrokenByClient => {
        if (!failed.includes(each.id)) return { ...each, level: 'should' };
        const settled = settlements.get(each.id)?.label;
        return { ...each, level: 'must', ...(settled !== undefined && { settled }) };
      });
    return { label, by, obligations: ofLevel(obligations, 'must').concat(ofLevel(obligations, 'should')) };
  };
}

const ofLevel = (all: readonly BrokenByClient[], wanted: BrokenByClient['level']): BrokenByClient[] =>
  all.filter(({ level }) => level === wanted);

type Clients = ReadonlyMap<string, ClientChange>;

/** What names no client is that of none. */
const byName = (clients: readonly ClientChange[]): Clients =>
  new Map(clients.filter(({ by }) => by !== 'nothing').map((each) => [formatClientName(each), each]));

const notIn = (others: Clients, clients: Clients): ClientChange[] =>
  [...clients].filter(([name]) => !others.has(name)).map(([, each]) => each);

const digest = /^(client|bridge)-[a-z2-7]{12}$/;

/**
 * Whether it is shown by an id of its own. A digest is made under a key of the audit, so the same client has another
 * one in the next. An id that looks like a digest is taken for one: then nothing is said of it, and nothing wrong.
 */
const hasOwnName = ({ label, by }: ClientName): boolean =>
  (by === 'client id' || by === 'bridge id') && !digest.test(label);

/** What clients of both broke in one report, and in the other did not, or only as a recommendation. */
function beyond(clients: Clients, others: Clients): ClientChange[] {
  return [...clients]
    .flatMap(([name, { obligations, ...client }]) => {
      const other = others.get(name);
      if (other === undefined) return [];
      const levels = new Map(other.obligations.map(({ id, level }) => [id, level]));
      const more = obligations.filter(
        ({ id, level }) => !levels.has(id) || (level === 'must' && levels.get(id) === 'should'),
      );
      return more.length === 0 ? [] : [{ ...client, obligations: more }];
    })
    .sort(byWorst);
}

function byWorst(one: ClientChange, other: ClientChange): number {
  const more = (['must', 'should'] as const).map((level) => countOf(other, level) - countOf(one, level));
  return more.find((each) => each !== 0) ?? (formatClientName(one) < formatClientName(other) ? -1 : 1);
}

const countOf = ({ obligations }: ClientChange, wanted: BrokenByClient['level']): number =>
  ofLevel(obligations, wanted).length;

/** Whether one of them breaks an obligation that it did not break before, and nothing settles that failure. */
export const areClientsWorse = ({ worse }: ClientChanges): boolean =>
  worse.some(({ obligations }) => obligations.some(({ settled }) => settled === undefined));

/** Clients that changed in the same way, in words: a line each, the worst first. */
interface ClientGroup {
  readonly kind: 'worse' | 'better' | 'appeared' | 'gone';
  readonly title: string;
  readonly lines: readonly string[];
}

const titles: Readonly<Record<ClientGroup['kind'], string>> = {
  worse: 'Clients that newly break something',
  better: 'Clients that are no longer seen to break what they broke',
  appeared: 'Clients only in the new report',
  gone: 'Clients only in the old report',
};

export function clientGroups(changes: ClientChanges): ClientGroup[] {
  return (['worse', 'better', 'appeared', 'gone'] as const)
    .filter((kind) => changes[kind].length > 0)
    .map((kind) => ({
      kind,
      title: `${titles[kind]}: ${changes[kind].length}`,
      lines: changes[kind].map(lineOf),
    }));
}

function lineOf(change: ClientChange): string {
  const broken = change.obligations.map(({ id, count, level, settled }) => ({
    id,
    more: [
      ` ${count}×`,
      level === 'should' ? ' (warning)' : '',
      settled === undefined ? '' : ` (${settled})`,
    ].join(''),
  }));
  return [formatClientName(change), ...(broken.length > 0 ? [listedBroken(broken)] : [])].join(': ');
}

/** How many were compared, and why others were not. */
export function comparedClientsText({ compared, unnamed: { old, now } }: ClientChanges): string {
  const others = `Not compared: ${old} of the old report and ${now} of the new, whose names are digests that differ from audit to audit.`;
  return `Clients compared by name: ${compared}.${old + now > 0 ? ` ${others}` : ''}`;
}
