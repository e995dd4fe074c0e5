import type { Evidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { OperationMap } from '../exchange/operation-map';
import type { RawExchange } from '../exchange/recorder';
import type { Recording } from '../exchange/recording';
import { targetContext } from '../judging/scope';
import type { Conclusion } from '../obligations';
import type { FileRecording } from './recording-file';
import type { SeenClient } from './seen';
import type { ItemSink } from './items';
import { TrafficLoop } from './traffic-loop';
import type { Routed, RecorderSettings } from './traffic-recorder';
import { TrafficRecorder } from './traffic-recorder';

/** What is judged, and by what. */
export interface TrafficSettings extends RecorderSettings {
  readonly recording: Pick<Recording, 'append'> & Partial<Pick<FileRecording, 'skipTo'>>;
  /** Old recordings hold what only a run can show: every rule looks at them. */
  readonly everyRule: boolean;
}

/** Records traffic as it comes, redacted, and judges it at once: nothing of it is kept but what the rules keep. */
export class TrafficJudge implements ItemSink {
  readonly #loop: TrafficLoop;
  readonly #recorder: TrafficRecorder;
  readonly #recording: TrafficSettings['recording'];
  readonly #map: OperationMap;
  /** Requests that have nothing to do with the contract. */
  unmapped = 0;

  constructor(settings: TrafficSettings) {
    const { target, recording, everyRule } = settings;
    this.#recording = recording;
    this.#recorder = new TrafficRecorder(settings);
    this.#map = new OperationMap(target);
    this.#loop = new TrafficLoop(targetContext(target), everyRule);
  }

  skipTo(seq: number): void {
    this.#recording.skipTo?.(seq);
  }

  /** Takes a request that the suite did not cause; `undefined` where it has nothing to do with the contract. */
  take(raw: Omit<RawExchange, 'sender'>): Exchange | undefined {
    const { method, url } = raw.request;
    const mapped = this.#map.map(method, url);
    if (mapped === undefined) {
      this.unmapped += 1;
      return undefined;
    }
    return this.takeFrom(mapped, raw);
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
  get seen(): SeenClient {
    return this.#loop.seen;
  }

  conclude(): ReadonlyMap<string, Conclusion> {
    return this.#loop.conclude();
  }
}
