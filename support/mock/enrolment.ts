import { holdsNothing, membersIn } from '../contract/body-members';
import { isObject } from '../contract/json';
import { rejectField } from './refusals';
import { checkBearer, checkV3Headers, readObject } from './request-checks';
import type { FieldDecrypter } from './field-cipher';
import type { Call, Handler, MockState, Reply } from './seams';

/**
 * Where an integrator is asked to send fields of the suite's choosing (`fields.send`). The document shows no enrolment
 * operation; these replace it, behind the same authentication and with the same encryption.
 */
export const enrolmentPaths = {
  identity: '/{identity}/api/v3/enrolment/fields',
  registry: '/api/v1/enrolment/fields',
} as const;

/** Fields that are encrypted wherever they stand in an identity flow (clause 2.4); a mobile number only sometimes. */
const alwaysEncrypted = ['otp', 'loginId'];

export const identityFields: Handler = async (call, state) => {
  const refused = (await checkBearer(call, state, 'authorization')) ?? checkV3Headers(call, state);
  return refused ?? judgeFields(call, state.seams.identityCipher, state);
};

export const registryFields: Handler = async (call, state) => {
  const refused = await checkBearer(call, state, 'authorization');
  return refused ?? judgeFields(call, state.seams.cipher, state);
};

function judgeFields(call: Call, cipher: FieldDecrypter, { account, readings }: MockState): Reply {
  const read = readObject(call);
  if (!read.ok) return read.reply;
  const names = [...alwaysEncrypted, account.nationalIdField, ...account.encryptedMembers];
  // An object of such a name holds its field further in: {"otp": {"otpValue": …}}.
  const fields = membersIn(read.body).filter(
    (member) => names.includes(member.name) && !isObject(member.value) && !holdsNothing(member),
  );
  for (const { value } of fields) {
    const opened =
      typeof value === 'string' ? cipher.decrypt(value) : ({ ok: false, reason: 'encoding' } as const);
    if (!opened.ok) return rejectField(opened.reason, readings);
  }
  return { status: 200, body: {} };
}
