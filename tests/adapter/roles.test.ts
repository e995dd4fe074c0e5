import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  methodsByAction,
  whyActionImpossible,
  roleRequirements,
  integratorRoles,
  missingForRole,
  whyRoleUnplayable,
} from '../../support/adapter/roles';
import { isAdapterMethod } from '../../support/adapter/protocol';

const root = join(__dirname, '../..');
const offering = (...capabilities: string[]) => ({ capabilities });

describe('what a role cannot do without', () => {
  it('stands in the guide to adapters as it does in the code', () => {
    const guide = readFileSync(join(root, 'docs/guides/adapter.md'), 'utf8');
    const rows = [...guide.matchAll(/^\| (\w+) +\| (`.*?) +\| (.*?) +\|$/gm)]
      .filter(([, role = '']) => (integratorRoles as readonly string[]).includes(role))
      .map(([, role, needs = '', may = '']) => [role, needs.replaceAll('`', ''), may.replaceAll('`', '')]);
    const wanted = integratorRoles.map((role) => [
      role,
      missingForRole(role, offering()).join(', '),
      roleRequirements[role].may.join(', ') || '–',
    ]);
    assert.deepEqual(rows, wanted);
  });

  it('is one of each row, and nothing that may be offered', () => {
    assert.deepEqual(missingForRole('identity', offering('certificate.fetch', 'fields.send')), []);
    assert.deepEqual(missingForRole('identity', offering('certificate.fetch', 'otp.verify')), []);
    assert.deepEqual(missingForRole('identity', offering('fields.send')), ['certificate.fetch']);
    assert.deepEqual(missingForRole('registry', offering('field.encrypt')), ['otp.verify or fields.send']);
    assert.deepEqual(missingForRole('hiu', offering('transfer.decrypt')), ['transfer.open']);
  });

  it('is an address for callbacks too, of a provider', () => {
    const capabilities = roleRequirements.provider.needs.flat();
    assert.deepEqual(missingForRole('provider', { capabilities }), ['callbackUrl']);
    assert.deepEqual(missingForRole('provider', { capabilities, callbackUrl: 'http://127.0.0.1:1' }), []);
  });

  it('is told by role', () => {
    assert.equal(
      whyRoleUnplayable('trigger', offering('dummyPayer.trigger')),
      'the adapter does not offer paymentNotice.init, and the role trigger cannot do without',
    );
    assert.equal(whyRoleUnplayable('session', offering('session.create')), undefined);
  });
});

describe('what brings an act about', () => {
  it('is a method of the protocol', () => {
    for (const { by } of Object.values(methodsByAction))
      for (const method of by) assert.ok(isAdapterMethod(method), method);
  });

  it('is told where nothing offered does', () => {
    assert.equal(
      whyActionImpossible('encryptsField', offering('session.create')),
      'nothing that the adapter offers makes the client send an encrypted field: that takes otp.verify or fields.send',
    );
    assert.equal(whyActionImpossible('encryptsField', offering('fields.send')), undefined);
  });
});
