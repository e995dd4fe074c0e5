import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targetContext } from '../../../support/judging/scope';
import { forTraffic, trafficTarget } from '../../../support/targets/traffic-target';
import { embeddedDefaults } from '../../../support/targets/embedded';
import type { Target } from '../../../support/targets/target';
import { edit, header, members } from './edits';
import { play, request, session } from './exchanges';
import { broken } from './judge';
import { submitClaim } from './payer-exchanges';
import { accessToken } from '../recorded';

const named: Target = {
  ...embeddedDefaults,
  participants: { provider: '42@abdm', payer: '1000003538@abdm' },
};

const notice = (providerId: string) =>
  edit(
    (at, n) =>
      request(
        {
          service: 'dummyPayer',
          operation: 'paymentNotice.init',
          method: 'POST',
          path: '/paymentNotice/init',
          call: 'paymentNotice.init',
          body: { claimNumber: '' },
        },
        at,
        n,
      ),
    header('Accept', 'application/json'),
    header('bearer_auth', `Bearer ${accessToken(1)}`),
    members({ providerId }),
  );

const breaksNotice = (target: Target, providerId: string): boolean =>
  broken(play([session(), notice(providerId)]), targetContext(target)).includes('DPY-05');

test('in traffic a provider has any id of its own until the target names it', () => {
  for (const target of [trafficTarget, forTraffic({ ...embeddedDefaults, name: 'of a file' })]) {
    assert.equal(breaksNotice(target, '1234567@abdm'), false);
    assert.equal(breaksNotice(target, '1000000001@sbx'), false);
    for (const wrong of ['1000003538@abdm', '1234567', '1234567@', 'hospital@abdm'])
      assert.equal(breaksNotice(target, wrong), true, wrong);
  }
  assert.equal(breaksNotice(forTraffic(named), '42@abdm'), false);
  assert.equal(breaksNotice(forTraffic(named), '1234567@abdm'), true);
  // A run tells its client who it is.
  assert.equal(breaksNotice(embeddedDefaults, '1234567@abdm'), true);
});

test('in traffic the dummy payer has any network suffix until the target names it', () => {
  const breaks = (target: Target, recipient: string): boolean => {
    const claim = edit(submitClaim(), ({ facts, ...draft }) => ({
      ...draft,
      facts: { ...facts, ...(facts.payer && { payer: { ...facts.payer, recipient } }) },
    }));
    return broken(play([session(), claim]), targetContext(target)).includes('DPY-07');
  };
  for (const right of ['1000003538@sbx', '1000003538@abdm'])
    assert.equal(breaks(trafficTarget, right), false, right);
  for (const wrong of ['1000003538', '1000003538@', '10000035380@sbx', '1000000001@sbx'])
    assert.equal(breaks(trafficTarget, wrong), true, wrong);
  assert.equal(breaks(forTraffic(named), '1000003538@abdm'), false);
  assert.equal(breaks(forTraffic(named), '1000003538@sbx'), true);
});

test('in production X-CM-ID has any value until the target names the suffix', () => {
  const breaks = (target: Partial<Target>, value: string | undefined): boolean =>
    broken(
      play([edit(session(), header('X-CM-ID', value))]),
      targetContext({ ...embeddedDefaults, ...target }),
    ).includes('HDR-10');
  const production = { environment: 'production' } as const;
  assert.equal(breaks(production, 'abdm'), false);
  for (const missing of [undefined, '', ' ']) assert.equal(breaks(production, missing), true);
  assert.equal(breaks({ ...production, cmId: 'abdm' }, 'abdm'), false);
  assert.equal(breaks({ ...production, cmId: 'abdm' }, 'sbx'), true);
  assert.equal(breaks({}, 'abdm'), true);
});
