import { inspectPayerMessage } from '../crypto/node/payer-message';
import { DiscreetRedactor } from '../exchange/discreet/discreet-redactor';
import type { Exchange } from '../exchange/exchange';
import type { RawExchange, SharedRecorder } from '../exchange/recorder';
import { createRecorder } from '../exchange/recorder';
import { RecentTexts } from '../exchange/recent-texts';
import type { Recording } from '../exchange/recording';
import type { Learn, Lesson } from '../exchange/lesson';
import type { RuleContext } from '../obligations';
import { lookoutsFor } from '../obligations';
import type { Target } from '../targets/target';

/** Secrets of the traffic that are sought everywhere at once; the target's own are sought always. */
export const mostKnown = 64;

/** Whose traffic is recorded, and where. */
export interface RecorderSettings {
  readonly target: Target;
  readonly context: RuleContext;
  readonly recording: Pick<Recording, 'append'>;
  /** Under which pseudonyms are made, where they must be the same in another process. */
  readonly key?: Buffer;
}

/** Where a request belongs, as it is recorded. */
export type Place = Pick<RawExchange, 'sender' | 'service' | 'operation' | 'unplaced'>;

type Raw = Omit<RawExchange, 'sender'>;

/** Records unannounced traffic: finds facts, and hides what may be secret. */
export class TrafficRecorder {
  readonly #recorder: SharedRecorder;
  readonly #target: Target;
  readonly #pseudonym: (text: string) => string;
  readonly #sources = new RecentTexts<string>();
  /** Learns a secret that was found elsewhere. */
  readonly learn: Learn;

  constructor({ target, context, recording, key }: RecorderSettings) {
    const redactor = new DiscreetRedactor(target.readings, mostKnown, key);
    for (const { kind, value } of target.secrets) redactor.learn(kind, value);
    this.learn = redactor.take;
    this.#recorder = createRecorder(recording, redactor, [], lookoutsFor(context));
    this.#target = target;
    this.#pseudonym = (text) => redactor.pseudonym(text);
  }

  record(place: Place, raw: Raw): Exchange {
    return this.#recorder.record({ ...raw, ...place, facts: this.#factsOf(place, raw) });
  }

  /** What an exchange gives to learn; nothing is learned yet. */
  lessonsIn(place: Place, raw: Raw): Lesson[] {
    return this.#recorder.lessonsIn({ ...raw, ...place });
  }

  /** Records an exchange of which all lessons were learned, and those of all before it. */
  recordLearned(place: Place, raw: Raw): Exchange {
    return this.#recorder.recordLearned({ ...raw, ...place, facts: this.#factsOf(place, raw) });
  }

  #factsOf(place: Pick<RawExchange, 'service'>, raw: Pick<RawExchange, 'request' | 'source'>) {
    const { source } = raw;
    return {
      ...this.#payerFactsOf(place, raw),
      ...(source !== undefined && { source: this.#sources.of(source, () => this.#pseudonym(source)) }),
    };
  }

  #payerFactsOf(
    { service }: Pick<RawExchange, 'service'>,
    { request: { headers, body } }: Pick<RawExchange, 'request'>,
  ) {
    if (service !== 'provider' || body === undefined) return {};
    const { providerKey } = this.#target.encryption;
    const keys = providerKey === undefined ? [] : [providerKey.privateKey];
    return { payer: inspectPayerMessage({ headers, body }, this.#target.readings, keys) };
  }
}
