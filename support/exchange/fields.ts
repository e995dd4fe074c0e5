import type { BodyMember } from '../contract/body-members';
import { isEmptyMember, membersIn } from '../contract/body-members';
import { decodeText } from '../contract/decode-text';
import type { FieldFact } from '../contract/field-facts';
import { isMissingValueFlaw, classifyFieldText } from '../contract/field-text';
import { isObject, parseKeepingDuplicates, pointerTo } from '../contract/json';
import type { ServiceName } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import { alwaysEncryptedMembers, nationalIdNames, verifiesMobileOtp } from '../contract/readings';
import { readText } from '../contract/read-body';
import { readAddress } from './address';
import { AllowedNames, namesFromReadings } from './allowed-names';
import { redactedFormOf } from './kept-form';
import { isMask, isReplacedAddress } from './masks';
import type { RawExchange } from './raw-exchange';
import type { FactFinder } from './recorder';

/** A field that a call of the suite asks the client to send. */
export interface RequestedField {
  readonly name: string;
  readonly encrypted: boolean;
}

/** A field before its value is read. */
type UnreadField = Pick<FieldFact, 'pointer' | 'wanted'>;

/** Returns the facts about the value of a field that the known keys and the planted values show. */
export type OpenField = (field: UnreadField, value: unknown, service: ServiceName) => FieldFact;

/** Options of {@link fieldFinder}. */
export interface FieldFinding {
  readonly readings: ReadingValues;
  /** Returns a pseudonym of a text. Equal texts have equal pseudonyms. */
  readonly mark: (text: string) => string;
  /**
   * Returns the fields that the suite asked the client to send in a request. `undefined` if the suite asks for nothing,
   * as with recorded traffic.
   */
  readonly told?: (raw: RawExchange) => readonly RequestedField[];
  /** Opens the fields with the known keys. `undefined` without keys; then the finder reads only the text of a field. */
  readonly open?: OpenField;
}

/**
 * Returns a finder for the fields in request bodies to the registry and the identity service, the services with
 * encrypted fields. {@link chooseFields} chooses the fields. With `open`, the facts about their values contain more.
 */
export function fieldFinder({ readings, mark, told = () => [], open }: FieldFinding): FactFinder {
  const names = new AllowedNames(namesFromReadings(readings));
  const pointer = (path: readonly string[]): string => pointerTo(path.map((name) => keptName(name, names)));
  return (raw) => {
    const { service, request } = raw;
    if (service !== 'registry' && service !== 'identity') return {};
    const body = parsed(request);
    if (typeof body !== 'object' || body === null) return {};
    const chosen = chooseFields(raw, membersIn(body), told(raw), readings);
    const fields = chosen.map(({ member: { path, value }, wanted }): FieldFact => {
      const field = { pointer: pointer(path), wanted };
      if (raw.masked === true && isMask(value)) return { ...field, form: 'masked' };
      const fact = open?.(field, value, service) ?? readField(field, value);
      // A value in a request that may belong to another site is not necessarily one of the documented fields.
      const isPlaced = raw.outside !== true && (raw.unplaced !== true || raw.atServiceHost === true);
      return withMark(isPlaced ? withRawValue(fact, value) : elsewhere(fact), value, mark);
    });
    return fields.length === 0 ? {} : { fields };
  };
}

/**
 * Adds a pseudonym of the value to the facts about a field, so that a judge can recognise equal values. Leaves the
 * facts unchanged if the value is empty or not a string.
 */
export function withMark(field: FieldFact, value: unknown, mark: FieldFinding['mark']): FieldFact {
  return typeof value === 'string' && value !== '' ? { ...field, same: mark(value) } : field;
}

/**
 * Redacts a name in the pointer of a field. Keeps list indexes. If a redacted name contained `mobile`, its form
 * indicates that.
 */
function keptName(name: string, names: AllowedNames): string {
  if (/^\d{1,3}$/.test(name)) return name;
  const kept = names.member(name);
  return kept !== name && /mobile/i.test(name)
    ? redactedFormOf(name, { kind: 'name', like: 'mobile' })
    : kept;
}

/**
 * Parses a request body, even if it is written in a wrong way: other obligations judge how it is written. Returns
 * `undefined` if the body is missing, incomplete, compressed, unreadable, or neither JSON nor a form.
 */
function parsed({ body, bytes = 0, compressed, flaw }: RawExchange['request']): unknown {
  if (body === undefined || compressed === true || flaw?.kind === 'unreadable') return undefined;
  if (bytes > body.length) return undefined;
  return readText(decodeText(body), parseKeepingDuplicates)?.value;
}

/** Whether a path belongs to a call with which the registry creates an ID (clauses 2.4, 5.1.5). */
export const createsId = (path: string): boolean => /\/registration\//i.test(path);

