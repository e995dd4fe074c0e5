import type { ErrorObject } from 'ajv/dist/2020';
import { pointerTo } from './body-members';
import { isOneSlipAway } from './one-slip';

/** One way in which a value breaks its schema. */
export interface SchemaProblem {
  /** JSON pointer to the member that is wrong, missing or superfluous; `''` is the value itself. */
  readonly path: string;
  /** One sentence, such as `/expiresIn must be integer, is "1200"`. Never the value of a member that can be secret. */
  readonly message: string;
  /** The keyword of JSON Schema that was broken: `required`, `type`, `enum` … */
  readonly keyword: string;
  /** What a superfluous member may be meant for, of those that the schema names. */
  readonly near?: string;
}

const shownLength = 40;

/** A second lock behind `isClosed`: what stands under such a name is never shown, whatever its schema says. */
const secretName = /secret|token|otp|passw|credential|private|national|login/i;

/** Puts an error of Ajv (in verbose mode) into words. */
export function problemOf(error: ErrorObject): SchemaProblem {
  const { keyword, instancePath } = error;
  const {
    missingProperty: missing,
    additionalProperty: extra,
    unevaluatedProperty: unevaluated,
  } = error.params;
  if (typeof missing === 'string') {
    const path = instancePath + pointerTo([missing]);
    return { path, keyword, message: `${path} is missing` };
  }
  const superfluous: unknown = extra ?? unevaluated;
  if (typeof superfluous === 'string') {
    const path = instancePath + pointerTo([superfluous]);
    const near = nearTo(superfluous, error);
    return { path, keyword, message: `${path} is not allowed here`, ...(near !== undefined && { near }) };
  }
  const subject = instancePath === '' ? 'the value' : instancePath;
  return { path: instancePath, keyword, message: `${subject} ${demandOf(error)}, is ${sightOf(error)}` };
}

/** The member of its schema that a name is a slip of, unless that stands there, too. */
function nearTo(name: string, { parentSchema, data }: ErrorObject): string | undefined {
  if (name.length > shownLength) return undefined;
  const known = Object.keys((parentSchema?.properties ?? {}) as object);
  return known.find((each) => isOneSlipAway(name, each) && !Object.hasOwn(data as object, each));
}

function demandOf(error: ErrorObject): string {
  const { keyword, params } = error;
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'enum') {
    const allowed = params.allowedValues as readonly unknown[];
    return `must be one of ${allowed.map((each) => JSON.stringify(each)).join(', ')}`;
  }
  if (keyword === 'minLength' && params.limit === 1) return 'must not be empty';
  return error.message ?? `breaks ${keyword}`;
}

/** What stood there: its value where that gives nothing away and helps, else its type (and length). */
function sightOf(error: ErrorObject): string {
  const { data } = error;
  const shown = isClosed(error.parentSchema) && !secretName.test(error.instancePath);
  if (typeof data === 'string') {
    if (shown && data.length <= shownLength) return JSON.stringify(data);
    return data === '' ? 'an empty string' : `a string of ${data.length} characters`;
  }
  if (typeof data === 'number' || typeof data === 'boolean') return shown ? String(data) : `a ${typeof data}`;
  if (data === undefined) return 'absent';
  if (data === null) return 'null';
  return Array.isArray(data) ? 'an array' : 'an object';
}

/**
 * Whether a schema names the values that it takes, or takes numbers and booleans only. A secret is free text, so
 * where free text is allowed no value is shown: unforeseen values stay hidden.
 */
function isClosed(schema: ErrorObject['parentSchema']): boolean {
  if (!schema) return false;
  if ('const' in schema || 'enum' in schema) return true;
  const types = [schema.type as unknown].flat();
  return types.every((type) => type === 'integer' || type === 'number' || type === 'boolean');
}
