import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFieldCipher, generateRsaKeyPair } from '../../support/mock/keys';
import { defaultHandlers } from '../../support/mock/services';
import type { MockRequest, MockHandler } from '../../support/mock/seams';
import { sendExactRequest, createSession, newSession, registryCertificate, verifyOtp } from './ask';
import { assertRefused } from './envelope';
import { encryptWithForge } from './forge-encryption';
import { runningMock } from './running-mock';

const keysPath = '/api/hiecm/gateway/v3/certs';

test('a handler can be wrapped', async (t) => {
  const wrapped: MockHandler = async (call, state) => {
    const reply = await defaultHandlers['session.create'](call, state);
    return { ...reply, body: { ...(reply.body as object), tokenType: 'mac' } };
  };
  const mock = await runningMock(t, {
    seams: { handlers: { ...defaultHandlers, 'session.create': wrapped } },
  });
  const answer = await createSession(mock);
  assert.equal((JSON.parse(answer.text) as { tokenType: string }).tokenType, 'mac');
});

test('a handler that throws is answered for, without a word of why', async (t) => {
  const thrown: unknown[] = [];
  const failing = {
    ...defaultHandlers,
    jwks: () => Promise.reject(Object.assign(new Error('secret'), { statusCode: 418 })),
  };
  const onError = (operation: string, error: unknown) => thrown.push(operation, String(error));
  const mock = await runningMock(t, { seams: { handlers: failing }, onError });
  const answer = await sendExactRequest(mock.urls.gateway + keysPath, { ca: mock.ca ?? '' });
  assert.equal(assertRefused(answer, 500), 'Internal error');
  assert.deepEqual(thrown, ['jwks', 'Error: secret']);
});

test('an answer that cannot be sent is an internal error too', async (t) => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  for (const reply of [{ status: 200, body: circular }, { status: 9999 }]) {
    const mock = await runningMock(t, { seams: { handlers: { jwks: () => reply } } });
    assert.equal(
      assertRefused(await sendExactRequest(mock.urls.gateway + keysPath, { ca: mock.ca ?? '' }), 500),
      'Internal error',
    );
  }
});

test('text, bytes and nothing are sent as they are', async (t) => {
  const bodies = { text: 'é', bytes: Buffer.of(0, 255), none: undefined };
  const fallback: MockHandler = ({ path }) => {
    const body = bodies[path.slice(1) as keyof typeof bodies];
    return { status: 299, headers: { 'x-more': '1' }, ...(body !== undefined && { body }) };
  };
  const mock = await runningMock(t, { tls: false, seams: { handlers: { fallback } } });
  const from = (path: string) => sendExactRequest(`${mock.urls.gateway}${path}`);
  const [text, bytes, none] = await Promise.all([from('/text'), from('/bytes?a=b'), from('/none')]);
  assert.deepEqual([text.status, text.headers['x-more'], text.text], [299, '1', 'é']);
  assert.deepEqual(
    [bytes.headers['content-type'], bytes.headers['content-length']],
    ['application/octet-stream', '2'],
  );
  assert.deepEqual([none.text, none.headers['content-type']], ['', undefined]);
});

test('JSON has the media type that its handler names, and no charset of its own', async (t) => {
  const types = {
    own: undefined,
    charset: 'application/json; charset=utf-8',
    other: 'application/problem+json',
  };
  const fallback: MockHandler = ({ path }) => {
    const type = types[path.slice(1) as keyof typeof types];
    return {
      status: 200,
      body: { a: 'é' },
      ...(type !== undefined && { headers: { 'content-type': type } }),
    };
  };
  const mock = await runningMock(t, { tls: false, seams: { handlers: { fallback } } });
  const typeAt = async (path: string) =>
    (await sendExactRequest(`${mock.urls.gateway}${path}`)).headers['content-type'];
  assert.deepEqual(await Promise.all(['/own', '/charset', '/other'].map(typeAt)), [
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
  ]);
  // RFC 8259, section 11: a client may take a charset for another type.
  for (const path of [keysPath, '/api/hiecm/gateway/v3/sessions', '/%'])
    assert.equal(await typeAt(path), 'application/json', path);
});

