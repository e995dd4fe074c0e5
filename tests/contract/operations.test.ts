import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  documentedSegments,
  findOperation,
  operationById,
  operationPath,
  operations,
  type PathStandIns,
  type ServiceName,
} from '../../support/contract/operations';
import { schemaIds } from '../../support/contract/schemas';

type Row = readonly [id: string, service: ServiceName, line: string, headers: readonly string[]];

const services: readonly ServiceName[] = ['gateway', 'identity', 'registry', 'dummyPayer', 'provider'];
const ownPaths: PathStandIns = { identity: 'person', nationalId: 'citizen-number' };
const triggerHeaders = ['Accept', 'Content-Type', 'bearer_auth'];

/** Typed from clauses 4.1 to 4.6 and 5.2, not from the code. */
const documented: readonly Row[] = [
  [
    'session.create',
    'gateway',
    'POST /api/hiecm/gateway/v3/sessions',
    ['REQUEST-ID', 'TIMESTAMP', 'X-CM-ID', 'Content-Type'],
  ],
  [
    'certificate.identity',
    'identity',
    'GET /identity/api/v3/profile/public/certificate',
    ['Authorization', 'REQUEST-ID', 'TIMESTAMP'],
  ],
  ['certificate.registry', 'registry', 'GET /api/v1/auth/cert', ['Authorization']],
  [
    'otp.verify',
    'registry',
    'POST /v2/registration/national-id/verifyOTP',
    ['Authorization', 'Content-Type'],
  ],
  ['dummyPayer.trigger', 'dummyPayer', 'POST /process/request', triggerHeaders],
  ['paymentNotice.init', 'dummyPayer', 'POST /paymentNotice/init', triggerHeaders],
  ['insurancePlan.request', 'provider', 'POST /v1/insuranceplan/request', []],
  ['eligibility.check', 'provider', 'POST /v1/coverageeligibility/check', []],
  ['preauth.submit', 'provider', 'POST /v1/preauth/submit', []],
  ['claim.submit', 'provider', 'POST /v1/claim/submit', []],
  ['communication.onRequest', 'provider', 'POST /v1/communication/on_request', []],
  ['preauth.onSubmit', 'provider', 'POST /v1/preauth/on_submit', []],
  ['claim.onSubmit', 'provider', 'POST /v1/claim/on_submit', []],
  ['communication.request', 'provider', 'POST /v1/communication/request', []],
];

/** Clause 4.6, "provider receives": the far side calls. */
const received = ['preauth.onSubmit', 'claim.onSubmit', 'communication.request'];

/** Request and documented answers, from clauses 4.1 to 4.5; the others are not shown. */
const bodies: Readonly<
  Record<string, readonly [request: string | undefined, answers: Record<number, string>]>
> = {
  'session.create': ['contract/session-request', { 200: 'contract/session-response', 400: 'contract/error' }],
  'certificate.identity': [undefined, { 200: 'text', 401: 'not shown' }],
  'certificate.registry': [undefined, { 200: 'text', 401: 'not shown' }],
  'otp.verify': ['contract/otp-verification-request', { 200: 'contract/otp-verification-response' }],
  'dummyPayer.trigger': ['contract/trigger-action', {}],
  'paymentNotice.init': ['contract/payment-notice-init', {}],
};

