import type { BodyMember } from './body-members';
import { isEmptyMember, membersIn } from './body-members';
import { bareName } from './is-likely-typo';
import { hasPersonalCredential, namesPersonalCredential } from './personal-credential';
import { isObject } from './json';

/** A step with an OTP that the document mentions: clause 2.5 an earlier request for the OTP, clause 2.4 its verification. */
export type OtpStep = 'request' | 'verification';

/** The first words in the name of a request for an OTP, such as generateOtp or resendMobileOTP. */
const asking = 'generate|regenerate|send|resend|request|create|issue|reissue|initiate|init|trigger|retry|get';

const requestNames: readonly RegExp[] = [
  new RegExp(`^(?:(?:check|validate)(?:and)?)?(?:${asking})\\w*otp$`),
  // The name may be two segments, such as otp/resend, or one, such as otpRequest.
  new RegExp(`otp\\/?(?:${asking}|generation)$`),
];

/** The first words in the name of a request that sends an OTP, even if `via` follows as in sendViaMobileOtp. */
const sending = 'generate|regenerate|send|resend|request|reissue|trigger|retry';

const verificationNames: readonly RegExp[] = [
  /^verif(y|ication)/,
  new RegExp(`^(?:validate|confirm|check|submit)(?!\\w*(?:${sending}))\\w*otp$`),
  // Something is done with an OTP, as in loginByOtp, byAadhaarOtp or createIdWithMobileOtp.
  new RegExp(`^(?!${sending})\\w*(?:by|with|via|using)\\w*otp$`),
];

/**
 * Returns the step with an OTP that the end of a path names, such as `request` for `/login/request/otp`, and
 * `verification` for `/login/verify`. Returns `undefined` for a path that names neither. The document shows only the path
 * of one verification, so any spelling counts. The bare word `otp` at the end of a path does not name a step, because it
 * may belong to either; {@link endsInOtp} finds it.
 */
export function otpStepAt(path: string): OtpStep | undefined {
  const { last, before } = endOf(path);
  const ends = last === 'otp' ? [last, `${before}otp`] : [last];
  if (verificationNames.some((name) => ends.some((end) => name.test(end)))) return 'verification';
  const asked = [last, `${before}/${last}`].some((end) => requestNames.some((name) => name.test(end)));
  return asked || (last.endsWith('otp') && isAsking.test(before)) ? 'request' : undefined;
}

const isAsking = new RegExp(`^(?:${asking})$`);
const beginsAsking = new RegExp(`^(?:${asking})`);

/** Returns whether a path names something that is created or fetched with an OTP, such as `/createIdWithMobileOtp`. */
export function createsWithOtp(path: string): boolean {
  const { last } = endOf(path);
  return beginsAsking.test(last) && otpStepAt(path) === 'verification';
}

/** Returns whether the last word of a path is, or ends in, `otp`. */
export const endsInOtp = (path: string): boolean => endOf(path).last.endsWith('otp');

/** Matches the name of a member that concerns an OTP and does not contain one, such as `sendMobileOtp` or `isOtp`. */
const aboutOtp = `(?:${asking})\\w*otp|(?:is|has|use|uses|need|needs|by|with|via|using|allow|enable|skip|verify|no)otp`;

const otpName = new RegExp(`^(?!${aboutOtp})\\w*otp(?:value|code|number|no|pin|text|encrypted|ciphertext)?$`);

/**
 * Returns whether a member with this name contains an OTP: `otp`, `otpValue`, `mobile_otp` and similar names. Names such as
 * `otpSystem` and `sendOtp` concern an OTP and do not contain one.
 */
export const namesOtp = (name: string): boolean => otpName.test(bareName(name));

/** Returns the members of a body that have the name of an OTP, at any depth, also the empty ones. An object only wraps an OTP. */
export function otpMembersIn(body: unknown): BodyMember[] {
  return membersIn(body).filter(
    ({ name, value }) => namesOtp(name) && (value === null || ['string', 'number'].includes(typeof value)),
  );
}

/** The parts of a request that {@link guessOtpStep} examines. */
interface GuessedRequest {
  readonly method: string;
  readonly path: string;
  /** The parsed body. `undefined` if the request lacks a body. */
  readonly body: unknown;
}

/** Returns whether requests by this method change nothing. Such a request neither requests nor verifies an OTP. */
export const changesNothing = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Guesses the step with an OTP in a request outside the contract (clauses 2.4, 2.5). If the body contains an OTP, the
 * request verifies this OTP, regardless of the path. Otherwise the path decides. An empty OTP and a transaction id decide
 * nothing, because requests of any kind may contain them.
 */
export function guessOtpStep({ method, path, body }: GuessedRequest): OtpStep | undefined {
  if (changesNothing(method)) return undefined;
  if (containsOtp(body)) return 'verification';
  return otpStepAt(path) ?? (endsInOtp(path) ? 'request' : undefined);
}

/** Returns whether a body contains an OTP that is not empty, at any depth. */
export const containsOtp = (body: unknown): boolean => otpMembersIn(body).some((otp) => !isEmptyMember(otp));

/** Matches the last word of a path that verifies an OTP. The others verify something else, as in `verifyBio`. */
const otpVerificationName = /otp|^verif(?:y|ication)(?:mobile|phone|e?mail|aadh?aar|nationalid|$)/;

/**
 * Returns whether a verification needs an OTP: its path is that of a verification of an OTP, and its path and body do
 * not name another credential of the person, such as a password.
 */
export function needsOtp({ path, body }: Pick<GuessedRequest, 'path' | 'body'>): boolean {
  const { last, before } = endOf(path);
  return otpVerificationName.test(last) && !namesPersonalCredential(before) && !hasPersonalCredential(body);
}

/** Returns the transaction ids in a body, at any depth, without the empty ones. */
export function txnIdsIn(body: unknown): unknown[] {
  return membersIn(body)
    .filter((member) => member.name === 'txnId' && !isEmptyMember(member) && !isObject(member.value))
    .map(({ value }) => value);
}

/** The last two segments of a path in lower case, with only their letters and digits. */
function endOf(path: string): { readonly last: string; readonly before: string } {
  const names = path
    .split('/')
    .map(bareName)
    .filter((name) => name !== '');
  return { last: names.at(-1) ?? '', before: names.at(-2) ?? '' };
}
