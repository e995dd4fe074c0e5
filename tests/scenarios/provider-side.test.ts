import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { encryptToStranger, aes128Gcm } from '../../mutants/envelopes';
import { scan } from '../../mutants/scanner';
import type { ProviderOperation } from '../../support/contract/bases';
import { operations } from '../../support/contract/operations';
import { readPayerStep } from '../../support/obligations/cycles/messages';
import { createRecording } from '../../support/exchange/recording';
import { diagnose } from '../../support/scenarios/service/diagnosis';
import { openCallbacks } from '../../support/scenarios/service/payer/provider-callbacks';
import { suiteProviderOf, runProviderFlows } from '../../support/scenarios/service/payer/provider';
import { resolveReadings } from '../../support/contract/readings';
import { finishRun } from '../report/embedded-run';
import { randomUUID } from '../seed';
import { openTestRun, staged } from './provider-scene';
import { plainTextOrEmpty } from '../plain';

interface Posted {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function post(url: string, { path = '/v1/preauth/on_submit', headers = {}, body = bundle }: Posted) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}

const bundle = '{"resourceType":"Bundle","type":"collection"}';
const id = (value: string) => ({ 'x-hcx-correlation_id': value });

test('callbacks that make no sense are answered, bounded and recorded', async (t) => {
  const { target, payer } = await staged(t);
  const run = await openTestRun(t, { target, ...(payer && { seams: { payer } }) });
  const { side } = await suiteProviderOf(run);
  const { url } = await openCallbacks(run);
  const { correlationId } = side.begin();
  const cases: readonly (readonly [string, Posted, number])[] = [
    ['of a cycle', { headers: id(correlationId) }, 202],
    ['without an id', {}, 400],
    ['not JSON', { headers: id(correlationId), body: 'hello' }, 400],
    ['a JSON text', { headers: id(correlationId), body: '"hello"' }, 400],
    ['not decryptable', { headers: id(correlationId), body: '{"payload":"a.b.c.d.e"}' }, 400],
    ['for an unknown path', { headers: id(correlationId), path: '/v1/nothing' }, 404],
    ['huge', { headers: id(correlationId), body: JSON.stringify('x'.repeat(2_000_000)) }, 413],
    ['with a path that cannot be decoded', { headers: id(correlationId), path: '/v1/%zz' }, 400],
  ];
  for (const [name, posted, status] of cases) assert.equal((await post(url, posted)).status, status, name);
  const recorded = run.evidence.recording.exchanges.filter(({ sender }) => sender === 'service');
  assert.deepEqual(
    recorded.map(({ response }) => response?.status),
    [202, 400, 400, 400, 400, 404, 413, 400],
  );
  assert.ok(recorded.every(({ facts }) => facts.callbackToken?.flaw === 'no JWT in Authorization'));
  const huge = recorded.at(-2);
  assert.equal(huge?.facts.payer, undefined);
  assert.deepEqual([huge?.request.body?.bytes, huge?.request.body?.cut], [2_000_002, true]);
  assert.match(recorded.at(-1)?.request.url ?? '', /\/v1\//);
});

/** Writes bytes to an address, and resolves once the other side has closed the connection. */
async function writeRaw(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = buffer(socket);
  socket.end(text);
  await closed;
}

test('callbacks that are no whole POST are recorded, and count for no cycle', async (t) => {
  const { target, payer } = await staged(t);
  const run = await openTestRun(t, { target, ...(payer && { seams: { payer } }) });
  const { side } = await suiteProviderOf(run);
  const { url } = await openCallbacks(run);
  const { correlationId } = side.begin();
  const head = `/v1/preauth/on_submit HTTP/1.1\r\nHost: a\r\nx-hcx-correlation_id: ${correlationId}\r\n`;
  const headers = { 'Content-Type': 'application/json', ...id(correlationId) };
  for (const path of ['/v1/preauth/on_submit', run.target.readings['plan-answer']])
    assert.equal((await fetch(url + path, { method: 'PUT', headers, body: bundle })).status, 405, path);
  await writeRaw(url, `POST ${head}Content-Length: 100\r\n\r\n{"resourceType":`);
  await writeRaw(url, `POST ${head}Odd Name : x\r\n\r\n`);
  await writeRaw(url, 'GET /robots.txt HTTP/1.1\r\nOdd Name : x\r\n\r\n');
  const recorded = run.evidence.recording.exchanges.filter(({ sender }) => sender === 'service');
  assert.deepEqual(
    recorded.map(({ request, response, operation }) => [
      request.method,
      request.flaw?.kind,
      response?.status,
      operation,
    ]),
    [
      ['PUT', undefined, 405, undefined],
      ['PUT', undefined, 405, undefined],
      ['POST', 'incomplete', undefined, undefined],
      ['POST', 'unreadable', 400, undefined],
    ],
  );
  assert.ok(recorded.every((each) => readPayerStep(each, run.target.readings) === undefined));
});

test('a callback belongs to its cycle in whatever letters its id is written', async (t) => {
  const { target } = await staged(t);
  const run = await openTestRun(t, { target });
  const { side } = await suiteProviderOf(run);
  const { url } = await openCallbacks(run);
  const { correlationId } = side.begin();
  await post(url, { headers: id(correlationId.toUpperCase()) });
  const taken = run.evidence.recording.exchanges.filter(({ sender }) => sender === 'service');
  assert.deepEqual(
    taken.map(({ facts }) => facts.payer?.correlationId),
    [correlationId.toUpperCase()],
  );
});

const providerOperations: readonly ProviderOperation[] = [
  ...operations
    .filter(({ service, receiver }) => service === 'provider' && receiver === 'service')
    .map(({ id }) => id),
  'payment.acknowledge',
];

test('each message goes to the base of its operation, and each base is tried', async (t) => {
  const { target, payer } = await staged(t);
  const base = target.services.provider ?? '';
  const bases = Object.fromEntries(
    providerOperations.map((operation) => [operation, `${base}/${operation}`]),
  );
  const provider = bases['insurancePlan.request'] ?? '';
  const services = { ...target.services, provider };
  const run = await openTestRun(t, {
    target: { ...target, services, providerBases: bases },
    ...(payer && { seams: { payer } }),
  });
  const reachable = (await diagnose(run)).filter(({ name }) => name === 'provider reachable');
  assert.deepEqual(
    reachable.map(({ state }) => state),
    providerOperations.map(() => 'good'),
  );
  assert.equal((await runProviderFlows(run)).obstacle, undefined);
  const toPayer = run.evidence.recording.exchanges.filter(
    ({ sender, service, request }) =>
      sender === 'suite' && service === 'provider' && request.url.startsWith(base),
  );
  for (const operation of providerOperations) {
    const own = toPayer.filter(({ request }) => request.url.startsWith(`${base}/${operation}/`));
    assert.ok(own.some(({ asked, request }) => asked?.round === 'reachability' && request.method === 'GET'));
    assert.ok(own.some(({ request, response }) => request.method === 'POST' && response?.status === 202));
  }
});

test('callbacks of other cycles are counted, and leave nothing in the recording', async (t) => {
  const { target } = await staged(t);
  const run = await openTestRun(t, { target });
  const { side } = await suiteProviderOf(run);
  const { url } = await openCallbacks(run);
  const { workflowId, correlationId } = side.begin();
  const foreign = randomUUID();
  for (let times = 0; times < 3; times += 1)
    assert.equal(
      (await post(url, { headers: id(foreign), body: '{"resourceType":"Bundle","secret":"theirs"}' })).status,
      202,
    );
  assert.ok(!JSON.stringify(run.evidence.recording.exchanges).includes(foreign));
  assert.ok(!JSON.stringify(run.evidence.recording.exchanges).includes('theirs'));
  const [check] = run.evidence.diagnosis.filter(({ name }) => name === 'foreign callbacks');
  assert.match(check?.detail ?? '', /^3 for cycles/);
  // Its own are known by either id.
  await post(url, { headers: id(correlationId) });
  await post(url, { headers: { ...id(randomUUID()), 'x-hcx-workflow_id': workflowId } });
  assert.equal(run.evidence.recording.exchanges.filter(({ sender }) => sender === 'service').length, 2);
});

test('scanners at the address of the callbacks are counted, and not judged', async (t) => {
  const { target, payer } = await staged(t);
  const run = await openTestRun(t, { target, ...(payer && { seams: { payer } }) });
  const { side } = await suiteProviderOf(run);
  const { url } = await openCallbacks(run);
  const statuses = await scan(url);
  assert.deepEqual(new Set(statuses), new Set([404]));
  const scanned = run.evidence.diagnosis.find(({ name }) => name === 'scanners');
  assert.match(scanned?.detail ?? '', /^\d+ requests that are no callback: answered 404, and not recorded$/);
  assert.deepEqual(
    run.evidence.recording.exchanges.filter(({ sender }) => sender === 'service'),
    [],
  );
  // What carries anything of a cycle is not from a scanner, whatever its path; nor is what comes to a known one.
  const { correlationId, workflowId } = side.begin();
  const jwt = { Authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJnIn0.AAAA' };
  const wrong: readonly Posted[] = [
    { path: '/v1/wrong', headers: id(correlationId) },
    { path: '/v1/wrong', headers: { 'x-hcx-workflow_id': workflowId } },
    { path: '/v1/wrong', headers: id(randomUUID()), body: '{}' },
    { path: '/v1/wrong', body: '{"payload":"a.b.c.d.e"}' },
    { path: '/v1/wrong', headers: jwt, body: '{}' },
    { path: '/v1/wrong' },
    { body: 'hello' },
  ];
  for (const posted of wrong) await post(url, posted);
  assert.equal(
    run.evidence.recording.exchanges.filter(({ sender }) => sender === 'service').length,
    wrong.length,
  );
});

test('an envelope that cannot be opened is not judged where its id can be read and is unknown', async (t) => {
  const { target } = await staged(t);
  const run = await openTestRun(t, { target });
  const { side } = await suiteProviderOf(run);
  const { url } = await openCallbacks(run);
  const sealedFor = async (correlationId: string) => ({
    body: JSON.stringify({
      payload: await encryptToStranger({ headers: id(correlationId), bundle: {} }, aes128Gcm),
    }),
  });
  assert.equal((await post(url, await sealedFor(randomUUID()))).status, 202);
  assert.equal(side.taken.length, 0);
  const { correlationId } = side.begin();
  assert.equal((await post(url, await sealedFor(correlationId))).status, 400);
  assert.deepEqual(
    side.taken.map(({ facts }) => [facts.payer?.correlationId, facts.payer?.unoffered]),
    [[correlationId, true]],
  );
});

const away = 'https://sandbox.example';

test('without an address to call back, flows are inconclusive, and say what to set', async (t) => {
  const { target } = await staged(t);
  const services = { ...target.services, gateway: away };
  const run = await openTestRun(t, { target: { ...target, services } });
  await assert.rejects(runProviderFlows(run), /set callback\.publicUrl/);
});

test('an address that leads elsewhere is found out before anything is begun', async (t) => {
  const { target } = await staged(t);
  const other = await staged(t);
  const publicUrl = other.target.services.gateway ?? '';
  const run = await openTestRun(t, { target: { ...target, callback: { ...target.callback, publicUrl } } });
  await assert.rejects(runProviderFlows(run), /does not lead to callback\.listen \(404/);
  assert.deepEqual(run.evidence.recording.exchanges, []);
});

test('an envelope without keys is found out before anything is begun', async (t) => {
  const { target } = await staged(t);
  const run = await openTestRun(t, { target: { ...target, readings: resolveReadings({}) } });
  await assert.rejects(runProviderFlows(run), /set encryption\.payerKey and encryption\.providerKey/);
});

for (const [name, answer] of [
  ['down', { status: 503 }],
  ['not where it is looked for', { status: 404 }],
  ['no JWKS', { status: 200, body: { certificates: [] } }],
] as const)
  test(`published certificates that are ${name} leave CBK-02 inconclusive`, async (t) => {
    const { target, payer } = await staged(t, { seams: { handlers: { jwks: () => answer } } });
    const recording = createRecording();
    const { results } = await finishRun(t, { target, recording, ...(payer && { seams: { payer } }) });
    const rows = new Map(results.obligations.map((row) => [row.id, row]));
    assert.equal(rows.get('CBK-02')?.verdict, 'inconclusive');
    assert.match(plainTextOrEmpty(rows.get('CBK-02')?.reason), /certs/);
    assert.equal(rows.get('FLW-12')?.verdict, 'passed');
  });
