import { ClientSecretSearch, secretFinder, rejectionFinder } from '../exchange/finders';
import { inspectPayerMessage } from '../crypto/node/payer-message';
import type { Exchange } from '../exchange/exchange';
import { fieldFinder } from '../exchange/fields';
import type { ExchangeRedactor } from '../exchange/exchange-redactor';
import { MarkGenerator } from '../exchange/kept-form';
import type { ExchangeFacts, FieldFact } from '../exchange/facts';
import type { RawExchange } from '../exchange/raw-exchange';
import { wholeBodyOf } from '../exchange/raw-exchange';
import type { FactFinder, Recorder } from '../exchange/recorder';
import { createRecorder } from '../exchange/recorder';
import type { Recording } from '../exchange/recording';
import { exchangeRedactorFor } from '../judging/keeping';
import type { UnjudgedRow } from '../judging/results';
import type { Target } from '../targets/target';
import { UnjudgedRequest } from './unjudged-requests';

/** Maximum number of secrets from the traffic that are searched for at once, in addition to those of the target. */
export const maxTrafficSecrets = 64;

/** The target of the recorded traffic, and the recording that receives the exchanges. */
export interface RecorderSettings {
  readonly target: Target;
  readonly recording: Pick<Recording, 'append'>;
  /** The key of the marks, if another process must make the same marks. */
  readonly key?: Buffer;
}

/** The sender, the service and the operation of a recorded request. */
export type Routed = Pick<
  RawExchange,
  'sender' | 'service' | 'operation' | 'unplaced' | 'atServiceHost' | 'outside'
>;

type Raw = Omit<RawExchange, 'sender'>;

/** Records traffic that the suite did not cause, from a proxy or from files. */
export class TrafficRecorder {
  readonly #recorder: Recorder;
  readonly #target: Target;
  readonly #keeper: ExchangeRedactor;
  readonly #secrets: ClientSecretSearch;
  readonly #fields: FactFinder;

  constructor({ target, recording, key }: RecorderSettings) {
    const keeper = exchangeRedactorFor(target, maxTrafficSecrets, key && new MarkGenerator(key));
    const { readings } = target;
    const secrets = target.secrets.filter(({ kind }) => kind === 'client-secret');
    this.#secrets = new ClientSecretSearch(secrets.map(({ value }) => value));
    this.#fields = fieldFinder({ readings, mark: (text) => keeper.pseudonym(text) });
    const finders = [this.#fields, rejectionFinder(readings), secretFinder(this.#secrets)];
    this.#keeper = keeper;
    this.#recorder = createRecorder(recording, keeper, finders);
    this.#target = target;
  }

  record(place: Routed, raw: Raw): Exchange {
    const { failure } = raw;
    return this.#recorder.record({
      ...raw,
      ...place,
      // Any program may have written the recording, so its messages may contain secrets.
      ...(failure && { failure: { ...failure, message: this.#keeper.sentence(failure.message) } }),
      facts: this.#factsOf(place, raw),
    });
  }

  /** Whether a request that is not judged carries a known client secret, or a field that may be a raw value. */
  showsSecretOrRawField(place: Routed, raw: Raw): boolean {
    const whole = { ...raw, ...place };
    const isRaw = ({ wanted, readable }: FieldFact): boolean =>
      wanted === 'encrypted' && readable !== undefined;
    return this.#secrets.findKnown(whole).length > 0 || this.#fields(whole).fields?.some(isRaw) === true;
  }

  /** Describes a request that is not judged, without ids and secrets. */
  unjudged(request: Raw['request'], why: UnjudgedRow['why']): UnjudgedRequest {
    return new UnjudgedRequest(request, why, this.#keeper);
  }

  #factsOf(place: Pick<RawExchange, 'service'>, raw: Pick<RawExchange, 'request' | 'source'>) {
    const { source } = raw;
    return {
      ...this.#payerFactsOf(place, raw),
      ...(source !== undefined && { source: this.#keeper.pseudonym(source) }),
    };
  }

  #payerFactsOf(
    { service }: Pick<RawExchange, 'service'>,
    { request }: Pick<RawExchange, 'request'>,
  ): Pick<ExchangeFacts, 'payer'> {
    const { headers } = request;
    const body = wholeBodyOf(request);
    if (service !== 'provider' || body === undefined) return {};
    const { providerKey } = this.#target.encryption;
    const keys = providerKey === undefined ? [] : [providerKey.privateKey];
    return { payer: inspectPayerMessage({ headers, body }, this.#target.readings, keys) };
  }
}
