import { bridgeIdOf, bridgeScoped } from '../contract/bridge-scope';
import { alwaysEncrypted } from '../contract/readings';
import type { ReadingValues } from '../contract/readings';
import { namesGiven } from '../exchange/allowed-names';
import { Keeper } from '../exchange/keep';
import type { Marks } from '../exchange/kept-form';
import { Secrets } from '../exchange/secrets';
import type { Target } from '../targets/target';

/** What a target says of what may be kept; its own values are its own, and its secrets are never kept. */
export type Keeping = Pick<
  Target,
  'readings' | 'secrets' | 'services' | 'cmId' | 'participants' | 'credentials'
> &
  Partial<Pick<Target, 'paths' | 'otps' | 'callback' | 'mockPublicUrl' | 'providerBases'>>;

/**
 * What keeps the exchanges of a target.
 * @param mostKnown how many secrets that traffic showed are sought everywhere: those that it showed last
 * @param marks under a key of their own where absent
 */
export function keeperFor(target: Keeping, mostKnown = 2000, marks?: Marks): Keeper {
  const { readings } = target;
  const secrets = new Secrets(readings, mostKnown);
  for (const { kind, value } of target.secrets) secrets.learn(kind, value);
  return new Keeper({
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
    encrypted: alwaysEncrypted(readings),
  });
}

/** The ids of facilities and bridges that a reading names. */
const bridgeIdsOf = (readings: ReadingValues): string[] =>
  bridgeScoped(readings).flatMap((name) => bridgeIdOf(readings, name) ?? []);

/** The names that a target and its readings give. */
export const namesIn = ({ readings, paths = {} }: Pick<Keeping, 'readings' | 'paths'>): string[] =>
  [...namesGiven(readings), ...Object.values(paths).flatMap(segmentsIn)].filter((name) => name !== '');

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
