import type { Evidence } from '../../exchange/evidence';
import type { ClientName, Exchange, FilePlace } from '../../exchange/exchange';
import { OperationMap } from '../../exchange/operation-map';
import type { RawExchange } from '../../exchange/raw-exchange';
import type { Recording } from '../../exchange/recording';
import { recordingLine } from '../../exchange/recording';
import { ruleContextOfTarget } from '../../judging/scope';
import type { Conclusion } from '../../obligations';
import { keyOfClientName } from './client-namer';
import type { JudgedClient } from './combine-clients';
import type { ItemSink } from '../items';
import type { FileRecording } from '../recording-file';
import { withNumber } from '../recording-file';
import type { ClientTrafficSpan } from '../../judging/traffic-span';
import { TrafficLoop } from '../traffic-loop';
import type { UnjudgedRow } from '../../judging/results';
import type { RecorderSettings, Routed } from '../traffic-recorder';
import { TrafficRecorder } from '../traffic-recorder';
import type { ServiceHosts } from '../service-hosts';
import type { UnjudgedRequest } from '../unjudged-requests';

/** A client with its judge. */
interface Judging {
  readonly name: ClientName;
  readonly judge: TrafficJudge;
}

export interface ClientSettings extends Omit<TrafficSettings, 'recording'> {
  readonly recording: Pick<FileRecording, 'write'>;
}

/**
 * Judges the traffic of several clients, each by itself: its exchanges in their order, with secrets and pseudonyms of
 * its own. What is said of a client does not depend on who else is judged here.
 */
export class ClientJudges {
  readonly #settings: ClientSettings;
  readonly #all = new Map<string, Judging>();
  #seq = 0;
  #place: FilePlace | undefined;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
  }

  /** Returns the sink for the next item of a client, which has this number and comes from this place in the files. */
  sinkOf(name: ClientName, seq: number, place: FilePlace): Omit<ItemSink, 'skipTo' | 'endRecording'> {
    this.#seq = seq;
    this.#place = place;
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
    const known = this.#all.get(keyOfClientName(name));
    if (known !== undefined) return known;
    const recording: Pick<Recording, 'append'> = { append: (given) => this.#append(judging, given) };
    const judging = { name, judge: new TrafficJudge({ ...this.#settings, recording }) };
    this.#all.set(keyOfClientName(name), judging);
    return judging;
  }

  #append<Of extends Evidence>(judging: Judging, given: Omit<Of, 'seq'>): Of {
    // A recording of an earlier audit names files that the reader of this report does not have.
    const { client: _earlier, readFrom: _before, ...others } = given as Omit<Evidence, 'seq'>;
    const { name } = judging;
    const about = {
      ...(this.#place && { readFrom: this.#place }),
      ...(name.by !== 'nothing' && { client: name }),
      ...others,
    };
    const next = withNumber<Of>(this.#seq, about as Omit<Of, 'seq'>);
    this.#settings.recording.write(this.#seq, recordingLine(next), next);
    return next;
  }
}

/** What is judged, and by what. */
export interface TrafficSettings extends RecorderSettings {
  readonly recording: Pick<Recording, 'append'> & Partial<Pick<FileRecording, 'skipTo'>>;
  /** The hosts of the services. `undefined` if every host counts as one. */
  readonly hosts?: ServiceHosts;
  /** Apply all rules, because the recording may be of a run and show more than traffic. */
  readonly everyRule: boolean;
}

/** Records traffic as it comes, redacted, and judges it at once: nothing of it is kept but what the rules keep. */
export class TrafficJudge implements ItemSink {
  readonly #loop: TrafficLoop;
  readonly #recorder: TrafficRecorder;
  readonly #recording: TrafficSettings['recording'];
  readonly #map: OperationMap;
  readonly #hosts: ServiceHosts | undefined;

  constructor(settings: TrafficSettings) {
    const { target, recording, everyRule, hosts } = settings;
    this.#recording = recording;
    this.#hosts = hosts;
    this.#recorder = new TrafficRecorder(settings);
    this.#map = new OperationMap(target, hosts?.services);
    this.#loop = new TrafficLoop(ruleContextOfTarget(target), everyRule);
  }

  skipTo(seq: number): void {
    this.#recording.skipTo?.(seq);
  }

  /**
   * Takes a request that the suite did not cause. Returns an `UnjudgedRequest` if the request has nothing to do with the
   * contract, or if its host is not one of the services.
   */
  take(raw: Omit<RawExchange, 'sender'>): Exchange | UnjudgedRequest {
    const { method, url } = raw.request;
    const mapped = this.#map.map(method, url);
    if (this.#hosts === undefined || mapped?.sender === 'service')
      return mapped === undefined ? this.#leaveUnjudged(raw, 'path') : this.takeFrom(mapped, raw);
    const host = this.#hosts.at(url);
    const isShown = host?.isShown === true && ({ atServiceHost: true } as const);
    if (mapped === undefined) return this.#leaveUnjudged(raw, 'path', { sender: 'integrator', ...isShown });
    if (host === undefined) return this.#leaveUnjudged(raw, 'host', mapped);
    return this.takeFrom({ ...mapped, ...isShown }, raw);
  }

  /** Leaves a request unjudged. Records it all the same if it carries what no request to any party may carry. */
  #leaveUnjudged(
    raw: Omit<RawExchange, 'sender'>,
    why: UnjudgedRow['why'],
    place: Routed = { sender: 'integrator' },
  ): UnjudgedRequest {
    const outside = { ...place, outside: true } as const;
    if (this.#recorder.showsSecretOrRawField(outside, raw)) this.takeFrom(outside, raw);
    return this.#recorder.unjudged(raw.request, why);
  }

  /** Takes a request whose place is known. */
  takeFrom(place: Routed, raw: Omit<RawExchange, 'sender'>): Exchange {
    const exchange = this.#recorder.record(place, raw);
    this.#loop.observe(exchange);
    return exchange;
  }

  /** Takes evidence of an old recording, in the form that is kept. */
  takeRecorded(evidence: Evidence): void {
    this.#loop.take(this.#recording.append<Evidence>(evidence));
  }

  /** A recording is at its end; the next one is of another run. */
  endRecording(): void {
    this.#loop.endRecording();
  }

  /** What was judged so far. */
  get seen(): ClientTrafficSpan {
    return this.#loop.seen;
  }

  conclude(): ReadonlyMap<string, Conclusion> {
    return this.#loop.conclude();
  }
}
