import { formatCount } from '../../contract/format-count';
import type { SentEvidence } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import { reportText } from '../../exchange/text';
import type { Finding } from '../judge/judge';
import { withFacetNames } from '../judge/judge';
import type { KeyService } from '../judge/requests';

const causes = {
  builtIn:
    'no key that the suite gave opens the values: their key came from elsewhere, such as a file or another address',
  ofAnother:
    'the values were encrypted with another key that the suite gave, such as that of the other service',
  elsewhere:
    'the key of the service opens the values, so the client obtained it in another way than from the service, such as from a file',
  mixed: 'the values have several keys, and none of them came from a certificate that the client fetched',
} as const;

/** The likely causes of values that were encrypted without any fetch. */
export const unfetchedCauses: readonly string[] = Object.values(causes);

/** The values for one service. */
interface Values {
  count: number;
  /** The causes that the keys of the values show. */
  readonly causes: Set<string>;
  /** The last evidence with such a value. */
  last: SentEvidence;
}

/** Finds services for which a client encrypts values without ever requesting their certificate. */
export class UnfetchedCertificates {
  readonly #values = new Map<KeyService, Values>();
  readonly #fetched = new Set<KeyService>();
  readonly #fewest: number;
  readonly #isWhole: boolean;

  /**
   * @param fewest the number of values below which nothing is judged
   * @param isWhole whether the recording has all requests of the client from its start
   */
  constructor(fewest: number, isWhole: boolean) {
    this.#fewest = fewest;
    this.#isWhole = isWhole;
  }

  /** @param fetched the service that received a request for its certificate, whether or not it answered */
  observe(sent: SentEvidence, ciphertexts: readonly FieldFact[], fetched: KeyService | undefined): void {
    const { service } = sent;
    if (fetched !== undefined) this.#fetched.add(fetched);
    // A challenge contains the certificate in its file.
    const isOfChallenge = sent.kind !== undefined && sent.item !== undefined;
    if (ciphertexts.length === 0 || isOfChallenge || (service !== 'identity' && service !== 'registry'))
      return;
    const values = this.#values.get(service) ?? { count: 0, causes: new Set(), last: sent };
    values.count += ciphertexts.length;
    values.last = sent;
    for (const field of ciphertexts) values.causes.add(causeOf(field));
    this.#values.set(service, values);
  }

  findings(): Finding[] {
    return [...this.#values].flatMap(([service, values]) => {
      if (this.#fetched.has(service) || values.count < this.#fewest) return [];
      const judgement = this.#isWhole
        ? { breach: neverFetched(service, values) }
        : {
            unjudged: `no request for the certificate of ${service} is recorded: it may have been sent before the recording began, or to an address that is not recorded`,
          };
      return [{ judgement: withFacetNames(judgement, service), seqs: [values.last.seq] }];
    });
  }
}

function causeOf({ key, ownKey }: FieldFact): string {
  if (key === undefined) return causes.builtIn;
  return ownKey === true ? causes.elsewhere : causes.ofAnother;
}

function neverFetched(service: KeyService, { count, causes: found, last }: Values) {
  const [only = causes.mixed] = found;
  return {
    sent: reportText`${nameEvidence(last)}, the last of ${formatCount(count, 'encrypted value')} for ${service}`,
    expected: `the certificate of ${service} fetched (4.2) before its first value is encrypted, and then cached`,
    seen: `no request for the certificate of ${service} in the whole recording`,
    cause: found.size === 1 ? only : causes.mixed,
  };
}