/** A member that is a field, and whether the field must be encrypted. */
interface ChosenField {
  readonly member: BodyMember;
  readonly wanted: FieldFact['wanted'];
}

/**
 * Chooses the members of a request body that are fields, and decides for each field if it must be encrypted. The result
 * depends only on the request, on the readings and on the fields that the suite asked the client to send in this
 * request. A run, a mock, a proxy and an audit therefore choose the same fields. These members are fields:
 * - each member that the suite asked for;
 * - each member with a name from {@link encryptedNames};
 * - each other top-level member of a request that the suite asked for, or that verifies an OTP. It must not be encrypted.
 *   This excludes a mobile number in a verify-mobile-OTP call: the document does not show if it must be encrypted.
 *   In any other request, it is not a field, because the service may document further encrypted fields.
 */
function chooseFields(
  raw: RawExchange,
  members: readonly BodyMember[],
  told: readonly RequestedField[],
  readings: ReadingValues,
): ChosenField[] {
  const always = alwaysEncryptedMembers(readings);
  const { service, request } = raw;
  const encrypted = encryptedNames({ service, path: pathOf(request), verifiesOtp: verifies(raw) }, readings);
  const otpNames = verifiedNames(raw, readings);
  const ofMobile = isMobileVerification(raw, readings);
  const verifiesOtp = members.some(
    ({ name, path }) => (ofMobile || path.length === 1) && otpNames.includes(name),
  );
  const askedFor = (name: string): RequestedField | undefined => told.find((field) => field.name === name);
  const wantedOf = ({ name, path }: BodyMember): FieldFact['wanted'] | undefined => {
    const asked = askedFor(name);
    if (asked === undefined && encrypted.includes(name)) return 'encrypted';
    const requested = asked ?? nationalIdIn(told, name, readings);
    if (requested !== undefined) return requested.encrypted ? 'encrypted' : 'plain';
    // The document does not show if a member with such a name must be encrypted in this request.
    if (always.includes(name) || (ofMobile && /mobile|phone/i.test(name))) return undefined;
    return path.length === 1 && (verifiesOtp || told.length > 0) ? 'plain' : undefined;
  };
  const hasValue = (name: string): boolean =>
    members.some((each) => each.name === name && !isEmptyMember(each));
  const isField = (member: BodyMember): boolean => {
    const { name, path, value } = member;
    // In an OTP verification, every top-level member is a field, even if it is empty or an object.
    if (verifiesOtp && path.length === 1) return true;
    if (isEmptyMember(member)) return askedFor(name) !== undefined && !hasValue(name);
    // An object with the name of an encrypted field only wraps the field.
    return !(always.includes(name) && isObject(value));
  };
  return members.flatMap((member) => {
    const wanted = wantedOf(member);
    return wanted !== undefined && isField(member) ? [{ member, wanted }] : [];
  });
}

/** The properties of a request that decide if its members must be encrypted. */
export interface FieldRequest {
  readonly service?: ServiceName | undefined;
  readonly path: string;
  /** Whether the request verifies an OTP, although its path may not show that. */
  readonly verifiesOtp: boolean;
}

/**
 * Returns the names of the members that must be encrypted in a request, at any depth: those of clause 2.4 in the
 * requests for which that clause names them, and those of the reading `encrypted-members`. The flows of the identity
 * service are its v3 paths.
 */
export function encryptedNames(
  { service, path, verifiesOtp }: FieldRequest,
  readings: ReadingValues,
): readonly string[] {
  const otp = verifiesOtp || isVerificationPath(path) ? ['otp'] : [];
  if (verifiesMobileOtp(readings, { service, path })) otp.push('otp', ...readings['encrypted-members']);
  if (service === 'identity') return path.includes('/api/v3/') ? alwaysEncryptedMembers(readings) : otp;
  return [...otp, ...(createsId(path) ? nationalIdNames(readings) : []), ...readings['encrypted-members']];
}

/** Returns whether a request is a verify-mobile-OTP call, at the path that the reading `mobile-otp-path` names. */
const isMobileVerification = ({ service, request }: RawExchange, readings: ReadingValues): boolean =>
  verifiesMobileOtp(readings, { service, path: pathOf(request) });

/** Returns whether a path ends like that of a verify-OTP or verify-mobile-OTP call. */
export const isVerificationPath = (path: string): boolean => /\/verify-?(mobile-?)?otp\/?$/i.test(path);

/**
 * Returns the names that an OTP has in a request that verifies it with the body of clause 2.5, or that is the
 * verify-mobile-OTP call of the reading `mobile-otp-path`. Returns no names for other requests, because they may contain
 * further fields that must be encrypted.
 */
