import type { KeyObject } from 'node:crypto';
import type { Subject } from '../contract/words';
import type { CertificateDemand } from '../report/pack/certificate';
import { certificateFacts, whyNoCertificate } from '../report/pack/certificate';
import type { ReviewCheck } from '../report/pack/review';
import { checkReview, isReviewRefuted, writeReview } from '../report/pack/review';
import { readPrivateKey } from '../report/pack/sign';
import type { PackVerification } from '../report/pack/verify-pack';
import { needsAnotherVersion, isRefuted, isSound, verifyPack } from '../report/pack/verify-pack';
import type { ReviewerDecision } from '../report/sign-off/sign-off';
import { ConfigurationError } from '../targets/errors';
import { profileKeyVariable, withProfileKey } from '../targets/profile-key';
import { profileKeyIn } from '../targets/signed-profile';
import { readVerifyingKey } from '../targets/verifying-key';
import type { DecisionOptions } from './decided';
import { decisionFromOptions } from './decided';
import { exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';
import type { Telling } from './verify-text';
import { verificationText } from './verify-text';

interface PackDemand extends Omit<CertificateDemand, 'subject'> {
  /** Paths of public keys. If the list is not empty, one of these keys must have signed the pack. */
  readonly key?: readonly string[];
  /**
   * Paths of public keys. If the list is not empty, one of these keys must have signed the sign-off beside
   * the pack.
   */
  readonly reviewerKey?: readonly string[];
  /** Path of the public key that must have signed the field profile of the run, if it does not come with the suite. */
  readonly profileKey?: string;
  /** Whether to ignore a sign-off beside the pack. */
  readonly isAlone?: true;
  readonly nonce?: string;
  /** The subject that the pack must certify; `true` for every subject under test. */
  readonly conforms?: true | Subject;
}

/**
 * `conform verify`: checks offline whether the verdicts in an evidence pack follow from its recording, and
 * who signed it.
 */
export async function verify(
  [pack = '']: readonly string[],
  {
    maxAge,
    json,
    ...given
  }: PackDemand & SignOffOptions & { readonly maxAge?: number; readonly json?: true },
  surroundings: Surroundings,
): Promise<number> {
  const signing = signOffWanted(given);
  const demand: PackDemand = {
    ...given,
    ...(maxAge !== undefined && { maxAgeDays: maxAge }),
    ...(signing && { isAlone: true }),
  };
  const checked = await checkPack(pack, demand, surroundings.env);
  const { isGood, ...found } = checked;
  const signed = signing && signOffPack(pack, isGood ? found.verified : undefined, signing);
  const about = { pack, ...found, nonce: given.nonce, ...signed };
  printResult(surroundings, json, asJson(about), () => verificationText(about));
  if (isGood) return exitCodes.conforms;
  return exitCodes[found.isOpen ? 'incomplete' : 'does-not-conform'];
}

/**
 * Verifies a pack and checks whether it meets all demands. Throws a ConfigurationError if the demands are
 * inconsistent, or if a file cannot be read as a pack or a key.
 *
 * @param environment the environment variables; CONFORM_PROFILE_KEY is the path of a key, unless `profileKey` names one
 */
export async function checkPack(
  pack: string,
  { key: files = [], nonce, conforms, ...given }: PackDemand,
  environment: NodeJS.ProcessEnv,
) {
  const { reviewerKey: reviewers = [], profileKey: profileFile, isAlone, ...more } = given;
  for (const [name, option] of [
    ['product', '--product'],
    ['maxAgeDays', '--max-age'],
  ] as const)
    if (conforms === undefined && more[name] !== undefined)
      throw new ConfigurationError('goes with --conforms', { at: option }, 'add --conforms');
  const keys = files.map((file) => readVerifyingKey(file));
  const reviewerKeys = reviewers.map((file) => readVerifyingKey(file, '--reviewer-key'));
  const around = withProfileKey(environment, profileFile);
  const profileKey = () => profileKeyIn(around);
  const now = new Date();
  const verified = await verifyPack(pack, { keys, nonce, now, profileKey });
  const isKeyGiven = keys.length > 0;
  const isReviewerKeyGiven = reviewerKeys.length > 0;
  const review = isAlone ? undefined : checkReview(pack, verified, reviewerKeys);
  const isReviewed = review === undefined || !isReviewRefuted(review, isReviewerKeyGiven);
  const sound = isSound(verified, isKeyGiven) && isReviewed;
  const { results } = verified;
  const isAsked = conforms !== undefined && results !== undefined;
  const demand = { ...more, ...(conforms !== true && conforms !== undefined && { subject: conforms }) };
  const unmet = isAsked ? whyNoCertificate(results, demand, now) : [];
  // If only another version of the suite can check the pack in full, its verdicts are neither confirmed nor
  // refuted. The exit code is then `incomplete`.
  const isRight = !isRefuted(verified, isKeyGiven) && isReviewed;
  const isOpen = isRight && needsAnotherVersion(verified) && unmet.length === 0;
  return {
    verified,
    unmet,
    sound,
    isGood: sound && unmet.length === 0,
    isOpen,
    isKeyGiven,
    isReviewerKeyGiven,
    isProfileKeyGiven: (around[profileKeyVariable] ?? '') !== '',
    ...(review && { review }),
    ...(isAsked && { facts: certificateFacts(results, now) }),
  };
}

function asJson({ pack, verified, sound, facts, unmet, review, isSignedOff }: Telling) {
  const { manifest, results: _results, sealed: _sealed, ...found } = verified;
  return {
    pack,
    sound,
    ...manifest.predicate,
    members: manifest.subject.length,
    ...found,
    ...(review && { reviewer: review }),
    ...(isSignedOff !== undefined && { signedOff: isSignedOff }),
    ...(facts && { conforms: sound && unmet.length === 0, unmet, facts: Object.fromEntries(facts) }),
  };
}

interface SignOffOptions extends DecisionOptions {
  /** File with the reviewer's private key. */
  readonly sign?: string;
  /** Whether to replace a sign-off that another key signed. */
  readonly replace?: true;
}

interface WantedSignOff {
  readonly decided: ReviewerDecision;
  readonly key: KeyObject;
  readonly isReplacing: boolean;
}

const hint = 'say who decides with --by NAME, and name the file of their private key with --sign KEY';

/**
 * Returns the decision to sign; `undefined` without --sign-off. Throws a ConfigurationError if the options
 * are inconsistent, or if the key cannot be used.
 */
function signOffWanted(given: SignOffOptions): WantedSignOff | undefined {
  const { signOff, by, remarks, condition, sign, replace } = given;
  const decided = decisionFromOptions({ signOff, by, remarks, condition }, { sign, replace }, hint);
  if (decided === undefined) return undefined;
  if (sign === undefined) throw new ConfigurationError('lacks --sign', { at: '--sign-off' }, hint);
  return { decided, key: readPrivateKey(sign, '--sign'), isReplacing: replace === true };
}

/**
 * Signs a pack off if it passed all checks.
 *
 * @param sound the checked pack; `undefined` if it did not pass
 */
function signOffPack(
  pack: string,
  sound: PackVerification | undefined,
  { decided, ...how }: WantedSignOff,
): { readonly isSignedOff: boolean; readonly review?: ReviewCheck } {
  if (sound === undefined) return { isSignedOff: false };
  return { isSignedOff: true, review: writeReview(pack, sound, decided, how) };
}
