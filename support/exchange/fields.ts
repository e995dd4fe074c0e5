import type { BodyMember } from '../contract/body-members';
import { isEmptyMember, membersIn, parseBody, pointerTo } from '../contract/body-members';
import type { FieldFact } from '../contract/field-facts';
import { isMissingValueFlaw, classifyFieldText } from '../contract/field-text';
import { isObject } from '../contract/json';
import type { ServiceName } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import { alwaysEncryptedMembers, nationalIdNames } from '../contract/readings';
import { readAddress } from './address';
import { AllowedNames, namesFromReadings } from './allowed-names';
import { redactedFormOf } from './kept-form';
import { isMask } from './masks';
import type { RawExchange } from './raw-exchange';
import type { FactFinder } from './recorder';

/** A field that the client is told to send. */
export interface RequestedField {
  readonly name: string;
  readonly encrypted: boolean;
}

/** Finds out what a field carries, by the keys that are known. */
export type InspectField = (
  field: Pick<FieldFact, 'pointer' | 'wanted'>,
  value: unknown,
  service: ServiceName,
) => FieldFact;

/** How fields are found and looked into. */
export interface FieldFinding {
  readonly readings: ReadingValues;
  /** Stands for a text, the same for equal texts. */
  readonly mark: (text: string) => string;
  /** Of a run: what the client was told to send by the call that a request is of, and how a field is looked into. Else no key is known. */
  readonly run?: {
    readonly told: (raw: RawExchange) => readonly RequestedField[];
    readonly inspect: InspectField;
  };
}

/** Which members of a body are fields, and what they are to hold. */
interface Expected {
  readonly isField: (member: BodyMember) => boolean;
  readonly isEncrypted: (name: string) => boolean;
}

/** Finds the fields in bodies that go to the services with encrypted fields. */
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

/** By the mark a judge knows the same text again. */
export function withMark(field: FieldFact, value: unknown, mark: FieldFinding['mark']): FieldFact {
  return typeof value === 'string' && value !== '' ? { ...field, same: mark(value) } : field;
}

/** A place in a list stays. Names that mean a mobile number are known as such, however they go on. */
function keptName(name: string, names: AllowedNames): string {
  if (/^\d{1,3}$/.test(name)) return name;
  const kept = names.member(name);
  return kept !== name && /mobile/i.test(name)
    ? redactedFormOf(name, { kind: 'name', like: 'mobile' })
    : kept;
}

/** Parses a body that was recorded completely. Reads forms too; other obligations judge that a form is not JSON. */
function parsed({ body, bytes = 0, compressed, flaw }: RawExchange['request']): unknown {
  if (body === undefined || compressed === true || flaw?.kind === 'unreadable') return undefined;
  if (bytes > body.length) return undefined;
  return parseBody(body.toString('utf8'));
}

const verifies = ({ operation, meant, request }: RawExchange): boolean =>
  (operation ?? meant) === 'otp.verify' || pathOf(request).endsWith('/verifyOTP');

const pathOf = ({ url }: RawExchange['request']): string => readAddress(url).pathname;

/** All members on top, those that are always encrypted at any depth, and what the client was told to send. */
function fieldsOfRun(
  { operation, meant }: RawExchange,
  members: readonly BodyMember[],
  told: readonly RequestedField[],
  readings: ReadingValues,
): Expected {
  const always = alwaysEncryptedMembers(readings);
  const isKnown = (name: string): boolean =>
    always.includes(name) || told.some((field) => field.name === name);
  // Under the name of a field, an object only holds it; but an OTP that is verified stands there itself.
  const isOtp = ({ path }: BodyMember): boolean => (operation ?? meant) === 'otp.verify' && path.length === 1;
  // What the client was told to send is not absent where it holds nothing, unless it stands elsewhere.
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

/** A call by which the registry creates an ID (clauses 2.4, 5.1.5), by its path. */
export const createsId = (path: string): boolean => /\/registration\//i.test(path);

/**
 * Where nothing was asked for: what is always encrypted, at the service and in the requests that the document names it for
 * (clause 2.4); and what stands beside an OTP that is verified.
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

/** The shortest way of writing the shortest ciphertext that is met, of a 1024-bit key. */
const shortestWritten = 170;

/** What a field shows by its text alone. */
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
  // Values too short for a ciphertext are raw; what shows nothing is not the value.
  if (typeof value === 'string' && !isMissingValueFlaw(text.flaw) && value.length < shortestWritten)
    return { ...field, form: 'text', readable };
  return shown;
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

/** Reads a number where a client sends values of its own, which no search for those that were given finds. */
export const readingNumbers =
  (inspect: InspectField): InspectField =>
  (field, value, service) => {
    const fact = inspect(field, value, service);
    if (field.wanted === 'plain' || fact.key !== undefined || fact.readable !== undefined) return fact;
    const readable = readableOf(value);
    return readable === doubtful ? fact : { ...fact, readable };
  };

/** Whether a field of traffic is no ciphertext, and not surely the value either. */
export const isDoubtful = ({ readable }: FieldFact): boolean => readable?.encoding === doubtful.encoding;
