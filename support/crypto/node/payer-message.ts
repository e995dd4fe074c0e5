import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { constants } from '../../contract/constants';
import { textOfBody } from '../../contract/decode-text';
import {
  correlationIdIn,
  decisionsIn,
  finalParts,
  fhirResourcesIn,
  valuesAtPath,
  withValueAtPath,
} from '../../contract/payer-content';
import type { JsonMembers } from '../../contract/json';
import { notJson, parseBoundedJson } from '../../contract/json';
import type { MessageSlip, PayerFact } from '../../contract/payer-facts';
import { factsOfUnreadMessage, refusalBodyType } from '../../contract/payer-facts';
import { readBytes } from '../../contract/read-body';
import type { ReadingValues } from '../../contract/readings';
import { jweHeaderOf, openJwe, whyNotOffered } from './jwe';

/**
 * Extracts the facts that rules need from the bundle of a payer message. The bundle itself is not recorded.
 */
function describeBundle(bundle: object, readings: ReadingValues): Omit<PayerFact, 'envelope'> {
  const resources = fhirResourcesIn(bundle);
  const decisions = decisionsIn(bundle, readings.decision);
  const [decision] = decisions;
  return {
    digest: createHash('sha256').update(JSON.stringify(bundle)).digest('hex'),
    resources: resources.map(({ resourceType }) => String(resourceType)),
    contents: contentsOf(bundle, resources, readings),
    providerId: names(bundle, constants.providerId),
    policyNumber: names(bundle, constants.policyNumber),
    documents: valuesAtPath(bundle, readings.documents).filter(
      (data) => typeof data === 'string' && data !== '',
    ).length,
    ...codesOf(resources),
    ...(finalParts(bundle, readings.decision).length > 0 && { final: true }),
    ...(decision && { decision }),
    ...(decisions.length > 1 && { decisions }),
  };
}

/**
 * Members of a FHIR resource that do not count as content. A resource with only these members is treated as
 * empty.
 */
const frame: readonly string[] = ['resourceType', 'id', 'meta', 'implicitRules', 'language', 'status'];

/**
 * Resource types that do not count as content: a Bundle only contains other resources, and an
 * OperationOutcome only reports the result of a request.
 */
const holdsNothing: readonly unknown[] = ['Bundle', 'OperationOutcome'];

function contentsOf(bundle: object, resources: readonly JsonMembers[], readings: ReadingValues): string[] {
  if (resources.length === 0) {
    const { where, name } = readings['correlation-id'];
    const hasId = where === 'body' && valuesAtPath(bundle, name).length > 0;
    const rest = hasId ? withValueAtPath(bundle, name, '') : bundle;
    return isFilled(rest) ? ['record'] : [];
  }
  return resources
    .filter(({ resourceType }) => !holdsNothing.includes(resourceType))
    .filter((resource) =>
      Object.entries(resource).some(([name, value]) => !frame.includes(name) && isFilled(value)),
    )
    .map(({ resourceType }) => String(resourceType));
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null;
}

const uses: readonly unknown[] = ['claim', 'preauthorization', 'predetermination'];
const outcomes: readonly unknown[] = ['queued', 'complete', 'error', 'partial'];

/**
 * Collects the known FHIR R4 codes: the `use` of each ClaimResponse and the `outcome` of each resource. Without
 * a ClaimResponse, collects the `use` of each Claim instead.
 */
function codesOf(resources: readonly JsonMembers[]): Pick<PayerFact, 'uses' | 'outcomes'> {
  const [answers, claims] = ['ClaimResponse', 'Claim'].map((type) =>
    resources.filter(({ resourceType }) => resourceType === type),
  ) as [JsonMembers[], JsonMembers[]];
  const claimUses = codesAmong(
    uses,
    (answers.length > 0 ? answers : claims).map(({ use }) => use),
  );
  const found = codesAmong(
    outcomes,
    resources.map(({ outcome }) => outcome),
  );
  return {
    ...(claimUses.length > 0 && { uses: claimUses }),
    ...(found.length > 0 && { outcomes: found }),
  };
}

const codesAmong = (known: readonly unknown[], found: readonly unknown[]): string[] =>
  [...new Set(found)].filter((code): code is string => known.includes(code));

/**
 * Returns whether the bundle contains this number: the provider id or the policy number of clause 2.7. A
 * string matches if it equals the number, or if it ends with a slash and the number, as a reference does.
 * Checks all strings, because FHIR R4 allows the number in identifiers, subscriber ids, classes and
 * references.
 */
function names(bundle: unknown, number: string): boolean {
  const left: unknown[] = [bundle];
  for (let next = left.pop(); left.length > 0 || next !== undefined; next = left.pop()) {
    if (typeof next === 'string' && (next === number || next.endsWith(`/${number}`))) return true;
    if (typeof next !== 'object' || next === null) continue;
    // Push in a loop: a list may have more members than `push(...values)` can pass as arguments.
    for (const each of Object.values(next) as unknown[]) if (each !== undefined) left.push(each);
  }
  return false;
}

interface PayerMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** HTTP headers, or the protected headers of a JWE, by lowercase name. */
type Named = Readonly<Record<string, string>>;

/**
 * The parts of a message that could be read. The protected headers of a JWE can be read without a key, so
 * `headers` may be set although `bundle` is not.
 */
type Opened = Pick<PayerFact, 'envelope' | 'flaw' | 'unoffered' | 'refusal' | 'slips'> & {
  /**
   * The protected headers of the JWE, or the members of a refusal in the clear. `undefined` for any other message: its
   * HTTP headers are then used instead.
   */
  readonly headers?: Named;
  readonly bundle?: object;
};

