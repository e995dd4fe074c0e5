import type { ErrorObject } from 'ajv/dist/2020';
import { pointerTo } from './body-members';
import { isLikelyTypo } from './is-likely-typo';

/** One way in which a value breaks its schema. */
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
  /** For a member that is not allowed: the name in the schema that was probably meant. */
  readonly near?: string;
}

const shownLength = 40;

/**
 * Members with such a name could be secret. Messages never show their values, not even if the schema lists
 * the allowed values.
 */
const secretName = /secret|token|otp|passw|credential|private|national|login/i;

/** Converts an error of Ajv into a problem. Requires Ajv's option `verbose`. */
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
 * Returns the member of the schema for which `name` is probably a misspelling. Ignores members that the value
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
 * Describes the value found: the value itself if it is short and cannot be secret, else its type and length.
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
 * Returns whether a schema allows only listed values, numbers and booleans. Strings that a schema does not
 * list are never shown, because any free text can contain a secret.
 */
function isClosed(schema: ErrorObject['parentSchema']): boolean {
  if (!schema) return false;
  if ('const' in schema || 'enum' in schema) return true;
  const types = [schema.type as unknown].flat();
  return types.every((type) => type === 'integer' || type === 'number' || type === 'boolean');
}
