import { newAjv } from '../contract/ajv';
import type { Members } from '../contract/json';
import { readings } from '../contract/readings';
import { problemOf } from '../contract/schema-problem';
import { attempt } from './pem';
import type { Problems } from './problems';
import type { YamlFile } from './read-yaml';
import { firstToTell } from './shape-problem';

/** Checks what a target file chooses where the document is silent. */
export function checkReadings(overrides: Members, yaml: YamlFile, problems: Problems): void {
  for (const [id, value] of Object.entries(overrides)) {
    const wrong = whyNoReading(id, value);
    if (wrong !== undefined)
      problems.tell(yaml.wrong(['readings', id, ...(wrong.below ?? [])], wrong.message, wrong.hint));
  }
}

interface Wrong {
  readonly message: string;
  readonly hint: string;
  /** The way to the member of the reading that is wrong. */
  readonly below?: readonly string[];
}

let ajvOfReadings: ReturnType<typeof newAjv> | undefined;

function whyNoReading(id: string, value: unknown): Wrong | undefined {
  const reading = readings.find((each) => each.id === id);
  if (reading === undefined)
    return {
      message: 'is no reading of this suite',
      hint: `there are ${readings.map((each) => each.id).join(', ')}`,
    };
  const ajv = (ajvOfReadings ??= newAjv({ strict: true, allowUnionTypes: true, verbose: true }));
  // It keeps what it has compiled: a form is checked as it is typed.
  if (!ajv.validate(reading.schema, value))
    return { ...whyNotOffered(ajv.errors ?? []), hint: `offered: ${reading.offered}` };
  if (hasPattern(id, value)) return undefined;
  return {
    message: 'is not a regular expression',
    hint: 'as in ^ABC-9999$, in single quotes where it holds a backslash',
  };
}

/** Where there are several ways to write it, what one of them lacks says nothing. */
function whyNotOffered(errors: readonly Parameters<typeof problemOf>[0][]): Omit<Wrong, 'hint'> {
  const none = 'is none of what is offered';
  if (errors.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')) return { message: none };
  const [first] = firstToTell(errors.map(problemOf));
  return first === undefined ? { message: none } : { message: first.message, below: first.path };
}

/** A pattern that does not compile would break the rules that use it. */
function hasPattern(id: string, value: unknown): boolean {
  const pattern = id === 'error-code' ? value : (value as { pattern?: unknown } | null)?.pattern;
  return typeof pattern !== 'string' || attempt(() => new RegExp(pattern)) !== undefined;
}
