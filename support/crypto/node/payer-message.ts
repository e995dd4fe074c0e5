import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { correlationIdIn } from '../../contract/correlation-id';
import type { PayerFact } from '../../contract/payer-facts';
import { nothingRead } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { jweHeaderOf, openJwe, whyNotOffered } from './jwe';
import { describeBundle } from './payer-bundle';

/** A message between provider and payer as it crossed the wire. */
export interface PayerMessage {
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
