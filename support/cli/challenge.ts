import type { ChallengeAnswer, ChallengeKey } from '../challenge/challenge';
import {
  keyFileOf,
  markAnswered,
  readAnswerFile,
  readChallengeFile,
  readKeyFile,
  requireNewChallenge,
  writeChallenge,
} from '../challenge/challenge-files';
import { makeChallenge } from '../challenge/make-challenge';
import { matchAnswers } from '../challenge/match-answers';
import type { CurveForm } from '../contract/readings';
import { readingForService } from '../contract/readings';
import { shellWord } from '../contract/shell-word';
import type { Role } from '../contract/words';
import { whyExcluded } from '../judging/scope';
import { contractObligations } from '../obligations';
import type { ReportDestination } from '../report/runs/history';
import { requireReady } from '../report/runs/write-run';
import type { AnsweredChallenge } from '../cases/answered-challenge';
import type { RunSettings } from '../run/plan';
import { embeddedTarget, loadTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { certifyAndPrint, reportOutcome } from './report-outcome';
import type { JudgingOptions } from './judging-options';
import { reportDestinationOf } from './judging-options';
import { challengeRoles } from './option-values';
import type { Surroundings } from './surroundings';
import { printLine } from './surroundings';

interface ChallengeOptions extends Pick<JudgingOptions, 'target' | 'reports' | 'keep' | 'json'> {
  readonly out?: string;
  readonly answer?: string;
  readonly challenge?: string;
  readonly role?: readonly Role[];
  readonly forms?: readonly CurveForm[];
  readonly days: number;
}

/** `conform challenge`: writes a challenge (--out), or judges the answers to one (--answer). */
export function askOrJudge(
  _args: readonly string[],
  given: ChallengeOptions,
  surroundings: Surroundings,
): Promise<number> {
  return given.out === undefined ? judge(given, surroundings) : ask(given, given.out, surroundings);
}

async function ask(given: ChallengeOptions, out: string, surroundings: Surroundings): Promise<number> {
  const target = targetOf(given, surroundings);
  const roles = (given.role ?? challengeRoles).filter((role) => target.roles.includes(role));
  if (roles.length === 0)
    throw new ConfigurationError(
      'is left without a role that a challenge can ask',
      { at: '--role' },
      `${challengeRoles.join(', ')}; the roles of the target are ${target.roles.join(', ')}`,
    );
  requireNewChallenge(out);
  const { readings } = target;
  const chosen = readings['curve-form'];
  const forms = given.forms ?? (chosen === 'as-declared' ? allForms : [chosen]);
  const { challenge, key } = await makeChallenge({
    roles,
    forms,
    // All RSA keys of a challenge have the same size: that of the identity service if the challenge includes
    // the role `identity`, otherwise that of the registry.
    keyBits: readingForService(readings, 'key-bits', roles.includes('identity') ? 'identity' : 'registry'),
    days: given.days,
  });
  writeChallenge(out, challenge, key);
  printLine(
    surroundings,
    `Wrote ${out}: ${challenge.items.length} items for ${roles.join(', ')}, to be answered until ${challenge.expiresAt}.\n` +
      `Its howToAnswer says how. Keep ${keyFileOf(out)} to yourself and out of version control. Then:\n` +
      `  npx conform challenge --answer ANSWER.json --challenge ${shellWord(out)}`,
  );
  return 0;
}

function targetOf({ target: file }: ChallengeOptions, { env }: Surroundings): Target {
  if (file === undefined) return embeddedTarget;
  const target = loadTarget(file, env);
  if (target.integrator !== undefined) return target;
  throw new ConfigurationError('names no integrator', { file }, 'a challenge asks one: add integrator.roles');
}

/**
 * The key forms in a challenge if neither --forms nor the target selects any. `weierstrass-spki` covers SPKI
 * with both explicit and named curve parameters.
 */
const allForms = ['x25519', 'weierstrass', 'weierstrass-spki'] as const satisfies readonly CurveForm[];

const shapeHint = 'howToAnswer in the challenge shows the shape of an answer; the challenge stays open';

async function judge(given: ChallengeOptions, surroundings: Surroundings): Promise<number> {
  const { answer: answerFile, challenge: challengeFile } = given;
  if (answerFile === undefined || challengeFile === undefined)
    throw new ConfigurationError(
      answerFile === undefined ? 'neither --out nor --answer was given' : 'the challenge is not named',
      { at: answerFile === undefined ? 'challenge' : '--answer' },
      'as in: npx conform challenge --answer ANSWER.json --challenge FILE',
    );
  const answer = readAnswerFile(answerFile);
  const keyFile = keyFileOf(challengeFile);
  const key = unansweredKey(challengeFile, keyFile);
  requireSameChallenge(answerFile, answer, key);
  const challenge = matchAnswers(answer, key);
  const [bad] = challenge.bad;
  if (challenge.answers === 0 && bad !== undefined)
    throw new ConfigurationError(
      `holds no answer that can be taken; ${bad}`,
      { file: answerFile },
      shapeHint,
    );
  const to = reportDestinationOf(given);
  const settings = challengeSettings(targetOf(given, surroundings), challenge, to);
  requireReady(to);
  const written = await certifyAndPrint(settings, given, surroundings);
  if (written !== undefined) markAnswered(keyFile, key, new Date());
  return reportOutcome(written, given, surroundings);
}

/**
 * Returns the key of a challenge that can still be answered. Throws a ConfigurationError if the key belongs
 * to another challenge, or if the challenge expired or was answered before.
 */
function unansweredKey(challengeFile: string, keyFile: string): ChallengeKey {
  const { id } = readChallengeFile(challengeFile);
  const key = readKeyFile(keyFile);
  if (key.challenge !== id)
    throw new ConfigurationError(
      `is the key of challenge ${key.challenge}, and ${challengeFile} is ${id}`,
      { file: keyFile },
      'keep the two files that were written together beside each other',
    );
  const writeAnother = 'write a new one with: npx conform challenge --out FILE';
  if (key.answeredAt !== null)
    throw new ConfigurationError(
      `was answered already, at ${key.answeredAt}: each challenge is judged once`,
      { file: challengeFile },
      writeAnother,
    );
  if (Date.now() > Date.parse(key.expiresAt))
    throw new ConfigurationError(`expired at ${key.expiresAt}`, { file: challengeFile }, writeAnother);
  return key;
}

function requireSameChallenge(file: string, { challenge }: ChallengeAnswer, key: ChallengeKey): void {
  if (challenge === key.challenge) return;
  throw new ConfigurationError(
    `answers challenge ${challenge}, and not ${key.challenge}`,
    { file },
    'name the challenge that it answers with --challenge',
  );
}

/**
 * Returns the settings of the run that judges the answers. The run starts no services, and its plan
 * contains only obligations that the answers can show.
 */
export function challengeSettings(
  given: Target,
  challenge: AnsweredChallenge,
  { root, keep }: Pick<ReportDestination, 'root' | 'keep'>,
): RunSettings & { readonly target: Target } {
  const { roles, keyBits, implementation } = challenge;
  const product = given.product ?? implementation;
  const target: Target = {
    ...given,
    ...(given.file === undefined && { name: implementation?.name ?? 'not named' }),
    ...(product !== undefined && { product }),
    services: {},
    roles,
    readings: { ...given.readings, 'key-bits': keyBits },
  };
  const only = challenge.shown.filter((id) => whyExcluded(contractObligations.get(id), target) === undefined);
  return {
    ...{ profile: 'challenge', target, subjects: ['integrator'], reports: root, keep, challenge },
    ...{ only, onlyBy: 'the challenge' },
  };
}
