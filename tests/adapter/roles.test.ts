import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  deeds,
  whyImpossible,
  demands,
  integratorRoles,
  lackingFor,
  whyUnplayable,
} from '../../support/adapter/roles';
import { isMethod } from '../../support/adapter/protocol';

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
      lackingFor(role, offering()).join(', '),
      demands[role].may.join(', ') || '–',
    ]);
    assert.deepEqual(rows, wanted);
  });

  it('is one of each row, and nothing that may be offered', () => {
    assert.deepEqual(lackingFor('identity', offering('certificate.fetch', 'fields.send')), []);
    assert.deepEqual(lackingFor('identity', offering('certificate.fetch', 'otp.verify')), []);
    assert.deepEqual(lackingFor('identity', offering('fields.send')), ['certificate.fetch']);
    assert.deepEqual(lackingFor('registry', offering('field.encrypt')), ['otp.verify or fields.send']);
    assert.deepEqual(lackingFor('hiu', offering('transfer.decrypt')), ['transfer.open']);
  });

  it('is an address for callbacks too, of a provider', () => {
    const capabilities = demands.provider.needs.flat();
    assert.deepEqual(lackingFor('provider', { capabilities }), ['callbackUrl']);
    assert.deepEqual(lackingFor('provider', { capabilities, callbackUrl: 'http://127.0.0.1:1' }), []);
  });

  it('is told by role', () => {
    assert.equal(
      whyUnplayable('trigger', offering('dummyPayer.trigger')),
      'the adapter does not offer paymentNotice.init, and the role trigger cannot do without',
    );
    assert.equal(whyUnplayable('session', offering('session.create')), undefined);
  });
});

describe('what brings an act about', () => {
  it('is a method of the protocol', () => {
    for (const { by } of Object.values(deeds)) for (const method of by) assert.ok(isMethod(method), method);
  });

  it('is told where nothing offered does', () => {
    assert.equal(
      whyImpossible('encryptsField', offering('session.create')),
      'nothing that the adapter offers makes the client send an encrypted field: that takes otp.verify or fields.send',
    );
    assert.equal(whyImpossible('encryptsField', offering('fields.send')), undefined);
  });
});
