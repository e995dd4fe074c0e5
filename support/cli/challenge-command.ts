import type { Role } from '../contract/words';
import type { CurveForm } from '../contract/readings';
import { keyReading } from '../contract/readings';
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
import { takeAnswers } from '../challenge/take-answers';
import { requireReady } from '../report/write';
import { embeddedTarget, loadTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { allForms, allRoles } from './challenge-choices';
import { challengeSettings } from './challenge-settings';
import { certified, conclude } from './conclude';
import type { JudgingOptions } from './options';
import { destinationIn } from './options';
import { say } from './print';

interface ChallengeOptions extends Pick<JudgingOptions, 'target' | 'reports' | 'keep' | 'json'> {
  readonly out?: string;
  readonly answer?: string;
  readonly challenge?: string;
  readonly role?: readonly Role[];
  readonly forms?: readonly CurveForm[];
  readonly days: number;
}

/** `conform challenge`: writes a challenge, or judges the answers to one. */
export function askOrJudge(given: ChallengeOptions): Promise<number> {
  return given.out === undefined ? judge(given) : ask(given, given.out);
}

async function ask(given: ChallengeOptions, out: string): Promise<number> {
  const target = targetOf(given);
  const roles = (given.role ?? allRoles).filter((role) => target.roles.includes(role));
  if (roles.length === 0)
    throw new ConfigurationError(
      'is left without a role that a challenge can ask',
      { at: '--role' },
      `${allRoles.join(', ')}; the roles of the target are ${target.roles.join(', ')}`,
    );
  requireNewChallenge(out);
  const { readings } = target;
  const chosen = readings['curve-form'];
  const forms = given.forms ?? (chosen === 'as-declared' ? allForms : [chosen]);
  const { challenge, key } = await makeChallenge({
    roles,
    forms,
    // A challenge brings keys of its own, all of one size.
    keyBits: keyReading(readings, 'key-bits', roles.includes('identity') ? 'identity' : 'registry'),
    days: given.days,
  });
  writeChallenge(out, challenge, key);
  say(
    `Wrote ${out}: ${challenge.items.length} items for ${roles.join(', ')}, to be answered until ${challenge.expiresAt}.\n` +
      `Its howToAnswer says how. Keep ${keyFileOf(out)} to yourself and out of version control. Then:\n` +
      `  npx conform challenge --answer ANSWER.json --challenge ${out}`,
  );
  return 0;
}

function targetOf({ target: file }: ChallengeOptions): Target {
  if (file === undefined) return embeddedTarget;
  const target = loadTarget(file);
  if (target.integrator !== undefined) return target;
  throw new ConfigurationError('names no integrator', { file }, 'a challenge asks one: add integrator.roles');
}

const shapeHint = 'howToAnswer in the challenge shows the shape of an answer; the challenge stays open';

async function judge(given: ChallengeOptions): Promise<number> {
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
  const challenge = takeAnswers(answer, key);
  const [bad] = challenge.bad;
  if (challenge.answers === 0 && bad !== undefined)
    throw new ConfigurationError(
      `holds no answer that can be taken; ${bad}`,
      { file: answerFile },
      shapeHint,
    );
  const to = destinationIn(given, 'partial');
  const settings = challengeSettings(targetOf(given), challenge, to);
  requireReady(to);
  const results = await certified(settings, given);
  if (results !== undefined) markAnswered(keyFile, key, new Date());
  return conclude(results, given);
}

/** The key of a challenge that can still be answered. */
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
