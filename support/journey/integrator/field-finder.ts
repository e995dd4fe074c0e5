import type { PlantedValue } from '../../contract/field-facts';
import { inspectField } from '../../crypto/node/field-inspection';
import type { KnownKey } from '../../crypto/node/field-inspection';
import type { FactFinder } from '../../exchange/recorder';
import type { RsaKeyPair } from '../../mock/keys';
import type { Mock } from '../../mock/start-mock';
import type { Run } from '../run';
import type { AskedNow } from './asked-now';

/** The keys under which a field may have been encrypted; a rotated one is the registry's current one. */
export function knownKeys({ keys }: Mock, rotated: RsaKeyPair | undefined): KnownKey[] {
  const registry = {
    name: 'registry',
    service: 'registry',
    privateKey: (rotated ?? keys.registry).privateKey,
  } as const;
  const retired =
    rotated === undefined
      ? []
      : [{ name: 'registry (retired)', service: 'registry' as const, privateKey: keys.registry.privateKey }];
  return [
    registry,
    { name: 'identity', service: 'identity', privateKey: keys.identity.privateKey },
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
