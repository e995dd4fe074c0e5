import type { ReadingId } from './values';

/** A fragment of a JSON Schema (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The description of one reading, without its default. */
export type ReadingRow = ReadingDescription & (OpenQuestion | Departure);

/** A reading on a question that the document leaves open. */
interface OpenQuestion {
  /** The question, such as `the least version of TLS`. */
  readonly silentOn: string;
  readonly departsFrom?: undefined;
}

/** A reading that permits a service to depart from a requirement of the document. */
interface Departure {
  /** The requirement, such as `PEM text`. */
  readonly departsFrom: string;
  readonly silentOn?: undefined;
}

interface ReadingDescription {
  /** Numbers of the clauses that leave the question open or state the requirement, such as `4.7, 6.1`. */
  readonly clause: string;
  /** A description of the values that a target can set instead of the default. */
  readonly offered: string;
  /** A sentence on the way in which the suite's own mock follows the reading, or on the reason why it does not. */
  readonly atMock: { readonly follows: string } | { readonly ignores: string };
  /**
   * The schema of a target's value for this reading. If the value is an object, a target need not set all of
   * its members.
   */
  readonly schema: JsonSchema;
}

export type ReadingRows = Readonly<Partial<Record<ReadingId, ReadingRow>>>;

/** Returns the schema of a non-empty string. */
export function textSchema(description: string): JsonSchema {
  return { description, type: 'string', minLength: 1 };
}

/** Returns the schema of a path relative to a base address, with a leading slash. */
export function servicePathSchema(description: string): JsonSchema {
  return { description, type: 'string', pattern: '^/[^\\s?#]*$' };
}

/** Returns the schema of an HTTP header name (RFC 9110, section 5.1). */
export function headerNameSchema(description: string): JsonSchema {
  return { description, type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" };
}

/**
 * Returns the schema of a path to values in a JSON body: member names separated by dots, with `[]` after the
 * name of a list.
 */
export function memberPath(description: string): JsonSchema {
  const member = '[^.\\[\\]\\s]+(\\[\\])?';
  return { description, type: 'string', pattern: `^${member}(\\.${member})*$` };
}

export function enumSchema(description: string, values: readonly string[]): JsonSchema {
  return { description, type: 'string', enum: values };
}

/** Returns the schema of a non-empty list without duplicates. */
export function listSchema(description: string, items: JsonSchema): JsonSchema {
  return { description, type: 'array', minItems: 1, uniqueItems: true, items };
}

/**
 * Returns the schema of an object with these members, all of them optional. The schema does not allow other
 * members.
 */
export function objectSchema(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return { description, type: 'object', additionalProperties: false, properties };
}

/** Extends a schema so that it also allows null, for a reading that a target need not decide. */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  const { description, ...bare } = schema;
  return { description, anyOf: [bare, { type: 'null' }] };
}

/** Extends a schema so that it also allows an object with one value per service (`identity`, `registry`). */
export function perService(schema: JsonSchema): JsonSchema {
  const { description, ...bare } = schema;
  const own = (service: string): JsonSchema => ({ description: `Of the ${service} alone.`, ...bare });
  return {
    description,
    anyOf: [
      bare,
      {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: { identity: own('identity service'), registry: own('registry') },
      },
    ],
  };
}

/** The pattern of an operation name: the id of a documented operation, or the path of any other operation. */
export const operationNamePattern = '^(/[^\\s?#]*|[A-Za-z]+\\.[A-Za-z]+)$';
