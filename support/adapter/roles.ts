import type { InitializeResult, AdapterMethod } from './protocol';
import { beginnings } from '../contract/cycle-beginnings';
import type { Role } from '../contract/words';

export type IntegratorRole = Exclude<Role, 'gateway' | 'payer'>;

/** The parts of an adapter's `initialize` result that decide which roles it can play. */
export type AdapterOffer = Pick<InitializeResult, 'capabilities' | 'callbackUrl' | 'transferKeyForms'>;

interface Demand {
  /** The adapter must offer at least one method from each group. */
  readonly needs: MethodGroups;
  /** Optional methods. If the adapter offers them, the suite can make more checks. */
  readonly may: readonly AdapterMethod[];
  /** Whether the adapter must return `callbackUrl` from `initialize`. */
  readonly takesCallbacks?: true;
}

/** The methods that a provider offers, in the order of the flows. */
export const providerMethods = [
  ...beginnings,
  'communication.reply',
  'cycle.get',
] as const satisfies readonly AdapterMethod[];

/** The methods that a client offers to trigger the payer. */
export const triggerMethods = [
  'dummyPayer.trigger',
  'paymentNotice.init',
] as const satisfies readonly AdapterMethod[];

/** Each method as a separate group, so that no method can replace another. */
const eachOf = (methods: readonly AdapterMethod[]): MethodGroups => methods.map((method) => [method]);

/** The required and optional methods of each role. */
export const roleRequirements: Readonly<Record<IntegratorRole, Demand>> = {
  session: { needs: [['session.create']], may: [] },
  identity: {
    needs: [['certificate.fetch'], ['fields.send', 'otp.verify']],
    may: ['field.encrypt'],
  },
  registry: { needs: [['otp.verify', 'fields.send']], may: ['certificate.fetch', 'field.encrypt'] },
  hip: { needs: [['transfer.encrypt']], may: [] },
  hiu: { needs: [['transfer.open'], ['transfer.decrypt']], may: [] },
  provider: {
    needs: eachOf(providerMethods),
    may: [],
    takesCallbacks: true,
  },
  trigger: { needs: eachOf(triggerMethods), may: [] },
};

/** All roles that an integrator can have, in the order of {@link roleRequirements}. */
export const integratorRoles = Object.keys(roleRequirements) as readonly IntegratorRole[];

export function isIntegratorRole(role: string): role is IntegratorRole {
  return Object.hasOwn(roleRequirements, role);
}

/** Groups of alternative methods. A check needs at least one method from each group. */
export type MethodGroups = readonly (readonly AdapterMethod[])[];

/**
 * Returns the requirements of a role that an adapter does not meet, such as `fields.send or otp.verify`.
 * Returns an empty list if the adapter can play the role.
 *
 * @param needs the methods that one check of the role needs, if it does not need all methods of the role
 */
export function missingForRole(
  role: IntegratorRole,
  { capabilities, callbackUrl }: AdapterOffer,
  needs: MethodGroups = roleRequirements[role].needs,
): string[] {
  const { takesCallbacks } = roleRequirements[role];
  const missing = needs.filter((row) => !row.some((method) => capabilities.includes(method)));
  const unreachable = takesCallbacks === true && callbackUrl === undefined;
  return [...missing.map((row) => row.join(' or ')), ...(unreachable ? ['callbackUrl'] : [])];
}

/**
 * Returns a one-line reason why an adapter cannot play a role, or `undefined` if it can. `uncalled` is the
 * reason why the client cannot receive callbacks, or `undefined` if it can. `needs`: see {@link missingForRole}.
 */
export function whyRoleUnplayable(
  role: IntegratorRole,
  offer: AdapterOffer,
  uncalled?: string,
  needs?: MethodGroups,
): string | undefined {
  if (uncalled !== undefined && roleRequirements[role].takesCallbacks === true) return uncalled;
  const lacking = missingForRole(role, offer, needs);
  if (lacking.length === 0) return undefined;
  const needed = needs === undefined ? `the role ${role} cannot do without` : 'this cannot be tested without';
  return `the adapter does not offer ${lacking.join(', ')}, and ${needed}`;
}

/** An action that the client must perform so that the suite can observe an obligation or apply a stimulus. */
export type Act =
  'authorizes' | 'carriesToken' | 'encryptsField' | 'sendsFields' | 'verifiesOtp' | 'encryptsAnyValue';

interface Deed {
  /** Completes the message "nothing that the adapter offers …", as in `makes the client verify an OTP`. */
  readonly words: string;
  /** The methods that cause the action, the least disruptive first. */
  readonly by: readonly AdapterMethod[];
}

/**
 * Methods that make the client send a request with an Authorization header. The methods that bring callbacks come last:
 * a preauthorization or a claim brings one only after a trigger, the others always do.
 */
const authorized = [
  'certificate.fetch',
  'fields.send',
  'otp.verify',
  'preauth.submit',
  'claim.submit',
  'eligibility.check',
  'insurancePlan.request',
] as const satisfies readonly AdapterMethod[];

/**
 * Maps each action to the methods that cause it. The suite calls the first of them that the adapter offers.
 */
export const methodsByAction: Readonly<Record<Act, Deed>> = {
  authorizes: { words: 'sends a request with Authorization', by: authorized },
  carriesToken: { words: 'sends a request with an access token', by: [...authorized, 'paymentNotice.init'] },
  encryptsField: { words: 'makes the client send an encrypted field', by: ['otp.verify', 'fields.send'] },
  sendsFields: { words: 'makes the client send fields that the suite chooses', by: ['fields.send'] },
  verifiesOtp: { words: 'makes the client verify an OTP', by: ['otp.verify'] },
  encryptsAnyValue: { words: 'makes the client encrypt a value of any length', by: ['field.encrypt'] },
};

/**
 * Whether a client of these roles may leave out all of these methods: none of them would meet a requirement
 * that the adapter does not meet.
 */
export function mayLeaveOut(
  methods: readonly AdapterMethod[],
  roles: readonly Role[],
  { capabilities }: Pick<AdapterOffer, 'capabilities'>,
): boolean {
  const unmet = roles
    .filter(isIntegratorRole)
    .flatMap((role) => roleRequirements[role].needs)
    .filter((group) => !group.some((method) => capabilities.includes(method)));
  return !unmet.flat().some((method) => methods.includes(method));
}

/**
 * Returns a one-line reason why the suite cannot make the client perform an action. Returns `undefined` if
 * the adapter offers a method that causes the action.
 */
export function whyActionImpossible(act: Act, { capabilities }: AdapterOffer): string | undefined {
  const { words, by } = methodsByAction[act];
  if (by.some((method) => capabilities.includes(method))) return undefined;
  const calls = by.length === 1 ? by.join() : `${by.slice(0, -1).join(', ')} or ${by.at(-1) ?? ''}`;
  return `nothing that the adapter offers ${words}: that takes ${calls}`;
}
