import type { Evidence } from '../../exchange/evidence';
import type { ClientName } from '../../exchange/exchange';
import type { Recording } from '../../exchange/recording';
import { recordingLine } from '../../exchange/recording';
import type { FileRecording } from '../recording-file';
import { numbered } from '../recording-file';
import type { ItemSink } from '../items';
import type { TrafficSettings } from '../traffic-judge';
import { TrafficJudge } from '../traffic-judge';
import type { JudgedClient } from './together';
import { keyOf } from './client-names';

/** A client with its judge. */
interface Judging {
  readonly name: ClientName;
  readonly judge: TrafficJudge;
}

export interface ClientSettings extends Omit<TrafficSettings, 'recording'> {
  readonly recording: Pick<FileRecording, 'write'>;
}

/**
 * Judges the traffic of several clients, each by itself: its exchanges in their order, with secrets and pseudonyms of its
 * own. What is said of a client does not depend on who else is judged here.
 */
export class ClientJudges {
  readonly #settings: ClientSettings;
  readonly #all = new Map<string, Judging>();
  #seq = 0;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
  }

  /** Takes what comes next of a client. */
  sinkOf(name: ClientName, seq: number): Omit<ItemSink, 'skipTo' | 'endRecording'> {
    this.#seq = seq;
    return this.#judging(name).judge;
  }

  endRecording(): void {
    for (const { judge } of this.#all.values()) judge.endRecording();
  }

  /** What was concluded of each client of which something was judged. */
  conclude(): JudgedClient[] {
    const judged = [...this.#all.values()].filter(({ judge }) => judge.seen.exchanges > 0);
    return judged.map(({ name, judge }) => ({ name, ...judge.seen, conclusions: judge.conclude() }));
  }

  #judging(name: ClientName): Judging {
    const known = this.#all.get(keyOf(name));
    if (known !== undefined) return known;
    const recording: Pick<Recording, 'append'> = { append: (given) => this.#append(judging, given) };
    const judging = { name, judge: new TrafficJudge({ ...this.#settings, recording }) };
    this.#all.set(keyOf(name), judging);
    return judging;
  }

  #append<Of extends Evidence>(judging: Judging, given: Omit<Of, 'seq'>): Of {
    const { client, ...others } = given as Omit<Evidence, 'seq'>;
    const { name } = judging;
    const about = name.by === 'nothing' ? others : { client: name, ...others };
    const next = numbered<Of>(this.#seq, about as Omit<Of, 'seq'>);
    this.#settings.recording.write(this.#seq, recordingLine(next), next);
    return next;
  }
}
