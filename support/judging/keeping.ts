import { isDeepStrictEqual } from 'node:util';
import { configuredBridgeId, bridgeScopedOperations } from '../contract/bridge-scope';
import type { ReadingId, ReadingValues } from '../contract/readings';
import { alwaysEncryptedMembers, defaultReadings, mobileOtpPaths } from '../contract/readings';
import { AllowedNames, namesFromReadings, piecesOf } from '../exchange/allowed-names';
import { ExchangeRedactor } from '../exchange/exchange-redactor';
import type { MarkGenerator } from '../exchange/kept-form';
import type { RedactionSettings } from '../exchange/recording';
import { SecretRedactor } from '../exchange/secret-redactor';
import { contractObligations } from '../obligations';
import type { Target } from '../targets/target';

/** What a target says of what may be kept; its own values are its own, and its secrets are never kept. */
type Keeping = Pick<Target, 'readings' | 'secrets' | 'services' | 'cmId' | 'participants' | 'credentials'> &
  Partial<Pick<Target, 'paths' | 'otps' | 'callback' | 'mockPublicUrl' | 'providerBases'>>;

/**
 * What keeps the exchanges of a target.
 * @param mostKnown how many secrets that traffic showed are sought everywhere: those that it showed last
 * @param marks under a key of their own where absent
 */
export function exchangeRedactorFor(
  target: Keeping,
  mostKnown = 2000,
  marks?: MarkGenerator,
): ExchangeRedactor {
  const { readings } = target;
  const secrets = new SecretRedactor(readings, mostKnown);
  for (const { kind, value } of target.secrets) secrets.learn(kind, value);
  return new ExchangeRedactor({
    secrets,
    ...(marks && { marks }),
    names: [...namesIn(target), ...addressesOf(target).flatMap(({ pathname }) => segmentsIn(pathname))],
    values: [
      ...[target.cmId, target.credentials?.clientId ?? '', ...Object.values(target.participants)],
      ...(target.otps ?? []).map(({ txnId }) => txnId),
      ...bridgeIdsOf(readings),
      ...[readings['error-code'], `${readings['error-code']}-9999`],
      ...hostsOf(target),
    ].filter((value) => value !== ''),
    encrypted: alwaysEncryptedMembers(readings),
  });
}

/** The ids of facilities and bridges that a reading names. */
const bridgeIdsOf = (readings: ReadingValues): string[] =>
  bridgeScopedOperations(readings).flatMap((name) => configuredBridgeId(readings, name) ?? []);

/** The names that a target and its readings give. */
const namesIn = ({ readings, paths = {} }: Pick<Keeping, 'readings' | 'paths'>): string[] =>
  [...namesFromReadings(readings), ...Object.values(paths).flatMap(segmentsIn)].filter((name) => name !== '');

const segmentsIn = (value: unknown): string[] =>
  typeof value === 'string' ? value.split('/') : Object.values(value ?? {}).flatMap(segmentsIn);

const hostsOf = (target: Keeping): string[] =>
  addressesOf(target).flatMap(({ host, hostname }) => [host, hostname]);

/** A base address may have a path of its own. */
function addressesOf({ services, providerBases, callback, mockPublicUrl }: Keeping): URL[] {
  const addresses = [services, providerBases, callback?.publicUrl, mockPublicUrl].flatMap(textsOf);
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address)] : []));
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);

/** What of a reading decides what a recording holds. */
interface Row {
  /** Whose rules read it: areas, and single obligations. */
  readonly read: readonly string[];
  /** Names that a recording must have kept. */
  readonly names?: (chosen: ReadingValues) => readonly string[];
  /** By what facts were computed, or requests found. */
  readonly value?: (chosen: ReadingValues) => unknown;
}

const fields = ['field-encryption', 'CRT-07', 'CRT-08', 'CRT-09'];
const cycles = ['payer-flow', 'callback', 'dummy-payer'];

const whole = (id: ReadingId, read: readonly string[]): Partial<Record<ReadingId, Row>> => ({
  [id]: { read, value: (chosen: ReadingValues) => chosen[id] },
});

