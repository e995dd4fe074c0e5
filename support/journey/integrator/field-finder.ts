import type { CertifiedService } from '../../adapter/protocol';
import type { PlantedValue } from '../../contract/field-facts';
import { inspectField } from '../../crypto/node/field-inspection';
import type { KnownKey } from '../../crypto/node/field-inspection';
import type { FactFinder } from '../../exchange/recorder';
import type { RsaKeyPair } from '../../mock/keys';
import type { Mock } from '../../mock/start-mock';
import type { Run } from '../run';
import type { AskedNow } from './asked-now';

/** Keys that have taken the place of a service's first one. */
export type RotatedKeys = Readonly<Partial<Record<CertifiedService, RsaKeyPair | undefined>>>;

const certified = ['registry', 'identity'] as const satisfies readonly CertifiedService[];

/** The keys under which a field may have been encrypted; one that has taken another's place is the current one. */
export function knownKeys({ keys }: Mock, rotated: RotatedKeys): KnownKey[] {
  const current = certified.map((service) => ({
    name: service,
    service,
    privateKey: (rotated[service] ?? keys[service]).privateKey,
  }));
  const retired = certified
    .filter((service) => rotated[service] !== undefined)
    .map((service) => ({
      name: `${service} (retired)`,
      service,
      privateKey: keys[service].privateKey,
    }));
  return [
    ...current,
    ...retired,
    { name: 'callback JWKS', privateKey: keys.tokens.privateKey },
    { name: 'callback JWKS', privateKey: keys.tokens512.privateKey },
  ];
}

/** Looks into the string members of JSON bodies that go to the services with encrypted fields. */
export function fieldFinder(
  asked: () => AskedNow | undefined,
  keys: () => readonly KnownKey[],
  planted: readonly PlantedValue[],
  run: Run,
): FactFinder {
  return ({ service, request }) => {
    if (service !== 'registry' && service !== 'identity') return {};
    const body = parseObject(request.body);
    if (body === undefined) return {};
    const told = asked()?.fields ?? [];
    const usual = ['otp', 'loginId', run.target.readings['national-id-field']];
    const fields = Object.entries(body).map(([name, value]) => {
      const encrypted = told.find((field) => field.name === name)?.encrypted ?? usual.includes(name);
      const wanted = encrypted ? 'encrypted' : 'plain';
      return inspectField({ pointer: `/${name}`, wanted }, value, { service, keys: keys(), planted });
    });
    return { fields };
  };
}

function parseObject(body: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
