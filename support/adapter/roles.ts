import type { Role } from '../contract/words';
import type { InitializeResult, Method } from './protocol';

/** A part that an integrator plays. */
export type IntegratorRole = Exclude<Role, 'gateway' | 'payer'>;

/** What an adapter said of itself in `initialize`. */
export type Offer = Pick<InitializeResult, 'capabilities' | 'callbackUrl' | 'transferKeyForms'>;

interface Demand {
  /** Of each row, one method has to be offered. */
  readonly needs: readonly (readonly Method[])[];
  /** What more can be offered, so that more is judged. */
  readonly may: readonly Method[];
  /** Whether `initialize` has to name a base for callbacks. */
  readonly takesCallbacks?: true;
}

/** What each role cannot do without, and what it may offer. */
export const demands: Readonly<Record<IntegratorRole, Demand>> = {
  session: { needs: [['session.create']], may: [] },
  identity: {
    needs: [['certificate.fetch'], ['fields.send', 'otp.verify']],
    may: ['field.encrypt'],
  },
  registry: { needs: [['otp.verify', 'fields.send']], may: ['certificate.fetch', 'field.encrypt'] },
  hip: { needs: [['transfer.encrypt']], may: [] },
  hiu: { needs: [['transfer.open'], ['transfer.decrypt']], may: [] },
  provider: {
    needs: [
      ['insurancePlan.request'],
      ['eligibility.check'],
      ['preauth.submit'],
      ['claim.submit'],
      ['communication.reply'],
      ['cycle.get'],
    ],
    may: [],
    takesCallbacks: true,
  },
  trigger: { needs: [['dummyPayer.trigger'], ['paymentNotice.init']], may: [] },
};

/** The roles of an integrator, in the order of the protocol. */
export const integratorRoles = Object.keys(demands) as readonly IntegratorRole[];

export function isIntegratorRole(role: string): role is IntegratorRole {
  return Object.hasOwn(demands, role);
}

/** What a role cannot do without and an adapter does not offer, as in `fields.send or otp.verify`; empty where it can play it. */
export function lackingFor(role: IntegratorRole, { capabilities, callbackUrl }: Offer): string[] {
  const { needs, takesCallbacks } = demands[role];
  const missing = needs.filter((row) => !row.some((method) => capabilities.includes(method)));
  const unreachable = takesCallbacks === true && callbackUrl === undefined;
  return [...missing.map((row) => row.join(' or ')), ...(unreachable ? ['callbackUrl'] : [])];
}

/** Why an adapter cannot play a role, in one line; `undefined` where it can. `uncalled`: why it cannot be called back, if known. */
export function whyUnplayable(role: IntegratorRole, offer: Offer, uncalled?: string): string | undefined {
  if (uncalled !== undefined && demands[role].takesCallbacks === true) return uncalled;
  const lacking = lackingFor(role, offer);
  return lacking.length === 0
    ? undefined
    : `the adapter does not offer ${lacking.join(', ')}, and the role ${role} cannot do without`;
}
