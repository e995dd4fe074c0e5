import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { RequestTraits } from '../../support/contract/demanded-headers';
import {
  demandedHeaders,
  headersDemandedBy,
  isSessionPath,
  resemblesSessionPath,
} from '../../support/contract/demanded-headers';
import { operationById, operations } from '../../support/contract/operations';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';

/** The headers that a request must have, in alphabetical order. */
const demandsOn = (request: RequestTraits, overrides: ReadingOverrides = {}): string[] =>
  [...demandedHeaders(request, resolveReadings(overrides))].sort();

describe('the headers that a request must have', () => {
  it('contain those that the clause of the operation lists', () => {
    for (const operation of operations)
      for (const name of operation.headers)
        assert.ok(headersDemandedBy(operation).has(name), `${operation.id}: ${name}`);
  });

  it('are those of clause 5.2 for an operation that has no row', () => {
    const cases: readonly (readonly [RequestTraits, readonly string[]])[] = [
      [
        { service: 'identity', path: '/person/api/v3/enrolment/fields', hasBody: true },
        ['Content-Type', ...v3],
      ],
      [{ service: 'identity', path: '/person/api/v2/enrolment/fields', hasBody: false }, []],
      [{ service: 'identity', path: '/person/api/enrolment', hasBody: false }, []],
      [{ service: 'identity', path: '/person/api/profile/public/certificate', hasBody: false }, v3],
      [{ service: 'gateway', path: '/api/hiecm/gateway/v3/bridges', hasBody: false }, v3],
      [{ service: 'gateway', path: '/api/hiecm/gateway/bridges', hasBody: false }, []],
      [
        { service: 'gateway', path: '/base/api/hiecm/consent/v3/request/init', hasBody: true },
        ['Content-Type', ...v3],
      ],
      [{ service: 'gateway', path: '/v3/pages', hasBody: false }, []],
      [{ service: 'gateway', path: '/api/hiecm/gateway/v1/bridges', hasBody: false }, []],
      [{ service: 'gateway', path: '/gateway/v0.5/heartbeat', hasBody: false }, []],
      [{ service: 'gateway', path: '/v1/api/hiecm/gateway/v3/bridges', hasBody: false }, v3],
      [{ service: 'registry', path: '/v4/api/v3/search', hasBody: true }, ['Content-Type']],
      [{ service: 'provider', path: '/v1/preauth/on_submit', hasBody: true }, ['Content-Type']],
    ];
    for (const [request, demanded] of cases)
      assert.deepEqual(demandsOn(request), ['Authorization', ...demanded].sort(), request.path);
  });

  it('lack Authorization on a session call, of whatever version, and on a call of the dummy payer', () => {
    const none: readonly RequestTraits[] = [
      { service: 'gateway', path: '/gateway/v0.5/sessions', hasBody: false },
      { service: 'registry', path: '/v1/token', hasBody: false },
      { service: 'dummyPayer', path: '/process/other', hasBody: false },
      { service: 'gateway', path: '/api/hiecm/gateway/v3/certs', hasBody: false },
      { path: '/of/no/service', hasBody: true },
    ];
    for (const request of none) assert.deepEqual(demandsOn(request), [], request.path);
    const own = { service: 'registry', path: '/v4/login', hasBody: false } as const;
    assert.deepEqual(demandsOn(own), ['Authorization']);
    assert.deepEqual(demandsOn(own, { 'registry-session': { path: '/login' } }), []);
  });

  it('contain Authorization for the token of another resource, and for the end of a session', () => {
    const link = { service: 'gateway', path: '/api/hiecm/gateway/v3/link/token', hasBody: false } as const;
    assert.deepEqual(demandsOn(link), ['Authorization', ...v3]);
    const path = '/api/hiecm/gateway/v3/sessions';
    const logout = { service: 'gateway', path, method: 'DELETE', hasBody: false } as const;
    assert.deepEqual(demandsOn(logout), ['Authorization', ...v3]);
    assert.deepEqual(demandsOn({ ...logout, method: 'GET' }), v3);
  });

  it('are none for a request that calls no API', () => {
    const paths = ['/', '/health', '/actuator/health', '/favicon.ico', '/metrics', '/apidocs/index.html'];
    for (const service of ['gateway', 'identity', 'registry', 'provider'] as const)
      for (const path of paths) assert.deepEqual(demandsOn({ service, path, hasBody: false }), [], path);
    const named = { service: 'provider', path: '/payment/acknowledge', hasBody: false } as const;
    assert.deepEqual(demandsOn(named), []);
    assert.deepEqual(demandsOn(named, { 'payment-ack': '/payment/acknowledge' }), ['Authorization']);
    assert.ok(demandsOn(named, { 'consent-paths': ['/payment/acknowledge'] }).includes('Authorization'));
  });

  it('are those of v3 APIs for a session call that lacks only its version', () => {
    const path = '/api/hiecm/gateway/sessions';
    assert.deepEqual(demandsOn({ service: 'gateway', path, hasBody: true }), ['Content-Type', ...v3].sort());
  });

  it('come from the row of the operation that was meant, except those of v3 APIs', () => {
    const path = '/gateway/v0.5/sessions';
    const session = { service: 'gateway', meant: 'session.create', path, hasBody: true } as const;
    assert.deepEqual(demandsOn(session), ['Content-Type', 'X-CM-ID']);
    const old = {
      service: 'gateway',
      meant: 'certificate.identity',
      path: '/v1/auth/cert',
      hasBody: false,
    } as const;
    assert.deepEqual(demandsOn(old), ['Authorization']);
  });

  it('include those of the readings, also for a request to no known service', () => {
    const path = '/somewhere/consent/request';
    const request = { path, hasBody: false };
    assert.deepEqual(demandsOn(request, { 'consent-paths': ['/consent/request'] }), ['X-CM-ID']);
    assert.deepEqual(demandsOn(request, { 'bridge-scoped': { '/consent/request': 'IN1' } }), ['X-HIP-ID']);
    assert.deepEqual(demandsOn(request, { 'bridge-scoped': ['consent'] }), []);
    const trigger = {
      service: 'dummyPayer',
      operation: 'dummyPayer.trigger',
      path: '/process/request',
      hasBody: true,
    } as const;
    const listed = ['Accept', 'Content-Type', 'bearer_auth'];
    assert.deepEqual(demandsOn(trigger), listed);
    assert.deepEqual(
      demandsOn(trigger, { 'trigger-authorization': 'required' }),
      [...listed, 'Authorization'].sort(),
    );
    const { id, service, path: submitted } = operationById('preauth.submit');
    const submission = { service, operation: id, path: submitted, hasBody: true };
    assert.deepEqual(demandsOn(submission), ['Authorization', 'Content-Type']);
    for (const [choice, header] of [
      ['bearer_auth', 'bearer_auth'],
      ['either', 'Authorization'],
    ] as const)
      assert.deepEqual(
        demandsOn(submission, { 'provider-authorization': choice }),
        ['Content-Type', header].sort(),
      );
    const callback = { ...submission, operation: 'preauth.onSubmit' } as const;
    assert.ok(demandsOn(callback, { 'provider-authorization': 'bearer_auth' }).includes('Authorization'));
    const free: readonly RequestTraits[] = [
      { service: 'provider', path: '/health', method: 'GET', hasBody: false },
      { service: 'provider', path: '/oauth/token', method: 'POST', hasBody: false },
    ];
    for (const request of free)
      for (const choice of ['authorization', 'bearer_auth', 'either'] as const)
        assert.deepEqual(demandsOn(request, { 'provider-authorization': choice }), [], request.path);
  });
});

/** The headers of v3 APIs (clause 5.2). */
const v3 = ['REQUEST-ID', 'TIMESTAMP'];

test('a near miss of the session path is one, and the sessions of something else are none', () => {
  const near = ['/api/hiecm/gatway/v3/sessions', '/b/v0.5/sessions', '/api/hiecm/gateway/v3/sesions/refresh'];
  for (const path of near) assert.ok(resemblesSessionPath(path), path);
  const others = ['/api/hiecm/v3/chat/sessions', '/api/hiecm/gateway/v3/sessions/7', '/api/v3/user-sessions'];
  for (const path of others) assert.ok(!resemblesSessionPath(path), path);
  // The wider function accepts each correctly spelt session or token, and no misspelt one.
  for (const path of ['/api/hiecm/v3/chat/sessions', '/oauth/token']) assert.ok(isSessionPath(path), path);
  assert.ok(!resemblesSessionPath('/oauth/token') && !isSessionPath('/api/hiecm/gateway/v3/sesions'));
});