/** The path of a table row under other stand-ins, by its own means. */
function pathUnder(line: string, paths: PathStandIns): string {
  const path = line.slice(line.indexOf(' ') + 1);
  return path
    .replace(/^\/identity\//, `/${paths.identity}/`)
    .replace('/national-id/', `/${paths.nationalId}/`);
}

describe('the operations', () => {
  it('are those of clause 4, no more and no fewer', () => {
    const table = operations.map((each): Row => [
      each.id,
      each.service,
      `${each.method} ${operationPath(each.id)}`,
      each.headers,
    ]);
    assert.deepEqual(table, documented);
  });

  it('can be had by id', () => {
    for (const each of operations) assert.deepEqual(operationById(each.id), each);
  });

  it('are received by the provider where the document says so', () => {
    const toProvider = operations.filter((each) => each.receiver === 'provider');
    assert.deepEqual(
      toProvider.map((each) => each.id),
      received,
    );
  });

  it('count as v3 on the gateway and on the v3 paths of the identity service only', () => {
    const v3 = operations.filter((each) => each.v3).map((each) => each.id);
    assert.deepEqual(v3, ['session.create', 'certificate.identity']);
  });

  it('carry the bodies of clauses 4.1 to 4.5', () => {
    for (const each of operations) {
      const [request, answers] = bodies[each.id] ?? [undefined, {}];
      assert.equal(each.request, request, each.id);
      assert.deepEqual(each.answers, answers, each.id);
    }
  });

  it('name only schemas that exist', () => {
    const named = operations
      .flatMap((each) => [each.request, ...Object.values(each.answers)])
      .filter((id) => id !== undefined && id !== 'text' && id !== 'not shown');
    assert.equal(named.length, 7);
    for (const id of named) assert.ok(schemaIds().includes(String(id)), `there is no schema ${String(id)}`);
  });
});

describe('findOperation', () => {
  for (const [id, service, line] of documented) {
    const method = line.slice(0, line.indexOf(' '));
    const other = method === 'GET' ? 'POST' : 'GET';

    for (const paths of [documentedSegments, ownPaths]) {
      const path = pathUnder(line, paths);

      it(`finds ${id} at ${path}`, () => {
        assert.equal(findOperation(service, method, path, paths)?.id, id);
      });

      it(`does not take for ${id} what differs from ${path} in one fact`, () => {
        const not = (at: ServiceName, verb: string, where: string) => {
          assert.equal(findOperation(at, verb, where, paths), undefined, `${verb} ${where} at ${at}`);
        };
        for (const elsewhere of services.filter((each) => each !== service)) not(elsewhere, method, path);
        for (const verb of [other, 'PUT', 'DELETE']) not(service, verb, path);
        for (const where of [`${path}/`, path.slice(1), `own${path.slice(1)}`, path.slice(0, -1)])
          not(service, method, where);
        // The document shows no base for what goes between provider and payer (clause 4.6).
        const prefixed = findOperation(service, method, `/v0${path}`, paths)?.id;
        assert.equal(prefixed, service === 'provider' ? id : undefined);
        not(service, method, path.replace(/^\/[^/]+/, '/other'));
      });
    }
  }

  const withStandIn = documented.filter(
    ([, , line]) => pathUnder(line, ownPaths) !== pathUnder(line, documentedSegments),
  );
  const methodOf = (line: string): string => line.slice(0, line.indexOf(' '));

  it('takes any one segment for a stand-in that the target does not name, and for nothing else', () => {
    assert.equal(withStandIn.length, 2);
    for (const [id, service, line] of withStandIn) {
      const under = (segment: string): string => pathUnder(line, { identity: segment, nationalId: segment });
      const found = (path: string) => findOperation(service, methodOf(line), path)?.id;
      for (const segment of ['identity', 'national-id', 'aadhaar', 'v2', '%61', '{identity}'])
        assert.equal(found(under(segment)), id, segment);
      for (const segments of ['', 'a/b', '/a']) assert.equal(found(under(segments)), undefined, segments);
      const right = under('own');
      const literals = right.split('/').filter((each) => each !== '' && each !== 'own');
      assert.ok(literals.length >= 3);
      for (const literal of literals)
        for (const other of [`${literal}s`, literal.toUpperCase(), 'own'])
          if (other !== literal)
            assert.equal(
              found(right.replace(`/${literal}`, `/${other}`)),
              undefined,
              `${other} for ${literal}`,
            );
      for (const path of [right.replace('/own', ''), `${right}/`, `/own${right}`, right.slice(1)])
        assert.equal(found(path), undefined, path);
    }
  });

  it('knows only the segments that the target names', () => {
    for (const [id, service, line] of withStandIn) {
      const under = (segment: string): string => pathUnder(line, { identity: segment, nationalId: segment });
      const found = (path: string, own: Partial<PathStandIns>) =>
        findOperation(service, methodOf(line), path, own)?.id;
      assert.equal(found(pathUnder(line, documentedSegments), ownPaths), undefined);
      assert.equal(found(pathUnder(line, ownPaths), documentedSegments), undefined);
      const [named, other]: [Partial<PathStandIns>, Partial<PathStandIns>] =
        service === 'identity'
          ? [{ identity: 'own' }, { nationalId: 'own' }]
          : [{ nationalId: 'own' }, { identity: 'own' }];
      assert.deepEqual([found(under('own'), named), found(under('x'), named)], [id, undefined]);
      assert.equal(found(under('x'), other), id);
    }
  });

  it('finds one operation at most, whatever stands for the stand-ins', () => {
    const segments = documented.flatMap(([, , line]) => line.split('/').slice(1));
    for (const segment of new Set(segments))
      for (const [id, service, line] of documented) {
        const path = pathUnder(line, { identity: segment, nationalId: segment });
        assert.equal(findOperation(service, methodOf(line), path)?.id, id, `${segment} in ${line}`);
      }
  });
});
