import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import { jsonBody } from '../../support/exchange/exchange';
import type { RawExchange } from '../../support/exchange/recorder';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { Redactor } from '../../support/exchange/redaction';
import { leaks } from './canaries';
import { randomUUID } from '../seed';
import { rawExchange, recorderKnowing } from './planting';

const asking = (body: unknown, headers: [string, string][] = []): Partial<RawExchange> => ({
  request: { method: 'POST', url: 'https://a.example/', headers, body: Buffer.from(JSON.stringify(body)) },
});
const headersOf = ({ request }: Exchange): unknown => Object.fromEntries(request.headers);

test('below the name of a secret, what stands beside it stays', () => {
  const requestId = randomUUID();
  const timeStamp = new Date().toISOString();
  const headers = { 'REQUEST-ID': requestId, TIMESTAMP: timeStamp };
  const otp = { timeStamp, txnId: requestId, otpValue: '482913', mobile: '9000000001' };
  const exchange = recorderKnowing()(asking({ authData: { otp } }, Object.entries(headers)));
  assert.deepEqual(headersOf(exchange), headers);
  assert.deepEqual(jsonBody(exchange.request), { authData: { otp: { ...otp, otpValue: '[otp-1]' } } });
});

test('the members that hold a secret under its name are one with it, and found again', () => {
  for (const body of [
    { otp: { otpValue: '482913' } },
    { otp: { value: '482913' } },
    { otp: { value: ['482913'] } },
    { otp: ['482913'] },
    { otp: [{ value: '482913' }] },
    { loginId: { value: 482913 } },
    { accessToken: { value: '482913' } },
  ]) {
    const record = recorderKnowing();
    const both = [record(asking(body)), record(asking({ note: 'it was 482913.' }))];
    assert.deepEqual(leaks(JSON.stringify(both), { otp: '482913' }), [], JSON.stringify(body));
  }
});

test('an id, an instant or a word of the document inside such an object is blanked there, and sought nowhere', () => {
  for (const value of [
    randomUUID(),
    '2026-11-21T10:00:00Z',
    '1795253400000',
    'client_credentials',
    'bearer',
  ]) {
    const record = recorderKnowing();
    assert.deepEqual(jsonBody(record(asking({ accessToken: { value } })).request), {
      accessToken: { value: '[accessToken]' },
    });
    const later = { note: value };
    assert.deepEqual(jsonBody(record(asking(later)).request), later);
  }
});

test('under the own name of a secret they are secrets like others', () => {
  for (const value of [randomUUID(), '2026-11-21T10:00:00Z', 'client_credentials']) {
    const record = recorderKnowing();
    const both = [record(asking({ otp: value })), record(asking({ note: value }))];
    assert.deepEqual(leaks(JSON.stringify(both), { value }), [], value);
  }
});

test('the name of a documented member is hidden nowhere, even where a secret is spelt like it', () => {
  const body = { grantType: 'x', txnId: 'y', loginId: '[national-id-1]' };
  const record = recorderKnowing([
    { name: 'odd', kind: 'client-secret', value: 'grantType' },
    { name: 'odd', kind: 'client-secret', value: 'loginId' },
  ]);
  assert.deepEqual(Object.keys(jsonBody(record(asking(body)).request) as object), Object.keys(body));
});

test('the reading encrypted-members names further members that may hold a raw value', () => {
  const redactor = new Redactor({ ...defaultReadings, 'encrypted-members': ['pinBlock'] });
  const recorder = createRecorder(createRecording(), redactor);
  const { request } = recorder.record(rawExchange(asking({ deep: [{ pinBlock: '482913' }] })));
  assert.deepEqual(jsonBody(request), { deep: [{ pinBlock: '[otp-1]' }] });
});

test('a header that is blank stays blank, and a scheme without a token is no secret', () => {
  const record = recorderKnowing();
  const headers = { Authorization: ' ', bearer_auth: 'Bearer' };
  assert.equal((headersOf(record(asking({}, Object.entries(headers)))) as typeof headers).Authorization, ' ');
  const note = { note: 'the Bearer scheme' };
  assert.deepEqual(jsonBody(record(asking(note)).request), note);
});

test('facts that quote a message are redacted like it', () => {
  const secret = randomUUID();
  const record = recorderKnowing([{ name: 'secret', kind: 'client-secret', value: secret }]);
  const payer = {
    envelope: 'json',
    ...{ correlationId: secret, workflowId: secret, flaw: `no ${secret}` },
    resources: ['Bundle', secret],
    providerId: false,
    policyNumber: false,
    documents: 0,
  } as const;
  const fields = [{ pointer: `/${secret}/otpValue`, wanted: 'encrypted', form: 'text' } as const];
  const exchange = record({ facts: { payer, fields } });
  assert.deepEqual(leaks(JSON.stringify(exchange), { secret }), []);
  assert.equal(exchange.facts.fields?.[0]?.pointer, '/[client-secret-1]/otpValue');
  assert.equal(exchange.facts.payer?.correlationId, '[client-secret-1]');
});

test('where the client secret stood is known, and no placeholder that a client writes is taken for it', () => {
  const secret = randomUUID();
  const record = recorderKnowing([{ name: 'secret', kind: 'client-secret', value: secret }]);
  const one = record(asking({ note: secret }, [['X-Note', Buffer.from(secret).toString('base64')]]));
  assert.deepEqual(one.facts.secretIn, ['header x-note', 'body']);
  assert.equal(record(asking({ note: '[client-secret-1]' })).facts.secretIn, undefined);
});
