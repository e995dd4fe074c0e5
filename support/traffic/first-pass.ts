import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ClientName } from '../exchange/exchange';
import { keyOfHost } from '../contract/target-hosts';
import { leftOutOfHar, wantedInLogs } from '../exchange/masks';
import type { RedactionSettings } from '../exchange/recording';
import { lineNumberOf } from '../exchange/recording';
import { HostCounter } from '../judging/traffic-span';
import type { Target } from '../targets/target';
import { ClientNamer, keyOfClientName } from './clients/client-namer';
import type { ClientClues, FoundClues } from './clients/client-clues';
import { ClueFinder } from './clients/client-clues';
import type { ClientIdentity } from './clients/client-directory';
import { plainId } from './clients/client-directory';
import { whyReadingStopped, feedItemToSink } from './items';
import { requireTargetTraffic } from './require-target-traffic';
import type { FoundHosts } from './service-hosts';
import { HostFinder, ServiceHosts } from './service-hosts';
import { SharedValues, unshared } from './shared-values';
import type { Form, TrafficItem, TrafficSource } from './sources';
import type { ItemClues, SystemClient } from './system-clients';
import { SystemClients } from './system-clients';
import { InputGroup, inputGroups } from './time-order';

/** What the first reading of all inputs found: the same wherever they are read, but for how clients are called. */
export interface FirstPass {
  readonly inputs: readonly FoundInput[];
  /** Those with the most items first. */
  readonly clients: readonly FoundClient[];
  readonly hosts: FoundHosts;
}

/** What was found in an input. */
export interface FoundInput {
  readonly name: string;
  readonly form: Form;
  /** What a recording says of what it holds. */
  readonly kept?: RedactionSettings;
  /** SHA-256 of what its items hold. */
  readonly digest: string;
  /** Whose each item is: a place among the clients. */
  readonly clientOf: Uint32Array;
  /** By which each item is known again. */
  readonly sums: Uint32Array;
  /** Why it was not read to its end. */
  readonly cut?: string;
  /** Headers that no request of it carries, in lowercase: it cannot show whether they were sent. */
  readonly unseen: readonly string[];
  /** Texts that stand there in place of all tokens or secrets. */
  readonly shared: readonly string[];
}

/** A client, and how many items are its own. */
interface FoundClient {
  readonly name: ClientName;
  readonly items: number;
}

/** Shows how far inputs are read: `tell` is called after each item. */
export type ReadWatch = <Value>(
  group: Pick<TrafficSource, 'name' | 'size' | 'read'>,
  act: (tell: () => void) => Promise<Value>,
) => Promise<Value>;

export const withoutReadWatch: ReadWatch = (_group, act) => act(() => undefined);

interface Reading {
  /** Opens the inputs, in the order of their names; it can be asked again. */
  readonly open: () => Promise<readonly TrafficSource[]>;
  readonly target: Target;
  /** Under which clients get their names. */
  readonly key: Buffer;
  readonly watch?: ReadWatch | undefined;
}

/**
 * Finds all clients and the client of each item. Throws a ConfigurationError if all exchanges went to other systems
 * than the target.
 */
export async function firstPass(reading: Reading): Promise<FirstPass> {
  const found = await read(reading, []);
  // What stands in place of all tokens tells no client from another.
  const shared = found.inputs.map((input) => input.shared);
  return shared.some((texts) => texts.length > 0) ? read(reading, shared) : found;
}

