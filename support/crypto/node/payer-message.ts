import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { constants } from '../../contract/constants';
import { resourcesIn, valuesAt } from '../../contract/member-path';
import type { PayerFact } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { openJwe } from './jwe';

/** A message between provider and payer as it crossed the wire. */
export interface PayerMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Header fields in HTTP (envelope `json`), or protected headers of a JWE; names in lower case. */
type Named = Readonly<Record<string, string>>;

interface Opened {
  readonly envelope: 'json' | 'jwe';
  readonly named: Named;
  readonly bundle: unknown;
}

/** Reads what a message says, with the keys that the suite gave out or plays with. Never throws. */
export function inspectPayerMessage(
  message: PayerMessage,
  readings: ReadingValues,
  keys: readonly KeyObject[],
): PayerFact {
  try {
    return describe(open(message, keys), message, readings);
  } catch (error) {
    const flaw = error instanceof Error ? error.message : String(error);
    return { envelope: 'unreadable', flaw, ...nothing };
  }
}

const nothing = { resources: [], providerId: false, policyNumber: false, documents: 0 };

function open({ headers, body }: PayerMessage, keys: readonly KeyObject[]): Opened {
  const value = parse(body.toString('utf8'));
  const payload = (value as { payload?: unknown } | null)?.payload;
  if (typeof payload !== 'string') return { envelope: 'json', named: namesOf(headers), bundle: value };
  const { header, plaintext } = openJwe(payload, keys);
  return {
    envelope: 'jwe',
    named: namesOf(Object.entries(header)),
    bundle: parse(plaintext.toString('utf8')),
  };
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('the body is not JSON');
  }
  if (typeof value !== 'object' || value === null) throw new Error('the body is no JSON object');
  return value;
}

function namesOf(entries: readonly (readonly [string, unknown])[]): Named {
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  );
}

function describe(
  { envelope, named, bundle }: Opened,
  message: PayerMessage,
  readings: ReadingValues,
): PayerFact {
  const correlationId = correlationIdOf(named, bundle, message, readings);
  const { 'x-hcx-sender_code': sender, 'x-hcx-recipient_code': recipient, 'x-hcx-status': status } = named;
  const { 'x-hcx-workflow_id': workflowId } = named;
  const decision = decisionIn(bundle, readings);
  return {
    envelope,
    ...(correlationId !== undefined && { correlationId }),
    ...(sender !== undefined && { sender }),
    ...(recipient !== undefined && { recipient }),
    ...(status !== undefined && { status }),
    ...(workflowId !== undefined && { workflowId }),
    digest: createHash('sha256').update(JSON.stringify(bundle)).digest('hex'),
    resources: resourcesIn(bundle).map(({ resourceType }) => String(resourceType)),
    providerId: names(bundle, constants.providerId),
    policyNumber: names(bundle, constants.policyNumber),
    documents: valuesAt(bundle, readings.documents).filter((data) => typeof data === 'string' && data !== '')
      .length,
    ...(decision && { decision }),
  };
}

function correlationIdOf(
  named: Named,
  bundle: unknown,
  { headers }: PayerMessage,
  readings: ReadingValues,
): string | undefined {
  const { where, name } = readings['correlation-id'];
  const value =
    where === 'body'
      ? valuesAt(bundle, name)[0]
      : (where === 'header' ? namesOf(headers) : named)[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function decisionIn(bundle: unknown, { decision }: ReadingValues): PayerFact['decision'] {
  const { final, path, approved, rejected } = decision;
  if (final !== null && !valuesAt(bundle, final.path).includes(final.value)) return undefined;
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
