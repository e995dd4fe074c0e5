import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../../support/contract/words';
import type { MockRecord } from '../../support/mock/arriving-request';
import type { MockOperation } from '../../support/mock/seams';
import { remarkOnRequest } from '../../support/run/hand/happenings';
import { terminalPerson } from '../../support/run/hand/terminal-person';
import type { WantedAct } from '../../support/scenarios/integrator/manual/why-not';
import { seenByHand } from '../../support/scenarios/integrator/manual/why-not';
import { makeExchange } from '../obligations/exchanges';

const credentials = { clientId: 'SBX_1', clientSecret: '5f7b2d1c-9a3e-4c61-8f0d-2b6a7c9e1d34' };

interface Sent {
  readonly operation: MockOperation;
  readonly body?: object | string;
  readonly url?: string;
  readonly headers?: [string, string][];
  readonly status?: number;
}

function told(
  { operation, body = {}, url = '/x', headers = [], status = 200 }: Sent,
  roles: readonly Role[] = ['session'],
  wanted?: WantedAct,
) {
  const record: MockRecord = {
    ...{ service: 'gateway', operation, arrivedAt: 0, answeredAt: 0 },
    request: {
      ...{ method: 'POST', url, headers },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    },
    response: { status, headers: [], body: Buffer.alloc(0) },
  };
  return seenByHand(record, makeExchange({ seq: 4, status }), { wanted, roles, credentials });
}

test('a session that was given for one right credential says which is wrong', () => {
  const { clientId, clientSecret } = credentials;
  const wrongIn = (body: object | string, about: Partial<Sent> = {}) =>
    told({ operation: 'session.create', body, ...about }).wrong;
  assert.equal(wrongIn(credentials), 'none');
  assert.equal(wrongIn({ ...credentials, clientSecret: 'that of yesterday' }), 'clientSecret');
  assert.equal(wrongIn({ ...credentials, clientSecret: `${clientSecret}\n` }), 'clientSecret');
  assert.equal(wrongIn({ ...credentials, clientId: 'SBX_2' }), 'clientId');
  assert.equal(wrongIn({ ...credentials, clientId: 'SBX_12' }), 'clientId');
  assert.equal(wrongIn({ clientId: clientSecret, clientSecret: clientId }), 'clientId');
  assert.equal(wrongIn({ clientId }), 'none', 'what is left out is judged');
  assert.equal(wrongIn({}, { status: 401 }), undefined, 'the refusal says so');
  assert.equal(told({ operation: 'otp.verify' }).wrong, undefined);
});

test('credentials are read wherever the services read them', () => {
  const { clientId, clientSecret } = credentials;
  const wrongIn = (about: Partial<Sent>) => told({ operation: 'session.create', ...about }).wrong;
  const basic = (secret: string): Partial<Sent> => ({
    headers: [['Authorization', `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`]],
  });
  const form = (secret: string): string =>
    `client_id=${clientId}&client_secret=${secret.replaceAll('-', '%2D')}`;
  const escaped = JSON.stringify(credentials).replaceAll('-', '\\u002d');
  const other = clientSecret.toUpperCase();
  for (const right of [
    { url: `/x?${form(clientSecret)}` },
    { body: form(clientSecret) },
    { body: escaped },
    basic(clientSecret),
  ])
    assert.equal(wrongIn(right), 'none', JSON.stringify(right));
  for (const wrong of [{ url: `/x?${form(other)}` }, { body: form(other) }, basic(other)])
    assert.equal(wrongIn(wrong), 'clientSecret', JSON.stringify(wrong));
  assert.equal(wrongIn({ ...basic(clientSecret), body: { clientSecret: other } }), 'clientSecret');
});

test('an act of a role that the target does not list is told as that', () => {
  const submitted = { operation: 'preauth.submit' } as const;
  assert.equal(told(submitted).role, 'provider');
  assert.equal(told(submitted, ['session', 'provider']).role, undefined);
  for (const operation of ['certificate.identity', 'otp.verify'] as const)
    assert.equal(told({ operation }).role, undefined, 'several roles are asked for it');
});

const words = {
  sentence: 'Submit it.',
  line: 'Submit it: POST https://127.0.0.1/x',
  values: [],
  address: { method: 'POST', url: 'https://127.0.0.1/x' },
};

test('an act that is asked for is told as refused, and not as that of another role', () => {
  const wanted = (operation: MockOperation): WantedAct => ({
    id: 3,
    instruction: { ...words, operation },
  });
  const refused = { operation: 'preauth.submit', status: 400 } as const;
  const { whyNot, role } = told(refused, ['session'], wanted('preauth.submit'));
  assert.deepEqual([whyNot?.kind, role], ['refused', undefined]);
  const another = told(refused, ['session'], wanted('claim.submit'));
  assert.deepEqual([another.whyNot?.kind, another.role], ['another-operation', 'provider']);
});

test('a terminal says it behind the request', () => {
  const said: string[] = [];
  const person = terminalPerson({
    say: (text) => said.push(text),
    interactive: true,
    listen: () => () => undefined,
  });
  const wrong = told({ operation: 'session.create', body: { ...credentials, clientSecret: 'x' } });
  person.tell({ what: 'seen', seen: wrong });
  person.tell({ what: 'seen', seen: told({ operation: 'claim.submit' }) });
  person.tell({ what: 'seen', seen: told({ operation: 'session.create', body: credentials }) });
  assert.deepEqual(
    said.map((line) => line.replace(/^ *seen {2}#4 \(.*\) /, '')),
    [
      '200; the clientSecret is not that of this clientId: a gateway refuses it',
      '200; an act of the role provider, which the target does not list',
      '200',
    ],
  );
  assert.equal(remarkOnRequest(told({ operation: 'jwks' })), undefined);
});
