import type { BodyMember } from '../contract/body-members';
import { isEmptyMember, membersIn } from '../contract/body-members';
import { decodeText } from '../contract/decode-text';
import type { FieldFact } from '../contract/field-facts';
import { isMissingValueFlaw, classifyFieldText } from '../contract/field-text';
import { isObject, parseKeepingDuplicates, pointerTo } from '../contract/json';
import type { ServiceName } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import { alwaysEncryptedMembers, nationalIdNames } from '../contract/readings';
import { readText } from '../contract/read-body';
import { readAddress } from './address';
import { AllowedNames, namesFromReadings } from './allowed-names';
import { redactedFormOf } from './kept-form';
import { isMask } from './masks';
import type { RawExchange } from './raw-exchange';
import type { FactFinder } from './recorder';

/** A field that a call of the suite asks the client to send. */
export interface RequestedField {
  readonly name: string;
  readonly encrypted: boolean;
}

/** Determines the facts about the value of a field, using the known keys. */
export type InspectField = (
  field: Pick<FieldFact, 'pointer' | 'wanted'>,
  value: unknown,
  service: ServiceName,
) => FieldFact;

/** Options of {@link fieldFinder}. */
export interface FieldFinding {
  readonly readings: ReadingValues;
  /** Returns a pseudonym of a text. Equal texts have equal pseudonyms. */
  readonly mark: (text: string) => string;
  /**
   * Set in a run, in which the suite calls the client and has keys. `told` returns the fields that the call behind a
   * request asked for; `inspect` determines the facts about a field. `undefined` for recorded traffic, which is read
   * without keys.
   */
  readonly run?: {
    readonly told: (raw: RawExchange) => readonly RequestedField[];
    readonly inspect: InspectField;
  };
}

/** Decides whether a member of a body is a field, and whether the field must be encrypted. */
interface Expected {
  readonly isField: (member: BodyMember) => boolean;
  readonly isEncrypted: (name: string) => boolean;
}

/**
 * Returns a finder for the fields in request bodies to the registry and the identity service, the services with
 * encrypted fields.
 */