test('a handler sees the request as it was sent', async (t) => {
  const seen: MockRequest[] = [];
  const fallback: MockHandler = (call) => {
    seen.push(call);
    return { status: 204 };
  };
  const mock = await runningMock(t, { tls: false, seams: { clock: () => 42, handlers: { fallback } } });
  const body = Buffer.of(0x7b, 0xff, 0x00);
  for (const [method, type] of [
    ['POST', 'application/json'],
    ['POST', ';;'],
    ['PUT', ''],
    ['GET', 'x/y'],
    ['PROPFIND', 'a'],
  ] as const) {
    const headers = { 'Content-Type': type, 'Content-Length': '3', 'X-Odd': 'Yes' };
    await sendExactRequest(`${mock.urls.registry}/a%20b?c=d`, { method, headers, body });
    const call = seen.pop();
    assert.deepEqual([call?.method, call?.path, call?.receivedAt], [method, '/v4/a%20b', 42]);
    assert.deepEqual([call?.headers['content-type'], call?.headers['x-odd']], [type, 'Yes']);
    assert.ok(call?.rawBody.equals(body));
  }
});

test('a body of a mebibyte is the largest that is read', async (t) => {
  const fallback: MockHandler = ({ rawBody }) => ({ status: 200, body: { size: rawBody.length } });
  const mock = await runningMock(t, { tls: false, seams: { handlers: { fallback } } });
  const send = (size: number) =>
    sendExactRequest(mock.urls.dummyPayer, { method: 'POST', body: Buffer.alloc(size) });
  assert.equal((await send(1_048_576)).text, '{"size":1048576}');
  assertRefused(await send(1_048_577), 413);
});

test('unknown paths and methods get 404, malformed ones 400', async (t) => {
  const mock = await runningMock(t, { tls: false });
  for (const base of Object.values(mock.urls)) {
    for (const path of ['', '/', '/nothing', '/v1/claim/submit'])
      assertRefused(await sendExactRequest(base + path), 404);
    assertRefused(await sendExactRequest(`${base}/%zz`), 400);
  }
  assertRefused(await sendExactRequest(`${mock.urls.gateway}/api/hiecm/gateway/v3/sessions`), 404);
  assertRefused(await sendExactRequest(`${mock.urls.gateway}${keysPath}/`), 404);
  assertRefused(await sendExactRequest(`${mock.urls.registry.replace('/v4', '')}/api/v1/auth/cert`), 404);
  assert.equal((await sendExactRequest(`${mock.urls.gateway}${keysPath}`, { method: 'HEAD' })).status, 404);
});

test('certificate and cipher can be replaced together, as by a new key', async (t) => {
  const rotated = await generateRsaKeyPair();
  const pem = rotated.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const seams = { certificate: { registry: () => pem }, cipher: createFieldCipher(rotated.privateKey) };
  const mock = await runningMock(t, { seams });
  const { accessToken } = await newSession(mock);
  assert.equal((await registryCertificate(mock, accessToken)).text, pem);
  const { otp, txnId } = mock.account;
  const body = { otp: encryptWithForge(pem, otp).toString('base64'), txnId };
  assert.equal((await verifyOtp(mock, accessToken, { body })).status, 200);
});

test('the keys of a mock can be given', async (t) => {
  const registry = await generateRsaKeyPair();
  const mock = await runningMock(t, { keys: { registry } });
  const answer = await registryCertificate(mock, (await newSession(mock)).accessToken);
  assert.equal(answer.text, registry.publicKey.export({ type: 'spki', format: 'pem' }));
  assert.equal(mock.keys.registry, registry);
});

test("seams can be made from the mock's own", async (t) => {
  const mock = await runningMock(t, {
    seams: ({ tokens }) => ({ tokens: { ...tokens, verify: () => Promise.resolve('expired') } }),
  });
  assert.match(
    assertRefused(await registryCertificate(mock, (await newSession(mock)).accessToken), 401),
    /expired/,
  );
});
