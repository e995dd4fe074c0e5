import type { Sent } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { alwaysEncrypted } from '../../contract/readings';
import { isForNothing, readFieldText } from '../../contract/field-text';
import type { BodyMember } from '../../contract/body-members';
import { holdsNothing, membersIn, pointerTo } from '../../contract/body-members';
import { isObject } from '../../contract/json';
import { intended, jsonBody } from '../../exchange/exchange';
import { isMask } from '../../exchange/masks';
import type { FieldFact } from '../../exchange/facts';
import type { RuleContext } from '../judge/judge';
import { lastKept, sight } from '../judge/sight';
import { isRegistration, isRequest, isV3, pathOf } from '../judge/requests';

/** What a redacted value shows in its stead. */
const placeholder = /^\[[\w-]+\]$/;

/** The shortest ciphertext that is met, of a 1024-bit key, in bytes; and in the shortest way of writing it. */
const shortestCiphertext = 128;
const shortestWritten = 170;

/**
 * The fields of a request or an answer that can carry an encrypted value. Where the recording has no facts of them, as one of a
 * proxy, they are read from what was recorded: no key is known then, and no more than the form can be judged.
 */
export function fieldsOf(sent: Sent, context: RuleContext): readonly FieldFact[] {
  return sent.facts.fields ?? (sent.kind === undefined ? readFields(sent, context) : []);
}

const readFields = sight('fields', ['url', 'request'], (exchange, context: RuleContext): FieldFact[] => {
  return membersOf(exchange, context)
    .filter(({ value }) => !isMaskIn(exchange, value))
    .map(({ path, value }) => readField(pointerTo(path.map(namely)), value, exchange.unplaced === true));
});

/** A field of which the log shows a mask alone. */
export const maskedField = sight('masked field', ['url', 'request'], (exchange, context: RuleContext) =>
  exchange.masked === true
    ? membersOf(exchange, context).find(({ value }) => isMaskIn(exchange, value))?.name
    : undefined,
);

const isMaskIn = ({ masked }: Exchange, value: unknown): boolean => masked === true && isMask(value);

function membersOf(exchange: Exchange, context: RuleContext): readonly BodyMember[] {
  const { service } = exchange;
  if (!isRequest(exchange) || (service !== 'registry' && service !== 'identity')) return [];
  return membersIn(jsonBody(exchange.request)).filter((member) => isField(exchange, member, context));
}

/** Names of the client's own are not recorded as a conclusion, unless they are plain words. */
const namely = (name: string): string => (/^[A-Za-z][A-Za-z_-]{0,39}$/.test(name) ? name : '*');

/** Whether a member is always encrypted (clause 2.4, and the reading `encrypted-members`). */
function isField(exchange: Exchange, member: BodyMember, context: RuleContext): boolean {
  const { path, name, value } = member;
  const { readings } = context;
  const isOtp = isOtpVerification(exchange) && path.length === 1 && name === 'otp';
  if (!isOtp && holdsNothing(member)) return false;
  if (exchange.service === 'registry')
    return isOtp || (isFieldOfRegistry(exchange, name, context) && !isObject(value));
  return isV3(exchange, context) && alwaysEncrypted(readings).includes(name) && !isObject(value);
}

/** The national-ID number is one where an ID is created; what else the registry takes it for is not shown. */
function isFieldOfRegistry(exchange: Exchange, name: string, { readings }: RuleContext): boolean {
  const isNationalId = name === readings['national-id-field'] && isRegistration(exchange);
  return isNationalId || readings['encrypted-members'].includes(name);
}

function isOtpVerification(exchange: Exchange): boolean {
  return intended(exchange) === 'otp.verify' || hasOtpPath(exchange);
}

const hasOtpPath = sight('OTP path', ['url'], (exchange) => pathOf(exchange).endsWith('/verifyOTP'));

function readField(pointer: string, value: unknown, isUnplaced: boolean): FieldFact {
  const wanted = 'encrypted';
  const readable = isUnplaced ? doubtful : readableOf(value);
  const { bytes, ...text } = readFieldText(value);
  if (typeof value !== 'string')
    return { pointer, wanted, ...text, ...(typeof value === 'number' && { readable }) };
  // Values too short for a ciphertext are raw; where they were recorded, they were redacted.
  if (placeholder.test(value) || (!isForNothing(text.flaw) && value.length < shortestWritten))
    return { pointer, wanted, form: 'text', readable };
  return { pointer, wanted, ...text, ...(bytes && { bytes: bytes.length }) };
}

type Readable = NonNullable<FieldFact['readable']>;

/** No ciphertext; but a tool that redacts may have put it there, or the field may be that of another site. */
const doubtful: Readable = { planted: 'a value', encoding: 'raw or merely encoded' };

/** OTPs and ids are numbers. One digit over and over, as in 000000, hides a number. */
const digits = /^(?!(\d)(?:[ -]?\1)*$)\d(?:[ -]?\d){3,15}$/;

function readableOf(value: unknown): Readable {
  const text = String(value);
  if (digits.test(text)) return { planted: 'a number', encoding: 'raw' };
  const decoded = Buffer.from(text, 'base64').toString('latin1');
  return digits.test(decoded) ? { planted: 'a number', encoding: 'base64' } : doubtful;
}

/** Whether a field without facts is no ciphertext, and not surely the value either. */
export const isDoubtful = ({ readable }: FieldFact): boolean => readable?.encoding === doubtful.encoding;

/** The last member of a field's pointer. */
export function nameOf({ pointer }: FieldFact): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

export function isMobile(field: FieldFact): boolean {
  return /mobile/i.test(nameOf(field));
}

/** Whether a field holds what encryption makes, well or badly written. */
export function isCiphertext({ bytes = 0, form, key, readable }: FieldFact): boolean {
  if (key !== undefined) return true;
  return form !== 'text' && form !== 'not-a-string' && readable === undefined && bytes >= shortestCiphertext;
}

/** Whether a text has the form and the length of an RSA ciphertext, of 1024 to 4096 bits. */
export function looksEncrypted(text: string): boolean {
  if (!/^[\w+/=-]{170,}$/.test(text)) return false;
  const bytes = /^[0-9a-f]+$/i.test(text) ? text.length / 2 : Buffer.from(text, 'base64').length;
  return [128, 256, 384, 512].includes(bytes);
}

/** The ciphertexts that go to a service to be decrypted. */
export const ciphertextsIn = lastKept((sent: Sent, context: RuleContext): readonly FieldFact[] =>
  fieldsOf(sent, context).filter((field) => field.wanted === 'encrypted' && isCiphertext(field)),
);

/** The text of a field, as it was recorded. */
export function textOf(sent: Sent, field: FieldFact): string | undefined {
  const names = field.pointer.split('/').slice(1);
  const value = names.reduce<unknown>(
    (parent, name) => below(parent, name.replaceAll('~1', '/').replaceAll('~0', '~')),
    jsonBody(sent.kind === undefined ? sent.request : sent),
  );
  return typeof value === 'string' ? value : undefined;
}

/** A member of an object, or an item of a list. */
function below(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null) return undefined;
  return Object.hasOwn(parent, name) ? (parent as Record<string, unknown>)[name] : undefined;
}
