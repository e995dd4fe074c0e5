import type { AdapterOffer } from '../adapter/roles';
import { formatBaseAddresses } from '../contract/bases';
import type { Subject } from '../contract/words';
import type { ClientName } from '../exchange/exchange';
import type { Reason } from '../exchange/reason';
import { countAvailableOtps } from '../obligations/field-encryption/rejections';
import type { Circumstances } from '../obligations/judge/home';
import type { DecidedKind, DecidingAction } from '../obligations/judge/self-triggered';
import type { Waiver } from '../targets/load-waivers';
import type { IntegratorTarget, Limits, Target } from '../targets/target';
import type { Narrowing } from './overall';
import type { Results } from './results';
import type { ScenarioOutcome } from './verdict';

/** How the client under certification was reached; `own`: it is the suite's. */
export type Reach = 'command' | 'url' | 'manual' | 'own';

/** The part of a target that verdicts rest on: no secret is in it. */
export interface BasisTarget extends Pick<
  Target,
  | 'name'
  | 'file'
  | 'environment'
  | 'product'
  | 'facility'
  | 'operator'
  | 'services'
  | 'providerBases'
  | 'cmId'
  | 'roles'
  | 'processes'
  | 'participants'
  | 'mockTls'
  | 'readings'
  | 'overridden'
  | 'fieldProfile'
  | 'declarations'
> {
  readonly integrator?: Reach;
  /** The target leaves the roles open: the requests of a client show the roles that it plays. */
  readonly rolesAsSeen?: true;
  readonly limits: Pick<Limits, 'probes' | 'otpAttempts'>;
  /** How many there were, or could be had. */
  readonly otps: number;
}

/** The version of the format of `basis.json` that this suite writes and reads. */
export const basisVersion = 2;

/** All that verdicts rest on besides the recording, as JSON: with both, results can be made again (`basis.json`). */
export interface Basis {
  readonly basisVersion: typeof basisVersion;
  readonly run: Pick<
    Results['run'],
    | 'id'
    | 'startedAt'
    | 'finishedAt'
    | 'subjects'
    | 'profile'
    | 'selfTest'
    | 'ownSubjects'
    | 'adapter'
    | 'challenge'
    | 'traffic'
    | 'seed'
    | 'diagnosis'
    | 'faults'
    | 'warnings'
    | 'nonce'
    | 'resumed'
  >;
  readonly embedded: boolean;
  readonly target: BasisTarget;
  /** Transactions that the suite gave out. */
  readonly txnIds: readonly string[];
  readonly plan: {
    readonly scenarios: number;
    /** Scenarios that were not begun: the run was stopped, or its time was spent. */
    readonly left?: number;
    /** The options that narrowed the plan; `undefined` if the run has the whole plan. */
    readonly narrowedBy?: readonly Narrowing[];
    /** Why obligations are outside of it, by id. */
    readonly unplanned: Readonly<Record<string, Reason>>;
    /** Why the recording shows nothing of obligations, by id: it was made under other readings. */
    readonly notKept?: Readonly<Record<string, string>>;
  };
  readonly offer?: Pick<AdapterOffer, 'capabilities' | 'transferKeyForms'> & {
    readonly takesCallbacks: boolean;
  };
  /** Calls that the client refused on purpose, by method, with its reason. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Maps each kind of cycle that the client decided by itself to its triggers. `undefined` if there are none. */
  readonly selfTriggered?: Readonly<Partial<Record<DecidedKind, readonly DecidingAction[]>>>;
  /** Subjects about which an error that is not theirs ended a sequence of requests early. */
  readonly obstructed: readonly Subject[];
  readonly cutShort: readonly string[];
  /** How each scenario ended, before the recording as a whole was judged. */
  readonly scenarios: readonly ScenarioOutcome[];
  readonly waivers?: readonly Waiver[];
  /** The one client that traffic is of; absent: it has no name, or each exchange says whose it is. */
  readonly client?: ClientName;
}

/** What of a target verdicts rest on. */
export function basisTarget(target: Target): BasisTarget {
  const { name, file, environment, product, facility, operator, cmId, roles } = target;
  const { processes, participants, mockTls, readings, overridden, declarations, integrator } = target;
  const { fieldProfile } = target;
  return {
    name,
    ...(file !== undefined && { file }),
    environment,
    ...(product && { product }),
    ...(facility !== undefined && { facility }),
    ...(operator !== undefined && { operator }),
    services: formatBaseAddresses(target),
    ...(target.providerBases && { providerBases: target.providerBases }),
    cmId,
    roles,
    processes,
    participants,
    mockTls,
    readings,
    overridden,
    ...(fieldProfile && { fieldProfile }),
    declarations,
    ...(integrator && { integrator: reachOf(integrator) }),
    limits: { probes: target.limits.probes, otpAttempts: target.limits.otpAttempts },
    otps: countAvailableOtps(target),
  };
}

export function reachOf({ command, url, manual }: IntegratorTarget): Reach {
  if (command !== undefined) return 'command';
  if (url !== undefined) return 'url';
  return manual === true ? 'manual' : 'own';
}

const reached: Readonly<Record<Reach, IntegratorTarget>> = {
  command: { command: [] },
  url: { url: '' },
  manual: { manual: true },
  own: {},
};

/** What decides whether an obligation concerns the target, before anything was asked of it. */
export function circumstancesOf({ integrator, otps, ...target }: BasisTarget): Circumstances {
  return {
    ...target,
    otps: Array.from({ length: otps }),
    ...(integrator && { integrator: reached[integrator] }),
  };
}

/** The same, with what the run found out. */
export function circumstancesIn({ target, offer, refusals, selfTriggered }: Basis): Circumstances {
  return {
    ...circumstancesOf(target),
    ...(offer && { offer: offerOf(offer) }),
    refusals: new Map(Object.entries(refusals)),
    ...(selfTriggered && {
      selfTriggered: new Map(Object.entries(selfTriggered) as [DecidedKind, readonly DecidingAction[]][]),
    }),
  };
}

/** Only whether there is an address for callbacks tells something. */
function offerOf({ takesCallbacks, ...offer }: NonNullable<Basis['offer']>): AdapterOffer {
  return { ...offer, ...(takesCallbacks && { callbackUrl: 'https://callbacks.invalid' }) };
}
