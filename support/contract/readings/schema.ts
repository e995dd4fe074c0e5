import type { ReadingId } from './values';

/** A fragment of JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is said about one reading, apart from its default. */
export interface ReadingRow {
  /** Sections of the source document, as in `4.7, 6.1`. */
  readonly clause: string;
  /** What the document leaves open there. */
  readonly silentOn: string;
  /** Of a departure: what the document says there. A service that departs from it breaks an obligation. */
  readonly departsFrom?: string;
  /** What a target may choose instead of the default. */
  readonly offered: string;
  /** What an override of it has to look like; of an object it may hold some members only. */
  readonly schema: JsonSchema;
}

export type ReadingRows = Readonly<Partial<Record<ReadingId, ReadingRow>>>;

/** The fragment for any text but the empty one. */
export function textSchema(description: string): JsonSchema {
  return { description, type: 'string', minLength: 1 };
}

/** The fragment for a path behind a base address. */
export function servicePath(description: string): JsonSchema {
  return { description, type: 'string', pattern: '^/[^\\s?#]*$' };
}

/** The fragment for the name of an HTTP header (RFC 9110, section 5.1). */
export function headerName(description: string): JsonSchema {
  return { description, type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" };
}

/** The fragment for a way to a value inside a JSON body. */
export function memberPath(description: string): JsonSchema {
  const member = '[^.\\[\\]\\s]+(\\[\\])?';
  return { description, type: 'string', pattern: `^${member}(\\.${member})*$` };
}

/** The fragment for one of several texts. */
export function choice(description: string, values: readonly string[]): JsonSchema {
  return { description, type: 'string', enum: values };
}

/** The fragment for a list without repetitions that names at least one thing. */
export function listSchema(description: string, items: JsonSchema): JsonSchema {
  return { description, type: 'array', minItems: 1, uniqueItems: true, items };
}

/** The fragment for an object with no members but these. */
export function members(description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { description, type: 'object', additionalProperties: false, properties };
}

/** Lets null, which is "none", stand in place of a value. */
export function orNone(schema: JsonSchema): JsonSchema {
  const { description, ...bare } = schema;
  return { description, anyOf: [bare, { type: 'null' }] };
}

/** One value for both services that publish a key, or one for each that is named. */
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

/** Pattern of an operation name: a documented operation's id, or the path of another one. */
export const operationNamePattern = '^(/[^\\s?#]*|[A-Za-z]+\\.[A-Za-z]+)$';
