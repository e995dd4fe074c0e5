import type { ErrorObject } from 'ajv/dist/2020';
import { pointerTo } from './body-members';

/** One way in which a value breaks its schema. */
export interface SchemaProblem {
  /** JSON pointer to the member that is wrong, missing or superfluous; `''` is the value itself. */
  readonly path: string;
  /** One sentence, such as `/expiresIn must be integer, is "1200"`. Never the value of a member that can be secret. */
  readonly message: string;
  /** The keyword of JSON Schema that was broken: `required`, `type`, `enum` … */
  readonly keyword: string;
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
    return { path, keyword, message: `${path} is not allowed here` };
  }
  const subject = instancePath === '' ? 'the value' : instancePath;
  return { path: instancePath, keyword, message: `${subject} ${demandOf(error)}, is ${sightOf(error)}` };
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
