import type { Evidence } from '../../exchange/evidence';
import { ciphertextsOf } from './fields';
import { keyDigestsOf, nonceDigestsOf } from './key-material';

/** What must not come twice. */
const parts = {
  'public keys': keyDigestsOf,
  nonces: nonceDigestsOf,
  ciphertexts: ciphertextsOf,
} as const satisfies Readonly<Record<string, (evidence: readonly Evidence[]) => readonly string[]>>;

export type PartKind = keyof typeof parts;
export const partKinds = Object.keys(parts) as readonly PartKind[];

/** Whether they are not all the same. One that comes again, some clients may resend: which of them, the judges know. */
export function differ(kind: PartKind, evidence: readonly Evidence[]): boolean {
  const found = parts[kind](evidence);
  return found.length < 2 || new Set(found).size > 1;
}
