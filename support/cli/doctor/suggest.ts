import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { FieldProfile } from '../../contract/field-profile';
import { readingsOfProfile } from '../../contract/field-profile';
import type { ReadingId, ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import { folderOfShownRun } from '../../report/runs/kept-run';
import { RecordedReader, recordedLinesIn, readResultsFile } from '../../report/runs/read-run';
import type { Run } from '../../run/run';
import { createFirstSession, sendWrongCredentials } from '../../scenarios/service/sessions';
import { ConfigurationError } from '../../targets/errors';
import type { Target } from '../../targets/target';
import { lookAtEnvelope, lookAtErrorCode, lookAtKeys, lookAtRejection, lookAtSessionStatus } from './looks';
import { extendsOf } from './fitting-profile';
import type { DoctorLine } from './line';
import { fittingProfiles, readingsUnder, suggestionLines, takenProfileLines } from './profile-lines';
import type { LookResult, Suggestion } from './suggestion';
import { isWithinProfile, suggestedYaml } from './suggestion';

/** Output that `conform doctor --suggest` adds to the checks. */
export interface SuggestOutput {
  /** The shipped profile that matches the answers best; `undefined` if none does, or if the target extends one. */
  readonly profile?: { readonly extends: string; readonly departures: readonly ReadingId[] };
  readonly suggestions: readonly Suggestion[];
  /** YAML to paste into the target file. `paste` explains how. Both are `undefined` without suggestions. */
  readonly yaml?: string;
  readonly paste?: string;
  /**
   * Messages about properties that already fit the current readings, and about properties that no answer
   * showed.
   */
  readonly notes: readonly string[];
}

/**
 * Proposes readings that fit the services' answers. Uses the answers to the doctor's own requests. For
 * answers that cost an OTP or a message to the payer, uses the latest run's recording.
 */
export async function suggestReadings(
  run: Run,
  reports: string,
): Promise<{ readonly lines: readonly DoctorLine[]; readonly output: SuggestOutput }> {
  const { target } = run;
  if (run.services.embedded)
    return {
      lines: takenProfileLines([], target),
      output: { suggestions: [], notes: ['nothing to suggest: the target names no services'] },
    };
  await tryWrongCredentials(run);
  const own = run.evidence.recording.exchanges;
  const isTelling = ({ asked, sender }: Exchange): boolean =>
    sender === 'service' || asked?.round.startsWith('otp/') === true;
  const latest = await latestRun(reports, target, isTelling);
  const recorded = 'exchanges' in latest ? latest.exchanges : [];
  const looksUnder = (readings: ReadingValues): LookResult[] =>
    lookAtAll(own, recorded, { ...target, readings });
  const fitting = fittingProfiles(own, target, looksUnder);
  const [best] = fitting;
  const looks = looksUnder(best === undefined ? target.readings : readingsUnder(best.profile, target));
  const suggestions = looks.flatMap((look) => look.suggestions);
  return {
    lines: [...takenProfileLines(own, target), ...suggestionLines(fitting)],
    output: {
      ...(best && { profile: { extends: extendsOf(best.profile), departures: best.departures } }),
      suggestions,
      ...((suggestions.length > 0 || best !== undefined) && {
        paste: pasting(run, best !== undefined),
        yaml: suggestedYaml(suggestions, best),
      }),
      notes: [
        ...(best === undefined ? outcome(looks) : outcomeUnder(looks, best.profile)),
        ...unseen(looks, latest),
      ],
    },
  };
}

/**
 * Looks at all properties in the doctor's own exchanges and in those of the latest run. Omits proposals to undo a
 * departure of the profile that the target extends.
 */
function lookAtAll(own: readonly Exchange[], recorded: readonly Exchange[], target: Target): LookResult[] {
  const { readings } = target;
  const looks = [
    lookAtKeys(own, target),
    lookAtSessionStatus(own, readings),
    lookAtErrorCode(own, readings),
    lookAtRejection(recorded, readings),
    lookAtEnvelope(recorded, readings),
  ];
  return looks.map((look) => ({
    ...look,
    suggestions: look.suggestions.filter((each) => !isWithinProfile(each, target)),
  }));
}

/**
 * Requests a session as an unknown client, then with the right credentials. Does not send a wrong secret for
 * the real client, because that could lock its account. Does nothing in production.
 */
async function tryWrongCredentials(run: Run): Promise<void> {
  const { target } = run;
  if (target.environment === 'production') return;
  const limits = { ...target.limits, probes: 'gentle' } as const;
  try {
    if (isAccepted((await createFirstSession(run)).exchange))
      await sendWrongCredentials({ ...run, target: { ...target, limits } });
  } catch (error) {
    if (!(error instanceof EnvironmentError || error instanceof NotTestedError)) throw error;
  }
}

function pasting({ target: { file = 'the target file', overridden } }: Run, hasProfile: boolean): string {
  if (hasProfile && overridden.length > 0)
    return `to paste into ${file}, where it is agreed; the lines below readings go below the readings that it has:`;
  return overridden.length === 0
    ? `to paste into ${file}, where it is agreed:`
    : `to paste below readings in ${file}, where it is agreed; a line replaces the one of its name:`;
}

export function suggestedText({ paste, yaml, notes }: SuggestOutput): string {
  const block = paste === undefined || yaml === undefined ? [] : [`${paste}\n`, `${yaml}\n`];
  return ['', ...block, ...notes].join('\n');
}

/** Returns a note about the answers that match settings of the suggested profile. */
function outcomeUnder(looks: readonly LookResult[], profile: FieldProfile): string[] {
  const ids = new Set<string>(Object.keys(readingsOfProfile(profile)));
  const right = looks.filter(
    ({ about, seen, suggestions }) =>
      seen && suggestions.length === 0 && about.some((reading) => ids.has(reading)),
  );
  return right.length === 0 ? [] : [`with the profile, these match: ${right.map(({ at }) => at).join(', ')}`];
}

function outcome(looks: readonly LookResult[]): string[] {
  const right = looks.filter(({ seen, suggestions }) => seen && suggestions.length === 0);
  if (right.length === 0) return [];
  const parts = right.map(({ at }) => at).join(', ');
  const isAll = looks.every(({ suggestions }) => suggestions.length === 0);
  return isAll
    ? [`nothing to suggest: it answers as the document and the readings in force say (${parts})`]
    : [`as the document and the readings in force say: ${parts}`];
}

/**
 * Returns a note about the properties, such as `the envelope`, that no answer showed, so their readings could
 * not be checked.
 */
function unseen(looks: readonly LookResult[], latest: LatestRun): string[] {
  const missing = looks.filter(({ seen }) => !seen).map(({ at }) => at);
  if (missing.length === 0) return [];
  const why =
    'unknown' in latest
      ? `${latest.unknown}: run once, and ask again`
      : 'neither the doctor nor the latest run was told';
  return [`not seen: ${missing.join(', ')}; ${why}`];
}

/** The relevant exchanges of the latest run on a target, or the reason why they are missing. */
type LatestRun = { readonly exchanges: readonly Exchange[] } | { readonly unknown: string };

/**
 * Returns the exchanges of the latest run on a target that pass the filter `wanted`. Returns a reason instead
 * if the report in `folder` cannot be read, or is about traffic, a challenge or another target.
 */
async function latestRun(
  folder: string,
  target: Target,
  wanted: (exchange: Exchange) => boolean,
): Promise<LatestRun> {
  try {
    const run = folderOfShownRun(folder);
    const file = join(run, 'results.json');
    if (!existsSync(file)) return { unknown: `${folder} holds no report` };
    const results = readResultsFile(file);
    const { traffic, challenge, target: judged } = results.run;
    if (traffic !== undefined || challenge !== undefined || judged.name !== target.name)
      return { unknown: `the report in ${folder} is of no run on ${target.name}` };
    const recording = join(run, 'recording.jsonl');
    const reader = new RecordedReader(recording, results);
    const exchanges: Exchange[] = [];
    for await (const line of recordedLinesIn(recording)) {
      const evidence = reader.read(line);
      if (evidence.kind === undefined && wanted(evidence)) exchanges.push(evidence);
    }
    reader.end();
    return { exchanges };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { unknown: error.message };
  }
}
