import type { Exchange } from '../../exchange/exchange';
import { OperationMap } from '../../exchange/operation-map';
import type { RawExchange } from '../../exchange/raw-exchange';
import { recordingLine } from '../../exchange/recording-line';
import type { Recording } from '../../exchange/recording';
import type { Lesson } from '../../exchange/lesson';
import { targetContext } from '../../judging/target-context';
import { ClueFinder } from '../clients/finder';
import { numbered } from '../file-recording';
import type { Item } from '../sources';
import { takeItem } from '../taker';
import type { Place } from '../traffic-recorder';
import { TrafficRecorder } from '../traffic-recorder';
import type { Beginning, Entry, ReadSlice, Taught, Told, Work } from './messages';
import { Table } from './table';

type Raw = Omit<RawExchange, 'sender'>;

/**
 * Reads and records slices of one client's traffic. Every worker learns the secrets of all slices in their order,
 * also of those that another one has read: it redacts what a single process would.
 */
export class Slices {
  readonly #finder: ClueFinder;
  /** Where a request belongs may depend on others; which operation it addresses does not. */
  readonly #map: OperationMap;
  readonly #recorder: TrafficRecorder;
  /** What was read and is not recorded yet, by slice. */
  readonly #read = new Map<number, readonly (Raw | undefined)[]>();
  #seq = 0;
  #lines = '';

  constructor({ target, key }: Pick<Beginning, 'target' | 'key'>) {
    this.#finder = new ClueFinder(target);
    this.#map = new OperationMap(target, 0);
    const recording: Pick<Recording, 'append'> = {
      append: <Of>(given: Omit<Of, 'seq'>): Of => {
        const next = numbered<Exchange>(this.#seq, given as unknown as Omit<Exchange, 'seq'>);
        this.#lines += recordingLine(next);
        return next as unknown as Of;
      },
    };
    const context = targetContext(target);
    this.#recorder = new TrafficRecorder({ target, context, recording, key: Buffer.from(key) });
  }

  read({ slice, form, entries }: Extract<Work, { kind: 'read' }>): string {
    const raws = entries.map((): Raw | undefined => undefined);
    const taken = entries.map((entry, at) =>
      takeItem(form, itemOf(entry), {
        take: (raw) => {
          raws[at] = raw;
        },
        takeRecorded: () => {
          throw new Error('a slice of a recording');
        },
      }),
    );
    this.#read.set(slice, raws);
    const [told, lessons] = [new Table<Told>(), new Table<Lesson>()];
    const each = raws.map((raw) => {
      if (raw === undefined) return null;
      const { method, url } = raw.request;
      const place = this.#map.map(method, url) ?? { sender: 'integrator' };
      return {
        told: told.placeOf({ method, url, ...this.#finder.inRaw(raw) }),
        lessons: this.#recorder.lessonsIn(place, raw).map((lesson) => lessons.placeOf(lesson)),
      };
    });
    const read: ReadSlice = { taken, told: told.all, lessons: lessons.all, each };
    return JSON.stringify(read);
  }

  /** The lines of a slice that was read here; of another one, it learns. */
  record({ slice, taught }: Extract<Work, { kind: 'record' }>): string {
    const { lessons, places, each } = JSON.parse(taught) as Taught;
    const raws = this.#read.get(slice);
    this.#read.delete(slice);
    this.#lines = '';
    for (const { at, seq, place, lessons: learned } of each) {
      for (const number of learned) this.#learn(lessons[number]);
      if (raws !== undefined) this.#record(seq, places[place], raws[at]);
    }
    return this.#lines;
  }

  #learn(lesson: Lesson | undefined): void {
    if (lesson === undefined) throw new Error('a lesson that was not sent');
    this.#recorder.learn(lesson);
  }

  #record(seq: number, place: Place | undefined, raw: Raw | undefined): void {
    if (place === undefined || raw === undefined) throw new Error(`exchange ${seq} was not read here`);
    this.#seq = seq;
    this.#recorder.recordLearned(place, raw);
  }
}

/** As it stood in its input. */
export const itemOf = ({ seq, text, unseen }: Entry): Item => ({
  number: seq,
  text,
  ...(unseen && { unseen }),
});