async function read(
  { open, target, key, watch = withoutReadWatch }: Reading,
  shared: readonly (readonly string[])[],
): Promise<FirstPass> {
  const [finder, told] = [new ClueFinder(target), new AllClues()];
  const [counter, hosts] = [new HostCounter(), new HostFinder()];
  const inputs: FoundInput[] = [];
  for (const sources of inputGroups(await open())) {
    const group = new InputGroup(sources);
    const looks = sources.map((source, at) => new Look(source, shared[inputs.length + at] ?? []));
    await watch(group, async (tell) => {
      for await (const item of group.items) {
        const look = looks[item.from];
        const shown = look?.at(item) ?? item;
        const clues = cluesIn(group.form, shown, { finder, counter, hosts });
        if (clues.host !== undefined) look?.hosts.add(clues.host);
        look?.kinds.add(told.kindOf(clues));
        tell();
      }
    });
    inputs.push(...looks.map((look, from) => look.found(group.cuts.get(from))));
    for (const look of looks) if (look.hidesTokens) hosts.notePossible(look.hosts);
  }
  requireTargetTraffic(counter, target);
  const found = hosts.conclude();
  const names = new SystemClients(told.all, new ServiceHosts(target, found), new ClientNamer(target, key));
  const kinds = inputs.map(({ clientOf }) => clientOf);
  return { inputs, clients: told.resolve(kinds, (clues) => names.of(clues)), hosts: found };
}

/** The objects that collect what each item shows. */
interface Noting {
  readonly finder: ClueFinder;
  readonly counter: HostCounter;
  readonly hosts: HostFinder;
}

/** Returns the clues of an item about its client; none if the item cannot be read, or is not a request. */
function cluesIn(form: Form, item: TrafficItem, { finder, counter, hosts }: Noting): ItemClues {
  let all: ItemClues = { counts: false };
  const note = ({ clues, counts, placed }: FoundClues, host?: string): void => {
    if (placed !== undefined) counter.add(placed);
    all = { ...clues, counts, ...(host !== undefined && { host }) };
  };
  feedItemToSink(form, item, {
    take: (raw) => {
      const found = finder.inRaw(raw);
      note(found, found.place ? hosts.note(raw, found.place, found) : keyOfHost(raw.request.url));
    },
    takeRecorded: (evidence) => {
      note(finder.inRecorded(evidence));
    },
  });
  return all;
}

/** Looks at the items of an input. */
class Look {
  readonly #source: TrafficSource;
  readonly #hidden: readonly string[];
  readonly #watch: HeaderWatch;
  readonly #values: SharedValues;
  readonly #content = createHash('sha256');
  readonly #sums = new Numbers();
  /** Of what each item tells. */
  readonly kinds = new Numbers();
  /** The hosts of its requests. */
  readonly hosts = new Set<string>();
  #last = 0;

  constructor(source: TrafficSource, hidden: readonly string[]) {
    this.#source = source;
    this.#hidden = hidden;
    this.#watch = new HeaderWatch(source);
    this.#values = new SharedValues(source.form);
  }

