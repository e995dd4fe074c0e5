import type { Subject } from '../contract/words';
import type { CertificateDemand } from '../report/pack/certificate';
import { certificateFacts, whyNoCertificate } from '../report/pack/certificate';
import { readPublicKey } from '../report/pack/signature';
import { isRefuted, isSound, verifyPack } from '../report/pack/verify-pack';
import { ConfigurationError } from '../targets/errors';
import { exitCodes } from './exit-codes';
import { print } from './print';
import type { Telling } from './verify-text';
import { tellVerified } from './verify-text';

/** What a pack is to be. */
export interface PackDemand extends Omit<CertificateDemand, 'subject'> {
  /** Files of public keys, of which one must have signed. */
  readonly key?: readonly string[];
  readonly nonce?: string;
  /** A certificate of this subject, or of each subject under test. */
  readonly conforms?: true | Subject;
}

/** `conform verify`: whether an evidence pack follows from its recording, and by whom it is; offline. */
export async function verify(
  pack: string,
  { maxAge, ...given }: PackDemand & { readonly maxAge?: number; readonly json?: true },
): Promise<number> {
  const checked = await checkPack(pack, { ...given, ...(maxAge !== undefined && { maxAgeDays: maxAge }) });
  const { isGood, isOpen, ...found } = checked;
  const about = { pack, ...found, nonce: given.nonce };
  print(given.json, asJson(about), () => tellVerified(about));
  if (isGood) return exitCodes.conforms;
  return exitCodes[isOpen ? 'incomplete' : 'does-not-conform'];
}

/** What was found out about a pack, and whether it is all that was demanded. Throws a ConfigurationError. */
export async function checkPack(pack: string, { key: files = [], nonce, conforms, ...more }: PackDemand) {
  for (const [name, option] of [
    ['product', '--product'],
    ['maxAgeDays', '--max-age'],
  ] as const)
    if (conforms === undefined && more[name] !== undefined)
      throw new ConfigurationError('goes with --conforms', { at: option }, 'add --conforms');
  const keys = files.map((file) => readPublicKey(file));
  const now = new Date();
  const verified = await verifyPack(pack, { keys, nonce, now });
  const isKeyGiven = keys.length > 0;
  const sound = isSound(verified, isKeyGiven);
  const { results } = verified;
  const isAsked = conforms !== undefined && results !== undefined;
  const demand = { ...more, ...(conforms !== true && conforms !== undefined && { subject: conforms }) };
  const unmet = isAsked ? whyNoCertificate(results, demand, now) : [];
  // What another version of the suite would have to judge is neither shown nor refuted.
  const isOpen = !isRefuted(verified, isKeyGiven) && verified.needs !== undefined && unmet.length === 0;
  return {
    verified,
    unmet,
    sound,
    isGood: sound && unmet.length === 0,
    isOpen,
    isKeyGiven,
    ...(isAsked && { facts: certificateFacts(results, now) }),
  };
}

function asJson({ pack, verified, sound, facts, unmet }: Telling) {
  const { manifest, results: _results, ...found } = verified;
  return {
    pack,
    sound,
    ...manifest.predicate,
    members: manifest.subject.length,
    ...found,
    ...(facts && { conforms: sound && unmet.length === 0, unmet, facts: Object.fromEntries(facts) }),
  };
}
