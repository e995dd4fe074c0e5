import type { ClientName } from '../exchange/exchange';
import type { ClientClues } from './clients/client-clues';
import type { ClientIdentity } from './clients/client-directory';
import { ClientDirectory } from './clients/client-directory';
import type { ClientNamer } from './clients/client-namer';
import type { ServiceHosts } from './service-hosts';

/** The clues of an item, and whether other items can be attributed by them. */
export interface ItemClues extends ClientClues {
  readonly counts: boolean;
}

/** A client of one system. */
export interface SystemClient {
  readonly name: ClientName;
  readonly client: ClientIdentity;
  /** A host of the system; `undefined` if the traffic shows only one system. */
  readonly host?: string | undefined;
}

/**
 * Attributes items to clients. If the traffic shows several systems, such as a stub and a sandbox, a client of one
 * system counts as another client than the client of another system, even if both have the same id.
 */
export class SystemClients {
  readonly #hosts: ServiceHosts;
  readonly #names: ClientNamer;
  readonly #directories = new Map<number, ClientDirectory>();
  /** The systems that received requests of each payer cycle, by the correlation id. */
  readonly #cycles = new Map<string, Set<number>>();

  constructor(all: readonly ItemClues[], hosts: ServiceHosts, names: ClientNamer) {
    this.#hosts = hosts;
    this.#names = names;
    for (const { host, cycle } of all) {
      const group = this.#groupAt(host);
      if (cycle === undefined || group === undefined) continue;
      this.#cycles.set(cycle, (this.#cycles.get(cycle) ?? new Set()).add(group));
    }
    for (const clues of all) {
      const isElsewhere = clues.host !== undefined && this.#groupAt(clues.host) === undefined;
      if (clues.counts && !isElsewhere) this.#directoryOf(this.#groupOf(clues)).note(clues);
    }
  }

  of(clues: ClientClues): SystemClient {
    const group = this.#groupOf(clues);
    const client = this.#directoryOf(group).clientOf(clues);
    const host = clues.recorded === undefined ? this.#hosts.nameOf(group) : undefined;
    return { name: this.#names.name(client, host), client, host };
  }

  /** Returns the group of an item: that of its host, or that of its payer cycle for a callback; otherwise the first. */
  #groupOf({ host, cycle }: ClientClues): number {
    const [ofCycle, another] = (cycle === undefined ? undefined : this.#cycles.get(cycle)) ?? [];
    return this.#groupAt(host) ?? (another === undefined ? ofCycle : undefined) ?? 0;
  }

  #groupAt(host: string | undefined): number | undefined {
    return host === undefined ? undefined : this.#hosts.at(`https://${host}`)?.group;
  }

  #directoryOf(group: number): ClientDirectory {
    const known = this.#directories.get(group) ?? new ClientDirectory();
    this.#directories.set(group, known);
    return known;
  }
}