function verifiedNames(raw: RawExchange, readings: ReadingValues): readonly string[] {
  if (verifies(raw) || isMobileVerification(raw, readings)) return ['otp', ...readings['encrypted-members']];
  return pathOf(raw.request).endsWith('/verifyOTP') ? ['otp'] : [];
}

const verifies = ({ operation, meant }: RawExchange): boolean => (operation ?? meant) === 'otp.verify';

const pathOf = ({ url }: RawExchange['request']): string => readAddress(url).pathname;

/**
 * Returns the national-ID number among the requested fields, if `name` is any accepted name of that field. Services
 * have different names for it, and the suite asks for the first one.
 */
function nationalIdIn(
  told: readonly RequestedField[],
  name: string,
  readings: ReadingValues,
): RequestedField | undefined {
  const names = nationalIdNames(readings);
  return names.includes(name) ? told.find((field) => names.includes(field.name)) : undefined;
}

/**
 * Minimum length, in characters, of an encoded ciphertext. The shortest ciphertexts in use come from a 1024-bit key.
 */
const shortestWritten = 170;

/** Returns the facts about a field that can be read from its text without a key. */
function readField(field: UnreadField, value: unknown): FieldFact {
  const { bytes, ...text } = classifyFieldText(value);
  const shown = { ...field, ...text, ...(bytes && { bytes: bytes.length }) };
  if (field.wanted === 'plain') return shown;
  if (typeof value === 'number') return { ...shown, readable: doubtful };
  // A string too short for a ciphertext is unencrypted, unless it is empty or a word such as `null`.
  if (typeof value === 'string' && !isMissingValueFlaw(text.flaw) && value.length < shortestWritten)
    return { ...field, form: 'text', readable: doubtful };
  return shown;
}

type Readable = NonNullable<FieldFact['readable']>;

/**
 * The value is not a ciphertext, but it may not be the client's value either: a redacting tool may have written it, or
 * the field may belong to another site.
 */
const doubtful: Readable = { planted: 'a value', encoding: 'raw or merely encoded' };

/** Whether a field of recorded traffic is not a ciphertext, although it may not contain the client's value either. */
export const isDoubtful = ({ readable }: FieldFact): boolean => readable?.encoding === doubtful.encoding;

/** The value is doubtful because nothing shows that its host is one of the services. */
const atUnknownHost: Readable = { ...doubtful, planted: 'a value at an unknown host' };

const elsewhere = (fact: FieldFact): FieldFact =>
  isDoubtful(fact) ? { ...fact, readable: atUnknownHost } : fact;

/** Whether a field is doubtful because nothing shows that its host is one of the services. */
export const isAtUnknownHost = ({ readable }: FieldFact): boolean =>
  readable?.planted === atUnknownHost.planted;

/**
 * Matches a number of 4 to 16 digits, such as an OTP, an id or a telephone number. Does not match one repeated digit, as
 * in 000000, because that probably masks a number.
 */
const digits = /^(?!\+?(\d)(?:[ -]?\1)*$)\+?\d(?:[ -]?\d){3,15}$/;

/**
 * Matches an address, such as `name@sbx` or `name@mail.example`, of letters, digits and a few signs. Does not match one
 * at the domains that RFC 2606 reserves, because tools write such addresses in place of real ones.
 */
const address = /^[a-z\d][\w.+-]*@(?!example\.(?:com|net|org)$)[a-z\d][a-z\d.-]*$/i;

/** The kinds of values that only a client writes, with their names in a report. */
const rawValues: readonly (readonly [name: string, fits: (text: string) => boolean])[] = [
  ['a number', (text) => digits.test(text)],
  ['an address', (text) => address.test(text) && !isReplacedAddress(text)],
];

/**
 * Adds `readable` to the facts about a field that must be encrypted, if its value is a number or an address, in plain
 * text or Base64. Leaves the facts unchanged if a key opened the field, or if they already name the planted value that
 * it contains.
 */
function withRawValue(fact: FieldFact, value: unknown): FieldFact {
  const isKnown = fact.key !== undefined || (fact.readable !== undefined && !isDoubtful(fact));
  if (fact.wanted === 'plain' || isKnown) return fact;
  const readable = readRawValue(value);
  return readable === undefined ? fact : { ...fact, readable };
}

/** Reads a raw value, or the only element of a list. Returns `undefined` for any other value. */
function readRawValue(value: unknown): Readable | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  // The conversion of an object to a string can throw.
  if (typeof only !== 'string' && typeof only !== 'number') return undefined;
  const text = String(only).trim();
  const decoded = Buffer.from(text, 'base64').toString('latin1').trim();
  for (const [planted, fits] of rawValues) {
    if (fits(text)) return { planted, encoding: 'raw' };
    if (fits(decoded)) return { planted, encoding: 'base64' };
  }
  return undefined;
}
