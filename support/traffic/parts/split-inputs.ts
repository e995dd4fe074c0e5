import { rmSync, renameSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../targets/target';
import { SourceCount, auditedOf } from '../audit';
import type { Clues } from '../clients/clues';
import type { Client } from '../clients/directory';
import { Directory, ofRecording } from '../clients/directory';
import { ClueFinder } from '../clients/finder';
import { Namer, keyOf } from '../clients/namer';
import { shareOf } from '../jobs/share';
import { Moments } from '../moments';
import type { Item, Source } from '../sources';
import { Stretch } from '../stretch';
import type { Takes } from '../taker';
import { takeItem } from '../taker';
import { HeaderWatch } from '../withheld';
import { LineWriter } from '../line-writer';
import type { Split, SplitInput } from './layout';
import type { PartLine } from './part-line';
import { partLine } from './part-line';
import { beginInput, joinSplit, loose, stemOf, timesOf } from './layout';
import { TimesWriter } from './times';

/** Writes each entry of the inputs to the partition of its client; gives what came of each input. */
export async function splitInputs(
  sources: readonly Source[],
  { parts, of, target }: { readonly parts: string; readonly of: number; readonly target: Target },
): Promise<SplitInput[]> {
  const split = joinSplit(parts, of, target);
  const all: SplitInput[] = [];
  for (const source of sources) {
    const begun = beginInput(parts, source.name);
    const summary = await splitSource(source, parts, split, target);
    begun.done(summary);
    all.push(summary);
  }
  return all;
}

async function splitSource(source: Source, parts: string, split: Split, target: Target): Promise<SplitInput> {
  const { name, form } = source;
  const sorter = new Sorter(split, target, new PartFiles(parts, `${stemOf(name)}.jsonl`));
  const [stretch, count, moments] = [new Stretch([source]), new SourceCount(source), new Moments(form)];
  const watch = new HeaderWatch(source);
  const times = new TimesWriter(timesOf(parts, name));
  let items = 0;
  for await (const item of stretch.items) {
    items = item.number;
    const time = moments.of(item);
    times.add(items, time);
    watch.note(item);
    count.add(item, takeItem(form, item, sorter.of(item, time)));
  }
  times.finish();
  const [{ others, broken, brokenCount, cut } = count.audited] = auditedOf(stretch, [count]);
  const told = { others, broken, brokenCount, ...(cut !== undefined && { cut }) };
  return { name, form, items, last: times.last, ...told, unseen: watch.unseen, ...sorter.end() };
}

/** Puts each entry into the folder of its client. */
class Sorter {
  readonly #finder: ClueFinder;
  readonly #directory = new Directory();
  readonly #namer: Namer;
  readonly #of: number;
  readonly #files: PartFiles;

  constructor(split: Split, target: Target, files: PartFiles) {
    this.#finder = new ClueFinder(target);
    this.#namer = new Namer(target, Buffer.from(split.key, 'base64'));
    this.#of = split.of;
    this.#files = files;
  }

  of(item: Item, time: number): Takes {
    const [number, text] = [item.number, 'text' in item ? item.text : ''];
    return {
      take: (raw) => {
        this.#put([number, time, text], this.#finder.inRaw(raw));
      },
      takeRecorded: (evidence) => {
        this.#put([number, time, text], this.#finder.inRecorded(evidence));
      },
    };
  }

  end(): Pick<SplitInput, 'lines' | 'directory'> {
    return { lines: this.#files.finish(), directory: this.#directory.toJSON() };
  }

  #put(
    [number, time, text]: readonly [number: number, time: number, text: string],
    { clues, counts }: ReturnType<ClueFinder['inRaw']>,
  ): void {
    if (counts) this.#directory.note(clues);
    const client = sureClient(clues);
    const folder = client === undefined ? loose : String(shareOf(keyOf(this.#namer.name(client)), this.#of));
    this.#files.add(folder, [number, clues, time, text]);
  }
}

/** The client that an entry names by itself; all else depends on what other inputs tell. */
function sureClient({ recorded, receiver, id, claimed }: Clues): Client | undefined {
  if (recorded !== undefined) return ofRecording(recorded);
  const own = id ?? claimed;
  return own === undefined || receiver !== undefined ? undefined : { by: 'client id', id: own };
}

/** The files of one input, in the folders of all partitions; those of an earlier try are replaced. */
class PartFiles {
  readonly #parts: string;
  readonly #name: string;
  readonly #writers = new Map<string, LineWriter>();
  readonly #counts: Record<string, number> = {};

  constructor(parts: string, name: string) {
    this.#parts = parts;
    this.#name = name;
  }

  add(folder: string, line: PartLine): void {
    const writer = this.#writers.get(folder) ?? this.#open(folder);
    writer.add(partLine(line));
    this.#counts[folder] = (this.#counts[folder] ?? 0) + 1;
  }

  finish(): Record<string, number> {
    for (const [folder, writer] of this.#writers) {
      const error = writer.close();
      if (error !== undefined) throw error;
      renameSync(writer.file, join(this.#parts, folder, this.#name));
    }
    return this.#counts;
  }

  #open(folder: string): LineWriter {
    const draft = `${join(this.#parts, folder, this.#name)}.next`;
    if (existsSync(draft)) rmSync(draft);
    const writer = new LineWriter(draft, () => undefined, 0o600);
    this.#writers.set(folder, writer);
    return writer;
  }
}
