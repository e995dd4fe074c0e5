import { isEmptyMember, membersIn } from '../contract/body-members';
import { constants } from '../contract/constants';
import { isObject } from '../contract/json';
import { oaepHashOf } from '../contract/readings';
import type { FieldDecrypter } from './keys';
import { rejectEncryptedField } from './request-checks';
import type { MockReply, MockRequest, MockState } from './seams';

/** An encrypted member of a body, with its decrypted value. */
export interface OpenedField {
  readonly name: string;
  readonly value: string;
}

type OpenedFields =
  | { readonly ok: true; readonly fields: readonly OpenedField[] }
  | { readonly ok: false; readonly reply: MockReply };

/** Decrypts the members of a body that have these names, at any depth. The first one that cannot be opened decides. */
export function openFields(
  {
    body,
    names,
    call,
  }: { readonly body: unknown; readonly names: readonly string[]; readonly call: MockRequest },
  cipher: FieldDecrypter,
  { readings }: MockState,
): OpenedFields {
  const hash = oaepHashOf(readings, { path: call.path });
  // Skip objects: a member such as `otp` can be a wrapper around the encrypted member, as in {"otp":
  // {"otpValue": …}}.
  const fields = membersIn(body).filter(
    (member) => names.includes(member.name) && !isObject(member.value) && !isEmptyMember(member),
  );
  const openedFields: OpenedField[] = [];
  for (const { name, value } of fields) {
    const opened =
      typeof value === 'string' ? cipher.decrypt(value, hash) : ({ ok: false, reason: 'encoding' } as const);
    if (!opened.ok) return { ok: false, reply: rejectEncryptedField(opened.reason, readings) };
    openedFields.push({ name, value: opened.value });
  }
  return { ok: true, fields: openedFields };
}

/** Builds the reply to a right OTP (clause 2.5). */
export const verifiedOtp = (txnId: string): MockReply => ({
  status: 200,
  body: { txnId, authResult: constants.authResultSuccess, message: 'OTP verified successfully' },
});
