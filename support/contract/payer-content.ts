import type { JsonMembers } from './json';
import { isObject } from './json';
import type { PayerFact } from './payer-facts';
import type { Decision, MemberPath, ReadingValues } from './readings';

/** Returns whether the suite's payer sends refusals in the clear and error reports: in the envelope `jwe`, if agreed. */
export function sendsRefusals(readings: Pick<ReadingValues, 'callback-body' | 'envelope'>): boolean {
  return readings.envelope === 'jwe' && readings['callback-body'] === 'typed';
}

/**
 * Returns the FHIR resources in a body: the body itself, and the resources in the entries of bundles, at any
 * depth.
 */
export function fhirResourcesIn(body: unknown): JsonMembers[] {
  if (!isObject(body)) return [];
  const entries = Array.isArray(body.entry) ? body.entry : [];
  const inside = entries.flatMap((entry) => (isObject(entry) ? fhirResourcesIn(entry.resource) : []));
  return typeof body.resourceType === 'string' ? [body, ...inside] : inside;
}

/**
 * Returns all values at a path. A path that starts with a resource type applies to every resource of that
 * type.
 */
export function valuesAtPath(body: unknown, path: MemberPath): unknown[] {
  const [first = '', ...rest] = path.split('.');
  if (!/^[A-Z]/.test(first)) return follow(body, [first, ...rest]);
  return fhirResourcesIn(body)
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

/**
 * Returns a copy of a body with a value at a path, so that {@link valuesAtPath} finds the value there. Keeps
 * all other members. If the path starts with a resource type that the body lacks, adds such a resource to the
 * bundle.
 */
export function withValueAtPath(body: object, path: MemberPath, value: string): object {
  const [first = '', ...rest] = path.split('.');
  const copy = structuredClone(body) as JsonMembers;
  if (!/^[A-Z]/.test(first)) return withMember(copy, [first, ...rest], value);
  const found = fhirResourcesIn(copy).find(({ resourceType }) => resourceType === first);
  const resource = found ?? { resourceType: first };
  Object.assign(resource, withMember(resource, rest, value));
  if (found !== undefined) return copy;
  const entries = Array.isArray(copy.entry) ? (copy.entry as unknown[]) : [];
  return { ...copy, entry: [...entries, { resource }] };
}

function withMember(members: JsonMembers, path: readonly string[], value: string): JsonMembers {
  const [step = '', ...rest] = path;
  const name = step.replace(/\[\]$/, '');
  const [first, ...others]: unknown[] = [members[name]].flat();
  const inner = rest.length === 0 ? value : withMember(isObject(first) ? first : {}, rest, value);
  return { ...members, [name]: step.endsWith('[]') ? [inner, ...others] : inner };
}

/** Header values by lower-case header name. */
type Named = Readonly<Record<string, unknown>>;

/**
 * The parts of a message in which the reading `correlation-id` can place the id: HTTP headers, protected
 * headers of a JWE (`headers`), and bundle.
 */
interface MessageParts {
  readonly http: Named;
  readonly headers: Named;
  readonly bundle: unknown;
}

/**
 * Returns the correlation id of a message (clauses 4.7, 6.1) from the place that the reading `correlation-id`
 * names. `undefined` if that place is empty or does not contain a string.
 */
export function correlationIdIn(
  { http, headers, bundle }: MessageParts,
  readings: ReadingValues,
): string | undefined {
  const { where, name } = readings['correlation-id'];
  const value =
    where === 'body'
      ? valuesAtPath(bundle, name)[0]
      : (where === 'header' ? http : headers)[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The parts of an outgoing message, without its HTTP headers. */
interface UnaddressedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly bundle: object;
}

/**
 * Adds a correlation id to a message, in the place that the reading `correlation-id` names. `http` contains
 * the HTTP header to add, if that place is a header.
 */
export function withCorrelationId(
  { headers, bundle }: UnaddressedMessage,
  id: string,
  readings: Pick<ReadingValues, 'correlation-id'>,
): UnaddressedMessage & { readonly http: Readonly<Record<string, string>> } {
  const { where, name } = readings['correlation-id'];
  return {
    http: where === 'header' ? { [name]: id } : {},
    headers: where === 'protected-header' ? { ...headers, [name]: id } : headers,
    bundle: where === 'body' ? withValueAtPath(bundle, name, id) : bundle,
  };
}

/**
 * Returns the final parts of an answer: those that contain the marker of the reading `decision`. If this
 * reading has no marker (`final` is null), the parts with a decision are final.
 */
export function finalParts(bundle: object, { final, path }: Decision): object[] {
  return partsOf(bundle, path).filter((part) =>
    final === null
      ? valuesAtPath(part, path).length > 0
      : valuesAtPath(part, final.path).includes(final.value),
  );
}

/**
 * Splits an answer into the parts that are judged separately: the resources of the type that `path` starts
 * with. One of them can be final and another not. Returns the whole answer if it contains no resource of this
 * type.
 */
function partsOf(bundle: object, path: string): object[] {
  const [type = ''] = path.split('.');
  const named = fhirResourcesIn(bundle).filter(({ resourceType }) => resourceType === type);
  return named.length > 0 ? named : [bundle];
}

/** Returns the distinct decisions in the final parts of an answer. */
export function decisionsIn(bundle: object, decision: Decision): NonNullable<PayerFact['decision']>[] {
  const { path, approved, rejected } = decision;
  const values = finalParts(bundle, decision).flatMap((part) => valuesAtPath(part, path));
  const decided = values.map((value) =>
    value === approved ? 'approved' : value === rejected ? 'rejected' : 'other',
  );
  return [...new Set(decided)];
}

/** The steps of payer cycles at which the payer calls the provider back (clauses 4.7.1 to 4.7.6). */
export const callbackSteps = ['plan', 'eligibility', 'query', 'approved', 'rejected', 'prompt'] as const;

export type CallbackStep = (typeof callbackSteps)[number];

/**
 * The FHIR JSON of the payer's callbacks by step, with placeholders. If a step is missing, the mock sends its
 * own content.
 */
export type PayerContent = Readonly<Partial<Record<CallbackStep, object>>>;

/**
 * The placeholders that the content of a payer's message can contain, with their meanings. The content
 * encloses each name in double braces: `{{now}}`.
 */
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

/**
 * Matches a placeholder such as `{{now}}`. A match is always inside a JSON string, because in JSON syntax an
 * opening brace cannot follow another one.
 */
const written = /\{\{\s*(\w*)\s*\}\}/g;

/** Returns the first unknown or malformed placeholder, with its line number (from 1). */
export function findUnknownPlaceholder(
  text: string,
): { readonly line: number; readonly shown: string } | undefined {
  // Replace the known placeholders with spaces of the same length, so that the line numbers stay correct.
  const others = text.replace(written, (whole, name: string) =>
    isPlaceholder(name) ? ' '.repeat(whole.length) : whole,
  );
  const [shown] = /\{\{[^"\n}]{0,40}\}{0,2}/.exec(others) ?? [];
  if (shown === undefined) return undefined;
  return { line: others.slice(0, others.indexOf(shown)).split('\n').length, shown };
}

/**
 * Replaces the placeholders in the content of a payer's message with their values. Leaves unknown
 * placeholders unchanged.
 */
export function fillContent(content: object, values: Readonly<Record<Placeholder, string>>): object {
  const text = JSON.stringify(content).replace(written, (whole, name: string) =>
    isPlaceholder(name) ? JSON.stringify(values[name]).slice(1, -1) : whole,
  );
  return JSON.parse(text) as object;
}
