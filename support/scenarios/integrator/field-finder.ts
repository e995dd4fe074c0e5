import type { CertifiedService } from '../../adapter/protocol';
import type { PlantedValue } from '../../contract/field-facts';
import { alwaysEncrypted } from '../../contract/readings';
import { inspectField } from '../../crypto/node/field-inspection';
import type { KnownKey } from '../../crypto/node/field-inspection';
import type { BodyMember } from '../../contract/body-members';
import { holdsNothing, membersIn, pointerTo } from '../../contract/body-members';
import { isObject } from '../../contract/json';
import type { FactFinder } from '../../exchange/recorder';
import type { RsaKeyPair } from '../../mock/keys';
import type { Mock } from '../../mock/start-mock';
import type { Target } from '../../targets/target';

/** A field that the client is told to send. */
export interface ToldField {
  readonly name: string;
  readonly encrypted: boolean;
}

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

/** Looks into the members of JSON bodies that go to the services with encrypted fields: all on top, known ones below. */
export function fieldFinder(
  toldNow: () => readonly ToldField[],
  keys: () => readonly KnownKey[],
  planted: readonly PlantedValue[],
  run: { readonly target: Pick<Target, 'readings'> },
): FactFinder {
  return ({ service, operation, meant, request }) => {
    if (service !== 'registry' && service !== 'identity') return {};
    const body = parse(request.body);
    if (typeof body !== 'object' || body === null) return {};
    const told = toldNow();
    const always = alwaysEncrypted(run.target.readings);
    const isKnown = (name: string): boolean =>
      always.includes(name) || told.some((field) => field.name === name);
    // Under the name of a field, an object only holds it; but an OTP that is verified stands there itself.
    const members = membersIn(body);
    const isOtp = ({ path }: BodyMember): boolean =>
      (operation ?? meant) === 'otp.verify' && path.length === 1;
    // What the client was told to send is not absent where it holds nothing, unless it stands elsewhere.
    const isDemanded = (member: BodyMember): boolean =>
      told.some(({ name }) => name === member.name) &&
      !members.some((each) => each.name === member.name && !holdsNothing(each));
    const isField = (member: BodyMember): boolean => {
      const { path, name, value } = member;
      if (holdsNothing(member)) return isOtp(member) || isDemanded(member);
      if (always.includes(name) && isObject(value)) return isOtp(member);
      return path.length === 1 || isKnown(name);
    };
    const fields = members.filter(isField).map(({ path, name, value }) => {
      const encrypted = told.find((field) => field.name === name)?.encrypted ?? always.includes(name);
      const wanted = encrypted ? 'encrypted' : 'plain';
      return inspectField({ pointer: pointerTo(path), wanted }, value, { service, keys: keys(), planted });
    });
    return { fields };
  };
}

/** A form is no JSON, which is told elsewhere; its fields are looked into all the same. */
function parse(body: Buffer | undefined): unknown {
  const text = body?.toString('utf8') ?? '';
  try {
    return JSON.parse(text);
  } catch {
    return /^[\w.%+-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
  }
}
