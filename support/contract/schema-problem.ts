import type { ErrorObject } from 'ajv/dist/2020';
import { pointerTo } from './json';
import { isLikelyTypo } from './is-likely-typo';

/** One violation of a schema by a value. */
export interface SchemaProblem {
  /** JSON pointer to the member that is wrong, missing or not allowed. `''` is the value itself. */
  readonly path: string;
  /**
   * One sentence, such as `/expiresIn must be integer, is "1200"`. Never contains a value that could be
   * secret.
   */
  readonly message: string;
  /** The JSON Schema keyword that failed: `required`, `type`, `enum` and so on. */
  readonly keyword: string;
  /** If the member is not allowed: the allowed name that it probably misspells. */
  readonly near?: string;
}

const shownLength = 40;

/**
 * Matches the path of a member that could be secret. Messages never show the value of this member, even if
 * the schema lists the allowed values.
 */
const secretName = /secret|token|otp|passw|credential|private|national|login/i;

/** Converts an Ajv error into a problem. Requires the Ajv option `verbose`. */
export function schemaProblemOf(error: ErrorObject): SchemaProblem {
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

/**
 * Returns the member name in the schema that `name` probably misspells. Ignores members that the value
 * already has.
 */
function nearTo(name: string, { parentSchema, data }: ErrorObject): string | undefined {
  if (name.length > shownLength) return undefined;
  const known = Object.keys((parentSchema?.properties ?? {}) as object);
  return known.find((each) => isLikelyTypo(name, each) && !Object.hasOwn(data as object, each));
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

/**
 * Describes the invalid value: the value itself if it is short and cannot be secret, or else its type, with
 * the length of a string.
 */
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
 * Returns whether a schema allows only listed values, or only numbers and booleans. Messages do not show any
 * other string, because free text can contain a secret.
 */
function isClosed(schema: ErrorObject['parentSchema']): boolean {
  if (!schema) return false;
  if ('const' in schema || 'enum' in schema) return true;
  const types = [schema.type as unknown].flat();
  return types.every((type) => type === 'integer' || type === 'number' || type === 'boolean');
}
