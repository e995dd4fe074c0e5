import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { constants } from '../../contract/constants';
import { correlationIdIn } from '../../contract/correlation-id';
import { resourcesIn, valuesAt } from '../../contract/member-path';
import type { PayerFact } from '../../contract/payer-facts';
import { nothingRead } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { jweHeaderOf, openJwe, whyNotOffered } from './jwe';

/** A message between provider and payer as it crossed the wire. */
export interface PayerMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Header fields in HTTP (envelope `json`), or protected headers of a JWE; names in lower case. */
type Named = Readonly<Record<string, string>>;

/** What an envelope shows: its headers need no key, its content may. */
interface Opened {
  readonly named: Named;
  readonly content:
    | { readonly envelope: 'json' | 'jwe'; readonly bundle: object }
    | { readonly envelope: 'unreadable'; readonly flaw: string; readonly unoffered?: true };
}

/** Reads what a message says, with the keys that the suite gave out or plays with. Never throws. */
export function inspectPayerMessage(
  message: PayerMessage,
  readings: ReadingValues,
  keys: readonly KeyObject[],
): PayerFact {
  const { named, content } = open(message, keys);
  const bundle = 'bundle' in content ? content.bundle : undefined;
  const parts = { http: namesOf(message.headers), headers: named, bundle };
  const correlationId = correlationIdIn(parts, readings);
  const about = { ...(correlationId !== undefined && { correlationId }), ...headersOf(named) };
  if ('bundle' in content)
    return { envelope: content.envelope, ...about, ...describe(content.bundle, readings) };
  return { ...content, ...about, ...nothingRead };
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

function open({ headers, body }: PayerMessage, keys: readonly KeyObject[]): Opened {
  const value = parse(body.toString('utf8'));
  const named = namesOf(headers);
  if (typeof value === 'string') return { named, content: { envelope: 'unreadable', flaw: value } };
  const { payload } = value as { payload?: unknown };
  if (typeof payload !== 'string') return { named, content: { envelope: 'json', bundle: value } };
  const header = jweHeaderOf(payload);
  if (header === undefined)
    return { named: {}, content: { envelope: 'unreadable', flaw: 'its payload has no header of a JWE' } };
  return { named: namesOf(Object.entries(header)), content: contentOf(payload, header, keys) };
}

function contentOf(
  payload: string,
  header: Parameters<typeof openJwe>[1],
  keys: readonly KeyObject[],
): Opened['content'] {
  const strange = whyNotOffered(header);
  if (strange !== undefined) return { envelope: 'unreadable', flaw: strange, unoffered: true };
  try {
    const bundle = parse(openJwe(payload, header, keys).toString('utf8'));
    return typeof bundle === 'string'
      ? { envelope: 'unreadable', flaw: `what its JWE holds: ${bundle}` }
      : { envelope: 'jwe', bundle };
  } catch (error) {
    return { envelope: 'unreadable', flaw: error instanceof Error ? error.message : String(error) };
  }
}

/** The object, or what is wrong with it. */
function parse(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
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

function describe(bundle: object, readings: ReadingValues): Omit<PayerFact, 'envelope'> {
  const decision = decisionIn(bundle, readings);
  return {
    digest: createHash('sha256').update(JSON.stringify(bundle)).digest('hex'),
    resources: resourcesIn(bundle).map(({ resourceType }) => String(resourceType)),
    providerId: names(bundle, constants.providerId),
    policyNumber: names(bundle, constants.policyNumber),
    documents: valuesAt(bundle, readings.documents).filter((data) => typeof data === 'string' && data !== '')
      .length,
    ...(isFinal(bundle, readings) && { final: true }),
    ...(decision && { decision }),
  };
}

/** Whether an answer is the final one; where nothing marks it, a decision does. */
function isFinal(bundle: object, { decision: { final, path } }: ReadingValues): boolean {
  return final === null
    ? valuesAt(bundle, path).length > 0
    : valuesAt(bundle, final.path).includes(final.value);
}

function decisionIn(bundle: object, readings: ReadingValues): PayerFact['decision'] {
  const { path, approved, rejected } = readings.decision;
  if (!isFinal(bundle, readings)) return undefined;
  const [value] = valuesAt(bundle, path);
  if (value === undefined) return undefined;
  return value === approved ? 'approved' : value === rejected ? 'rejected' : 'other';
}

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
