import { createPrivateKey } from 'node:crypto';
import type { CertifiedService } from '../../adapter/protocol';
import type { PlantedValue } from '../../contract/field-facts';
import type { NamedPrivateKey } from '../../crypto/node/field-inspection';
import { defaultReadings } from '../../contract/readings';
import { fieldFinder } from '../../exchange/fields';
import { MarkGenerator } from '../../exchange/kept-form';
import type { FactFinder } from '../../exchange/recorder';
import { inspectorWith } from '../integrator/played-services';
import { loadOwnVectors } from '../../cases/load-vectors';

/** A service of the examples: its key, which the vectors hold, and a transaction of an OTP. */
export interface FieldKeys {
  /** SPKI PEM. */
  readonly publicKey: string;
  /** Length of the modulus. */
  readonly bytes: number;
  readonly known: readonly NamedPrivateKey[];
  readonly txnId: string;
}

/** Of the one transaction that waits for an OTP. */
export const exampleTxnId = 'a825f76b-0696-40f3-864c-5a3a5b389a83';

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

/** What the client of an example was given. */
export function plantedWith({ txnId }: FieldKeys, ...values: readonly PlantedValue[]): PlantedValue[] {
  return [...values, { id: 'value-1', kind: 'value', value: txnId }];
}

/** Finds fields as a run does, in which the client was told to send nothing besides. */
export function fieldFinderWith({ known }: FieldKeys, planted: readonly PlantedValue[]): FactFinder {
  const marks = new MarkGenerator();
  return fieldFinder({
    readings: defaultReadings,
    mark: (text) => marks.of(text),
    run: { told: () => [], inspect: inspectorWith(() => known, planted) },
  });
}
