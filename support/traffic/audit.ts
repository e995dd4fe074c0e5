import type { FilePlace } from '../exchange/exchange';
import type { RedactionSettings } from '../exchange/recording';
import { lineNumberOf } from '../exchange/recording';
import type { AuditedFile } from '../judging/results';
import { redactionSettingsOfTarget, mergeRedactionSettings } from '../judging/keeping';
import type { ClientSettings } from './clients/client-judges';
import { ClientJudges } from './clients/client-judges';
import type { JudgedClient } from './clients/combine-clients';
import { combineClients } from './clients/combine-clients';
import { assignShards } from './clients/client-namer';
import type { JudgedTraffic } from './ended-traffic';
import type { FileRecording } from './recording-file';
import type { FirstPass, FoundInput, ReadWatch } from './first-pass';
import { firstPass, shownOf, sumOf, withoutReadWatch } from './first-pass';
import type { PartialSink } from './items';
import { SourceCount, whyReadingStopped, feedItemToSink } from './items';
import { ConfigurationError } from '../targets/errors';
import { ServiceHosts } from './service-hosts';
import { asListed } from './unjudged-requests';
import type { TrafficSource } from './sources';
import type { GroupItem } from './time-order';
import { Positions, InputGroup, inputGroups } from './time-order';

/** Where traffic comes from, and by what it is judged. */
export interface AuditSettings extends Omit<ClientSettings, 'hosts'> {
  /** Opens the inputs, in the order of their names; it can be asked again. */
  readonly open: () => Promise<readonly TrafficSource[]>;
  readonly recording: FileRecording;
  /** Under which marks and names are made. */
  readonly key: Buffer;
  readonly watch?: ReadWatch | undefined;
}

/** A part of the clients; `number` counts from 1. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

/** What became of the inputs. */
export interface AuditedTraffic {
  readonly files: readonly AuditedFile[];
  readonly judged: JudgedTraffic;
  /** Under which names and readings it was recorded; absent: those of the target. */
  readonly kept?: RedactionSettings;
}

/** What became of a shard of it. */
export interface JudgedShard {
  readonly files: readonly AuditedFile[];
  readonly clients: readonly JudgedClient[];
  readonly kept: RedactionSettings;
}

const whole: Shard = { number: 1, of: 1 };

/**
 * Judges inputs, each client by itself. They are read twice: to get to know all clients, since a later exchange may
 * tell whose an earlier one is, and to judge them.
 *
 * @param known what the first reading found, where that is over
 */
export async function auditClients(auditing: AuditSettings, known?: FirstPass): Promise<AuditedTraffic> {
  const found = known ?? (await firstPass(auditing));
  const { files, clients, kept } = await judgeShard(auditing, found, whole);
  const { count, evidence } = auditing.recording;
  return { files: files.map(asListed), judged: { ...combineClients(clients), count, evidence }, kept };
}

/**
 * The second reading: judges the clients of a shard, and cuts out what is of others. Order and numbers are those of the
 * whole; all shards together say what one process says.
 */
export async function judgeShard(
  auditing: AuditSettings,
  found: FirstPass,
  shard: Shard,
): Promise<JudgedShard> {
  const { open, watch = withoutReadWatch } = auditing;
  const kept = keptOf(auditing, found);
  auditing.recording.begin(kept);
  const hosts = new ServiceHosts(auditing.target, found.hosts);
  const judges = new ClientJudges({ ...auditing, hosts });
  const own = ownClients(found, judges, shard);
  const positions = new Positions();
  const files: AuditedFile[] = [];
  for (const sources of inputGroups(await open())) {
    const group = new InputGroup(sources);
    const readers = sources.map((source, at) => new Reader(source, found.inputs[files.length + at]));
    await watch(group, async (tell) => {
      for await (const item of group.items) {
        tell();
        const reader = readers[item.from];
        const client = reader?.clientOf(item);
        if (client === undefined) continue;
        const seq = positions.of(item.number, item.from);
        const sink = own[client]?.(seq, placeOf(item, sources, files.length));
        if (sink !== undefined) reader?.take(item, sink);
      }
    });
    if (shard.of > 1) requireSame(readers);
    judges.endRecording();
    positions.endInputs();
    files.push(...readers.map((reader) => reader.audited));
  }
  return { files, clients: judges.conclude(), kept };
}

/** A recording holds what it held; all else is recorded here. */
function keptOf({ target }: Pick<AuditSettings, 'target'>, { inputs }: FirstPass): RedactionSettings {
  const here = redactionSettingsOfTarget(target);
  const [first = here, ...others] = inputs.map(({ kept = here }) => kept);
  return mergeRedactionSettings([first, ...others]);
}

/** Returns the place of an item of a group of inputs, before which other inputs were read. */
function placeOf(item: GroupItem, sources: readonly TrafficSource[], before: number): FilePlace {
  const file = before + item.from + 1;
  const number = lineNumberOf(item);
  return sources[item.from]?.unit === 'entry' ? { file, entry: number } : { file, line: number };
}

/** What takes the items of each client; nothing where another shard has it. */
function ownClients(
  { clients }: FirstPass,
  judges: ClientJudges,
  { number, of }: Shard,
): (((seq: number, place: FilePlace) => PartialSink) | undefined)[] {
  const shares = assignShards(
    clients.map(({ items }) => items),
    of,
  );
  return clients.map(({ name }, at) =>
    shares[at] === number ? (seq, place) => judges.sinkOf(name, seq, place) : undefined,
  );
}

/** Other shards may have read all of it: their numbers would not be those of this one. */
function requireSame(readers: readonly Reader[]): void {
  const { source } = readers.find(({ hasChanged }) => hasChanged) ?? {};
  if (source === undefined) return;
  throw new ConfigurationError(
    'changed while it was read',
    { file: source.name },
    'judge all shards again, once it does not change any more',
  );
}

/** Reads an input again, up to where it is no longer what it was. */
class Reader {
  readonly source: TrafficSource;
  readonly #found: FoundInput | undefined;
  readonly #count: SourceCount;
  /** How many items it has had, and the number of the last one. */
  #had = 0;
  #last = 0;
  #why: string | undefined;

  constructor(source: TrafficSource, found: FoundInput | undefined) {
    this.source = source;
    this.#found = found;
    this.#count = new SourceCount(source);
  }

  /** Whose an item is; nothing for one that was not there before, nor for any behind it. */
  clientOf(item: GroupItem): number | undefined {
    if (this.#why !== undefined) return undefined;
    const { clientOf, sums } = this.#found ?? {};
    const client = clientOf?.[this.#had];
    if (client === undefined) this.#why = 'it grew while it was read';
    else if (sums?.[this.#had] !== sumOf(item)) this.#why = changed;
    if (this.#why !== undefined) return undefined;
    this.#had += 1;
    this.#last = lineNumberOf(item);
    return client;
  }

  take(item: GroupItem, sink: PartialSink): void {
    const { unseen = [], shared = [] } = this.#found ?? {};
    const shown = shownOf(unseen.length === 0 ? item : { ...item, unseen }, shared);
    this.#count.add(item, feedItemToSink(this.source.form, shown, sink));
  }

  /** Whether something that was there before is there no more. */
  get hasChanged(): boolean {
    return this.#had < (this.#found?.clientOf.length ?? 0);
  }

  get audited(): AuditedFile {
    const why = this.hasChanged ? changed : this.#why;
    const cut = why === undefined ? this.#found?.cut : whyReadingStopped(why, this.source, this.#last);
    if (cut !== undefined) this.#count.cut(cut);
    return this.#count.audited;
  }
}

const changed = 'it changed while it was read';
