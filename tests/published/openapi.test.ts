import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { membersIn } from '../../support/contract/body-members';
import type { JsonMembers } from '../../support/contract/json';
import { operationPath, operations } from '../../support/contract/operations';
import { readings } from '../../support/contract/readings';
import { documentedDeployment } from '../../support/published/deployment';
import { openApiOf } from '../../support/published/openapi/openapi-document';
import { contractObligations } from '../../support/obligations';
import { root } from '../cli/conform';
import { documentedOperations, whereDocumented } from '../contract/documented-operations';
import { documents, everyOperation, listed, objectOf } from './documents';

describe('the OpenAPI documents', () => {
  it('hold every operation of the contract once: calls as paths, callbacks as webhooks', () => {
    const called = documents.flatMap(({ document }) => listed(document.paths).map(({ line }) => line));
    const calls = operations.filter(({ receiver }) => receiver === 'service');
    assert.deepEqual(called.sort(), calls.map(({ id, method }) => `${method} ${operationPath(id)}`).sort());
    const received = documents.flatMap(({ document }) => listed(document.webhooks).map(({ line }) => line));
    const callbacks = Object.values(documentedOperations).filter(({ receiver }) => receiver === 'provider');
    assert.deepEqual(received.sort(), callbacks.map(({ line }) => line.replace(' /', ' ')).sort());
    assert.equal(new Set(everyOperation.map(({ object }) => object.operationId)).size, operations.length);
  });

  it('demand the headers of the contract, and no others', () => {
    const required = new Map(
      documents
        .flatMap(({ document }) => Object.values(document.components.parameters ?? {}))
        .map((each) => [each.name, each.required]),
    );
    for (const { id, service } of operations) {
      const names = (objectOf(id).parameters ?? []).map(({ $ref }) =>
        $ref.replace('#/components/parameters/', ''),
      );
      const demanded = names.filter((name) => required.get(name) === true);
      const { parameters } = documentedOperations[id];
      assert.deepEqual(demanded, parameters, `${id}: compare parameters in ${whereDocumented}`);
      const bridge = service === 'provider' ? ['X-HIP-ID', 'X-HIU-ID'] : [];
      assert.deepEqual(
        names.filter((name) => required.get(name) === false),
        bridge,
        id,
      );
    }
  });

  it('say what authorizes each call', () => {
    for (const { id } of operations) {
      const [scheme = 'none'] = objectOf(id).security.flatMap(Object.keys);
      assert.equal(scheme, documentedOperations[id].token, `${id}: compare token in ${whereDocumented}`);
    }
  });

  it('hold the schemas of the contract as they stand in their files', () => {
    const components = documents.flatMap(({ document }) => Object.entries(document.components.schemas ?? {}));
    const names = new Set(components.map(([name]) => name));
    const documented = Object.values(documentedOperations).flatMap(({ request, answers }) => [
      request ?? '',
      ...Object.values(answers),
    ]);
    assert.equal(names.size, new Set(documented.filter((each) => each.startsWith('contract/'))).size);
    for (const [name, component] of components) {
      const file = name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
      const text = readFileSync(join(root, `schemas/contract/${file}.schema.json`), 'utf8');
      const { $id, $schema, ...schema } = JSON.parse(text) as Record<string, unknown>;
      assert.ok($id !== undefined && $schema !== undefined);
      assert.deepEqual(component, schema);
    }
  });

  it('invent no schema where the document shows nothing, and say so', () => {
    const open = operations.filter(({ service }) => service === 'provider');
    assert.ok(open.length > 0);
    for (const { id } of open) {
      const { requestBody, responses, description } = objectOf(id);
      assert.deepEqual(requestBody?.content, { 'application/json': {} });
      assert.match(requestBody.description ?? '', /not shown/);
      assert.deepEqual(Object.keys(responses), ['default']);
      assert.match(description, /Not shown in the document: the payload, the protected headers/);
    }
    for (const { id } of operations) {
      const shown = Object.keys(documentedOperations[id].answers);
      assert.deepEqual(Object.keys(objectOf(id).responses), [...shown, 'default'], id);
    }
    for (const { object } of everyOperation) {
      const { default: other } = object.responses;
      assert.match(other?.description ?? '', /not shown/);
      assert.equal(other?.content, undefined);
    }
  });

  it('name the clause of the operation beside each status, and call only 200 a success', () => {
    for (const { id, clause } of operations)
      for (const [status, { description }] of Object.entries(objectOf(id).responses)) {
        if (status === 'default') continue;
        assert.ok(description.includes(`(clause ${clause}).`), `${id} ${status}: ${description}`);
        assert.equal(description.startsWith('Success'), status === '200', `${id} ${status}: ${description}`);
      }
  });

  it('show a certificate in the documented form', () => {
    for (const id of ['certificate.identity', 'certificate.registry']) {
      const content = objectOf(id).responses[200]?.content as Record<string, { readonly example: string }>;
      const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(
        content['text/plain']?.example ?? '',
      );
      assert.deepEqual([asymmetricKeyType, asymmetricKeyDetails?.modulusLength], ['rsa', 2048]);
    }
  });

  it('refer to nothing outside of themselves', () => {
    for (const { service, members } of documents)
      for (const { name, value } of membersIn(members))
        if (name === '$ref') assert.match(String(value), /^#\/components\//, service);
  });

  it('list the readings that fill the silence of the document', () => {
    const told = documents.map(({ document }) => document.info.description).join('\n');
    // The others are about the transfer of health data, which has no operation.
    const untold = readings.filter(({ id }) => !told.includes(`\`${id}\``)).map(({ id }) => id);
    assert.deepEqual(untold, ['curve-form', 'hkdf', 'gcm-tag', 'aad', 'content-encoding', 'content-field']);
  });

  it('name the obligations of each operation', () => {
    const named = new Set(everyOperation.flatMap(({ object }) => object['x-obligations']));
    for (const id of named) assert.ok(contractObligations.has(id), id);
    assert.ok(objectOf('session.create')['x-obligations'].includes('SES-05'));
    assert.ok(!objectOf('otp.verify')['x-obligations'].includes('SES-05'));
    for (const id of ['CRT-09', 'ENC-04', 'OTP-01', 'OTP-02', 'OTP-04']) {
      assert.ok(objectOf('otp.verify')['x-obligations'].includes(id), id);
      assert.ok(!objectOf('certificate.registry')['x-obligations'].includes(id), `${id} of a GET`);
    }
    const ofHeaders = (id: string) => objectOf(id)['x-obligations'].filter((each) => each.startsWith('HDR-'));
    assert.deepEqual(ofHeaders('certificate.registry'), ['HDR-01']);
    assert.deepEqual(ofHeaders('otp.verify'), ['HDR-01', 'HDR-11']);
    assert.ok(ofHeaders('session.create').includes('HDR-10'));
    assert.ok(!ofHeaders('session.create').includes('HDR-01'));
  });

  it('take addresses and paths from a deployment', () => {
    const deployment = {
      ...documentedDeployment,
      bases: { ...documentedDeployment.bases, registry: 'https://registry.sandbox/v4' },
      paths: { identity: 'person', nationalId: 'citizen-number' },
    };
    const registry = openApiOf('registry', deployment);
    assert.ok('/v2/registration/citizen-number/verifyOTP' in (registry.paths as JsonMembers));
    assert.match(JSON.stringify(registry.servers), /"default":"https:\/\/registry\.sandbox\/v4"/);
  });
});