const rows: Readonly<Partial<Record<ReadingId, Row>>> = {
  'consent-paths': { read: ['HDR-10'], names: (chosen) => (chosen['consent-paths'] ?? []).flatMap(piecesOf) },
  'bridge-scoped': { read: ['HDR-12', 'CBK-07'], names: bridgeNames, value: bridgeIds },
  'error-code': { read: ['SES-08'], value: (chosen) => chosen['error-code'] },
  'registry-session': {
    read: ['SES-01', 'TOK-07'],
    names: ({ 'registry-session': { path, header } }) => [
      ...piecesOf(path ?? ''),
      ...(header ? [header] : []),
    ],
  },
  'oaep-hash': { read: fields, names: (chosen) => Object.keys(chosen['oaep-hash']).flatMap(piecesOf) },
  'mobile-otp-path': {
    read: [...fields, 'OTP-01'],
    names: (chosen) => mobileOtpPaths(chosen).flatMap(piecesOf),
    value: (chosen) => chosen['mobile-otp-path'],
  },
  ...whole('encrypted-members', fields),
  ...whole('national-id-field', fields),
  'encryption-rejection': {
    read: ['ENC-05', 'ENC-11', 'ENC-12', 'ENC-13', 'CRT-08'],
    value: (chosen) => chosen['encryption-rejection'].words ?? [],
  },
  ...whole('content-field', ['health-data-transfer']),
  ...whole('plan-answer', cycles),
  ...whole('eligibility-answer', cycles),
  ...whole('payment-prompt', cycles),
  ...whole('payment-ack', cycles),
  ...whole('callback-certificates', cycles),
  ...whole('correlation-id', cycles),
  ...whole('decision', cycles),
  ...whole('documents', cycles),
  ...whole('callback-jwt', ['callback']),
  ...whole('jwt-leeway', ['callback']),
};

function bridgeNames(chosen: ReadingValues): readonly string[] {
  return bridgeScopedOperations(chosen).flatMap(piecesOf);
}

/** They are kept where a target names them. */
function bridgeIds(chosen: ReadingValues): readonly string[] {
  return bridgeScopedOperations(chosen).flatMap((name) => configuredBridgeId(chosen, name) ?? []);
}

const all = Object.entries(rows) as [ReadingId, Row][];

/** What decides what is kept of the exchanges of a target, as the head of its recording states it. */
export function redactionSettingsOfTarget(target: Keeping): RedactionSettings {
  const always = new AllowedNames(namesFromReadings(defaultReadings));
  const names = namesIn(target).filter((name) => !always.keeps(name));
  const readings = all.flatMap(([id, { value }]) => {
    const [own, usual] = [value?.(target.readings), value?.(defaultReadings)];
    return isDeepStrictEqual(own, usual) ? [] : [[id, own] as const];
  });
  return {
    names: [...new Set(names)].sort(),
    ...(readings.length > 0 && { readings: Object.fromEntries(readings) }),
  };
}

/** The same of what several recordings hold together. */
export function mergeRedactionSettings([first, ...others]: readonly [
  RedactionSettings,
  ...RedactionSettings[],
]): RedactionSettings {
  const names = first.names.filter((name) => others.every((each) => each.names.includes(name)));
  const ids = [...new Set([first, ...others].flatMap(({ readings = {} }) => Object.keys(readings)))];
  const readings = ids.map((id) => {
    const value = first.readings?.[id];
    return [
      id,
      others.every((each) => isDeepStrictEqual(each.readings?.[id], value)) ? value : null,
    ] as const;
  });
  return { names, ...(ids.length > 0 && { readings: Object.fromEntries(readings) }) };
}

/** Obligations that a recording shows nothing of under other readings than those it was made under, each with why. */
export function notKeptReasons(
  chosen: ReadingValues,
  kept: RedactionSettings,
): Readonly<Record<string, string>> {
  const allowed = new AllowedNames([...namesFromReadings(defaultReadings), ...kept.names]);
  const lacking = all.filter(
    ([id, { names, value }]) =>
      names?.(chosen).some((name) => !allowed.keeps(name)) === true ||
      (value !== undefined && !isDeepStrictEqual(value(chosen), madeUnder(id, value, kept))),
  );
  const rowsOf = contractObligations.all.map(({ id, area }) => {
    const ids = lacking.filter(([, { read }]) => read.includes(id) || read.includes(area));
    return [id, ids.map(([reading]) => reading)] as const;
  });
  return Object.fromEntries(
    rowsOf
      .filter(([, ids]) => ids.length > 0)
      .map(([id, ids]) => [id, `not kept under these readings: ${ids.join(', ')}`]),
  );
}

function madeUnder(
  id: ReadingId,
  value: NonNullable<Row['value']>,
  { readings = {} }: RedactionSettings,
): unknown {
  return Object.hasOwn(readings, id) ? readings[id] : value(defaultReadings);
}
