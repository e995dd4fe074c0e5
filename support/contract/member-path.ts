import type { Members } from './json';
import { isObject } from './json';
import type { MemberPath } from './readings';

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
