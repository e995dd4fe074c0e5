import type { AdapterOffer } from '../adapter/roles';
import { isIntegratorRole, whyRoleUnplayable } from '../adapter/roles';
import { baseAddressesOf } from '../contract/bases';
import type { Reach } from './basis';
import { constants, meansSandbox, unnamedCmId } from '../contract/constants';
import type { ServiceName } from '../contract/operations';
import type { Role, Subject } from '../contract/words';
import { whyRolesMissing } from '../contract/words';
import type { Reason } from '../exchange/reason';
import { leftOutInProduction } from '../exchange/reason';
import type { Obligation, RuleContext } from '../obligations';
import { findActionGap } from '../obligations/judge/gaps';
import type { Circumstances, Exclusion } from '../obligations/judge/home';
import { maxListedOfRun } from '../obligations/judge/judge';
import type { Target } from '../targets/target';

/** Returns the facts about a target that rules may use. */
export function ruleContextOfTarget(
  target: Pick<
    Target,
    | 'environment'
    | 'cmId'
    | 'readings'
    | 'overridden'
    | 'processes'
    | 'participants'
    | 'services'
    | 'providerBases'
  >,
): RuleContext {
  // Clause 5.2 fixes the value for the sandbox. In a production target without a suffix, each other value may be right.
  const { sandboxCmId } = constants;
  const isNamed = target.cmId !== unnamedCmId && !meansSandbox(target.cmId);
  const production = isNamed ? target.cmId : '';
  const cmId = target.environment === 'production' ? production : sandboxCmId;
  const { readings, overridden, processes } = target;
  const { provider, payer } = target.participants;
  const participants = { ...(provider !== '' && { provider }), ...(payer !== '' && { payer }) };
  return { readings, overridden, cmId, processes, participants, bases: baseAddressesOf(target) };
}

/**
 * Returns the facts that rules may use in a run. The suite plays the services in a run that judges an integrator. It
 * starts the client, too, except for a client with an HTTP address, or one by hand. Such a client may already run.
 */
export function ruleContextForRun(
  target: Parameters<typeof ruleContextOfTarget>[0],
  {
    subjects,
    txnIds,
    reach,
  }: {
    readonly subjects: readonly Subject[];
    readonly txnIds: readonly string[];
    readonly reach: Reach | undefined;
  },
): RuleContext {
  const playsServices = subjects.includes('integrator');
  const startsClient = playsServices && reach !== 'url' && reach !== 'manual';
  return {
    ...ruleContextOfTarget(target),
    ...{ playsServices, startsClient, waitsForClient: playsServices, txnIds },
    listedBreaches: maxListedOfRun,
  };
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

/** Returns why a run on a target cannot judge an obligation; `undefined` if it can. */
export function whyExcluded(obligation: Obligation, about: Circumstances): Exclusion | undefined {
  const text = whyNotConcerned(obligation, about);
  if (text !== undefined) return { verdict: 'not-applicable', reason: { text } };
  const reason = obligation.unless?.(about) ?? whyNotProbed(obligation, about);
  return reason && { verdict: 'not-tested', reason };
}

/** Returns why an obligation does not concern a target: a role that it does not play, or a service that it lacks. */
function whyNotConcerned({ subject, roles }: Obligation, about: Circumstances): string | undefined {
  if (subject === 'integrator') {
    if (about.integrator === undefined) return 'the target names no integrator';
    return roles.some((role) => about.roles.includes(role)) ? undefined : whyRolesMissing(roles);
  }
  if (!roles.some((role) => isServiceNamed(role, about))) {
    const lacking = roles.map((role) => serviceOfRole[role] ?? role);
    const members = lacking.map((service) => `services.${service}`);
    return `the target names no ${lacking.join(' or ')}: set ${members.join(' or ')}`;
  }
  return roles.includes('payer') && about.services.provider === undefined
    ? 'the target names no provider: set services.provider to the base of the v1/… operations'
    : undefined;
}

/** The roles in which a client sends no test data, so that it can be observed in production. */
const rolesInProduction: readonly Role[] = ['session', 'identity', 'registry'];

/**
 * Whether a run leaves an obligation out because the environment is production. There, services get no active probes.
 * The suite gives a client no test data and no faults, and starts neither transfers nor payer cycles.
 */
export function isLeftOutInProduction(obligation: Obligation, about: Circumstances): boolean {
  const { subject, roles, seen, harmless, on = [] } = obligation;
  if (about.environment !== 'production' || seen === 'declared' || harmless === true) return false;
  if (subject === 'service') return seen === 'active';
  const isPlayed = (role: Role): boolean => about.roles.includes(role) && rolesInProduction.includes(role);
  const needsTestData = seen !== 'passive' || obligation.costsOtp === true || on.includes('adapter');
  return needsTestData || obligation.outlivesToken === true || !roles.some(isPlayed);
}

function whyNotProbed(obligation: Obligation, about: Circumstances): Reason | undefined {
  return obligation.subject === 'service' && isLeftOutInProduction(obligation, about)
    ? leftOutInProduction('no active probes are sent there')
    : undefined;
}

/** Further facts that decide whether a client can play a role. */
interface ClientAbilities {
  /** The reason why the client cannot receive callbacks, if there is one. */
  readonly uncalled?: string | undefined;
  /** Whether the client has triggered the payer by itself. */
  readonly triggersItself?: boolean;
}

/**
 * Returns the reason if the adapter does not let the client play any of the obligation's roles in the target;
 * `undefined` if the client can play at least one. A provider needs only the methods that can show the obligation.
 * @param roles the roles that the target declares
 */
export function findGapInRoles(
  { roles: wanted, providerMethods }: Pick<Obligation, 'roles' | 'providerMethods'>,
  roles: readonly Role[],
  offer: AdapterOffer,
  { uncalled, triggersItself = false }: ClientAbilities = {},
): Reason | undefined {
  const played = wanted.filter((role) => roles.includes(role)).filter(isIntegratorRole);
  // The suite does not have to ask for triggers that the client sends by itself.
  const toOffer = providerMethods?.filter(
    (methods) => !triggersItself || !methods.includes('dummyPayer.trigger'),
  );
  const needsOf = (role: Role) => (role === 'provider' ? toOffer : undefined);
  const reasons = played.map((role) => whyRoleUnplayable(role, offer, uncalled, needsOf(role)));
  if (reasons.length === 0 || reasons.includes(undefined)) return undefined;
  return { kind: 'not-offered', text: reasons.join('; ') };
}

/**
 * Returns the reason if no method of the adapter makes the client do what the obligation needs; `undefined` if
 * one does.
 * @param roles the roles that the target declares
 * @param ownBearer whether requests that trigger the dummy payer carry a separate token instead of the
 * client's access token
 */
export function findGapInMethods(
  { act: wanted }: Pick<Obligation, 'act'>,
  roles: readonly Role[],
  offer: AdapterOffer,
  ownBearer = false,
): Reason | undefined {
  const act = wanted === 'carriesToken' && ownBearer ? 'authorizes' : wanted;
  return act && findActionGap(act, roles, offer);
}
