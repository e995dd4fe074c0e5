import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lackingOne } from '../../mutants/integrator/payer/partial-providers';
import { integratorRoles, missingForRole, roleRequirements } from '../../support/adapter/roles';
import type { ObligationId } from '../../support/obligations';
import type { Role } from '../../support/contract/words';
import { contractObligations } from '../../support/obligations';
import { findGapInMethods, findGapInRoles } from '../../support/judging/scope';
import { plainTextOrEmpty } from '../plain';

const ofIntegrator = contractObligations.all.filter(({ subject }) => subject === 'integrator');

/** What an adapter offers that can play these roles, and no more. */
function offerOf(roles: readonly Role[]) {
  const capabilities = integratorRoles
    .filter((role) => roles.includes(role))
    .flatMap((role) => missingForRole(role, { capabilities: [] }))
    .map((row) => row.split(' or ')[0] ?? '');
  return { capabilities, callbackUrl: 'http://127.0.0.1:1' };
}

const inRoles = (id: ObligationId, roles: readonly Role[], capabilities: readonly string[]) =>
  findGapInRoles(contractObligations.get(id), roles, { capabilities });
const inActs = (id: ObligationId, ...capabilities: string[]) =>
  findGapInMethods(contractObligations.get(id), integratorRoles, { capabilities });

describe('a role whose client lacks what it cannot do without', () => {
  it('is not tested in any of its obligations, and says what is lacking', () => {
    for (const role of integratorRoles)
      for (const each of ofIntegrator.filter(({ roles }) => roles.includes(role))) {
        const gap = findGapInRoles(each, [role], { capabilities: [] });
        assert.deepEqual([gap?.kind, gap?.optional], ['not-offered', undefined], each.id);
        const needs = role === 'provider' ? each.providerMethods : undefined;
        for (const needed of missingForRole(role, { capabilities: [] }, needs))
          assert.ok(plainTextOrEmpty(gap).includes(needed), `${each.id}: ${needed}`);
      }
  });

  it('leaves out no obligation that another of its roles can show', () => {
    const roles = ['identity', 'registry'] as const;
    assert.equal(inRoles('ENC-04', roles, ['otp.verify']), undefined);
    assert.equal(inRoles('CRT-05', roles, ['otp.verify']), undefined);
    const [lacking, alone] = [
      inRoles('CRT-04', roles, ['otp.verify']),
      inRoles('ENC-04', ['identity'], ['otp.verify']),
    ];
    assert.match(plainTextOrEmpty(lacking), /certificate\.fetch.*role identity/);
    assert.match(plainTextOrEmpty(alone), /certificate\.fetch/);
  });

  it('is no gap in roles that the target does not play', () => {
    assert.equal(inRoles('HDT-01', ['session'], []), undefined);
  });
});

describe('a provider without all methods', () => {
  const ofProvider = ofIntegrator.filter(({ roles }) => roles.includes('provider'));
  const callbackUrl = 'http://127.0.0.1:1';
  const untestedWith = (capabilities: readonly string[]) =>
    ofProvider
      .filter((each) => findGapInRoles(each, ['provider'], { capabilities: [...capabilities], callbackUrl }))
      .map(({ id }) => id);

  it('states for each of its obligations which methods show it', () => {
    for (const { id, providerMethods } of ofProvider) assert.ok(providerMethods !== undefined, id);
    for (const { id, roles, providerMethods } of ofIntegrator)
      if (!roles.includes('provider')) assert.equal(providerMethods, undefined, id);
  });

  it('loses with each method only the obligations that need it, as the specimens without that method do', () => {
    for (const [method, ids] of Object.entries(lackingOne)) {
      const others = roleRequirements.provider.needs.flat().filter((each) => each !== method);
      assert.deepEqual(untestedWith(others).sort(), [...ids].sort(), method);
    }
  });

  it('is tested by its callbacks alone if it offers no method, and not at all without an address', () => {
    const none = untestedWith([]);
    for (const id of ['CBK-03', 'CBK-04', 'FLW-09'] as const) assert.ok(!none.includes(id), id);
    const gap = findGapInRoles(contractObligations.get('CBK-04'), ['provider'], { capabilities: [] });
    assert.match(plainTextOrEmpty(gap), /does not offer callbackUrl, and this cannot be tested without/);
  });
});

describe('a client that offers what its roles need', () => {
  it('has no gap in its roles', () => {
    for (const role of integratorRoles)
      for (const each of ofIntegrator.filter(({ roles }) => roles.includes(role)))
        assert.equal(findGapInRoles(each, [role], offerOf([role])), undefined, each.id);
  });

  it('is not tested by what nothing that it offers can bring about', () => {
    const cases: readonly (readonly [ObligationId, readonly string[], readonly string[]])[] = [
      ['HDR-01', ['session.create', 'paymentNotice.init'], ['preauth.submit']],
      ['TOK-01', ['session.create'], ['paymentNotice.init']],
      ['TOK-02', ['session.create'], ['fields.send']],
      ['TOK-09', ['session.create'], ['certificate.fetch']],
      ['TOK-07', ['fields.send'], ['otp.verify']],
      ['OTP-01', ['fields.send'], ['otp.verify']],
      ['ENC-02', ['certificate.fetch', 'otp.verify'], ['fields.send']],
    ];
    for (const [id, without, by] of cases) {
      assert.equal(inActs(id, ...without)?.kind, 'not-offered', id);
      const text = plainTextOrEmpty(inActs(id, ...without));
      assert.match(text, /^nothing that the adapter offers .*: that takes /);
      assert.equal(inActs(id, ...without, ...by), undefined, id);
    }
  });

  it('is asked for a value that is too long by field.encrypt alone: without it that is not tested', () => {
    const gap = inActs('ENC-14', 'otp.verify', 'fields.send');
    assert.match(plainTextOrEmpty(gap), /field\.encrypt/);
    assert.deepEqual([gap?.kind, gap?.optional], ['not-offered', true]);
    assert.equal(contractObligations.get('ENC-14').level, 'should');
    assert.equal(inActs('ENC-14', 'field.encrypt'), undefined);
  });

  it('shows no session token to a dummy payer that has a token of its own', () => {
    const offer = { capabilities: ['session.create', 'paymentNotice.init'] };
    const roles = ['session', 'trigger'] as const;
    const gap = (ownBearer: boolean) =>
      findGapInMethods(contractObligations.get('TOK-02'), roles, offer, ownBearer);
    assert.equal(gap(false), undefined);
    assert.equal(gap(true)?.kind, 'not-offered');
  });

  it('may leave out a method that none of its roles requires, or for which it offers another', () => {
    const isOptional = (id: ObligationId, roles: readonly Role[], ...capabilities: string[]) =>
      findGapInMethods(contractObligations.get(id), roles, { capabilities })?.optional;
    assert.equal(isOptional('TOK-02', ['session'], 'session.create'), true);
    assert.equal(isOptional('TOK-02', ['session', 'identity'], 'session.create'), undefined);
    assert.equal(isOptional('OTP-01', ['registry'], 'fields.send'), true);
    assert.equal(isOptional('OTP-01', ['registry']), undefined);
  });
});