export function fieldFinder({ readings, mark, run }: FieldFinding): FactFinder {
  const names = new AllowedNames(namesFromReadings(readings));
  const pointer = (path: readonly string[]): string => pointerTo(path.map((name) => keptName(name, names)));
  return (raw) => {
    const { service, request } = raw;
    if (service !== 'registry' && service !== 'identity') return {};
    const body = parsed(request);
    if (typeof body !== 'object' || body === null) return {};
    const members = membersIn(body);
    const { isField, isEncrypted } =
      run === undefined
        ? fieldsOfTraffic(raw, members, readings)
        : fieldsOfRun(raw, members, run.told(raw), readings);
    const fields = members.filter(isField).map(({ path, name, value }): FieldFact => {
      const field = { pointer: pointer(path), wanted: isEncrypted(name) ? 'encrypted' : 'plain' } as const;
      if (raw.masked === true && isMask(value)) return { ...field, form: 'masked' };
      const fact =
        run === undefined
          ? readField(field, value, raw.unplaced === true)
          : run.inspect(field, value, service);
      return withMark(fact, value, mark);
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

const verifies = ({ operation, meant, request }: RawExchange): boolean =>
  (operation ?? meant) === 'otp.verify' || pathOf(request).endsWith('/verifyOTP');

const pathOf = ({ url }: RawExchange['request']): string => readAddress(url).pathname;

/**
 * Finds the fields of a request in a run: all non-empty top-level members, the members that must always be encrypted
 * (at any depth), and the members that the suite asked for.
 */
function fieldsOfRun(
  { operation, meant }: RawExchange,
  members: readonly BodyMember[],
  told: readonly RequestedField[],
  readings: ReadingValues,
): Expected {
  const always = alwaysEncryptedMembers(readings);
  const isKnown = (name: string): boolean =>
    always.includes(name) || told.some((field) => field.name === name);
  // In an OTP verification, every top-level member is a field, even if it is empty or an object. Elsewhere, an object
  // with the name of an encrypted field only wraps the field.
  const isOtp = ({ path }: BodyMember): boolean => (operation ?? meant) === 'otp.verify' && path.length === 1;
  // An empty member that the suite asked for is a field, unless the body contains a non-empty member with its name.
  const isDemanded = (member: BodyMember): boolean =>
    told.some(({ name }) => name === member.name) &&
    !members.some((each) => each.name === member.name && !isEmptyMember(each));
  return {
    isField(member) {
      const { path, name, value } = member;
      if (isEmptyMember(member)) return isOtp(member) || isDemanded(member);
      if (always.includes(name) && isObject(value)) return isOtp(member);
      return path.length === 1 || isKnown(name);
    },
    isEncrypted: (name) => told.find((field) => field.name === name)?.encrypted ?? always.includes(name),
  };
}

/** Whether a path belongs to a call with which the registry creates an ID (clauses 2.4, 5.1.5). */
export const createsId = (path: string): boolean => /\/registration\//i.test(path);

/**
 * Finds the fields of a request in recorded traffic, in which the suite asked for nothing: the members that must always
 * be encrypted, at their service and in the requests for which the document names them (clause 2.4), and all top-level
 * members next to an OTP that is verified.
 */
function fieldsOfTraffic(
  raw: RawExchange,
  members: readonly BodyMember[],
  readings: ReadingValues,
): Expected {
  const always = alwaysEncryptedMembers(readings);
  const path = pathOf(raw.request);
  const verifiesOtp =
    verifies(raw) && members.some(({ path: [, ...below], name }) => below.length === 0 && name === 'otp');
  const isOtp = ({ path: at, name }: BodyMember): boolean => verifiesOtp && at.length === 1 && name === 'otp';
  const isOfRegistry = (name: string): boolean =>
    (nationalIdNames(readings).includes(name) && createsId(path)) ||
    readings['encrypted-members'].includes(name);
  const isWanted = (name: string): boolean =>
    raw.service === 'registry' ? isOfRegistry(name) : path.includes('/api/v3/') && always.includes(name);
  return {
    isField(member) {
      const { path: at, name, value } = member;
      if (isOtp(member)) return true;
      if (isEmptyMember(member)) return false;
      if (isWanted(name)) return !isObject(value);
      return verifiesOtp && at.length === 1 && !always.includes(name);
    },
    isEncrypted: (name) => always.includes(name),
  };
}

/**
 * Minimum length, in characters, of an encoded ciphertext. The shortest ciphertexts in use come from a 1024-bit key.
 */
const shortestWritten = 170;

/** Returns the facts about a field that can be read from its text without a key. */
function readField(
  field: Pick<FieldFact, 'pointer' | 'wanted'>,
  value: unknown,
  isUnplaced: boolean,
): FieldFact {
  const { bytes, ...text } = classifyFieldText(value);
  const shown = { ...field, ...text, ...(bytes && { bytes: bytes.length }) };
  if (field.wanted === 'plain') return shown;
  const readable = isUnplaced ? doubtful : readableOf(value);
  if (typeof value === 'number') return { ...shown, readable };
  // A string too short for a ciphertext is unencrypted, unless it is empty or a word such as `null`.
  if (typeof value === 'string' && !isMissingValueFlaw(text.flaw) && value.length < shortestWritten)
    return { ...field, form: 'text', readable };
  return shown;
}

type Readable = NonNullable<FieldFact['readable']>;

/**
 * The value is not a ciphertext, but it may not be the client's value either: a redacting tool may have written it, or
 * the field may belong to another site.
 */
const doubtful: Readable = { planted: 'a value', encoding: 'raw or merely encoded' };

/**
 * Matches a number of 4 to 16 digits, such as an OTP or an id. Does not match one repeated digit, as in 000000, because
 * that probably masks a number.
 */
const digits = /^(?!(\d)(?:[ -]?\1)*$)\d(?:[ -]?\d){3,15}$/;

function readableOf(value: unknown): Readable {
  const text = String(value);
  if (digits.test(text)) return { planted: 'a number', encoding: 'raw' };
  const decoded = Buffer.from(text, 'base64').toString('latin1');
  return digits.test(decoded) ? { planted: 'a number', encoding: 'base64' } : doubtful;
}

/**
 * Wraps an inspector for a client that sends its own values, which a search for planted values cannot find. If a field
 * must be encrypted and no key decrypts its value, the wrapper looks for a number in plain text or Base64.
 */
export const readingNumbers =
  (inspect: InspectField): InspectField =>
  (field, value, service) => {
    const fact = inspect(field, value, service);
    if (field.wanted === 'plain' || fact.key !== undefined || fact.readable !== undefined) return fact;
    const readable = readableOf(value);
    return readable === doubtful ? fact : { ...fact, readable };
  };

/** Whether a field of recorded traffic is not a ciphertext, although it may not contain the client's value either. */
export const isDoubtful = ({ readable }: FieldFact): boolean => readable?.encoding === doubtful.encoding;
