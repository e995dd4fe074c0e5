import { createHash } from 'node:crypto';
import type { ServiceName } from '../../../support/contract/operations';
import type { AdapterAnswer, SentEvidence } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import type { FieldFact } from '../../../support/exchange/facts';
import type { RequestOutline } from '../../../mutants/composed-requests';
import { composeRequest } from '../../../mutants/composed-requests';
import { numberedAccessToken, clientSecret, numberedRefreshToken } from '../recorded';

/** An exchange before it has its place in a recording. */
export type UnnumberedExchange = Omit<Exchange, 'seq'>;
export type AnswerDraft = Omit<AdapterAnswer, 'seq'>;

/** Makes what arrives at an instant, by default an exchange; `n` tells it from all others. */
export type JourneyStep<Of extends SentEvidence = Exchange> = (at: number, n: number) => Omit<Of, 'seq'>;
export type AnyJourneyStep = JourneyStep | JourneyStep<AdapterAnswer>;

export const txnId = '7b2d6f0e-3c1a-4f58-9a64-0c5e8d1f2a37';

/** Lets steps happen one after another, by default a second and a half apart. */
export function playSteps(steps: readonly JourneyStep[], gapMs?: number): Exchange[];
export function playSteps(steps: readonly AnyJourneyStep[], gapMs?: number): SentEvidence[];
export function playSteps(steps: readonly AnyJourneyStep[], gapMs = 1500): SentEvidence[] {
  const start = Date.UTC(2026, 10, 21, 9, 30);
  return steps.map((step, index) => ({ seq: index + 1, ...step(start + index * gapMs, index + 1) }));
}

/** A REQUEST-ID with letters in it. */
export const uuidOf = (n: number): string => `abcdef01-2345-4678-9abc-${n.toString(16).padStart(12, '0')}`;

/** 256 bytes that look like a ciphertext. */
export function ciphertextOf(n: number): Buffer {
  return Buffer.concat(
    ['a', 'b', 'c', 'd'].map((part) => createHash('sha512').update(`${part}${n}`).digest()),
  );
}

interface Request extends RequestOutline {
  readonly call: string;
  readonly answer?: object | string;
  readonly token?: string;
}

/** A request as the suite's own client composes it, answered with 200. */
export function unnumberedRequest(about: Request, at: number, n: number): UnnumberedExchange {
  const { service, operation, call, answer = {}, token = numberedAccessToken(1) } = about;
  const { method, url, headers, body } = composeRequest(about, {
    accessToken: token,
    requestId: uuidOf(n),
    timestamp: new Date(at - 5).toISOString(),
    cmId: 'sbx',
  });
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return {
    sender: 'integrator',
    arrivedAt: at,
    answeredAt: at + 20,
    clientInstance: 'process-1',
    call: { answer: 1, method: call, service },
    service,
    ...(operation && { operation }),
    request: {
      method,
      url,
      headers: Object.entries(headers),
      ...(body !== undefined && { body: { text: body, bytes: body.length } }),
    },
    response: { status: 200, headers: [], body: { text, bytes: text.length } },
    facts: {
      scheme: 'https',
      loopback: false,
      ...('Authorization' in headers && {
        tokens: { 'request:authorization': { pseudonym: token, jwt: true } },
      }),
    },
  };
}

/** A session that is asked for; its tokens are numbered. */
export const session =
  (number = 1, expiresIn = 1200): JourneyStep =>
  (at, n) => {
    const draft = unnumberedRequest(
      {
        service: 'gateway',
        operation: 'session.create',
        call: 'session.create',
        body: { clientId: 'SBX_1', clientSecret: clientSecret, grantType: 'client_credentials' },
        answer: { accessToken: numberedAccessToken(number), expiresIn, tokenType: 'bearer' },
      },
      at,
      n,
    );
    const tokens = {
      'response:/accessToken': { pseudonym: numberedAccessToken(number), jwt: true },
      'response:/refreshToken': { pseudonym: numberedRefreshToken(number), jwt: true },
    };
    return { ...draft, facts: { ...draft.facts, tokens } };
  };

