import { formatCount } from '../../contract/format-count';
import type { Subject } from '../../contract/words';
import { formatClientName } from '../../exchange/exchange';
import type { ClientRow, Results } from '../../judging/results';
import { maxShownBroken, maxShownClients } from '../wording';
import { formatToSecond } from './words';

/** A client of recorded traffic, as every report shows it. */
export interface ReportedClient {
  /** `SBX_1 (by client id)` */
  readonly name: string;
  readonly label: string;
  /** `by client id`; empty where nothing names it. */
  readonly known: string;
  readonly exchanges: number;
  /** `does not conform`: the verdict on the client, or on the services where they alone were judged. */
  readonly outcome: string;
  /** What was broken: the client's own demands first, then recommendations, then what the services broke. */
  readonly broken: readonly ToldBroken[];
  /** The first exchange that shows what the client itself broke. */
  readonly firstBroken?: number | undefined;
  readonly firstExchange?: number | undefined;
  /** `2026-11-21 08:55:54`, in UTC. */
  readonly firstAt?: string | undefined;
  readonly lastAt?: string | undefined;
  /** What a terminal says of it. */
  readonly line: string;
}

/** An obligation that was broken in its traffic. */
interface ToldBroken {
  readonly id: string;
  /** The first exchange that shows the breach. */
  readonly exchange: number | undefined;
  /** What is said behind the id: ` 12×`, ` 3× (warning)`. */
  readonly more: string;
  /** How bad that is for the client: 0 for a demand on it, 1 for a recommendation, 2 for what the services broke. */
  readonly rank: 0 | 1 | 2;
}

/** Worst first: by the demands that they broke, then by the recommendations, then by what the services broke. */
export function clientsOf({ clients = [], obligations }: Results): ReportedClient[] {
  const subjects = new Map(obligations.map(({ id, subject }) => [id, subject]));
  return clients.map((client) => toldClient(client, (id) => subjects.get(id))).sort(byWorst);
}

/** `7`; where not all are shown at once, `300, 43 of which broke something`. */
export function clientCountText(clients: readonly ReportedClient[]): string {
  if (clients.length <= maxShownClients) return String(clients.length);
  const breaking = clients.filter(({ broken }) => broken.some(({ rank }) => rank < 2));
  return `${clients.length}, ${breaking.length} of which broke something`;
}

function byWorst(one: ReportedClient, other: ReportedClient): number {
  const more = ([0, 1, 2] as const).map((rank) => countOf(other, rank) - countOf(one, rank));
  return more.find((each) => each !== 0) ?? (one.name < other.name ? -1 : 1);
}

const countOf = ({ broken }: ReportedClient, wanted: ToldBroken['rank']): number =>
  broken.filter(({ rank }) => rank === wanted).length;

function toldClient(client: ClientRow, subjectOf: (id: string) => Subject | undefined): ReportedClient {
  const { label, by, exchanges, firstExchange, firstAt, lastAt } = client;
  const broken = brokenOf(client, subjectOf);
  const own = broken.filter(({ rank }) => rank < 2);
  const first = Math.min(...own.flatMap(({ exchange }) => exchange ?? []));
  const name = formatClientName(client);
  const outcome = outcomeOf(client);
  return {
    name,
    label,
    known: by === 'nothing' ? '' : `by ${by}`,
    exchanges,
    outcome,
    broken,
    firstBroken: Number.isFinite(first) ? first : undefined,
    firstExchange,
    firstAt: firstAt && timeOf(firstAt),
    lastAt: lastAt && timeOf(lastAt),
    line: [`${name}: ${formatCount(exchanges, 'exchange')}`, outcome, brokenText(broken)]
      .filter((each) => each !== '')
      .join('; '),
  };
}

function outcomeOf({ overall: { integrator, service } }: ClientRow): string {
  const verdict = integrator ?? (service && `service ${service}`) ?? '';
  return verdict.replaceAll('-', ' ');
}

const timeOf = (instant: string): string => formatToSecond(instant).replace(/ UTC$/, '');

const marks = ['', ' (warning)', ' (by the service)'] as const;

function brokenOf(
  { failed, broken }: ClientRow,
  subjectOf: (id: string) => Subject | undefined,
): ToldBroken[] {
  return broken
    .map(({ id, count, exchange }): ToldBroken => {
      const rank = subjectOf(id) === 'service' ? 2 : failed.includes(id) ? 0 : 1;
      return { id, exchange, more: ` ${count}×${marks[rank]}`, rank };
    })
    .sort((one, other) => one.rank - other.rank);
}

function brokenText(broken: readonly ToldBroken[]): string {
  return broken.length === 0 ? '' : `broken: ${listedBroken(broken)}`;
}

/** Ids, each with how often it was broken and whether that only warns; the others are counted. */
export function listedBroken(broken: readonly Pick<ToldBroken, 'id' | 'more'>[]): string {
  const shown = broken.slice(0, maxShownBroken).map(({ id, more }) => `${id}${more}`);
  const others = broken.length - shown.length;
  return `${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
