import type { CallOutcome } from '../../adapter/channel';
import { charsetOf } from '../../contract/field-facts';
import { inspectField } from '../../crypto/node/field-inspection';
import type { Evidence } from '../../exchange/evidence';
import { recordEncryptResult } from '../integrator/record-call';
import {
  failures,
  joinings,
  otherKeys,
  paddings,
  plaintexts,
  encryptCorrectly,
  writings,
} from './encryptions';
import type { FieldKeys } from './field-keys';
import { fieldKeys, plantedWith } from './field-keys';
import { fixedPhrases, readPhrase } from './phrases';
import { newSetting } from './setting';
import type { ExamplePair } from './slip';

/** Ways to encrypt a value wrongly, in the words of the features. */
const ways = { ...writings, ...paddings, ...joinings, ...plaintexts, ...failures, ...otherKeys };

/**
 * A value that a client encrypts rightly, and the same encrypted in another way, in the words of the features:
 * `with PKCS#1 v1.5`. Throws for words that name no way.
 */
export function encryptedSlip(text: string, how: string): ExamplePair {
  const encrypt = readPhrase(fixedPhrases(ways), how, 'way to encrypt a value');
  const keys = fieldKeys();
  return {
    right: answered(text, encryptCorrectly(text, keys), keys),
    wrong: answered(text, encrypt(text, keys), keys),
  };
}

/** What `field.encrypt` returned, as it would be recorded: of a value of ASCII before one that has other letters. */
function answered(value: string, ciphertext: unknown, keys: FieldKeys): readonly Evidence[] {
  const setting = newSetting();
  const record = (text: string, given: unknown): void => {
    const planted = plantedWith(keys, { id: 'otp-1', kind: 'otp', value: text });
    const origin = {
      clientInstance: undefined,
      inspect: (service: 'registry' | 'identity', pointer: string, found: unknown) =>
        inspectField({ pointer, wanted: 'encrypted' }, found, { service, keys: keys.known, planted }),
    };
    const asked = { service: 'registry', value: text, kind: 'otp', judged: true } as const;
    recordEncryptResult(setting, origin, asked, outcomeOf(given));
  };
  if (charsetOf(value) !== 'ASCII') record('483201', encryptCorrectly('483201', keys));
  record(value, ciphertext);
  return setting.recording.evidence;
}

const outcomeOf = (given: unknown): CallOutcome<'field.encrypt'> =>
  given instanceof Error
    ? { kind: 'refused', code: -32000, message: given.message }
    : // A client may return what the protocol does not allow.
      { kind: 'result', value: { ciphertext: given as string } };
