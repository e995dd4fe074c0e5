import { formatCount } from '../contract/format-count';
import { operations } from '../contract/operations';
import { services } from '../contract/services';
import type { ServiceName } from '../contract/operations';
import type { Subject } from '../contract/words';
import type { Obligation } from '../obligations';
import { contractObligations } from '../obligations';
import { adviceOnOtps } from '../obligations/field-encryption/rejections';
import { facetsFor } from '../obligations/judge/facets';
import type { Circumstances } from '../obligations/judge/home';
import { integratorRoles } from '../adapter/roles';
import { mockServesTls } from '../targets/target';
import { isLeftOutInProduction, whyExcluded } from './scope';

/**
 * The effect of a setting on the verdict:
 * - `left-out`: the obligations concern the target, and the run leaves them out. The verdict is at best `no-failure`.
 * - `missing`: the obligations need a value that only the user has. Without it, the run ends incomplete.
 * - `unset`: a reading that may stay unset. The verdict can still be `conforms`.
 * - `not-concerned`: the target does not have that service or role, so the obligations do not concern it.
 */
export type NarrowingEffect = 'left-out' | 'missing' | 'unset' | 'not-concerned';

/** A setting of a target file that keeps a run from showing obligations. */
export interface NarrowingSetting {
  /** The path in the target file, such as `limits.otpAttempts`. */
  readonly setting: string;
  /** The value in force, in words. */
  readonly value: string;
  readonly effect: NarrowingEffect;
  /** Ids of the obligations that the run cannot judge at all. */
  readonly ids: readonly string[];
  /** The obligations that the run judges only in part, with the facets that it cannot judge. */
  readonly inPart: readonly { readonly id: string; readonly facets: readonly string[] }[];
  /** The change to the target file that lifts the restriction: `set limits.probes to full`. */
  readonly remedy: string;
}

/** A setting that can narrow a run, with its texts. */
interface Row {
  readonly setting: string;
  readonly effect: NarrowingEffect;
  readonly value: (about: Circumstances) => string;
  /** Returns the same circumstances, with the value of this setting that leaves nothing out. */
  readonly widen: (about: Circumstances) => Circumstances;
  readonly remedy: (about: Circumstances) => string;
}

/** An address for a service that the target does not name. No request goes there. */
const anyAddress = 'https://service.invalid';

function serviceRow(name: ServiceName): Row {
  return {
    setting: `services.${name}`,
    effect: 'not-concerned',
    value: () => 'unset',
    widen: (about) => ({ ...about, services: { [name]: anyAddress, ...about.services } }),
    remedy: () => 'name the services that the system under test has',
  };
}

/** TLS of the services is not judged if all of them are reached over plain http, as on this machine. */
const plainServices: Row = {
  setting: 'services',
  effect: 'left-out',
  value: () => 'plain http',
  widen: (about) => ({
    ...about,
    services: Object.fromEntries(
      Object.entries(about.services).map(([name, bases]) => [
        name,
        bases.replaceAll(/(?<=^|, )http:/g, 'https:'),
      ]),
    ),
  }),
  remedy: () => 'serve the services over TLS, and name addresses with https',
};

type Readings = Circumstances['readings'];
const withReadings = (about: Circumstances, change: Partial<Readings>): Circumstances => ({
  ...about,
  readings: { ...about.readings, ...change },
});
const withCallbackJwt = (about: Circumstances, change: Partial<Readings['callback-jwt']>): Circumstances =>
  withReadings(about, { 'callback-jwt': { ...about.readings['callback-jwt'], ...change } });

/** The rows of each reading on which the scope of a run depends. Readings without a row only rename things. */
const readingRows: { readonly [Id in keyof Readings]: readonly Row[] } = {
  'bridge-scoped': [
    {
      setting: 'readings.bridge-scoped',
      effect: 'unset',
      value: ({ readings }) => (readings['bridge-scoped'] === null ? 'unset' : 'names no callback'),
      widen: (about) => withReadings(about, { 'bridge-scoped': operations.map(({ id }) => id) }),
      remedy: () => 'set readings.bridge-scoped to the operations that name an HIP or HIU',
    },
  ],
  'callback-jwt': [
    {
      setting: 'readings.callback-jwt.carried',
      effect: 'left-out',
      value: ({ readings }) => String(readings['callback-jwt'].carried),
      widen: (about) => withCallbackJwt(about, { carried: true }),
      remedy: () => 'set readings.callback-jwt.carried to true',
    },
    {
      setting: 'readings.callback-jwt',
      effect: 'unset',
      value: () => 'neither issuer nor audience is set',
      widen: (about) => withCallbackJwt(about, { audience: 'any' }),
      remedy: () => 'set readings.callback-jwt.issuer or readings.callback-jwt.audience',
    },
  ],
  'curve-form': [
    {
      setting: 'readings.curve-form',
      effect: 'left-out',
      value: ({ readings }) => readings['curve-form'],
      widen: (about) => withReadings(about, { 'curve-form': 'as-declared' }),
      remedy: () => 'set readings.curve-form to as-declared',
    },
  ],
  'mobile-otp-path': [
    {
      setting: 'readings.mobile-otp-path',
      effect: 'unset',
      value: ({ readings }) =>
        readings['mobile-otp-path'] === null ? 'unset' : 'names no path for one service',
      widen: (about) => withReadings(about, { 'mobile-otp-path': '/verify-mobile-otp' }),
      remedy: () => 'set readings.mobile-otp-path to the path of the verify-mobile-OTP call',
    },
  ],
  'plan-answer': [],
  'eligibility-answer': [],
  'payment-prompt': [],
  envelope: [],
  'callback-body': [],
};

