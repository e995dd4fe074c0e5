import type { CertifiedService } from '../../adapter/protocol';
import type { PlantedValue } from '../../contract/field-facts';
import { inspectField } from '../../crypto/node/field-inspection';
import type { KnownKey } from '../../crypto/node/field-inspection';
import type { InspectField } from '../../exchange/fields';
import type { RsaKeyPair } from '../../mock/keys';
import type { Mock } from '../../mock/start-mock';

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

/** Looks into fields by the keys that are known at the time, and by what was planted so far. */
export function inspectorWith(
  keys: () => readonly KnownKey[],
  planted: readonly PlantedValue[],
): InspectField {
  return (field, value, service) => inspectField(field, value, { service, keys: keys(), planted });
}
