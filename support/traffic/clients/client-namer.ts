import { createHmac } from 'node:crypto';
import type { ClientName } from '../../exchange/exchange';
import type { ExchangeRedactor } from '../../exchange/exchange-redactor';
import { exchangeRedactorFor } from '../../judging/keeping';
import type { Target } from '../../targets/target';
import type { ClientIdentity } from './client-directory';
import { unidentifiedClient, recordedMark } from './client-directory';

/** What can be a part of a file's name on every system. */
const plainLabel = /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/;

/** Under which name an id is kept, or not. */
const names: Readonly<Partial<Record<ClientIdentity['by'], string>>> = {
  'client id': 'clientId',
  'bridge id': 'X-HIP-ID',
};

const kinds: Readonly<Record<ClientIdentity['by'], string>> = {
  'client id': 'client',
  token: 'token',
  'bridge id': 'bridge',
  'source address': 'address',
  'callback address': 'callback',
  nothing: unidentifiedClient.id,
};

/**
 * Names clients: by their own id where that is harmless, else by a digest under a key, the same one for the same id.
 */
export class ClientNamer {
  readonly #keeper: ExchangeRedactor;
  readonly #key: Buffer;
  readonly #named = new Map<string, ClientName>();

  /** @param key of the audit; each part of the traffic is judged under the same one */
  constructor(target: Target, key: Buffer) {
    this.#keeper = exchangeRedactorFor(target);
    this.#key = key;
  }

  /** @param host a host of the system that the client called, if the traffic shows several systems */
  name(client: ClientIdentity, host?: string): ClientName {
    const key = `${client.by} ${client.id} ${host ?? ''}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const made = { label: this.#labelOf(client) + this.#suffixOf(host), by: client.by };
    this.#named.set(key, made);
    return made;
  }

  /** Returns the part of a name that distinguishes the systems that a client called. */
  #suffixOf(host: string | undefined): string {
    if (host === undefined) return '';
    const url = `https://${host}`;
    const isKept = plainLabel.test(host) && this.#keeper.address(`${url}/`) === `${url}/`;
    return `@${isKept ? host : digest(this.#key, `host ${host}`)}`;
  }

  #labelOf({ by, id }: ClientIdentity): string {
    const name = names[by];
    if (by === 'nothing') return unidentifiedClient.id;
    if (id.startsWith(recordedMark)) return id.slice(recordedMark.length);
    if (name !== undefined && plainLabel.test(id) && this.#keeper.value(name, id) === id) return id;
    return `${kinds[by]}-${digest(this.#key, `${by} ${id}`)}`;
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Sixty bits under the key, as twelve letters and digits. */
function digest(key: Buffer, text: string): string {
  const bytes = createHmac('sha256', key).update(`client ${text}`).digest();
  return Array.from({ length: 12 }, (_none, at) => alphabet.charAt((bytes[at] ?? 0) & 31)).join('');
}

/** What tells one client from another. */
export const keyOfClientName = ({ by, label }: ClientName): string => `${by} ${label}`;

/**
 * The shard of each client, from 1, so that shards have about as much to do: each client goes to the one that has the
 * least so far.
 * @param items of each client, the largest first
 */
export function assignShards(items: readonly number[], of: number): number[] {
  const loads = Array.from({ length: of }, () => 0);
  return items.map((count) => {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + count;
    return least + 1;
  });
}
