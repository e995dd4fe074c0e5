import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../cli/audit';
import { processWithEnv } from '../cli/surroundings';
import type { Results } from '../judging/results';
import { resolveObligationIds } from '../run/resolve-obligation-ids';
import type { JudgeOptions, Outcome } from './api';
import type { OptionKinds } from './check-options';
import {
  checkValue,
  checkOptions,
  flagKind,
  oneOfKind,
  nonEmptyTextsKind,
  textKind,
  textOrTextsKind,
  variablesFor,
  variablesKind,
  libraryOutcomeOf,
} from './check-options';

const kinds: OptionKinds<JudgeOptions> = {
  target: textKind,
  profileKey: textKind,
  subject: oneOfKind('integrator', 'service'),
  only: nonEmptyTextsKind,
  waivers: textKind,
  environment: variablesKind,
  reports: textKind,
  rejudge: flagKind,
};

/**
 * Judges recorded traffic, as `conform audit` does. `files` are HAR files, traffic logs, recordings, or
 * folders of these. Throws a ConfigurationError for a file that cannot be read.
 */
export async function judge(files: string | readonly string[], options: JudgeOptions = {}): Promise<Outcome> {
  checkValue(files, textOrTextsKind, 'files', 'name files of traffic, or folders of them');
  checkOptions(options, kinds, 'judge');
  const { only, rejudge, reports, environment: _variables, profileKey: _key, ...others } = options;
  const kept = reports ?? (await mkdtemp(join(tmpdir(), 'conform-judge-')));
  let found: Results | undefined;
  try {
    const asked = {
      ...others,
      reports: kept,
      ...(only !== undefined && { only: resolveObligationIds(only, 'only') }),
      ...(rejudge === true && { rejudge }),
      take: (results: Results) => {
        found = results;
      },
    };
    const surroundings = processWithEnv(variablesFor(options));
    await audit(typeof files === 'string' ? [files] : files, asked, surroundings);
  } finally {
    if (reports === undefined) await rm(kept, { recursive: true, force: true });
  }
  if (found === undefined) throw new Error('the traffic was judged without results');
  return libraryOutcomeOf(found);
}