  /** The item as it is to be read. */
  at(item: TrafficItem): TrafficItem {
    this.#last = lineNumberOf(item);
    this.#content.update(textOf(item)).update('\n');
    this.#sums.add(sumOf(item));
    this.#watch.note(item);
    this.#values.note(item);
    return shownOf(item, this.#hidden);
  }

  /** Whether the input does not show if its requests carried a token. */
  get hidesTokens(): boolean {
    return this.#watch.unseen.includes('authorization');
  }

  found(cut: Error | undefined): FoundInput {
    const { name, form, kept } = this.#source;
    return {
      name,
      form,
      ...(kept && { kept }),
      digest: `sha256:${this.#content.digest('hex')}`,
      clientOf: this.kinds.all,
      sums: this.#sums.all,
      ...(cut !== undefined && { cut: whyReadingStopped(cut.message, this.#source, this.#last) }),
      unseen: this.#watch.unseen,
      shared: this.#values.values,
    };
  }
}

/** An item with a mask in place of what its input has in place of all values. */
export function shownOf<Of extends TrafficItem>(item: Of, shared: readonly string[]): Of {
  return 'text' in item && shared.length > 0 ? { ...item, text: unshared(item.text, shared) } : item;
}

const textOf = (item: TrafficItem): string => ('text' in item ? item.text : item.flaw);

/** By which an item of an input is known again where that is read once more; it may be another one by chance alone. */
export const sumOf = (item: TrafficItem): number => crc32(textOf(item), item.number);

/** Numbers in four bytes each. */
class Numbers {
  #held = new Uint32Array(16);
  #count = 0;

  add(each: number): void {
    if (this.#count === this.#held.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#held);
      this.#held = grown;
    }
    this.#held[this.#count] = each;
    this.#count += 1;
  }

  get all(): Uint32Array {
    return this.#held.subarray(0, this.#count);
  }
}

/** What items tell of their clients: those of a client mostly tell the same. */
class AllClues {
  readonly #kinds = new Map<string, number>();
  readonly all: ItemClues[] = [];

  kindOf(clues: ItemClues): number {
    const text = JSON.stringify(clues);
    const kind = this.#kinds.get(text) ?? this.all.push(clues) - 1;
    this.#kinds.set(text, kind);
    return kind;
  }

  /** Puts the place of its client where the kind of an item stands. */
  resolve(kinds: readonly Uint32Array[], resolved: (clues: ClientClues) => SystemClient): FoundClient[] {
    const clients = new Map<string, { name: ClientName; order: string; items: number }>();
    const ofKind = this.all.map((clues) => {
      const { name, client, host } = resolved(clues);
      const known = clients.get(keyOfClientName(name)) ?? { name, order: orderOf(client, host), items: 0 };
      clients.set(keyOfClientName(name), known);
      return known;
    });
    for (const those of kinds) for (const kind of those) (ofKind[kind] ?? { items: 0 }).items += 1;
    const all = [...clients.values()].sort(
      (one, other) => other.items - one.items || (one.order < other.order ? -1 : 1),
    );
    const places = new Map(all.map((client, place) => [client, place]));
    const placeOfKind = ofKind.map((client) => places.get(client) ?? 0);
    for (const those of kinds) for (const [at, kind] of those.entries()) those[at] = placeOfKind[kind] ?? 0;
    return all.map(({ name, items }) => ({ name, items }));
  }
}

/**
 * Where clients have as many items: by their own ids, and not by names under a key, which differ from process to
 * process.
 */
const orderOf = (client: ClientIdentity, host = ''): string =>
  createHash('sha256')
    .update(`${client.by} ${plainId(client)} ${host}`)
    .digest('hex');

/** Finds the headers that no request of a file carries: the file cannot show whether they were sent. */
class HeaderWatch {
  readonly #form: Form;
  readonly #unseen: Set<string>;
  /** Texts without any of the names need not be read. */
  readonly #names: RegExp;

  constructor({ form, keepsHeaders }: Pick<TrafficSource, 'form' | 'keepsHeaders'>) {
    this.#form = form;
    const mayLack = form === 'log' ? wantedInLogs : form === 'har' ? leftOutOfHar : [];
    this.#unseen = new Set(keepsHeaders === true ? [] : mayLack);
    this.#names = new RegExp(`"(${[...this.#unseen].join('|')})"`, 'gi');
  }

  /** In lowercase. */
  get unseen(): readonly string[] {
    return [...this.#unseen];
  }

  note(item: TrafficItem): void {
    if (this.#unseen.size === 0 || !('text' in item) || !this.#mayTell(item.text)) return;
    feedItemToSink(this.#form, item, {
      take: ({ request }) => {
        for (const [name, value] of request.headers)
          if (value.trim() !== '') this.#unseen.delete(name.toLowerCase());
        // A mask stands in place of a value.
        for (const [name, why] of Object.entries(request.withheld ?? {}))
          if (why === 'mask') this.#unseen.delete(name);
      },
      takeRecorded: () => undefined,
    });
  }

  #mayTell(text: string): boolean {
    for (const [, name = ''] of text.matchAll(this.#names))
      if (this.#unseen.has(name.toLowerCase())) return true;
    return false;
  }
}
