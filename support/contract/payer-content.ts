import type { Members } from './json';
import { isObject } from './json';
import type { PayerFact } from './payer-facts';
import type { Decision, MemberPath, ReadingValues } from './readings';

/** The FHIR resources in a body: itself, and those of a bundle's entries, at any depth. */
export function resourcesIn(body: unknown): Members[] {
  if (!isObject(body)) return [];
  const entries = Array.isArray(body.entry) ? body.entry : [];
  const inside = entries.flatMap((entry) => (isObject(entry) ? resourcesIn(entry.resource) : []));
  return typeof body.resourceType === 'string' ? [body, ...inside] : inside;
}

/** Every value that a path leads to; a path that begins with a resource type looks into all resources of that type. */
export function valuesAt(body: unknown, path: MemberPath): unknown[] {
  const [first = '', ...rest] = path.split('.');
  if (!/^[A-Z]/.test(first)) return follow(body, [first, ...rest]);
  return resourcesIn(body)
    .filter(({ resourceType }) => resourceType === first)
    .flatMap((resource) => follow(resource, rest));
}

function follow(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return value === undefined ? [] : [value];
  if (!isObject(value)) return [];
  const member = value[step.replace(/\[\]$/, '')];
  const members = step.endsWith('[]') ? (Array.isArray(member) ? (member as unknown[]) : []) : [member];
  return members.flatMap((each) => follow(each, rest));
}

/** Header fields by name in lower case. */
type Named = Readonly<Record<string, unknown>>;

/** The parts of a message in which the reading `correlation-id` may look for the id; `headers` are the protected ones. */
interface MessageParts {
  readonly http: Named;
  readonly headers: Named;
  readonly bundle: unknown;
}

/** The correlation id of a message (clauses 4.7, 6.1), where the reading looks for it. */
export function correlationIdIn(
  { http, headers, bundle }: MessageParts,
  readings: ReadingValues,
): string | undefined {
  const { where, name } = readings['correlation-id'];
  const value =
    where === 'body' ? valuesAt(bundle, name)[0] : (where === 'header' ? http : headers)[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What a correlation id adds to each part of a message. */
export function correlationIdFor(
  id: string,
  readings: ReadingValues,
): Record<keyof MessageParts, Readonly<Record<string, string>>> {
  const { where, name } = readings['correlation-id'];
  const at = (part: typeof where) => (where === part ? { [name]: id } : {});
  return { http: at('header'), headers: at('protected-header'), bundle: at('body') };
}

/** The parts of an answer that are final; where nothing marks them, a decision does. */
export function finalParts(bundle: object, { final, path }: Decision): object[] {
  return partsOf(bundle, path).filter((part) =>
    final === null ? valuesAt(part, path).length > 0 : valuesAt(part, final.path).includes(final.value),
  );
}

/** Each resource by itself, where the reading names its type: one may be final beside another that is not. */
function partsOf(bundle: object, path: string): object[] {
  const [type = ''] = path.split('.');
  const named = resourcesIn(bundle).filter(({ resourceType }) => resourceType === type);
  return named.length > 0 ? named : [bundle];
}

/** What final parts decide, each decision once. */
export function decisionsIn(bundle: object, decision: Decision): NonNullable<PayerFact['decision']>[] {
  const { path, approved, rejected } = decision;
  const values = finalParts(bundle, decision).flatMap((part) => valuesAt(part, path));
  const decided = values.map((value) =>
    value === approved ? 'approved' : value === rejected ? 'rejected' : 'other',
  );
  return [...new Set(decided)];
}

/** What the payer tells the provider by a callback (clauses 4.7.1 to 4.7.6). */
export const callbackSteps = ['plan', 'eligibility', 'query', 'approved', 'rejected', 'prompt'] as const;

export type CallbackStep = (typeof callbackSteps)[number];

/** FHIR JSON by step, with placeholders; a step that is not there keeps the mock's own. */
export type PayerContent = Readonly<Partial<Record<CallbackStep, object>>>;

/** What the suite fills into a content, written `{{now}}`, and what it stands for. */
export const placeholders = {
  correlationId: 'the correlation id of the cycle',
  workflowId: 'its workflow id',
  messageId: 'a new UUID for each message',
  provider: 'the participant id of the provider',
  payer: 'the participant id of the payer',
  providerId: 'the provider id of the test (clause 2.7)',
  policyNumber: 'the policy number of the test (clause 2.7)',
  use: 'preauthorization or claim, as the cycle began',
  now: 'the time, ISO 8601 in UTC',
  today: 'its date',
} as const;

export type Placeholder = keyof typeof placeholders;

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** A pair of braces in JSON text stands in a text: an object in an object has a name. */
const written = /\{\{\s*(\w*)\s*\}\}/g;

/** The first place of a JSON text that looks like a placeholder and is none. */
export function strangePlaceholder(
  text: string,
): { readonly line: number; readonly shown: string } | undefined {
  // As long as they were: places stay where they are.
  const others = text.replace(written, (whole, name: string) =>
    isPlaceholder(name) ? ' '.repeat(whole.length) : whole,
  );
  const [shown] = /\{\{[^"\n}]{0,40}\}{0,2}/.exec(others) ?? [];
  if (shown === undefined) return undefined;
  return { line: others.slice(0, others.indexOf(shown)).split('\n').length, shown };
}

/** A content with its placeholders filled in. */
export function fillContent(content: object, values: Readonly<Record<Placeholder, string>>): object {
  const text = JSON.stringify(content).replace(written, (whole, name: string) =>
    isPlaceholder(name) ? JSON.stringify(values[name]).slice(1, -1) : whole,
  );
  return JSON.parse(text) as object;
}
