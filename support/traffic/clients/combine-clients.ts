import type { ClientName } from '../../exchange/exchange';
import { clientIdentifierKinds } from '../../exchange/exchange';
import { mergeConclusionsById } from '../../judging/merge';
import type { Results } from '../../judging/results';
import type { ObligationResult } from '../../judging/verdict';
import type { Conclusion } from '../../obligations';
import type { ClientTrafficSpan } from '../../judging/traffic-span';

/** What the judges concluded of one client. */
export interface JudgedClient extends ClientTrafficSpan {
  readonly name: ClientName;
  readonly conclusions: ReadonlyMap<string, Conclusion>;
}

/** In an order that does not depend on who came first: by what they are known by, and then by name. */
function inOrder(clients: Iterable<JudgedClient>): JudgedClient[] {
  const rank = ({ name }: JudgedClient): number => clientIdentifierKinds.indexOf(name.by);
  return [...clients].sort(
    (one, other) => rank(one) - rank(other) || (one.name.label < other.name.label ? -1 : 1),
  );
}

/** What all of them come to, and whose it is, where one of them has a name. */
export interface Together {
  readonly conclusions: ReadonlyMap<string, Conclusion>;
  readonly clients?: readonly JudgedClient[];
  /** The traffic of each client, including clients without a name. */
  readonly spans: readonly ClientTrafficSpan[];
}

/** What all clients come to: of one, to the letter what was concluded of it. */
export function combineClients(all: Iterable<JudgedClient>): Together {
  const clients = inOrder(all);
  const [only, another] = clients;
  const isNameless = clients.every(({ name }) => name.by === 'nothing');
  return {
    conclusions:
      only !== undefined && another === undefined
        ? only.conclusions
        : mergeConclusionsById(clients.map(namedBreaches)),
    ...(!isNameless && { clients }),
    spans: clients,
  };
}

/** What was concluded of a client, with its name beside each breach. */
function namedBreaches({ name, conclusions }: JudgedClient): ReadonlyMap<string, Conclusion> {
  return new Map(
    [...conclusions].map(([id, { breaches, ...rest }]) => [
      id,
      { ...rest, breaches: breaches.map((each) => ({ ...each, client: name })) },
    ]),
  );
}

/** A client, and what its traffic alone comes to. */
interface Alone {
  readonly client: JudgedClient;
  readonly results: Results;
}

/**
 * What all clients come to, where an obligation of integrators has facets: what the client saw that lacks the fewest of
 * them. One integrator has to do all of it, so that halves of two make no whole. Services are the same for all clients:
 * what they showed to one and what they showed to another add up.
 */
export function withFacetsOfOne(
  together: ReadonlyMap<string, Conclusion>,
  alone: readonly Alone[],
): ReadonlyMap<string, Conclusion> {
  const all = new Map(together);
  const rowsOf = alone.map(({ client, results }) => ({
    client,
    rows: new Map(results.obligations.map((row) => [row.id, row])),
  }));
  for (const [id, conclusion] of together) {
    if (conclusion.facets === undefined) continue;
    const seen = rowsOf.flatMap(({ client, rows }) => {
      const row = rows.get(id);
      return row?.subject === 'integrator' && row.observations > 0 ? [{ client, lacks: gapsIn(row) }] : [];
    });
    const [closest] = seen.sort((one, other) => one.lacks - other.lacks);
    if (closest !== undefined) all.set(id, ofOne(id, conclusion, closest.client));
  }
  return all;
}

const gapsIn = ({ facets = [] }: ObligationResult): number =>
  facets.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'not-applicable').length;

/** What others broke is broken all the same. */
function ofOne(id: string, conclusion: Conclusion, { name, conclusions }: JudgedClient): Conclusion {
  const own = conclusions.get(id)?.facets ?? [];
  const broken = (conclusion.facets ?? []).filter((each) => each.broken > 0);
  const others = broken.filter((each) => !own.some((facet) => facet.name === each.name));
  return {
    ...conclusion,
    facetsOf: name,
    facets: [
      ...own.map((facet) => broken.find((each) => each.name === facet.name) ?? facet),
      ...others.map((facet) => ({ ...facet, kept: 0 })),
    ],
  };
}
