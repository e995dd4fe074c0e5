import assert from 'node:assert/strict';
import { checkSchema, schemaExamples } from '../../support/contract/schemas';

/** An example that has the member, with another value in its place, or (`undefined`) without it. */
export function changed(id: string, steps: readonly string[], value: unknown): unknown {
  for (const whole of schemaExamples(id)) {
    const parent = steps.slice(0, -1).reduce<unknown>(memberOf, whole);
    const last = steps.at(-1) ?? '';
    if (memberOf(parent, last) === undefined) continue;
    if (value === undefined) Reflect.deleteProperty(parent as object, last);
    else (parent as Record<string, unknown>)[last] = value;
    return whole;
  }
  return assert.fail(`No example of ${id} has ${steps.join('/')}`);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Expects that a value breaks a keyword at a member. */
export function broken(id: string, value: unknown, steps: readonly string[], keyword: string): void {
  const path = steps.map((step) => `/${step}`).join('');
  const problems = checkSchema(id, value);
  const found = problems.some((each) => each.path === path && each.keyword === keyword);
  assert.ok(found, `${keyword} at ${path} expected of ${id}, got ${JSON.stringify(problems)}`);
}
