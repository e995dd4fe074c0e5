import { lookoutsFor } from '../obligations';
import { inspectPayerMessage } from '../crypto/node/payer-message';
import type { Evidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { OperationMap } from '../exchange/operation-map';
import type { RawExchange, Recorder } from '../exchange/recorder';
import { createRecorder } from '../exchange/recorder';
import type { Recording } from '../exchange/recording';
import { DiscreetRedactor } from '../exchange/discreet/discreet-redactor';
import type { Conclusion, RuleContext } from '../obligations';
import { withStages } from '../obligations/health-data-transfer/earlier-facts';
import type { Target } from '../targets/target';
import type { FileRecording } from './file-recording';
import type { Taker } from './taker';
import { TrafficLoop } from './traffic-loop';

/** Secrets of the traffic that are sought everywhere at once; the target's own are sought always. */
const mostKnown = 64;

/** What is judged, and by what. */
export interface TrafficSettings {
  readonly target: Target;
  readonly context: RuleContext;
  readonly recording: Pick<Recording, 'append'> & Partial<Pick<FileRecording, 'skipTo'>>;
  /** Old recordings hold what only a run can show: every rule looks at them. */
  readonly everyRule: boolean;
  /** Under which pseudonyms are made, where they must be the same in another process. */
  readonly key?: Buffer;
}

/** Records traffic as it comes, redacted, and judges it at once: nothing of it is kept but what the rules keep. */
export class TrafficJudge implements Taker {
  readonly #loop: TrafficLoop;
  readonly #recorder: Recorder;
  readonly #recording: TrafficSettings['recording'];
  readonly #map: OperationMap;
  readonly #target: Target;
  /** Requests that have nothing to do with the contract. */
  unmapped = 0;

  constructor({ target, context, recording, everyRule, key }: TrafficSettings) {
    const redactor = new DiscreetRedactor(target.readings, mostKnown, key);
    for (const { kind, value } of target.secrets) redactor.learn(kind, value);
    this.#recording = recording;
    this.#recorder = createRecorder(recording, redactor, [], lookoutsFor(context));
    this.#map = new OperationMap(target);
    this.#target = target;
    this.#loop = new TrafficLoop(context, everyRule);
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
  takeFrom(
    place: Pick<RawExchange, 'sender' | 'service' | 'operation'>,
    raw: Omit<RawExchange, 'sender'>,
  ): Exchange {
    const exchange = this.record(place, raw);
    this.#loop.observe(exchange);
    return exchange;
  }

  /** The same, without judging it. */
  record(
    place: Pick<RawExchange, 'sender' | 'service' | 'operation'>,
    raw: Omit<RawExchange, 'sender'>,
  ): Exchange {
    return this.#recorder.record({ ...raw, ...place, facts: this.#factsOf(place, raw) });
  }

  /** Takes evidence of an old recording, which is redacted already. */
  takeRecorded(evidence: Evidence): void {
    this.#loop.take(this.recordAgain(evidence));
  }

  /** The same, without judging it. */
  recordAgain(evidence: Evidence): Evidence {
    return this.#recording.append<Evidence>(withStages(evidence));
  }

  /** A recording is at its end; the next one is of another run. */
  endRecording(): void {
    this.#loop.endRecording();
  }

  conclude(): ReadonlyMap<string, Conclusion> {
    return this.#loop.conclude();
  }

  #factsOf(
    { service }: Pick<RawExchange, 'service'>,
    { request: { headers, body } }: Pick<RawExchange, 'request'>,
  ) {
    if (service !== 'provider' || body === undefined) return {};
    const { providerKey } = this.#target.encryption;
    const keys = providerKey === undefined ? [] : [providerKey.privateKey];
    return { payer: inspectPayerMessage({ headers, body }, this.#target.readings, keys) };
  }
}
