import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adapterMethods } from '../../support/adapter/protocol';
import { whyExcluded } from '../../support/judging/scope';
import type { NarrowingSetting } from '../../support/judging/settings-that-narrow';
import { narrowingSettings, settingsThatNarrow } from '../../support/judging/settings-that-narrow';
import { contractObligations } from '../../support/obligations';
import { facetsFor } from '../../support/obligations/judge/facets';
import type { Circumstances } from '../../support/obligations/judge/home';
import { embeddedTarget } from '../../support/run/targets';

const { readings } = embeddedTarget;
const jwt = readings['callback-jwt'];
const services = {
  gateway: 'https://gateway.example',
  identity: 'https://identity.example',
  registry: 'https://registry.example/v4',
  dummyPayer: 'https://payer.example',
  provider: 'https://provider.example',
};

/** A target of services and a client that leaves nothing out. */
const widest: Circumstances = {
  services,
  environment: 'sandbox',
  roles: embeddedTarget.roles,
  integrator: { command: ['client'] },
  mockTls: true,
  readings: {
    ...readings,
    'bridge-scoped': ['session.create', 'preauth.onSubmit'],
    'callback-jwt': { ...jwt, audience: 'any' },
    'mobile-otp-path': '/own/check',
  },
  offer: { capabilities: adapterMethods, transferKeyForms: ['x25519', 'weierstrass'] },
  limits: { probes: 'full', otpAttempts: 7 },
  otps: [{}],
};

const withReadings = (change: Partial<Circumstances['readings']>): Partial<Circumstances> => ({
  readings: { ...widest.readings, ...change },
});
const without = (name: keyof typeof services): Partial<Circumstances> => ({
  services: Object.fromEntries(Object.entries(services).filter(([each]) => each !== name)),
});

/** For each setting, a value that narrows a run. */
const narrowings: Readonly<Record<string, Partial<Circumstances>>> = {
  environment: { environment: 'production' },
  services: {
    services: Object.fromEntries(Object.keys(services).map((name) => [name, 'http://127.0.0.1:1'])),
  },
  'services.gateway': without('gateway'),
  'services.identity': without('identity'),
  'services.registry': without('registry'),
  'services.dummyPayer': without('dummyPayer'),
  'services.provider': without('provider'),
  'integrator.roles': { roles: ['session'] },
  'mock.tls': { mockTls: false },
  'readings.bridge-scoped': withReadings({ 'bridge-scoped': null }),
  'readings.callback-jwt.carried': withReadings({
    'callback-jwt': { ...jwt, carried: false, audience: 'any' },
  }),
  'readings.callback-jwt': withReadings({ 'callback-jwt': jwt }),
  'readings.mobile-otp-path': withReadings({ 'mobile-otp-path': { registry: '/own/check' } }),
  'readings.curve-form': withReadings({ 'curve-form': 'x25519' }),
  'limits.probes': { limits: { probes: 'gentle', otpAttempts: 7 } },
  'limits.otpAttempts': { limits: { probes: 'full', otpAttempts: 3 } },
  otp: { otps: [] },
  'integrator.manual': { integrator: { manual: true } },
};

const both = ['service', 'integrator'] as const;
const told = (change: Partial<Circumstances> = {}): NarrowingSetting[] =>
  settingsThatNarrow({ ...widest, ...change }, both);
const all = ({ ids, inPart }: NarrowingSetting): string[] => [...ids, ...inPart.map(({ id }) => id)];

/** The obligations that their homes restrict, in whole or in part. */
function heldBackByHomes(about: Circumstances): string[] {
  return contractObligations.all
    .filter((each) => {
      const facets = facetsFor(each, about) ?? [];
      const reasons = facets.flatMap(({ ruledOut, setAside }) => [ruledOut, setAside]);
      return [whyExcluded(each, about), each.leftOut?.(about), ...reasons].some(
        (reason) => reason !== undefined,
      );
    })
    .map(({ id }) => id);
}

describe('the settings that narrow a run', () => {
  it('are none where a target leaves nothing out', () => {
    assert.deepEqual(heldBackByHomes(widest), []);
    assert.deepEqual(told(), []);
  });

  it('each have an example here', () => {
    assert.deepEqual(Object.keys(narrowings).sort(), [...narrowingSettings].sort());
  });

  for (const [setting, change] of Object.entries(narrowings))
    it(`are ${setting} alone where nothing else narrows, with obligations and a remedy`, () => {
      const [found, ...others] = told(change);
      assert.ok(found !== undefined && all(found).length > 0);
      assert.equal(found.setting, setting);
      assert.notEqual(found.value, '');
      assert.notEqual(found.remedy, '');
      assert.deepEqual(others, []);
    });

  it('name every obligation that a home says is held back', () => {
    const changes = Object.values(narrowings);
    const pairs = changes.flatMap((one) => changes.map((other) => ({ ...one, ...other })));
    for (const change of [...changes, ...pairs]) {
      const named = new Set(told(change).flatMap(all));
      const missing = heldBackByHomes({ ...widest, ...change }).filter((id) => !named.has(id));
      assert.deepEqual(missing, [], JSON.stringify(change));
    }
  });

  it('concern only the subjects that are asked for', () => {
    const change = { ...narrowings['mock.tls'], ...narrowings['limits.probes'] };
    const settings = (subject: (typeof both)[number]) =>
      settingsThatNarrow({ ...widest, ...change }, [subject]).map(({ setting }) => setting);
    assert.deepEqual([settings('service'), settings('integrator')], [['limits.probes'], ['mock.tls']]);
  });

  it('name only what is held back of OTPs', () => {
    const limited = (otpAttempts: number, otps: number) =>
      told({ limits: { probes: 'full', otpAttempts }, otps: Array.from({ length: otps }) }).map(
        ({ value, ids, inPart, remedy }) => [value, ids.join(), inPart, remedy],
      );
    const inPart = (id: string, ...facets: string[]) => ({ id, facets });
    const advice = 'set limits.otpAttempts to 7, or list more OTPs';
    assert.deepEqual(limited(3, 1), [
      ['3 attempts for 1 OTP', 'ENC-13', [inPart('ENC-12', 'mixed')], advice],
    ]);
    assert.deepEqual(limited(4, 1), [
      [
        '4 attempts for 1 OTP',
        '',
        [inPart('ENC-12', 'mixed'), inPart('ENC-13', 'hexadecimal', 'broken Base64')],
        advice,
      ],
    ]);
    assert.deepEqual(limited(3, 2), [
      [
        '3 attempts for 2 OTPs',
        '',
        [inPart('ENC-13', 'hexadecimal', 'broken Base64')],
        'set limits.otpAttempts to 4, or list more OTPs',
      ],
    ]);
    assert.deepEqual(limited(1, 1), [
      ['1 attempt for 1 OTP', 'ENC-11,ENC-12,ENC-13', [], 'set limits.otpAttempts to 7'],
    ]);
    assert.deepEqual(limited(3, 3), []);
  });

  it('leave out of production what production holds back anyway', () => {
    const settings = told({
      environment: 'production',
      ...narrowings['limits.probes'],
      ...narrowings['mock.tls'],
      otps: [],
    }).map(({ setting }) => setting);
    assert.deepEqual(settings, ['environment', 'mock.tls']);
  });

  it('join services without which the same obligations are not shown', () => {
    const { gateway, identity, registry } = services;
    const [found, ...others] = told({ services: { gateway, identity, registry } });
    assert.equal(found?.setting, 'services.dummyPayer and services.provider');
    assert.deepEqual(others, []);
  });
});
