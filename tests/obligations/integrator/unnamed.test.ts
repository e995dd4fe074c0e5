import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleContextOfTarget } from '../../../support/judging/scope';
import { targetForTraffic, trafficTarget } from '../../../support/targets/traffic-target';
import { unnamedCmId } from '../../../support/contract/constants';
import { embeddedDefaults } from '../../../support/targets/embedded';
import type { Target } from '../../../support/targets/target';
import { edit, replaceHeader, replaceBodyMembers } from './edits';
import { playSteps, unnumberedRequest, session } from './exchanges';
import { brokenIds } from './judge';
import { submitClaim } from './payer-exchanges';

const named: Target = {
  ...embeddedDefaults,
  participants: { provider: '42@abdm', payer: '1000003538@abdm' },
};

const notice = (providerId: string) =>
  edit(
    (at, n) =>
      unnumberedRequest(
        {
          service: 'dummyPayer',
          operation: 'paymentNotice.init',
          call: 'paymentNotice.init',
          body: { claimNumber: '' },
        },
        at,
        n,
      ),
    replaceBodyMembers({ providerId }),
  );

const breaksNotice = (target: Target, providerId: string): boolean =>
  brokenIds(playSteps([session(), notice(providerId)]), ruleContextOfTarget(target)).includes('DPY-05');

test('in traffic a provider has any id of its own until the target names it', () => {
  for (const target of [trafficTarget, targetForTraffic({ ...embeddedDefaults, name: 'of a file' })]) {
    assert.equal(breaksNotice(target, '1234567@abdm'), false);
    assert.equal(breaksNotice(target, '1000000001@sbx'), false);
    for (const wrong of ['1000003538@abdm', '1234567', '1234567@', 'hospital@abdm'])
      assert.equal(breaksNotice(target, wrong), true, wrong);
  }
  assert.equal(breaksNotice(targetForTraffic(named), '42@abdm'), false);
  assert.equal(breaksNotice(targetForTraffic(named), '1234567@abdm'), true);
  // A run tells its client who it is.
  assert.equal(breaksNotice(embeddedDefaults, '1234567@abdm'), true);
});

test('in traffic the dummy payer has any network suffix until the target names it', () => {
  const breaks = (target: Target, recipient: string): boolean => {
    const claim = edit(submitClaim(), ({ facts, ...draft }) => ({
      ...draft,
      facts: { ...facts, ...(facts.payer && { payer: { ...facts.payer, recipient } }) },
    }));
    return brokenIds(playSteps([session(), claim]), ruleContextOfTarget(target)).includes('DPY-07');
  };
  for (const right of ['1000003538@sbx', '1000003538@abdm'])
    assert.equal(breaks(trafficTarget, right), false, right);
  for (const wrong of ['1000003538', '1000003538@']) assert.equal(breaks(trafficTarget, wrong), true, wrong);
  assert.equal(breaks(targetForTraffic(named), '1000003538@abdm'), false);
  assert.equal(breaks(targetForTraffic(named), '1000003538@sbx'), true);
});

test('in production X-CM-ID has any value but that of the sandbox until the target names the suffix', () => {
  const breaks = (target: Partial<Target>, value: string | undefined): boolean =>
    brokenIds(
      playSteps([edit(session(), replaceHeader('X-CM-ID', value))]),
      ruleContextOfTarget({ ...embeddedDefaults, ...target }),
    ).includes('HDR-10');
  const production = { environment: 'production', cmId: unnamedCmId } as const;
  for (const right of ['abdm', 'sbx2', 'ABDM', ' abdm '])
    assert.equal(breaks(production, right), false, right);
  for (const missing of [undefined, '', ' ']) assert.equal(breaks(production, missing), true);
  for (const sandbox of ['sbx', 'SBX', ' sbx ', '@sbx'])
    assert.equal(breaks(production, sandbox), true, sandbox);
  assert.equal(breaks({ ...production, cmId: 'abdm' }, 'abdm'), false);
  assert.equal(breaks({ ...production, cmId: 'abdm' }, 'sbx'), true);
  assert.equal(breaks({}, 'abdm'), true);
});
