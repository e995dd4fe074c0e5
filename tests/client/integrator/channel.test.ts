import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initializeAdapter } from '../../../support/adapter/initialize';
import { openLocalChannel } from '../../../support/adapter/local-channel';
import { errorCodes } from '../../../support/adapter/protocol';
import { createIntegrator, logNothing } from '../../../support/client/integrator';
import { runningMock } from '../../mock/running-mock';
import { initializeParams } from './scene';

test('the integrator speaks protocol 1', async (t) => {
  const mock = await runningMock(t);
  const channel = openLocalChannel(createIntegrator({ log: logNothing }));
  t.after(() => channel.close());
  const about = await initializeAdapter(channel, initializeParams(mock));
  mock.cycles.callbackUrl = about.callbackUrl;
  const { otp, txnId } = mock.account;
  assert.equal((await channel.call('session.create', {})).kind, 'result');
  assert.equal((await channel.call('certificate.fetch', { service: 'identity' })).kind, 'result');
  assert.equal((await channel.call('otp.verify', { otp, txnId })).kind, 'result');
  const path = '/api/v1/enrolment/fields';
  const fields = [{ name: 'name', value: 'Zoë', encrypted: false }];
  assert.equal((await channel.call('fields.send', { service: 'registry', path, fields })).kind, 'result');
  const checked = await channel.call('eligibility.check', {});
  assert.equal(checked.kind, 'result');
  const oversize = await channel.call('field.encrypt', { service: 'registry', value: 'x'.repeat(215) });
  assert.equal(oversize.kind === 'refused' && oversize.code, errorCodes.refused);
  assert.equal((await channel.call('transfer.open', {})).kind, 'not-offered');
  assert.equal((await channel.call('shutdown', {})).kind, 'result');
});
