import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveReadings } from '../../support/contract/readings';
import { createSession, sessionBody, timestamp, v3Headers, type Asking } from './ask';
import { assertRefused } from './envelope';
import { movableClock, runningMock } from './running-mock';

const id = '7f1d8a52-3c40-4b6e-9d21-0a5c6e7f8b90';

test('right credentials get a session', async (t) => {
  const mock = await runningMock(t);
  const answer = await createSession(mock);
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  const { accessToken, refreshToken, ...rest } = JSON.parse(answer.text) as Record<string, unknown>;
  assert.deepEqual(rest, { expiresIn: 1200, refreshExpiresIn: 1800, tokenType: 'bearer' });
  for (const token of [accessToken, refreshToken]) assert.match(String(token), /^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('the account can be given', async (t) => {
  const account = {
    clientId: 'me',
    clientSecret: 'mine',
    cmId: 'live',
    lifetimes: { access: 7, refresh: 9 },
  };
  const mock = await runningMock(t, { account });
  const answer = await createSession(mock, { headers: { 'X-CM-ID': 'live' } });
  const session = JSON.parse(answer.text) as Record<string, unknown>;
  assert.deepEqual([session.expiresIn, session.refreshExpiresIn], [7, 9]);
});

for (const field of ['clientId', 'clientSecret']) {
  test(`a wrong ${field} gets the documented error`, async (t) => {
    const mock = await runningMock(t);
    const right = sessionBody(mock);
    for (const wrong of ['wrong', `${String(right[field])} `, String(right[field]).slice(0, -1)]) {
      const answer = await createSession(mock, { body: { ...right, [field]: wrong } });
      assert.equal(answer.status, 400);
      const error = { code: 'SVC-9999', message: 'Invalid user credentials' };
      assert.deepEqual(JSON.parse(answer.text), { error });
    }
    assert.equal((await createSession(mock, { body: right })).status, 200);
  });
}

const refusedHeaders: [name: string, headers: Asking['headers'], message: RegExp, status?: number][] = [
  ['no REQUEST-ID', { 'REQUEST-ID': undefined }, /REQUEST-ID/],
  ['an uppercase REQUEST-ID', { 'REQUEST-ID': id.toUpperCase() }, /REQUEST-ID/],
  ['a REQUEST-ID of version 1', { 'REQUEST-ID': id.replace('-4', '-1') }, /REQUEST-ID/],
  ['a REQUEST-ID of version 7', { 'REQUEST-ID': id.replace('-4', '-7') }, /REQUEST-ID/],
  ['a REQUEST-ID of another variant', { 'REQUEST-ID': id.replace('-9', '-c') }, /REQUEST-ID/],
  ['a REQUEST-ID that is no UUID', { 'REQUEST-ID': 'one' }, /REQUEST-ID/],
  ['no TIMESTAMP', { TIMESTAMP: undefined }, /TIMESTAMP is missing/],
  ['no X-CM-ID', { 'X-CM-ID': undefined }, /X-CM-ID/],
  ['another X-CM-ID', { 'X-CM-ID': 'live' }, /X-CM-ID/],
  ['no Content-Type', { 'Content-Type': undefined }, /Content-Type/, 415],
  ['another Content-Type', { 'Content-Type': 'text/plain' }, /Content-Type/, 415],
  ['a longer Content-Type', { 'Content-Type': 'application/jsonp' }, /Content-Type/, 415],
  ['a broken Content-Type', { 'Content-Type': ';;' }, /Content-Type/, 415],
];

for (const [name, headers, message, status] of refusedHeaders) {
  test(`a session request with ${name} is refused`, async (t) => {
    const mock = await runningMock(t);
    assert.match(
      assertRefused(await createSession(mock, { headers: headers ?? {} }), status ?? 400),
      message,
    );
    assert.equal((await createSession(mock, { headers: { 'REQUEST-ID': id } })).status, 200);
  });
}

const noon = Date.UTC(2026, 1, 28, 12);
const malformedTimes = {
  'no milliseconds': '2026-02-28T12:00:00Z',
  microseconds: '2026-02-28T12:00:00.000000Z',
  'an offset': '2026-02-28T12:00:00.000+00:00',
  'no zone': '2026-02-28T12:00:00.000',
  'a space': '2026-02-28 12:00:00.000Z',
  'a day that does not exist': '2026-02-30T12:00:00.000Z',
  'an hour that does not exist': '2026-02-28T25:00:00.000Z',
  'seconds since the epoch': String(noon / 1000),
};

for (const [name, text] of Object.entries(malformedTimes)) {
  test(`a TIMESTAMP with ${name} is refused`, async (t) => {
    const mock = await runningMock(t, { seams: { clock: () => noon } });
    assert.match(
      assertRefused(await createSession(mock, { headers: { TIMESTAMP: text } }), 400),
      /malformed/,
    );
    assert.equal((await createSession(mock, { headers: { TIMESTAMP: timestamp(noon) } })).status, 200);
  });
}

test('a TIMESTAMP is stale beyond the limit, either way', async (t) => {
  const mock = await runningMock(t, { seams: { clock: () => noon } });
  const at = (time: number) => createSession(mock, { headers: { TIMESTAMP: timestamp(time) } });
  for (const off of [300_000, -300_000, 123, 0]) assert.equal((await at(noon + off)).status, 200);
  for (const off of [300_001, -300_001, -86_400_000]) {
    assert.equal(assertRefused(await at(noon + off), 400), 'TIMESTAMP is stale');
  }
});

test('the limit of staleness can be given', async (t) => {
  const clock = movableClock();
  const mock = await runningMock(t, {
    readings: resolveReadings({ 'stale-after': { seconds: 2 } }),
    seams: { clock: clock.now },
  });
  const headers = v3Headers(clock.now());
  assert.equal((await createSession(mock, { headers })).status, 200);
  clock.forward(3);
  assert.equal(assertRefused(await createSession(mock, { headers }), 400), 'TIMESTAMP is stale');
});

test('a malformed body is refused, and quotes nothing', async (t) => {
  const mock = await runningMock(t);
  const right = sessionBody(mock);
  const { clientId, clientSecret } = right;
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    Buffer.from('{"clientId":"\xff"}', 'latin1'),
    { clientId, clientSecret },
    { ...right, grantType: 'password' },
    { ...right, clientId: 7 },
    { ...right, clientSecret: null },
  ];
  for (const body of bodies) {
    const answer = await createSession(mock, { body });
    assert.match(assertRefused(answer, 400), /^Malformed request body/);
    assert.ok(!answer.text.includes(mock.account.clientSecret));
  }
  assert.equal((await createSession(mock, { body: right })).status, 200);
});

test('harmless variation is accepted', async (t) => {
  const mock = await runningMock(t);
  const { clientId, clientSecret } = mock.account;
  const body = ` { "more" : [1], "grantType": "client_credentials", "clientSecret": "${clientSecret}",
    "clientId": "${clientId}" } `;
  assert.equal((await createSession(mock, { body })).status, 200);
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json ;a=b']) {
    assert.equal((await createSession(mock, { headers: { 'Content-Type': type } })).status, 200);
  }
});
