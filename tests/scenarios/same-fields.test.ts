import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { integratorTarget } from '../../mutants/integrator/stage';
import type { Exchange } from '../../support/exchange/exchange';
import type { RequestedField } from '../../support/exchange/fields';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { createRecording } from '../../support/exchange/recording';
import { playServices } from '../../support/scenarios/integrator/played-services';
import { TrafficRecorder } from '../../support/traffic/traffic-recorder';
import { openTestRun } from './provider-scene';

const ciphertext = Buffer.alloc(256, 0x5a).toString('base64');
const number = '482913570264';

interface Row {
  readonly service: 'identity' | 'registry';
  readonly path: string;
  readonly body: object | string;
  readonly more?: Partial<RawExchange>;
  /** The fields that the suite does not ask for, each as `POINTER WANTED`. Every way to record them finds the same. */
  readonly found: readonly string[];
  /** The fields that the suite asks for in a run. */
  readonly asks?: readonly RequestedField[];
  /** The fields that are found in a run that asks for the fields in `asks`, if they differ from `found`. */
  readonly foundInRun?: readonly string[];
}

const verification = { operation: 'otp.verify' } as const;
const askFor = (name: string, encrypted: boolean): RequestedField => ({ name, encrypted });

const rows: Readonly<Record<string, Row>> = {
  'a login id at a v3 path of the identity service': {
    service: 'identity',
    path: '/identity/api/v3/enrolment/fields',
    body: { loginId: number, person: { aadhaar: number }, name: 'Asha', mobile: ciphertext },
    found: ['/loginId encrypted', '/person/aadhaar encrypted'],
    asks: [askFor('loginId', true)],
    foundInRun: [
      '/loginId encrypted',
      '/person plain',
      '/name plain',
      '/mobile plain',
      '/person/aadhaar encrypted',
    ],
  },
  'a login id and an OTP at another path of the identity service': {
    service: 'identity',
    path: '/identity/api/v1/login',
    body: { loginId: number, otp: number, person: { nationalId: number } },
    found: [],
    asks: [askFor('loginId', true)],
    foundInRun: ['/loginId encrypted', '/person plain'],
  },
  'a national-ID number at a registration path': {
    service: 'registry',
    path: '/v2/registration/national-id/create',
    body: { nationalId: number, loginId: 'asha', otp: 'no' },
    found: ['/nationalId encrypted'],
    asks: [askFor('nationalId', true)],
  },
  'a national-ID number at another path of the registry': {
    service: 'registry',
    path: '/v1/search',
    body: { aadhaar: number },
    found: [],
    // The client has another name for the field that the suite asks for.
    asks: [askFor('nationalId', true)],
    foundInRun: ['/aadhaar encrypted'],
  },
  'an OTP beside its transaction': {
    service: 'registry',
    path: '/v2/registration/national-id/verifyOTP',
    body: { otp: ciphertext, txnId: 'a825f76b-0696-40f3-864c-5a3a5b389a83', note: null },
    more: verification,
    found: ['/otp encrypted', '/txnId plain', '/note plain'],
    asks: [askFor('otp', true), askFor('txnId', false)],
  },
  'an OTP that is empty, or the object around one': {
    service: 'registry',
    path: '/v2/registration/national-id/verifyOTP',
    body: { otp: { otp: number }, txnId: '' },
    more: verification,
    found: ['/otp encrypted', '/txnId plain', '/otp/otp encrypted'],
  },
  'an OTP at a path of another version': {
    service: 'registry',
    path: '/v1/registration/national-id/verifyOTP',
    body: { otp: ciphertext, txnId: 'x' },
    found: ['/otp encrypted', '/txnId plain'],
  },
  'an OTP for a mobile number': {
    service: 'registry',
    path: '/v1/registration/mobile/verifyMobileOTP',
    body: { otp: number, mobile: ciphertext },
    found: ['/otp encrypted'],
  },
  'an OTP in a request that verifies none': {
    service: 'registry',
    path: '/v1/search',
    body: { otp: number, otpValue: number, txnId: 'x' },
    found: ['/otpValue encrypted'],
    asks: [askFor('otp', true), askFor('txnId', false)],
    foundInRun: ['/otp encrypted', '/otpValue encrypted', '/txnId plain'],
  },
  'a field that the suite asked for in plain text': {
    service: 'identity',
    path: '/identity/api/v3/enrolment/fields',
    body: { mobile: number, nationalId: number },
    found: ['/nationalId encrypted'],
    asks: [askFor('mobile', false), askFor('nationalId', false)],
    foundInRun: ['/mobile plain', '/nationalId plain'],
  },
  'a form': {
    service: 'identity',
    path: '/identity/api/v3/enrolment/fields',
    body: `loginId=${number}&name=Asha`,
    found: ['/loginId encrypted'],
    asks: [askFor('loginId', true), askFor('name', false)],
    foundInRun: ['/loginId encrypted', '/name plain'],
  },
};

