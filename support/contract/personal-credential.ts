import { isEmptyMember, membersIn } from './body-members';
import { bareName } from './is-likely-typo';
import { isObject } from './json';

const credentialName =
  /password|passcode|passphrase|^m?pin$|^bio|biometric|^finger|^iris|^face(?:auth|data|pid|$)|^(?:rd)?pid(?:data|block|$)|authpid$/;

/**
 * Returns whether a member or a path segment names a credential of a person other than an OTP: a password, a PIN or
 * biometric data. The document does not show any of them, so this knows only usual names.
 */
export const namesPersonalCredential = (name: string): boolean => credentialName.test(bareName(name));

/**
 * Returns whether a body contains a credential of a person other than an OTP, at any depth and not empty, or a list of
 * authentication methods without an OTP, such as `{"authMethods": ["password"]}`.
 */
export function hasPersonalCredential(body: unknown): boolean {
  const given = membersIn(body).filter((member) => !isEmptyMember(member));
  return given.some(
    ({ name, path, value }) =>
      (typeof value !== 'object' && path.some(namesPersonalCredential)) || isMethodWithoutOtp(name, value),
  );
}

function isMethodWithoutOtp(name: string, value: unknown): boolean {
  if (!/^auth(?:entication)?(?:method|mode)s?$/.test(bareName(name)) || isObject(value)) return false;
  const methods = [value].flat().filter((each) => typeof each === 'string' && each !== '');
  return methods.length > 0 && !methods.some((each) => bareName(String(each)).includes('otp'));
}
