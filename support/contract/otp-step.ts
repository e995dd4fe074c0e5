import { bareName } from './is-likely-typo';

/** A step with an OTP that the document mentions: clause 2.5 an earlier request for the OTP, clause 2.4 its verification. */
export type OtpStep = 'request' | 'verification';

/** The first words in the name of a request for an OTP, such as generateOtp or resendMobileOTP. */
const asking = 'generate|regenerate|send|resend|request|create|issue|reissue|initiate|init|trigger|retry|get';

const requestNames: readonly RegExp[] = [
  new RegExp(`^(?:${asking})\\w*otp$`),
  // The name may be two segments, such as otp/resend, or one, such as otpRequest.
  new RegExp(`otp\\/?(?:${asking}|generation)$`),
];

const verificationNames: readonly RegExp[] = [
  /^verif(y|ication)/,
  /^(validate|confirm|check|submit)\w*otp$/,
  /^(auth|authenticate|login|signin|register|enrol|enroll)(by|with|via)\w*otp$/,
];

/**
 * Returns the step with an OTP that the end of a path names, such as `request` for `/login/request/otp`, and
 * `verification` for `/login/verify`. Returns `undefined` for a path that names neither. The document shows only the path
 * of one verification, so any spelling counts. The bare word `otp` at the end of a path does not name a step, because it
 * may belong to either; {@link endsInOtp} finds it.
 */
export function otpStepAt(path: string): OtpStep | undefined {
  const { last, before } = endOf(path);
  if (verificationNames.some((name) => name.test(last) || (last === 'otp' && name.test(before))))
    return 'verification';
  const asked = [last, `${before}/${last}`].some((end) => requestNames.some((name) => name.test(end)));
  return asked || (last.endsWith('otp') && isAsking.test(before)) ? 'request' : undefined;
}

const isAsking = new RegExp(`^(?:${asking})$`);

/** Returns whether a path is one of a request for an OTP (clause 2.5), and not of a verification. */
export const requestsOtp = (path: string): boolean => otpStepAt(path) === 'request';

/** Returns whether the last word of a path is, or ends in, `otp`. */
export const endsInOtp = (path: string): boolean => endOf(path).last.endsWith('otp');

/** The last two segments of a path in lower case, with only their letters and digits. */
function endOf(path: string): { readonly last: string; readonly before: string } {
  const names = path
    .split('/')
    .map(bareName)
    .filter((name) => name !== '');
  return { last: names.at(-1) ?? '', before: names.at(-2) ?? '' };
}