/**
 * Inspects a message between provider and payer. Tries each of the `keys` to decrypt a JWE. If the message
 * cannot be read, `flaw` contains the reason.
 */
export function inspectPayerMessage(
  message: PayerMessage,
  readings: ReadingValues,
  keys: readonly KeyObject[],
): PayerFact {
  const http = namesOf(message.headers);
  const { headers = http, bundle, ...content } = open(message.body, keys);
  // A refusal in the clear names its cycle in its own member, under any value of the reading `correlation-id`.
  const named = content.refusal === true ? headers['x-hcx-correlation_id'] : undefined;
  const correlationId = correlationIdIn({ http, headers, bundle }, readings) ?? named;
  return {
    ...content,
    imprint: imprintOf(http, message.body),
    ...(correlationId !== undefined && { correlationId }),
    ...headersOf(headers),
    ...(bundle === undefined ? factsOfUnreadMessage : describeBundle(bundle, readings)),
  };
}

/**
 * Returns the facts about a message that the suite itself sent. Inspects the unencrypted content, because the
 * suite may not have the private key that decrypts its JWE.
 */
export function factOfOwnMessage(
  http: PayerMessage['headers'],
  { headers, bundle }: { readonly headers: Named; readonly bundle: object },
  readings: ReadingValues,
): PayerFact {
  const body = Buffer.from(JSON.stringify(bundle));
  const own = Object.entries(headers);
  const others = http.filter(([name]) => !own.some(([each]) => each.toLowerCase() === name.toLowerCase()));
  const message = { headers: [...others, ...own], body };
  return { ...inspectPayerMessage(message, readings, []), envelope: readings.envelope };
}

/**
 * Returns a digest of the body and the `x-hcx-` headers. If two messages have equal digests, the second is a
 * repetition of the first, even if other HTTP headers differ.
 */
function imprintOf(http: Named, body: Buffer): string {
  const own = Object.entries(http).filter(([name]) => name.startsWith('x-hcx-'));
  return createHash('sha256').update(JSON.stringify(own)).update(body).digest('hex');
}

function open(body: Buffer, keys: readonly KeyObject[]): Opened {
  const outer = parse(body, 'body');
  if (typeof outer === 'string') return unreadable(outer);
  const { payload, type } = outer.value as { payload?: unknown; type?: unknown };
  if (typeof payload !== 'string' && type === refusalBodyType)
    return { envelope: 'json', refusal: true, headers: namesOf(Object.entries(outer.value)) };
  if (typeof payload !== 'string') return { envelope: 'json', bundle: outer.value, ...slipsOf(outer) };
  const header = jweHeaderOf(payload);
  if (header === undefined) return { ...unreadable('its payload has no header of a JWE'), headers: {} };
  const headers = namesOf(Object.entries(header));
  const strange = whyNotOffered(header);
  if (strange !== undefined) return { ...unreadable(strange), unoffered: true, headers };
  try {
    const content = parse(openJwe(payload, header, keys), 'content');
    return typeof content === 'string'
      ? { ...unreadable(`what its JWE holds: ${content}`), headers }
      : { envelope: 'jwe', headers, bundle: content.value, ...slipsOf(outer, content) };
  } catch (error) {
    return { ...unreadable(error instanceof Error ? error.message : String(error)), headers };
  }
}

const unreadable = (flaw: string) => ({ envelope: 'unreadable', flaw }) as const;

/** A JSON object or list in a message, with the mistakes in how it is written. */
interface ParsedPart {
  readonly value: object;
  readonly slips: readonly MessageSlip[];
}

const slipsOf = (...parts: readonly ParsedPart[]): Pick<PayerFact, 'slips'> => {
  const slips = parts.flatMap((part) => part.slips);
  return slips.length > 0 ? { slips } : {};
};

/**
 * Parses a JSON object or list, even if it is written in a wrong way. Returns a description of the problem if the
 * text is neither, or exceeds a limit of {@link parseBoundedJson}.
 */
function parse(bytes: Buffer, part: MessageSlip['part']): ParsedPart | string {
  const read = readBytes(bytes);
  if (read === undefined) return flawOf(textOfBody(bytes));
  const { value, slips } = read;
  return typeof value === 'object' && value !== null
    ? { value, slips: slips.map((slip) => ({ part, slip })) }
    : 'the body is no JSON object';
}

function flawOf(text: string): string {
  const read = parseBoundedJson(text);
  return 'flaw' in read && read.flaw !== notJson ? `the body is ${read.flaw}` : 'the body is not JSON';
}

/**
 * Maps lowercase names to values. Joins the values of a header that was sent several times with commas, as Node and the
 * mock do.
 */
function namesOf(entries: readonly (readonly [string, unknown])[]): Named {
  const named = new Map<string, string>();
  for (const [name, value] of entries) {
    if (typeof value !== 'string') continue;
    const key = name.toLowerCase();
    const earlier = named.get(key);
    named.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(named);
}

const protectedNames = {
  sender: 'x-hcx-sender_code',
  recipient: 'x-hcx-recipient_code',
  status: 'x-hcx-status',
  workflowId: 'x-hcx-workflow_id',
} as const;

/** Extracts the protected headers that rules need, under their member names in {@link PayerFact}. */
function headersOf(named: Named): Partial<Record<keyof typeof protectedNames, string>> {
  const told = Object.entries(protectedNames).map(([member, name]) => [member, named[name]] as const);
  return Object.fromEntries(told.filter(([, value]) => value !== undefined));
}
