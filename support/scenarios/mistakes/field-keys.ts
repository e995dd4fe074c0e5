import { createPrivateKey } from 'node:crypto';
import type { CertifiedService } from '../../adapter/protocol';
import type { PlantedValue } from '../../contract/field-facts';
import type { NamedPrivateKey } from '../../crypto/node/field-inspection';
import { defaultReadings } from '../../contract/readings';
import type { RequestedField } from '../../exchange/fields';
import { fieldFinder } from '../../exchange/fields';
import { MarkGenerator } from '../../exchange/kept-form';
import type { FactFinder } from '../../exchange/recorder';
import { fieldOpenerWith } from '../integrator/played-services';
import { loadOwnVectors } from '../../cases/load-vectors';

/** The keys of a service that receives the encrypted fields of an example, and the id of an OTP transaction. */
export interface FieldKeys {
  /** The service's public key, as SPKI in PEM. */
  readonly publicKey: string;
  /** The length of the key's modulus, in bytes. */
  readonly bytes: number;
  /** The private keys that decrypt the fields. */
  readonly known: readonly NamedPrivateKey[];
  readonly txnId: string;
}

/** The transaction id of the OTPs in the examples. */
export const exampleTxnId = 'a825f76b-0696-40f3-864c-5a3a5b389a83';

/** Returns the keys of an example. The key pair comes from the suite's own test vectors. */
export function fieldKeys(service: CertifiedService = 'registry'): FieldKeys {
  const file = loadOwnVectors('field-encryption.json');
  const [group] = file.schema === 'vectors/field-encryption' ? file.groups : [];
  if (group === undefined) throw new Error('The vectors of encrypted fields hold no key');
  const privateKey = createPrivateKey(group.privateKey);
  return {
    publicKey: group.publicKey,
    bytes: (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8,
    known: [{ name: service, service, privateKey }],
    txnId: exampleTxnId,
  };
}

/** Returns the values that the suite gave to the client of an example: `values`, and the transaction id of an OTP. */
export function plantedWith({ txnId }: FieldKeys, ...values: readonly PlantedValue[]): PlantedValue[] {
  return [...values, { id: 'value-1', kind: 'value', value: txnId }];
}

/**
 * Returns a finder that finds and decrypts fields.
 *
 * @param asked the fields that the suite asks the client to send; by default none
 */
export function fieldFinderWith(
  { known }: FieldKeys,
  planted: readonly PlantedValue[],
  asked: readonly RequestedField[] = [],
): FactFinder {
  const marks = new MarkGenerator();
  return fieldFinder({
    readings: defaultReadings,
    mark: (text) => marks.of(text),
    told: () => asked,
    open: fieldOpenerWith(() => known, planted),
  });
}