type LimitsInForce = NonNullable<Circumstances['limits']>;

/** Enough attempts for every check with a single OTP. */
const anyNumberOfAttempts = 1000;

const limitRows: { readonly [Name in keyof LimitsInForce]: readonly Row[] } = {
  probes: [
    {
      setting: 'limits.probes',
      effect: 'left-out',
      value: ({ limits }) => limits?.probes ?? 'full',
      widen: ({ limits, ...about }) => ({
        ...about,
        ...(limits && { limits: { ...limits, probes: 'full' } }),
      }),
      remedy: () => 'set limits.probes to full',
    },
  ],
  otpAttempts: [
    {
      setting: 'limits.otpAttempts',
      effect: 'left-out',
      value: ({ limits, otps = [] }) =>
        `${formatCount(limits?.otpAttempts ?? 0, 'attempt')} for ${formatCount(otps.length, 'OTP')}`,
      widen: ({ limits, ...about }) => ({
        ...about,
        ...(limits && { limits: { ...limits, otpAttempts: anyNumberOfAttempts } }),
      }),
      remedy: ({ limits, otps = [] }) => (limits === undefined ? '' : adviceOnOtps(otps.length, limits)),
    },
  ],
};

/**
 * The rows of each member of the circumstances. Homes can restrict their obligations only by these members, so the
 * table covers every setting. Members without rows are facts about the client or its traffic, and not settings.
 */
const rowsByMember: { readonly [Member in keyof Required<Circumstances>]: readonly Row[] } = {
  environment: [
    {
      setting: 'environment',
      effect: 'left-out',
      value: ({ environment }) => environment,
      widen: (about) => ({ ...about, environment: 'sandbox' }),
      remedy: () => 'set environment to sandbox, and name the addresses of a sandbox',
    },
  ],
  services: [plainServices, ...(Object.keys(services) as ServiceName[]).map(serviceRow)],
  roles: [
    {
      setting: 'integrator.roles',
      effect: 'not-concerned',
      value: ({ roles }) => roles.join(', '),
      widen: (about) => (about.integrator === undefined ? about : { ...about, roles: integratorRoles }),
      remedy: ({ roles }) => {
        const others = integratorRoles.filter((role) => !roles.includes(role));
        return `add the roles that your system plays: ${others.join(', ')}`;
      },
    },
  ],
  mockTls: [
    {
      setting: 'mock.tls',
      effect: 'left-out',
      value: (about) => String(mockServesTls(about)),
      widen: (about) => ({ ...about, mockTls: true }),
      remedy: () => 'set mock.tls to true',
    },
  ],
  readings: Object.values(readingRows).flat(),
  limits: Object.values(limitRows).flat(),
  otps: [
    {
      setting: 'otp',
      effect: 'missing',
      value: () => 'unset',
      widen: ({ otps, ...about }) => ({ ...about, ...(otps && { otps: otps.length > 0 ? otps : [{}] }) }),
      remedy: () => 'set otp.value and otp.txnId, or otp.command',
    },
  ],
  integrator: [
    {
      setting: 'integrator.manual',
      effect: 'missing',
      value: () => 'true',
      widen: (about) => (isManual(about) ? { ...about, integrator: { command: [] } } : about),
      remedy: () => 'write an adapter, and set integrator.command or integrator.url to it',
    },
  ],
  rolesAsSeen: [],
  offer: [],
  refusals: [],
  selfTriggered: [],
};

const rows = Object.values(rowsByMember).flat();

/** The paths in a target file of all settings that can narrow a run. */
export const narrowingSettings: readonly string[] = rows.map(({ setting }) => setting);

/**
 * Returns every setting of a target that keeps a run from showing obligations of these subjects, in whole or in part,
 * with the change that lifts it. Each setting is considered by itself, as if all others left nothing out: only then do
 * all remedies together leave nothing out. In production, settings that leave out nothing more are not listed.
 *
 * `otps` of the circumstances must contain as many elements as the run can have OTPs, with those of a command.
 */
