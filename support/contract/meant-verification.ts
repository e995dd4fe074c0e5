import { bareName, isLikelyTypo } from './is-likely-typo';
import { operationById, otherIdentifiers } from './operations';
import { createsWithOtp, otpStepAt } from './otp-step';

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

/** Returns whether a path or a segment names another identifier of a person than the national ID. */
export const namesOtherIdentifier = (text: string): boolean => otherIdentifier.test(text);

/**
 * Returns whether a segment of a path names the national ID: by a usual name, or by the segment that the target sets for
 * it (`paths.nationalId`).
 */
export function namesNationalId(segment: string, configured?: string): boolean {
  return segment === configured || /nationalid|aadh?aar/.test(bareName(segment));
}

/** Returns whether the path belongs to a request for an OTP, or creates something with an OTP. Neither only verifies one. */
const doesNotOnlyVerify = (path: string): boolean => otpStepAt(path) === 'request' || createsWithOtp(path);

/**
 * Returns whether the path of a verification belongs to another identifier than the national id, such as a mobile
 * number. Clause 2.4 mentions the verify-mobile-OTP call, and the document does not show its path. A request for such an
 * OTP, as in `/mobile/generateOTP`, verifies nothing.
 */
export function verifiesOtherIdentifier(path: string): boolean {
  const { identifier, verification: last } = readEnd(path);
  return (
    /verify|otp/i.test(last) && otherIdentifier.test(`${identifier}/${last}`) && !doesNotOnlyVerify(path)
  );
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
 * Returns whether a request to the registry verifies a national-ID OTP by its body, even if its path does not show that.
 * The path must not be that of another identifier or of a request for an OTP.
 *
 * @param names the names of the members of the body, in lower case and without `_` and `-`
 */
export function isVerificationByBody(path: string, names: { has(name: string): boolean }): boolean {
  return names.has('otp') && names.has('txnid') && !verifiesOtherIdentifier(path) && !doesNotOnlyVerify(path);
}
