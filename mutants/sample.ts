import { serviceSpecimens } from './catalogue';
import type { Specimen } from './mutant';

/** A dozen of each kind and area: quick enough for every run of the tests. */
const names: readonly string[] = [
  'lifetimes-as-text',
  'opaque-tokens',
  'flat-error',
  'code-with-colon',
  'cached-token',
  'stale-500',
  'token-good-once',
  'registry-x509-certificate',
  'java-default-accepted',
  'lenient-base64',
  'txn-id-uppercase',
  'registry-tls-expired',
  'repeated-request-id-refused',
  'nobody-listens',
  'echo',
  'extra-members',
];

export const sample: readonly Specimen[] = names.map(named);

/** The specimen of that name. Throws a RangeError where there is none. */
export function named(name: string): Specimen {
  const found = serviceSpecimens.find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`there is no mutant called ${name}`);
  return found;
}
