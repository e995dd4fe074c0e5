import type { AdapterOffer } from '../adapter/roles';
import { whyActionImpossible, isIntegratorRole, whyRoleUnplayable } from '../adapter/roles';
import { constants } from '../contract/constants';
import type { ServiceName } from '../contract/operations';
import type { Role } from '../contract/words';
import { whyRolesMissing } from '../contract/words';
import type { Obligation, RuleContext } from '../obligations';
import type { Circumstances } from '../obligations/judge/home';
import { maxListedOfRun } from '../obligations/judge/judge';
import type { Target } from '../targets/target';

/** Returns the facts about a target that rules may use. */
export function ruleContextOfTarget(
  target: Pick<Target, 'environment' | 'cmId' | 'readings' | 'processes' | 'participants'>,
): RuleContext {
  // Clause 5.2 fixes the value for the sandbox. A production target that does not set its own value still has
  // the default `sbx` here. In production, that default means that any value is correct.
  const { sandboxCmId } = constants;
  const production = target.cmId === sandboxCmId ? '' : target.cmId;
  const cmId = target.environment === 'production' ? production : sandboxCmId;
  const { readings, processes } = target;
  const { provider, payer } = target.participants;
  const participants = { ...(provider !== '' && { provider }), ...(payer !== '' && { payer }) };
  return { readings, cmId, processes, participants };
}

/** Returns the facts that rules may use in a run. */
export function ruleContextWithTxnIds(
  target: Parameters<typeof ruleContextOfTarget>[0],
  txnIds: readonly string[],
): RuleContext {
  return { ...ruleContextOfTarget(target), txnIds, listedBreaches: maxListedOfRun };
}

const serviceOfRole: Readonly<Partial<Record<Role, ServiceName>>> = {
  gateway: 'gateway',
  identity: 'identity',
  registry: 'registry',
  payer: 'dummyPayer',
};

/**
 * Whether the target file has an address for the service in this role. Always `true` for roles without a
 * service.
 */
export function isServiceNamed(role: Role, { services }: Pick<Circumstances, 'services'>): boolean {
  const service = serviceOfRole[role];
  return service === undefined || services[service] !== undefined;
}

/** Returns why an obligation is not applicable to a target; `undefined` if it is applicable. */
export function whyNotApplicable(obligation: Obligation, about: Circumstances): string | undefined {
  return obligation.subject === 'integrator'
    ? integratorReason(obligation, about)
    : serviceReason(obligation, about);
}

function serviceReason(
  { roles, seen, harmless, unless }: Obligation,
  about: Circumstances,
): string | undefined {
  if (!roles.some((role) => isServiceNamed(role, about))) {
    const lacking = roles.map((role) => serviceOfRole[role] ?? role);
    const members = lacking.map((service) => `services.${service}`);
    return `the target names no ${lacking.join(' or ')}: set ${members.join(' or ')}`;
  }
  if (roles.includes('payer') && about.services.provider === undefined)
    return 'the target names no provider: set services.provider to the base of the v1/… operations';
  const reason = unless?.(about);
  if (reason !== undefined) return reason;
  return about.environment === 'production' && seen === 'active' && harmless !== true
    ? 'the environment is production: no active probes are sent there'
    : undefined;
}

function integratorReason({ roles, unless }: Obligation, about: Circumstances): string | undefined {
  if (about.integrator === undefined) return 'the target names no integrator';
  const reason = unless?.(about);
  if (reason !== undefined) return reason;
  const applies = roles.some((role) => about.roles.includes(role));
  return applies ? undefined : whyRolesMissing(roles);
}

/** The verdict on an obligation if the adapter does not offer the methods that could show it. */
export interface Gap {
  readonly verdict: 'not-tested' | 'not-applicable';
  readonly reason: string;
}

/**
 * Returns the gap if the adapter does not let the client play any of the obligation's roles in the target;
 * `undefined` if the client can play at least one.
 * @param roles the roles that the target declares
 * @param uncalled the reason why the client cannot receive callbacks, if there is one
 */
export function findGapInRoles(
  { roles: wanted }: Pick<Obligation, 'roles'>,
  roles: readonly Role[],
  offer: AdapterOffer,
  uncalled?: string,
): Gap | undefined {
  const played = wanted.filter((role) => roles.includes(role)).filter(isIntegratorRole);
  const reasons = played.map((role) => whyRoleUnplayable(role, offer, uncalled));
  if (reasons.length === 0 || reasons.includes(undefined)) return undefined;
  return { verdict: 'not-tested', reason: reasons.join('; ') };
}

/**
 * Returns the gap if no method of the adapter makes the client do what the obligation needs; `undefined` if
 * one does.
 * @param ownBearer whether requests that trigger the dummy payer carry a separate token instead of the
 * client's access token
 */
export function findGapInMethods(
  { act: wanted, optionalAct }: Pick<Obligation, 'act' | 'optionalAct'>,
  offer: AdapterOffer,
  ownBearer = false,
): Gap | undefined {
  const act = wanted === 'carriesToken' && ownBearer ? 'authorizes' : wanted;
  const reason = act && whyActionImpossible(act, offer);
  if (reason === undefined) return undefined;
  return { verdict: optionalAct === true ? 'not-tested' : 'not-applicable', reason };
}
