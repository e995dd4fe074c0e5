import { checkPack } from '../cli/verify';
import type { SignOff } from '../report/sign-off/sign-off';
import type { PackSignOff, VerifiedPack, VerifyOptions } from './api';
import type { OptionKinds } from './check-options';
import {
  amount,
  checkValue,
  checkOptions,
  oneOfKind,
  textKind,
  textOrTextsKind,
  textsNamed,
  variablesFor,
} from './check-options';

const kinds: OptionKinds<VerifyOptions> = {
  key: textOrTextsKind,
  reviewerKey: textOrTextsKind,
  profileKey: textKind,
  nonce: textKind,
  conforms: oneOfKind(true, 'integrator', 'service'),
  product: textsNamed('name', 'version'),
  maxAgeDays: amount,
};

/**
 * Verifies an evidence pack offline, as `conform verify` does. It checks digests and signature, and judges
 * the recording again to check the verdicts. Throws a ConfigurationError for a file that is not a pack, or is
 * not safe to read.
 */
export async function verifyPack(file: string, options: VerifyOptions = {}): Promise<VerifiedPack> {
  checkValue(file, textKind, 'file', 'the path of an evidence pack');
  checkOptions(options, kinds, 'verifyPack', Object.keys(kinds));
  const { key, reviewerKey, ...more } = options;
  const demand = {
    ...more,
    ...(key !== undefined && { key: [key].flat() }),
    ...(reviewerKey !== undefined && { reviewerKey: [reviewerKey].flat() }),
  };
  const checked = await checkPack(file, demand, variablesFor({}));
  const { verified, isGood, unmet, review = { signature: 'absent' } } = checked;
  const { file: _file, signOff: reviewed, ...reviewer } = review;
  const { changed, added, missing, contradictions, signature, judgedAgain, signOff } = verified;
  const { renderedBy, unknownProfile } = verified;
  return {
    sound: isGood,
    ...{ changed, added, missing, contradictions, signature, judgedAgain, unmet },
    ...(renderedBy !== undefined && { renderedBy }),
    ...(unknownProfile !== undefined && { unknownProfile }),
    ...(signOff && { signOff: statementOf(signOff) }),
    reviewer: { ...reviewer, ...(reviewed && { signOff: statementOf(reviewed) }) },
  };
}

const statementOf = ({ version: _version, run: _run, results: _results, ...said }: SignOff): PackSignOff =>
  said;
