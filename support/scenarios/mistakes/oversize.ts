import type { CallOutcome } from '../../adapter/channel';
import { oaepSha1Limit } from '../../contract/constants';
import { inspectField } from '../../crypto/node/field-inspection';
import type { Evidence } from '../../exchange/evidence';
import { recordEncryptResult } from '../integrator/record-call';
import { newSetting } from './setting';
import type { EncryptFieldValue } from './encryptions';
import { paddings, encryptCorrectly } from './encryptions';
import type { FieldKeys } from './field-keys';
import { fieldKeys } from './field-keys';
import { fixedPhrases, readPhrase } from './phrases';
import type { ExamplePair } from './slip';

type Outcome = CallOutcome<'field.encrypt'>;

const limitOf = ({ bytes }: FieldKeys): number => oaepSha1Limit(bytes * 8);

/** What a client returns for a value that is too long, in the words of the features. */
const gifts: Readonly<Record<string, EncryptFieldValue>> = {
  'its first 214 bytes encrypted': (value, keys) => encryptCorrectly(value.slice(0, limitOf(keys)), keys),
  'its last 214 bytes encrypted': (value, keys) => encryptCorrectly(value.slice(-limitOf(keys)), keys),
  'its two halves encrypted': (value, keys) =>
    encryptCorrectly(value.slice(0, 100), keys) + encryptCorrectly(value.slice(100), keys),
  'the padding of PKCS#1 v1.5, which is shorter': paddings['with PKCS#1 v1.5'],
  'an empty text instead of a ciphertext': () => '',
};

/** A value of 215 bytes that a client refuses after one of 214, and the same that it encrypts all the same. */
export function oversizeSlip(value: string): ExamplePair {
  const give = readPhrase(fixedPhrases(gifts), value, 'answer to a value of 215 bytes');
  const keys = fieldKeys();
  const long = 'a'.repeat(limitOf(keys) + 1);
  const refused: Outcome = { kind: 'refused', code: -32001, message: 'the value is too long' };
  // A client may return what the protocol does not allow.
  const given: Outcome = { kind: 'result', value: { ciphertext: give(long, keys) as string } };
  return { right: answered(long, refused, keys), wrong: answered(long, given, keys) };
}

/** The answers to a value that just fits, and to one that is a byte longer. */
function answered(long: string, outcome: Outcome, keys: FieldKeys): readonly Evidence[] {
  const setting = newSetting();
  const fits = long.slice(1);
  for (const [value, answer] of [
    [fits, { kind: 'result', value: { ciphertext: encryptCorrectly(fits, keys) } }],
    [long, outcome],
  ] as const) {
    const inspect = (service: 'registry' | 'identity', pointer: string, found: unknown) =>
      inspectField({ pointer, wanted: 'encrypted' }, found, { service, keys: keys.known, planted: [] });
    const about = { service: 'registry', value, kind: 'value', judged: false } as const;
    recordEncryptResult(setting, { clientInstance: undefined, inspect }, about, answer);
  }
  return setting.recording.evidence;
}
