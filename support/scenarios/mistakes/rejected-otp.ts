import type { RawExchange } from '../../exchange/raw-exchange';
import { withAnswer, withMembers, withStatus } from './change-request';
import type { EncryptFieldValue } from './encryptions';
import { otherKeys, paddings, encryptCorrectly } from './encryptions';
import type { FieldKeys } from './field-keys';
import { fieldFinderWith, fieldKeys, plantedWith } from './field-keys';
import { recordExamples } from './judge-example';
import { fixedPhrases, readPhrase } from './phrases';
import { rightRequest } from './right-messages';
import type { ExamplePair } from './slip';

const otp = { id: 'otp-1', kind: 'otp', value: '483201' } as const;
const rejection = JSON.stringify({ error: { code: 'SVC-1001', message: 'decryption failed' } });

/** How the rejected value is retried, in the words of the features. */
const retries: Readonly<Record<string, EncryptFieldValue>> = {
  'SHA-1': encryptCorrectly,
  'SHA-256, and MGF1 over SHA-1': paddings['with OAEP over SHA-256 and MGF1 over SHA-1'],
  'SHA-512': paddings['with OAEP over SHA-512'],
  'PKCS#1 v1.5': paddings['with PKCS#1 v1.5'],
  'another key': otherKeys['under a key that no service has'],
};

/** An OTP that is rejected under SHA-1 and retried with SHA-256, and the same that is retried with something else. */
export function rejectedOtpSlip(value: string): ExamplePair {
  const retry = readPhrase(fixedPhrases(retries), value, 'retry of a rejected OTP');
  const keys = fieldKeys();
  const finder = fieldFinderWith(keys, plantedWith(keys, otp));
  const first = rejected(sent(encryptCorrectly, keys));
  const again = (encrypt: EncryptFieldValue): RawExchange => after(first, sent(encrypt, keys));
  return {
    right: recordExamples([first, again(paddings['with OAEP over SHA-256'])], [finder]),
    wrong: recordExamples([first, rejected(again(retry))], [finder]),
  };
}

/** Returns the request as sent one second after the answer to another one. */
function after({ answeredAt }: RawExchange, raw: RawExchange): RawExchange {
  const arrivedAt = answeredAt + 1000;
  return { ...raw, arrivedAt, answeredAt: arrivedAt + raw.answeredAt - raw.arrivedAt };
}

function sent(encrypt: EncryptFieldValue, keys: FieldKeys): RawExchange {
  return withMembers(rightRequest('otp.verify'), { otp: encrypt(otp.value, keys), txnId: keys.txnId });
}

const rejected = (raw: RawExchange): RawExchange => withAnswer(withStatus(raw, 400), rejection);
