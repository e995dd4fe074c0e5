import { inspectField } from '../../support/crypto/node/field-inspection';
import type { Evidence } from '../../support/exchange/evidence';
import { recordResult } from '../../support/scenarios/integrator/record-call';
import { newBench } from './bench';
import { joinings, paddings, plaintexts, rightly, writings } from './encryptions';
import type { FieldKeys } from './field-keys';
import { fieldKeys, plantedWith } from './field-keys';
import type { Slip } from './slip';

/** Ways to encrypt a value wrongly, in the words of the features. */
export const ways = { ...writings, ...paddings, ...joinings, ...plaintexts };

/**
 * A value that a client encrypts rightly, and the same encrypted in another way, in the words of the features:
 * `with PKCS#1 v1.5`. Throws for words that name no way.
 */
export function encryptedSlip(text: string, how: string): Slip {
  const encrypt = ways[how];
  if (encrypt === undefined) throw new Error(`No example shows a value encrypted ${how}`);
  const keys = fieldKeys();
  return {
    right: answered(text, rightly(text, keys), keys),
    wrong: answered(text, encrypt(text, keys), keys),
  };
}

/** What `field.encrypt` returned, as it would be recorded. */
function answered(value: string, ciphertext: unknown, keys: FieldKeys): readonly Evidence[] {
  const bench = newBench();
  const planted = plantedWith(keys, { id: 'otp-1', kind: 'otp', value });
  const origin = {
    clientInstance: undefined,
    inspect: (service: 'registry' | 'identity', pointer: string, found: unknown) =>
      inspectField({ pointer, wanted: 'encrypted' }, found, { service, keys: keys.known, planted }),
  };
  recordResult(
    bench,
    origin,
    { service: 'registry', value, kind: 'otp', judged: true },
    // A client may return what the protocol does not allow.
    { kind: 'result', value: { ciphertext: ciphertext as string } },
  );
  return bench.recording.evidence;
}
