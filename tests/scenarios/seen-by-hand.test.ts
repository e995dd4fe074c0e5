import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../../support/contract/words';
import type { MockRecord } from '../../support/mock/arriving-request';
import type { MockOperation } from '../../support/mock/seams';
import { besidesOf } from '../../support/run/hand/happenings';
import { terminalPerson } from '../../support/run/hand/terminal-person';
import { seenByHand } from '../../support/scenarios/integrator/manual/why-not';
import { exchange } from '../obligations/exchanges';

const credentials = { clientId: 'SBX_1', clientSecret: '5f7b2d1c-9a3e-4c61-8f0d-2b6a7c9e1d34' };

interface Sent {
  readonly operation: MockOperation;
  readonly body?: object;
  readonly headers?: [string, string][];
  readonly status?: number;
}

function told(
  { operation, body = {}, headers = [], status = 200 }: Sent,
  roles: readonly Role[] = ['session'],
) {
  const record: MockRecord = {
    ...{ service: 'gateway', operation, arrivedAt: 0, answeredAt: 0 },
    request: { method: 'POST', url: '/x', headers, body: Buffer.from(JSON.stringify(body)) },
    response: { status, headers: [], body: Buffer.alloc(0) },
  };
  return seenByHand(record, exchange({ seq: 4, status }), undefined, roles, credentials);
}

test('a session that was given for one right credential says which is wrong', () => {
  const wrongIn = (body: object, about: Partial<Sent> = {}) =>
    told({ operation: 'session.create', body, ...about }).wrong;
  assert.equal(wrongIn(credentials), 'none');
  assert.equal(wrongIn({ ...credentials, clientSecret: 'that of yesterday' }), 'clientSecret');
  assert.equal(wrongIn({ ...credentials, clientId: 'SBX_2' }), 'clientId');
  const pair = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64');
  assert.equal(wrongIn({}, { headers: [['Authorization', `Basic ${pair}`]] }), 'none');
  assert.equal(wrongIn({}, { status: 401 }), undefined, 'the refusal says so');
  assert.equal(told({ operation: 'otp.verify' }).wrong, undefined);
});

test('an act of a role that the target does not list is told as that', () => {
  const submitted = { operation: 'preauth.submit' } as const;
  assert.equal(told(submitted).role, 'provider');
  assert.equal(told(submitted, ['session', 'provider']).role, undefined);
  assert.equal(told({ operation: 'certificate.identity' }).role, undefined);
});

test('a terminal says it behind the request', () => {
  const said: string[] = [];
  const person = terminalPerson({
    say: (text) => said.push(text),
    interactive: true,
    listen: () => () => undefined,
  });
  const wrong = told({ operation: 'session.create', body: { clientId: credentials.clientId } });
  person.tell({ what: 'seen', seen: wrong });
  person.tell({ what: 'seen', seen: told({ operation: 'claim.submit' }) });
  person.tell({ what: 'seen', seen: told({ operation: 'session.create', body: credentials }) });
  assert.deepEqual(
    said.map((line) => line.replace(/^ *seen {2}#4 \(.*\) /, '')),
    [
      '200; its clientSecret is not the one of this run: a gateway refuses it',
      '200; an act of the role provider, which the target does not list',
      '200',
    ],
  );
  assert.equal(besidesOf(told({ operation: 'jwks' })), undefined);
});
