import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Policy } from '../report/pack/policy';
import { readPolicy, unmetBy } from '../report/pack/policy';
import { fingerprintOf, readPublicKey } from '../report/pack/signature';
import { isRefuted, isSound, verifyPack } from '../report/pack/verify-pack';
import { summaryOf } from '../report/pack/vsa';
import { ConfigurationError } from '../targets/errors';
import { exitCodes } from './exit-codes';
import { print } from './print';
import type { Telling } from './verify-text';
import { tellVerified } from './verify-text';

interface VerifyOptions {
  readonly key?: string;
  readonly nonce?: string;
  readonly policy?: string;
  readonly vsa?: string;
  readonly json?: true;
}

/** `conform verify`: whether an evidence pack follows from its recording, and by whom it is; offline. */
export async function verify(pack: string, given: VerifyOptions): Promise<number> {
  const checked = await checkPack(pack, given);
  const { isGood, isOpen, ...found } = checked;
  const about = { pack, ...found, nonce: given.nonce };
  print(given.json, asJson(about), () => tellVerified(about));
  if (isGood) return exitCodes.conforms;
  return exitCodes[isOpen ? 'incomplete' : 'does-not-conform'];
}

/** What was found out about a pack, and whether it is all that was demanded. Writes the summary that is asked for. */
export async function checkPack(pack: string, given: VerifyOptions) {
  const policy = given.policy === undefined ? undefined : readPolicy(given.policy);
  if (given.vsa !== undefined && policy === undefined)
    throw new ConfigurationError(
      'goes with --policy',
      { at: '--vsa' },
      'name the policy that the pack must meet',
    );
  const keys = keysOf(given, policy);
  const now = new Date();
  const verified = await verifyPack(pack, { keys, nonce: given.nonce, now });
  const { predicate } = verified.manifest;
  const sound = isSound(verified, keys.length > 0);
  const unmet = policy && unmetBy(predicate, policy, now);
  const isGood = sound && (unmet ?? []).length === 0;
  if (policy !== undefined && given.vsa !== undefined)
    write(given.vsa, await summaryOf(pack, { policy, predicate, isMet: isGood, now }));
  const isKeyGiven = keys.length > 0;
  // What another version of the suite would have to judge is neither shown nor refuted.
  const isOpen = !isRefuted(verified, isKeyGiven) && verified.needs !== undefined && !unmet?.length;
  return { verified, policy, unmet, sound, isGood, isOpen, isKeyGiven };
}

/** The keys of which one must have signed. Throws a ConfigurationError where the named one is not among the policy's. */
function keysOf({ key: file }: VerifyOptions, policy: Policy | undefined): readonly KeyObject[] {
  const wanted = policy?.keys ?? [];
  if (file === undefined) return wanted;
  const key = readPublicKey(file);
  if (wanted.length === 0 || wanted.some((each) => fingerprintOf(each) === fingerprintOf(key))) return [key];
  throw new ConfigurationError(
    'is not one of the keys of the policy',
    { file, at: '--key' },
    'leave --key out, or add it to the policy',
  );
}

function write(file: string, summary: unknown): void {
  try {
    writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`cannot be written (${code})`, { file, at: '--vsa' }, 'name another place');
  }
}

function asJson({ pack, verified, sound, policy, unmet }: Telling) {
  const { manifest, ...found } = verified;
  return {
    pack,
    sound,
    ...manifest.predicate,
    members: manifest.subject.length,
    ...found,
    ...(policy && { policy: { name: policy.name, met: sound && unmet?.length === 0, unmet } }),
  };
}
