import type { InitializeResult, Method } from './protocol';
import type { Role } from '../contract/words';

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

/** Something that a stimulus, or an obligation, needs to see a client do. */
export type Act =
  'authorizes' | 'carriesToken' | 'encryptsField' | 'sendsFields' | 'verifiesOtp' | 'encryptsAnyValue';

interface Deed {
  /** Completes "nothing that the adapter offers …". */
  readonly words: string;
  /** The calls that cause it, those first that disturb a client least. */
  readonly by: readonly Method[];
}

/** After a submit the payer waits for a trigger; its other answers would come to a client that is gone by then. */
const authorized = [
  'certificate.fetch',
  'fields.send',
  'otp.verify',
  'preauth.submit',
  'claim.submit',
] as const satisfies readonly Method[];

/** Which calls cause an act: stimuli are driven by the first that is offered. */
export const deeds: Readonly<Record<Act, Deed>> = {
  authorizes: { words: 'sends a request with Authorization', by: authorized },
  carriesToken: { words: 'sends a request with an access token', by: [...authorized, 'paymentNotice.init'] },
  encryptsField: { words: 'makes the client send an encrypted field', by: ['otp.verify', 'fields.send'] },
  sendsFields: { words: 'makes the client send fields that the suite chooses', by: ['fields.send'] },
  verifiesOtp: { words: 'makes the client verify an OTP', by: ['otp.verify'] },
  encryptsAnyValue: { words: 'makes the client encrypt a value of any length', by: ['field.encrypt'] },
};

/** Why an act cannot happen, in one line; `undefined` where an offered call causes it. */
export function whyImpossible(act: Act, { capabilities }: Offer): string | undefined {
  const { words, by } = deeds[act];
  if (by.some((method) => capabilities.includes(method))) return undefined;
  const calls = by.length === 1 ? by.join() : `${by.slice(0, -1).join(', ')} or ${by.at(-1) ?? ''}`;
  return `nothing that the adapter offers ${words}: that takes ${calls}`;
}
