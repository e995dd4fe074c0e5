import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  documentedSegments,
  findOperation,
  operationById,
  operationPath,
  operations,
  operationsInCallOrder,
  resemblesCertificatePath,
  type OperationId,
  type PathStandIns,
  type ServiceName,
} from '../../support/contract/operations';
import { schemaIds } from '../../support/contract/schemas';
import type { DocumentedOperation } from './documented-operations';
import { documentedOperations, whereDocumented } from './documented-operations';

const services: readonly ServiceName[] = ['gateway', 'identity', 'registry', 'dummyPayer', 'provider'];
const ownPaths: PathStandIns = { identity: 'person', nationalId: 'citizen-number' };

const documented = (Object.entries(documentedOperations) as [OperationId, DocumentedOperation][]).map(
  ([id, { service, line }]) => [id, service, line] as const,
);

/** The path of a table row under other stand-ins, by its own means. */
function pathUnder(line: string, paths: PathStandIns): string {
  const path = line.slice(line.indexOf(' ') + 1);
  return path
    .replace(/^\/identity\//, `/${paths.identity}/`)
    .replace('/national-id/', `/${paths.nationalId}/`);
}

describe('the operations', () => {
  it('are those of clause 4, no more and no fewer', () => {
    for (const each of operations) {
      const { id, service, method, headers, receiver, request, answers } = each;
      const shown = documentedOperations[id];
      assert.deepEqual(
        { service, line: `${method} ${operationPath(id)}`, headers, receiver, request, answers },
        {
          service: shown.service,
          line: shown.line,
          headers: shown.headers,
          receiver: shown.receiver,
          request: shown.request,
          answers: shown.answers,
        },
        `The row of ${id} in support/contract/operation-rows.ts differs from ${whereDocumented}.`,
      );
    }
  });

  it('do not include the verification of a mobile number', () => {
    const at = (segment: string) =>
      findOperation('registry', 'POST', `/v2/registration/${segment}/verifyOTP`);
    assert.equal(at('citizen-number')?.id, 'otp.verify');
    for (const segment of ['mobile', 'mobileNumber', 'email', 'MOBILE', 'EMail'])
      assert.equal(at(segment), undefined);
  });

  it('can be had by id', () => {
    for (const each of operations) assert.deepEqual(operationById(each.id), each);
  });

  it('come in an order in which a client can call them', () => {
    const order = operationsInCallOrder().map(({ id }) => id);
    assert.deepEqual([...order].sort(), operations.map(({ id }) => id).sort());
    for (const { id, after } of operations)
      if (after !== undefined)
        assert.ok(order.findIndex((each) => each === after) < order.indexOf(id), `${id} before ${after}`);
  });

  it('name only schemas that exist', () => {
    const named = operations
      .flatMap((each) => [each.request, ...Object.values(each.answers)])
      .filter((id) => id !== undefined && id !== 'text' && id !== 'not shown');
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
    assert.ok(withStandIn.length >= 2);
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

describe('a path that is meant for a certificate', () => {
  it('is one of clause 4.2, or a near miss', () => {
    for (const path of [
      '/identity/api/v3/profile/public/certificate',
      '/v4/api/v1/auth/cert',
      '/v3/identity/api/v1/profile/public/Certificate/',
      '/identity/api/profile/public/certificate',
      '/identity/api/v3/public/certificate',
      '/identity/api/v3/profile/certificate',
      '/identity/api/v3/profile/pubilc/certificate',
      '/identity/api/v3/profile/public/certificate.pem',
      '/identity/api/v3/profile/public-key',
      '/gateway/v0.5/public/certificate',
      '/api/v1/auth/certs',
      '/v4/auth/cert',
      '/api/v1/auth/publicKey',
    ])
      assert.ok(resemblesCertificatePath(path), path);
  });

  it('is no path of another operation', () => {
    for (const path of [
      '/v4/v1/registration/professional/certificate',
      '/v4/v1/professional/7/certificate',
      '/identity/api/v3/profile/account/certificate',
      '/identity/api/v3/certificate',
      '/api/v1/cert',
      '/api/hiecm/gateway/v3/certs',
      '/certificate',
      '/',
    ])
      assert.ok(!resemblesCertificatePath(path), path);
  });
});
