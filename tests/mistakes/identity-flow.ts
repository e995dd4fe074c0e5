import type { RawExchange } from '../../support/exchange/raw-exchange';
import { withBody } from './change-request';
import type { EncryptFieldValue } from './encryptions';
import { encryptCorrectly } from './encryptions';
import type { FieldKeys } from './field-keys';
import { fieldFinderWith, fieldKeys, plantedWith } from './field-keys';
import { recordExamples } from './judge-example';
import { rightRequest } from './right-messages';
import type { ExamplePair } from './slip';

const nationalId = { id: 'national-id-1', kind: 'national-id', value: '278812345678' } as const;

/** What stands in the place of a ciphertext, in the words of the features. */
const gifts: Readonly<Record<string, EncryptFieldValue | undefined>> = {
  'as it is': (value) => value,
  'as a JSON number': Number,
  'in Base64': (value) => Buffer.from(value).toString('base64'),
};

/** A field of an identity flow that is encrypted, and the same field that is not: `"loginId" in Base64`. */
export function identityFlowSlip(value: string): ExamplePair {
  const [, name = '', how = ''] = /^"(\w+)" (.+)$/.exec(value) ?? [];
  const give = gifts[how];
  if (give === undefined) throw new Error(`No example shows an identity flow with ${value}`);
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
