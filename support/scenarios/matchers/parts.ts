import type { Evidence } from '../../exchange/evidence';
import { ciphertextsOf } from './fields';
import { keyDigestsOf, nonceDigestsOf } from './transfers';

/** What must not come twice. */
const parts = {
  'public keys': keyDigestsOf,
  nonces: nonceDigestsOf,
  ciphertexts: ciphertextsOf,
} as const satisfies Readonly<Record<string, (evidence: readonly Evidence[]) => readonly string[]>>;

export type PartKind = keyof typeof parts;
export const partKinds = Object.keys(parts) as readonly PartKind[];

/** Whether none comes twice: of calls of an adapter. What is sent may be sent again, and then two have to differ. */
export function differ(kind: PartKind, evidence: readonly Evidence[]): boolean {
  const found = parts[kind](evidence);
  const isSent = evidence.some((each) => each.kind === undefined);
  const different = new Set(found).size;
  return isSent ? found.length < 2 || different > 1 : different === found.length;
}
