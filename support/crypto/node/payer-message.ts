import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { constants } from '../../contract/constants';
import {
  correlationIdIn,
  decisionsIn,
  finalParts,
  resourcesIn,
  valuesAt,
} from '../../contract/payer-content';
import type { Members } from '../../contract/json';
import type { PayerFact } from '../../contract/payer-facts';
import { nothingRead } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { jweHeaderOf, openJwe, whyNotOffered } from './jwe';

/** What a bundle says that matters to a judge; the bundle itself stays behind. */
function describeBundle(bundle: object, readings: ReadingValues): Omit<PayerFact, 'envelope'> {
  const resources = resourcesIn(bundle);
  const decisions = decisionsIn(bundle, readings.decision);
  const [decision] = decisions;
  return {
    digest: createHash('sha256').update(JSON.stringify(bundle)).digest('hex'),
    resources: resources.map(({ resourceType }) => String(resourceType)),
    contents: contentsOf(bundle, resources, readings),
    providerId: names(bundle, constants.providerId),
    policyNumber: names(bundle, constants.policyNumber),
    documents: valuesAt(bundle, readings.documents).filter((data) => typeof data === 'string' && data !== '')
      .length,
    ...codesOf(resources),
    ...(finalParts(bundle, readings.decision).length > 0 && { final: true }),
    ...(decision && { decision }),
    ...(decisions.length > 1 && { decisions }),
  };
}

/** Members that every resource may have and that say nothing of its matter. */
const frame: readonly string[] = ['resourceType', 'id', 'meta', 'implicitRules', 'language', 'status'];

/** What tells how a request fared, or only holds others. */
const holdsNothing: readonly unknown[] = ['Bundle', 'OperationOutcome'];

function contentsOf(bundle: object, resources: readonly Members[], readings: ReadingValues): string[] {
  if (resources.length === 0) {
    const { where, name } = readings['correlation-id'];
    const own = Object.entries(bundle).filter(([member]) => where !== 'body' || member !== name);
    return own.some(([, value]) => isFilled(value)) ? ['record'] : [];
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

/** Codes of FHIR R4: what a claim is for, by its answer where there is one; and how requests came out. */
function codesOf(resources: readonly Members[]): Pick<PayerFact, 'uses' | 'outcomes'> {
  const [answers, claims] = ['ClaimResponse', 'Claim'].map((type) =>
    resources.filter(({ resourceType }) => resourceType === type),
  ) as [Members[], Members[]];
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

/** Whether a number of clause 2.7 is the value of some member: R4 has identifiers, subscriber ids, classes and references. */
function names(bundle: unknown, number: string): boolean {
  const left: unknown[] = [bundle];
  for (let next = left.pop(); left.length > 0 || next !== undefined; next = left.pop()) {
    if (typeof next === 'string' && (next === number || next.endsWith(`/${number}`))) return true;
    if (typeof next === 'object' && next !== null)
      left.push(...(Object.values(next) as unknown[]).filter((each) => each !== undefined));
  }
  return false;
}

/** A message between provider and payer as it crossed the wire. */
interface PayerMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Header fields in HTTP (envelope `json`), or protected headers of a JWE; names in lower case. */
type Named = Readonly<Record<string, string>>;

/** What an envelope shows: its protected headers need no key, its content may. */
type Opened = Pick<PayerFact, 'envelope' | 'flaw' | 'unoffered'> & {
  /** Absent where they are HTTP headers. */
  readonly headers?: Named;
  readonly bundle?: object;
};

/** Reads what a message says, with the keys that the suite gave out or plays with. Never throws. */
export function inspectPayerMessage(
  message: PayerMessage,
  readings: ReadingValues,
  keys: readonly KeyObject[],
): PayerFact {
  const http = namesOf(message.headers);
  const { headers = http, bundle, ...content } = open(message.body, keys);
  const correlationId = correlationIdIn({ http, headers, bundle }, readings);
  return {
    ...content,
    imprint: imprintOf(http, message.body),
    ...(correlationId !== undefined && { correlationId }),
    ...headersOf(headers),
    ...(bundle === undefined ? nothingRead : describeBundle(bundle, readings)),
  };
}

/** What a message says that the suite itself wrote: the judge may have no key to open it with. */
export function factOfOwnMessage(
  http: PayerMessage['headers'],
  { headers, bundle }: { readonly headers: Named; readonly bundle: object },
  readings: ReadingValues,
): PayerFact {
  const body = Buffer.from(JSON.stringify(bundle));
  const message = { headers: [...http, ...Object.entries(headers)], body };
  return { ...inspectPayerMessage(message, readings, []), envelope: readings.envelope };
}

/** The same for what is repeated byte for byte; transport headers may differ. */
function imprintOf(http: Named, body: Buffer): string {
  const own = Object.entries(http).filter(([name]) => name.startsWith('x-hcx-'));
  return createHash('sha256').update(JSON.stringify(own)).update(body).digest('hex');
}

function open(body: Buffer, keys: readonly KeyObject[]): Opened {
  const value = parse(body);
  if (typeof value === 'string') return unreadable(value);
  const { payload } = value as { payload?: unknown };
  if (typeof payload !== 'string') return { envelope: 'json', bundle: value };
  const header = jweHeaderOf(payload);
  if (header === undefined) return { ...unreadable('its payload has no header of a JWE'), headers: {} };
  const headers = namesOf(Object.entries(header));
  const strange = whyNotOffered(header);
  if (strange !== undefined) return { ...unreadable(strange), unoffered: true, headers };
  try {
    const bundle = parse(openJwe(payload, header, keys));
    return typeof bundle === 'string'
      ? { ...unreadable(`what its JWE holds: ${bundle}`), headers }
      : { envelope: 'jwe', headers, bundle };
  } catch (error) {
    return { ...unreadable(error instanceof Error ? error.message : String(error)), headers };
  }
}

const unreadable = (flaw: string) => ({ envelope: 'unreadable', flaw }) as const;

/** The object, or what is wrong with it. */
function parse(body: Buffer): object | string {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : 'the body is no JSON object';
  } catch {
    return 'the body is not JSON';
  }
}

function namesOf(entries: readonly (readonly [string, unknown])[]): Named {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  );
}

const protectedNames = {
  sender: 'x-hcx-sender_code',
  recipient: 'x-hcx-recipient_code',
  status: 'x-hcx-status',
  workflowId: 'x-hcx-workflow_id',
} as const;

/** What the protected headers say of a cycle, but for its correlation id. */
function headersOf(named: Named): Partial<Record<keyof typeof protectedNames, string>> {
  const told = Object.entries(protectedNames).map(([member, name]) => [member, named[name]] as const);
  return Object.fromEntries(told.filter(([, value]) => value !== undefined));
}
