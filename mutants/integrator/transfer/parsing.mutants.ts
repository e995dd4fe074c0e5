import { RefusalError } from '../../../support/adapter/handlers';
import type { Mutant } from '../../mutant';
import { requireFhirBundle } from './parsed';
import { brokenHiu, rightly } from './sides';

const parsing = (name: string, story: string, parse: (text: string) => string): Mutant => ({
  ...brokenHiu(name, ['HDT-11'], story, {
    bundle: { ...rightly.bundle, read: (plaintext) => parse(rightly.bundle.read(plaintext)) },
  }),
  diagnosis: { 'HDT-11': 'the client says that it opened another text' },
});

/** HIUs that parse what they decrypted, as FHIR needs, and not all of it (HDT-11). */
export const parsingMutants: readonly Mutant[] = [
  parsing('hiu-other-alphabets-refused', 'The parser takes ASCII alone.', (text) => {
    if (/[^\0-\x7f]/.test(text)) throw new RefusalError('the plaintext is no JSON: illegal character');
    return requireFhirBundle(text);
  }),
  parsing('hiu-large-bundle-cut', 'The plaintext is read into a buffer of 1 MiB.', (text) =>
    requireFhirBundle(text.slice(0, 2 ** 20)),
  ),
];
