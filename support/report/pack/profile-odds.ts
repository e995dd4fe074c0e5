import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FieldProfile } from '../../contract/field-profile';
import type { Results } from '../../judging/results';
import { ConfigurationError } from '../../targets/errors';
import { parseFieldProfile, shippedProfileNames, shippedProfiles } from '../../targets/field-profiles';
import { whySignatureWrong } from '../../targets/signed-profile';
import { fingerprintOf, fingerprintOfPem } from '../../contract/public-key';
import { basisName } from '../runs/own-files';

/**
 * Returns the name of the field profile in results, if no operator signed the profile and this version of the suite
 * does not ship it. A newer version may ship it, so this version cannot compare it.
 */
export function unknownProfileIn({ fieldProfile }: Results['run']): string | undefined {
  if (fieldProfile?.origin !== 'shipped') return undefined;
  return shippedProfileNames().includes(fieldProfile.name) ? undefined : fieldProfile.name;
}

/**
 * Checks the field profile in the basis of a pack. A profile without a signature must equal the profile of that name
 * that this suite ships; if this suite does not ship the name, that is a mistake only in a pack of this very version. A
 * signed profile must have another name, must follow from its own text, and its signature must be right.
 *
 * @param key the public key that must have signed the profile, if it is signed
 * @param isMadeHere whether this very version of the suite made the pack
 * @returns the mistakes, one sentence each
 */
export function profileOdds(
  profile: FieldProfile | undefined,
  key: KeyObject | undefined,
  { isMadeHere = false }: { readonly isMadeHere?: boolean } = {},
): string[] {
  if (profile === undefined) return [];
  const { signed, ...stated } = profile;
  const what = `${basisName}: the field profile ${stated.name}`;
  if (signed === undefined) {
    const shipped = shippedProfiles().find(({ name }) => name === stated.name);
    if (shipped === undefined)
      return isMadeHere ? [`${what} does not come with this version of the suite, which made the pack`] : [];
    return isDeepStrictEqual(stated, shipped) ? [] : [`${what} is not the one that this suite ships`];
  }
  const flaw = whySignatureWrong(signed);
  const wanted = key && fingerprintOf(key);
  const found = fingerprintOfPem(signed.publicKey);
  return [
    ...(shippedProfileNames().includes(stated.name)
      ? [`${what} is signed by an operator, but has the name of a profile of this suite`]
      : []),
    ...(followsFromText(stated, signed.text) ? [] : [`${what} does not follow from the file that is signed`]),
    ...(flaw === undefined ? [] : [`${what} has a wrong signature: ${flaw}`]),
    ...(wanted === undefined || wanted === found
      ? []
      : [`${what} is signed by ${found}, and not by ${wanted}`]),
  ];
}

function followsFromText(stated: Omit<FieldProfile, 'signed'>, text: string): boolean {
  try {
    return isDeepStrictEqual(stated, parseFieldProfile(text, `${stated.name}.yaml`));
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}