function rawOf({ service, path, body, more }: Row): RawExchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const now = Date.now();
  return {
    sender: 'integrator',
    service,
    arrivedAt: now,
    answeredAt: now,
    request: { method: 'POST', url: `https://a.example${path}`, headers: [], body: Buffer.from(text) },
    response: { status: 200, headers: [], body: Buffer.from('{}') },
    ...more,
  };
}

const fieldsOf = ({ facts }: Exchange): string[] =>
  (facts.fields ?? []).map(({ pointer, wanted }) => `${pointer} ${wanted}`);

/** Returns functions that record a request as a run, a mock, and a proxy or an audit do. */
async function waysIn(t: TestContext) {
  const played = await playServices(
    await openTestRun(t, { target: integratorTarget, subjects: ['integrator'] }),
  );
  const traffic = new TrafficRecorder({ target: integratorTarget, recording: createRecording() });
  const inRun = (raw: RawExchange, asks: readonly RequestedField[]): string[] => {
    played.told.begin(asks, raw.arrivedAt);
    return fieldsOf(played.recorder.record(raw));
  };
  return {
    inRun,
    atMock: (raw: RawExchange) => inRun(raw, []),
    inTraffic: (raw: RawExchange) => fieldsOf(traffic.record(raw, raw)),
  };
}

test('a run, a mock and recorded traffic choose the same fields of a request', async (t) => {
  const { inRun, atMock, inTraffic } = await waysIn(t);
  for (const [what, row] of Object.entries(rows)) {
    const { found, asks, foundInRun = found } = row;
    const raw = rawOf(row);
    assert.deepEqual(atMock(raw), found, `${what}, at a mock`);
    assert.deepEqual(inTraffic(raw), found, `${what}, in traffic`);
    if (asks !== undefined) assert.deepEqual(inRun(raw, asks), foundInRun, `${what}, in a run`);
  }
});

test('a value of the client is a raw number in every way in, and a planted value keeps its id', async (t) => {
  const played = await playServices(
    await openTestRun(t, { target: integratorTarget, subjects: ['integrator'] }),
  );
  const traffic = new TrafficRecorder({ target: integratorTarget, recording: createRecording() });
  const { id } = played.plant('national-id', number);
  const readableOf = ({ facts: { fields = [] } }: Exchange) => fields.map(({ readable }) => readable);
  const raw = (loginId: unknown) =>
    rawOf({ service: 'identity', path: '/identity/api/v3/login', body: { loginId }, found: [] });
  assert.deepEqual(readableOf(played.recorder.record(raw(number))), [{ planted: id, encoding: 'raw' }]);
  for (const [value, encoding] of [
    ['5123 4567 8011', 'raw'],
    [512345678011, 'raw'],
    [[512345678011], 'raw'],
    [Buffer.from('512345678011').toString('base64'), 'base64'],
  ] as const) {
    const known = [{ planted: 'a number', encoding }];
    assert.deepEqual(readableOf(played.recorder.record(raw(value))), known);
    assert.deepEqual(readableOf(traffic.record(raw(value), raw(value))), known);
  }
});