export function settingsThatNarrow(
  about: Circumstances,
  subjects: readonly Subject[],
  obligations: readonly Obligation[] = contractObligations.all,
): NarrowingSetting[] {
  const concerned = obligations.filter(({ subject }) => subjects.includes(subject));
  const found = rows.flatMap((row) => {
    const narrow = withOthersLifted(row, about);
    const lost = lostBetween(narrow, row.widen(narrow), concerned);
    return lost === undefined ? [] : [{ ...toldBy(row, narrow), ...lost }];
  });
  const [inProduction] = found.filter(({ setting }) => setting === 'environment');
  const isMore = ({ setting, ids, inPart }: NarrowingSetting): boolean =>
    setting === 'environment' ||
    [...ids, ...inPart.map(({ id }) => id)].some((id) => inProduction?.ids.includes(id) !== true);
  return withEqualsJoined(found.filter(isMore));
}

const toldBy = ({ setting, effect, value, remedy }: Row, about: Circumstances) => ({
  ...{ setting, effect },
  value: value(about),
  remedy: remedy(about),
});

/** Joins services without which the same obligations are lost, so that each obligation is listed once. */
function withEqualsJoined(found: readonly NarrowingSetting[]): NarrowingSetting[] {
  const keyOf = ({ effect, value, ids, inPart }: NarrowingSetting): string =>
    JSON.stringify([effect, value, ids, inPart]);
  return [...Map.groupBy(found, keyOf).values()].map(([first, ...others]) => {
    if (first === undefined) throw new Error('a group has at least one member');
    const all = [first, ...others];
    return {
      ...first,
      setting: all.map(({ setting }) => setting).join(' and '),
      remedy: [...new Set(all.map(({ remedy }) => remedy))].join('; '),
    };
  });
}

/** Returns circumstances in which no other setting leaves anything out. */
function withOthersLifted(row: Row, about: Circumstances): Circumstances {
  const others = rows.filter(
    ({ setting, effect }) => setting !== row.setting && isLifted(effect, row.effect),
  );
  return others.reduce((wide, { widen }) => widen(wide), about);
}

/** Returns the obligations that a run can show only in the wide circumstances; `undefined` without any. */
function lostBetween(
  narrow: Circumstances,
  wide: Circumstances,
  concerned: readonly Obligation[],
): Pick<NarrowingSetting, 'ids' | 'inPart'> | undefined {
  const ids: string[] = [];
  const inPart: { id: string; facets: string[] }[] = [];
  for (const obligation of concerned) {
    const [left, all] = [shownParts(obligation, narrow), shownParts(obligation, wide)];
    // If the run itself determines the facets, this detects only the loss of the whole obligation.
    const facets = left === undefined ? [] : (all ?? left).filter((part) => !left.includes(part));
    const isWhole = left?.length === 0 && all?.length !== 0;
    if (isWhole || (facets.length > 0 && facets.length === all?.length)) ids.push(obligation.id);
    else if (facets.length > 0) inPart.push({ id: obligation.id, facets });
  }
  return ids.length + inPart.length === 0 ? undefined : { ids, inPart };
}

/** Services and roles that the target lacks are added only to compare services and roles with each other. */
const isLifted = (effect: NarrowingEffect, asked: NarrowingEffect): boolean =>
  effect !== 'not-concerned' || asked === 'not-concerned';

/**
 * Returns the names of the facets that a run under these circumstances can show, or an empty list if the run cannot
 * show the obligation. Returns `undefined` if the run can show an obligation without facets, or with facets that it
 * determines.
 */
function shownParts(obligation: Obligation, about: Circumstances): readonly string[] | undefined {
  if (whyExcluded(obligation, about) !== undefined) return [];
  if (obligation.leftOut?.(about) !== undefined || isLeftOutInProduction(obligation, about)) return [];
  if (lacksOtp(obligation, about) || isBeyondHand(obligation, about)) return [];
  const facets = facetsFor(obligation, about) ?? [];
  if (facets.length === 0) return undefined;
  return facets
    .filter(({ ruledOut, setAside }) => ruledOut === undefined && setAside === undefined)
    .map(({ name }) => name);
}

/** Whether only an OTP can show the obligation, and the target lacks one. Clients get the OTPs of the mock. */
function lacksOtp({ costsOtp, subject }: Obligation, { otps }: Circumstances): boolean {
  return costsOtp === true && subject === 'service' && otps?.length === 0;
}

const isManual = ({ integrator }: Circumstances): boolean => integrator?.manual === true;

/** Whether a person who operates the client by hand cannot show the obligation, so that only an adapter can. */
function isBeyondHand({ subject, roles, seen, act }: Obligation, about: Circumstances): boolean {
  if (subject !== 'integrator' || seen === 'declared' || !isManual(about)) return false;
  const played = roles.filter((role) => about.roles.includes(role));
  return act === 'encryptsAnyValue' || played.every((role) => role === 'hip' || role === 'hiu');
}
