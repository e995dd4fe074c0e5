import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../contract/json';
import { firstProblem } from '../../contract/schemas';
import type { Results } from '../../judging/results';
import { ConfigurationError } from '../../targets/errors';
import { boundedText } from '../bounded-text';
import { signOffName } from '../history/own-files';
import type { FoundSignOff, SignOff } from './sign-off';
import { flawOf } from './sign-off';

/** What a sign-off has to belong to. */
export interface Reviewed {
  readonly results: Results;
  /** `sha256:…` of results.json, byte for byte. */
  readonly digest: string;
}

/** What is wrong with one that is of other results. */
export const ofAnother = 'belongs to another report';

/** The sign-off beside the results of a folder; `undefined`: there is none. Never throws for a wrong one: it says what is wrong. */
export function readSignOff(folder: string, reviewed: () => Reviewed): FoundSignOff | undefined {
  const file = join(folder, signOffName);
  if (!existsSync(file)) return undefined;
  try {
    return signOffIn(boundedText(file), reviewed());
  } catch (error) {
    if (error instanceof ConfigurationError) return { flaw: error.message };
    throw error;
  }
}

/** What the text of a sign-off says of results. */
export function signOffIn(text: string, { results, digest }: Reviewed): FoundSignOff {
  const read = readJson(text);
  if (!('value' in read)) return { flaw: 'is not JSON' };
  const problem = firstProblem('sign-off', read.value);
  if (problem !== undefined)
    return { flaw: `does not keep to schemas/sign-off.schema.json: ${problem.message}` };
  const signOff = read.value as SignOff;
  if (signOff.run !== results.run.id || signOff.results !== digest) return { flaw: ofAnother };
  const flaw = flawOf(signOff, results);
  return flaw === undefined ? { signOff } : { flaw };
}
