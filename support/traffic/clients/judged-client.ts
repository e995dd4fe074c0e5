import type { ClientName } from '../../exchange/exchange';
import { clientMarks } from '../../exchange/exchange';
import { mergeAll } from '../../judging/merge';
import type { Conclusion } from '../../obligations';
import type { Seen } from '../seen';

/** What the judges concluded of one client. */
export interface JudgedClient extends Seen {
  readonly name: ClientName;
  readonly conclusions: ReadonlyMap<string, Conclusion>;
}

/** In an order that does not depend on who came first: by what they are known by, and then by name. */
function inOrder(clients: Iterable<JudgedClient>): JudgedClient[] {
  const rank = ({ name }: JudgedClient): number => clientMarks.indexOf(name.by);
  return [...clients].sort(
    (one, other) => rank(one) - rank(other) || (one.name.label < other.name.label ? -1 : 1),
  );
}

/** What all of them come to, and whose it is, where one of them has a name. */
export interface Together {
  readonly conclusions: ReadonlyMap<string, Conclusion>;
  readonly clients?: readonly JudgedClient[];
}

/** What all clients come to: of one, to the letter what was concluded of it. */
export function together(all: Iterable<JudgedClient>): Together {
  const clients = inOrder(all);
  const [only, another] = clients;
  const isNameless = clients.every(({ name }) => name.by === 'nothing');
  return {
    conclusions:
      only !== undefined && another === undefined ? only.conclusions : mergeAll(clients.map(namedBreaches)),
    ...(!isNameless && { clients }),
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
