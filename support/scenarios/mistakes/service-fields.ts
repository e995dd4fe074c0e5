import type { CertifiedService } from '../../adapter/protocol';
import type { RequestedField } from '../../exchange/fields';
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
import type { ExamplePair, MakeExample } from './slip';

const otp = { id: 'otp-1', kind: 'otp', value: '738201' } as const;
const mobile = { id: 'mobile-1', kind: 'mobile', value: '9812345670' } as const;

const asItIs: EncryptFieldValue = (value) => value;
const inBase64: EncryptFieldValue = (value) => Buffer.from(value).toString('base64');

/** The services, in the words of the features, each with the paths of its requests in the examples. */
const services = {
  'the identity service': {
    service: 'identity',
    verify: '/identity/api/v3/profile/verifyOTP',
    verifyMobile: '/identity/api/v3/profile/verifyMobileOTP',
    enrol: '/identity/api/v3/enrolment/fields',
  },
  'the registry': {
    service: 'registry',
    verify: '/v4/v2/registration/mobile/verifyOTP',
    verifyMobile: '/v4/v2/registration/verifyMobileOTP',
    enrol: '/v4/api/v1/enrolment/fields',
  },
} as const satisfies Readonly<
  Record<string, { service: CertifiedService; verify: string; verifyMobile: string; enrol: string }>
>;

type MemberMaker = (keys: FieldKeys) => Readonly<Record<string, unknown>>;

const encrypted = (value: string, keys: FieldKeys): unknown => encryptCorrectly(value, keys);
const inAuthData = (otpValue: unknown) => ({ authData: { otp: { otpValue } } });

/** The members of a verification, in the words of the features. The first one is right. */
const verifications: Phrases<MemberMaker> = {
  'an encrypted OTP': () => (keys) => ({ otp: encrypted(otp.value, keys), txnId: keys.txnId }),
  'the OTP as it is': () => (keys) => ({ otp: otp.value, txnId: keys.txnId }),
  'the OTP in Base64': () => (keys) => ({ otp: inBase64(otp.value, keys), txnId: keys.txnId }),
  'the OTP as it is in authData.otp.otpValue': () => () => inAuthData(otp.value),
  'the encrypted OTP in authData.otp.otpValue': () => (keys) => inAuthData(encrypted(otp.value, keys)),
  'an encrypted txnId': () => (keys) => ({
    otp: encrypted(otp.value, keys),
    txnId: encrypted(keys.txnId, keys),
  }),
  'the txnId in Base64': () => (keys) => ({
    otp: encrypted(otp.value, keys),
    txnId: inBase64(keys.txnId, keys),
  }),
  'further members in plain text': () => (keys) => ({
    otp: encrypted(otp.value, keys),
    txnId: keys.txnId,
    name: 'Asha',
    hprToken: 'a token of the user',
  }),
};

interface MobileNumbers {
  /** Makes the content of the field that is documented as encrypted. */
  readonly documented: EncryptFieldValue;
  /** Makes the content of the other field. */
  readonly other: EncryptFieldValue;
}

const right: MobileNumbers = { documented: encryptCorrectly, other: asItIs };

/** Mobile numbers in a field that is documented as encrypted and in another one, in the words of the features. */
const numbers: Phrases<MobileNumbers> = {
  'the documented one as it is': () => ({ ...right, documented: asItIs }),
  'the documented one in Base64': () => ({ ...right, documented: inBase64 }),
  'the other one encrypted': () => ({ ...right, other: encryptCorrectly }),
  'the other one in Base64': () => ({ ...right, other: inBase64 }),
  'the country code on the other one': () => ({ ...right, other: (value) => `+91${value}` }),
};

/** Recordings of requests with fields to one service, by the words of the features. */
export const serviceFieldRecordings: Readonly<Record<string, MakeExample>> = Object.fromEntries(
  Object.entries(services).flatMap(([name, paths]): [string, MakeExample][] => [
    [`a verify-OTP call to ${name}`, (words) => verificationSlip(words, paths.service, paths.verify)],
    [
      `a verify-mobile-OTP call to ${name}`,
      (words) => verificationSlip(words, paths.service, paths.verifyMobile),
    ],
    [`an OTP in a flow of ${name}`, (words) => verificationSlip(words, paths.service, paths.enrol)],
    [`two mobile numbers to ${name}`, (words) => mobileSlip(words, paths.service, paths.enrol)],
  ]),
);

function verificationSlip(words: string, service: CertifiedService, path: string): ExamplePair {
  const keys = fieldKeys(service);
  const finder = fieldFinderWith(keys, plantedWith(keys, otp));
  const recordOf = (phrase: string) => {
    const members = readPhrase(verifications, phrase, 'change of an OTP verification')(keys);
    return recordExamples([sent(service, path, members)], [finder]);
  };
  return { right: recordOf('an encrypted OTP'), wrong: recordOf(words) };
}

/** The two fields that the suite asks the client to send. */
const askedNumbers: readonly RequestedField[] = [
  { name: 'mobile', encrypted: true },
  { name: 'otherMobile', encrypted: false },
];

function mobileSlip(words: string, service: CertifiedService, path: string): ExamplePair {
  const keys = fieldKeys(service);
  const finder = fieldFinderWith(keys, plantedWith(keys, mobile), askedNumbers);
  const record = ({ documented, other }: MobileNumbers) => {
    const { value } = mobile;
    const members = { mobile: documented(value, keys), otherMobile: other(value, keys) };
    return recordExamples([sent(service, path, members)], [finder]);
  };
  return {
    right: record(right),
    wrong: record(readPhrase(numbers, words, 'change of two mobile numbers')),
  };
}

/** A request with these members that the service accepts. The document does not show its path. */
function sent(service: CertifiedService, path: string, members: object): RawExchange {
  const { operation, ...own } = rightRequest(`certificate.${service}`);
  const url = new URL(path, own.request.url).href;
  const headers = [...own.request.headers, ['Content-Type', 'application/json'] as const];
  const response = { status: 200, headers: [], body: Buffer.from('{}') };
  return withBody(
    { ...own, request: { ...own.request, method: 'POST', url, headers }, response },
    JSON.stringify(members),
  );
}