/** A certificate that is asked for. */
export const requestCertificate =
  (service: 'identity' | 'registry', token?: string): JourneyStep =>
  (at, n) =>
    unnumberedRequest(
      {
        service,
        operation: `certificate.${service}`,
        call: 'certificate.fetch',
        answer: '-----BEGIN PUBLIC KEY-----',
        ...(token !== undefined && { token }),
      },
      at,
      n,
    );

/** A fetch that the suite did not ask for. */
export const unasked =
  (service: 'identity' | 'registry'): JourneyStep =>
  (at, n) => ({
    ...requestCertificate(service)(at, n),
    call: { answer: 1, method: 'otp.verify', service: 'registry' },
  });

/** A field that is encrypted as it should be. */
export function goodField(service: ServiceName, pointer: string, planted: string): FieldFact {
  return {
    pointer,
    wanted: 'encrypted',
    form: 'base64',
    bytes: 256,
    modulusBytes: 256,
    key: service,
    ownKey: true,
    padding: 'oaep-sha1',
    plaintext: { bytes: 12, equals: planted, contains: [] },
  };
}

const plainField = (pointer: string): FieldFact => ({ pointer, wanted: 'plain', form: 'text' });

/** An OTP that is verified and accepted. */
export const verifyOtp =
  (planted = 'otp-1'): JourneyStep =>
  (at, n) => {
    const draft = unnumberedRequest(
      {
        service: 'registry',
        operation: 'otp.verify',
        call: 'otp.verify',
        body: { otp: ciphertextOf(n).toString('base64'), txnId },
        answer: { txnId, authResult: 'success', message: 'verified' },
      },
      at,
      n,
    );
    const fields = [goodField('registry', '/otp', planted), plainField('/txnId')];
    return { ...draft, facts: { ...draft.facts, fields } };
  };

/** Three encrypted fields and a plain one, for the identity service. */
export const sendFields = (): JourneyStep => (at, n) => {
  const names = ['loginId', 'nationalId', 'mobile'];
  const ciphertexts = names.map((name, index) => [name, ciphertextOf(n * 100 + index).toString('base64')]);
  const draft = unnumberedRequest(
    {
      service: 'identity',
      path: '/identity/api/v3/enrolment/fields',
      call: 'fields.send',
      body: { ...(Object.fromEntries(ciphertexts) as object), name: 'Asha' },
    },
    at,
    n,
  );
  const planted = ['national-id-1', 'national-id-2', 'mobile-1'];
  const fields = [
    ...names.map((name, index) => goodField('identity', `/${name}`, planted[index] ?? '')),
    plainField('/name'),
  ];
  return { ...draft, facts: { ...draft.facts, fields } };
};

/** A mobile number where it is not documented as encrypted. */
export const sendPlainMobile = (): JourneyStep => (at, n) => {
  const draft = unnumberedRequest(
    {
      service: 'identity',
      path: '/identity/api/v3/enrolment/fields',
      call: 'fields.send',
      body: { mobile: '9000000001' },
    },
    at,
    n,
  );
  const readable = { planted: 'value-1', encoding: 'raw' };
  return { ...draft, facts: { ...draft.facts, fields: [{ ...plainField('/mobile'), readable }] } };
};

/** What the adapter returned for a value; nothing crossed the wire. */
export const returnCiphertext =
  (service: 'identity' | 'registry', planted: string): JourneyStep<AdapterAnswer> =>
  (at, n) => ({
    kind: 'adapter answer',
    arrivedAt: at,
    clientInstance: 'process-1',
    service,
    method: 'field.encrypt',
    body: { text: JSON.stringify({ ciphertext: ciphertextOf(n).toString('base64') }), bytes: 360 },
    facts: { fields: [goodField(service, '/ciphertext', planted)] },
  });
