import type { RawExchange } from '../../exchange/raw-exchange';
import { withBody } from './change-request';
import type { EncryptFieldValue } from './encryptions';
import { encryptCorrectly } from './encryptions';
import type { FieldKeys } from './field-keys';
import { fieldFinderWith, fieldKeys, plantedWith } from './field-keys';
import { recordExamples } from './judge-example';
import type { Phrases } from './phrases';
import { readPhrase } from './phrases';
import { rightRequest } from './right-messages';
import type { ExamplePair } from './slip';

const nationalId = { id: 'national-id-1', kind: 'national-id', value: '278812345678' } as const;

/** What stands in the place of a ciphertext, in the words of the features. */
const gifts: Phrases<{ readonly name: string; readonly give: EncryptFieldValue }> = {
  '"<name>" as it is': (name) => ({ name, give: (value) => value }),
  '"<name>" as a JSON number': (name) => ({ name, give: Number }),
  '"<name>" in Base64': (name) => ({ name, give: (value) => Buffer.from(value).toString('base64') }),
};

/** A field of an identity flow that is encrypted, and the same field that is not: `"loginId" in Base64`. */
export function identityFlowSlip(value: string): ExamplePair {
  const { name, give } = readPhrase(gifts, value, 'change of an identity flow');
  const keys = fieldKeys('identity');
  const finder = fieldFinderWith(keys, plantedWith(keys, nationalId));
  return {
    right: recordExamples([sent(name, encryptCorrectly, keys)], [finder]),
    wrong: recordExamples([sent(name, give, keys)], [finder]),
  };
}

/** The document shows no path of such a request. */
function sent(name: string, encrypt: EncryptFieldValue, keys: FieldKeys): RawExchange {
  const { operation, ...right } = rightRequest('certificate.identity');
  const url = new URL('/identity/api/v3/enrolment/fields', right.request.url).href;
  const headers = [...right.request.headers, ['Content-Type', 'application/json'] as const];
  const request = { ...right.request, method: 'POST', url, headers };
  const body = JSON.stringify({ [name]: encrypt(nationalId.value, keys), name: 'Asha' });
  return withBody(
    { ...right, request, response: { status: 200, headers: [], body: Buffer.from('{}') } },
    body,
  );
}
