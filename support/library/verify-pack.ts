import { checkPack } from '../cli/verify-command';
import type { SignOff } from '../report/sign-off/sign-off';
import type { PackSignOff, VerifiedPack, VerifyOptions } from './api';

/**
 * Verifies an evidence pack offline, as `conform verify` does: members, signature, and verdicts, which are judged again.
 * Throws a ConfigurationError for a file that is no pack, or is not safe to read.
 */
export async function verifyPack(file: string, options: VerifyOptions = {}): Promise<VerifiedPack> {
  const { verified, isGood, unmet = [] } = await checkPack(file, options);
  const { changed, added, missing, contradictions, signature, judgedAgain, signOff } = verified;
  return {
    sound: isGood,
    ...{ changed, added, missing, contradictions, signature, judgedAgain },
    unmet: [...unmet],
    ...(signOff && { signOff: statementOf(signOff) }),
  };
}

const statementOf = ({ version: _version, run: _run, results: _results, ...said }: SignOff): PackSignOff =>
  said;
