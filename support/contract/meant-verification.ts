import { isLikelyTypo } from './is-likely-typo';
import { operationById, otherIdentifiers } from './operations';

const [, , registration = '', , verification = ''] = operationById('otp.verify').path.split('/');

/** The last three segments of a path to verify an OTP: the second one names the identifier that the OTP belongs to. */
interface VerificationPath {
  readonly registration: string;
  readonly identifier: string;
  readonly verification: string;
}

function readEnd(path: string): VerificationPath {
  const segments = path.split('/').filter((each) => each !== '');
  const [first = '', identifier = '', last = ''] = segments.slice(-3);
  return { registration: first, identifier, verification: last };
}

const otherIdentifier = new RegExp(otherIdentifiers);

/**
 * Returns whether the path of a verification belongs to another identifier than the national id, such as a mobile
 * number. Clause 2.4 mentions the verify-mobile-OTP call, and the document does not show its path.
 */
export function verifiesOtherIdentifier(path: string): boolean {
  const { identifier, verification: last } = readEnd(path);
  return /verify|otp/i.test(last) && otherIdentifier.test(`${identifier}/${last}`);
}

/**
 * Returns whether the end of a path resembles that of clause 4.3: it differs in letter case, hyphens or a slash, or in
 * a misspelt word. Any base address and any version may precede it. The document shows a placeholder for the
 * national-id segment, so any segment matches, except the name of another identifier.
 */
export function resemblesVerification(path: string): boolean {
  const end = readEnd(path);
  return (
    isLikelyTypo(end.registration, registration) &&
    isLikelyTypo(end.verification, verification) &&
    !verifiesOtherIdentifier(path)
  );
}

/**
 * Returns whether a request to the registry with this body verifies a national-ID OTP, even if its path does not show
 * that.
 *
 * @param names the names of the members of the body, in lower case and without `_` and `-`
 */
export function hasVerificationMembers(names: { has(name: string): boolean }): boolean {
  return names.has('otp') && names.has('txnid');
}
