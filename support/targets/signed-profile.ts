import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { FieldProfile } from '../contract/field-profile';
import { isLikelyTypo } from '../contract/is-likely-typo';
import {
  largestProfile,
  parseFieldProfile,
  profilesFolder,
  shippedProfileNames,
  shippedProfiles,
} from './field-profiles';
import { pathSuffix, readFileOfTarget, undefinedIfThrows } from './pem';
import { profileKeyVariable } from './profile-key';
import type { YamlFile } from './read-yaml';
import { publicKeyIn } from '../contract/public-key';
import { canSign, isSignedBy, readVerifyingKey } from './verifying-key';

/** The ending of the file with the signature of a profile, after the name of the profile's file. */
const signatureEnding = '.sig';

const path = ['extends'];
const guide = 'docs/guides/field-profiles.md';

/**
 * Returns the field profile that a target file names with `extends`; `undefined` without one. `profiles/NAME` is a
 * profile that comes with the suite. Any other value is the path of an operator's file, relative to the target file,
 * which must be signed by the key in the variable CONFORM_PROFILE_KEY. Throws a ConfigurationError with place and hint
 * for any mistake.
 */
export function readExtended(
  name: string | undefined,
  yaml: YamlFile,
  environment: NodeJS.ProcessEnv,
): FieldProfile | undefined {
  if (name === undefined) return undefined;
  const found = shippedProfiles().find((each) => `${profilesFolder}/${each.name}` === name);
  if (found !== undefined) return found;
  if (isOfSuite(name) || !isThere(name, yaml)) refuseUnknown(name, yaml);
  return readSigned(name, yaml, environment);
}

/** Returns whether a value of `extends` means a profile of the suite: it is in the folder, and is without an extension. */
const isOfSuite = (name: string): boolean => /^profiles\/[^/.]*$/.test(name);

const isThere = (name: string, { file }: YamlFile): boolean => existsSync(resolve(dirname(file), name));

/** Throws a ConfigurationError if a name means a profile of the suite, but is not exactly the name of one. */
function refuseUnknown(name: string, yaml: YamlFile): void {
  const names = shippedProfileNames();
  const bare = basename(name).replace(/\.ya?ml$/, '');
  const near = names.find((each) => isLikelyTypo(bare, each));
  if (near === undefined && !isOfSuite(name)) return;
  throw yaml.wrong(
    path,
    'names no field profile of this suite',
    near === undefined
      ? `there are ${names.map((each) => `${profilesFolder}/${each}`).join(', ')}`
      : `did you mean ${profilesFolder}/${near}?`,
  );
}

function readSigned(file: string, yaml: YamlFile, environment: NodeJS.ProcessEnv): FieldProfile {
  const text = readFileOfTarget(file, path, yaml);
  const wrong = (what: string, hint: string) => yaml.wrong(path, `names ${file}, ${what}`, hint);
  if (Buffer.byteLength(text) > largestProfile)
    throw wrong(`which is larger than ${largestProfile} bytes`, `${guide} shows a profile`);
  const signed = { text, ...signatureOf(file, yaml, environment) };
  const flaw = whySignatureWrong(signed);
  if (flaw !== undefined) throw wrong(`whose signature is wrong: ${flaw}`, whySigned);
  const shown = isAbsolute(file) ? file : join(dirname(yaml.file), file);
  const profile = parseFieldProfile(text, shown);
  if (!shippedProfileNames().includes(profile.name)) return { ...profile, signed };
  throw wrong(
    `whose name is that of a profile of this suite`,
    `give it another name, or write extends: ${profilesFolder}/${profile.name}`,
  );
}

const whySigned = `is this the key of its operator? If it is, the file was changed after it was signed (line ends, too): its operator signs it again: ${guide}`;

function signatureOf(
  file: string,
  yaml: YamlFile,
  environment: NodeJS.ProcessEnv,
): { readonly signature: string; readonly publicKey: string } {
  const name = `${file}${signatureEnding}`;
  if (!isThere(name, yaml))
    throw yaml.wrong(
      path,
      `names ${file}, whose signature ${basename(name)} is not beside it${pathSuffix(resolve(dirname(yaml.file), name), path, yaml)}`,
      `its operator signs it: ${guide}`,
    );
  const key = profileKeyIn(environment);
  if (key === undefined)
    throw yaml.wrong(
      path,
      `names ${file}, whose signature cannot be checked without the public key of its operator`,
      `name its file with --profile-key, or in the variable ${profileKeyVariable}`,
    );
  const signature = readFileOfTarget(name, path, yaml).replace(/\s/g, '');
  return { signature, publicKey: key.export({ type: 'spki', format: 'pem' }).toString() };
}

/** Returns the key that `--profile-key` or its variable names, if any. Throws a ConfigurationError for another file. */
export function profileKeyIn(environment: NodeJS.ProcessEnv): KeyObject | undefined {
  const file = environment[profileKeyVariable];
  return file === undefined || file === ''
    ? undefined
    : readVerifyingKey(resolve(file), `--profile-key (${profileKeyVariable})`);
}

/**
 * Returns the reason why the signature of an operator's profile is wrong, to complete "whose signature is wrong: …", or
 * `undefined` if it is right. Does not show the text, the signature or the key.
 */
export function whySignatureWrong({
  text,
  signature,
  publicKey,
}: NonNullable<FieldProfile['signed']>): string | undefined {
  const key = publicKeyIn(publicKey.trim());
  if (key === undefined || !canSign(key)) return 'the key is no public Ed25519 or ECDSA P-256 key';
  // Bytes that are not UTF-8 become U+FFFD, so the signature of the file would not be that of its text.
  if (text.includes('\ufffd')) return 'the file is not UTF-8';
  const bytes = Buffer.from(signature, 'base64');
  if (signature === '' || bytes.toString('base64') !== signature) return 'it is not Base64';
  const isRight = undefinedIfThrows(() => isSignedBy(key, Buffer.from(text), bytes)) ?? false;
  return isRight ? undefined : 'the key did not make it for this content';
}
