import { newAjv } from '../contract/ajv';
import type { Members } from '../contract/json';
import { isObject } from '../contract/json';
import { readings } from '../contract/readings';
import { problemOf } from '../contract/schema-problem';
import type { Problems } from './problems';
import type { YamlFile } from './read-yaml';
import { firstToTell } from './shape-problem';

/** Checks what a target file chooses where the document is silent, and gives it in the form of this version. */
export function checkReadings(overrides: Members, yaml: YamlFile, problems: Problems): Members {
  const chosen = Object.entries(overrides).map(([id, value]): [string, unknown] => {
    const read = withoutPattern(id, value);
    const { message, hint, below = [] } = whyNoReading(id, read) ?? {};
    if (message === undefined || hint === undefined) return [id, read];
    // Words that were made of a pattern stand nowhere in the file.
    const place = read !== value && below[0] === 'words' ? ['pattern'] : below;
    const isPattern =
      place[0] === 'pattern' || (id === 'error-code' && typeof value === 'string' && special.test(value));
    const told = isPattern ? 'is a regular expression, which the suite does not run' : message;
    problems.tell(yaml.wrong(['readings', id, ...place], told, hint));
    return [id, read];
  });
  return Object.fromEntries(chosen);
}

/** What makes a text a regular expression. */
const special = /[\\^$.*+?()[\]{}|]/;

/** What version 1 had as a regular expression, where it is no more than literals: no pattern of others is run. */
function withoutPattern(id: string, value: unknown): unknown {
  if (id === 'error-code' && typeof value === 'string') {
    if (value === '^[A-Z]+-9999$') return 'any-prefix';
    // A beginning or an end would become a whole code, which fewer answers have.
    return /^\^.+-\d+\$$/.test(value) ? value.slice(1, -1) : value;
  }
  if (id !== 'encryption-rejection' || !isObject(value) || typeof value.pattern !== 'string') return value;
  const { pattern, ...rest } = value;
  const words = pattern.split('|').map((text) => text.replace(/^\^|\$$/g, ''));
  const isPlain = !('words' in rest) && !words.some((word) => special.test(word));
  return isPlain ? { ...rest, words: [...new Set(words)] } : value;
}

interface Wrong {
  readonly message: string;
  readonly hint: string;
  /** The way to the member of the reading that is wrong. */
  readonly below?: readonly string[];
}

let ajvOfReadings: ReturnType<typeof newAjv> | undefined;

/** Why a target cannot choose this value for a reading; `undefined`: it can. */
export function whyNoReading(id: string, value: unknown): Wrong | undefined {
  const reading = readings.find((each) => each.id === id);
  if (reading === undefined)
    return {
      message: 'is no reading of this suite',
      hint: `there are ${readings.map((each) => each.id).join(', ')}`,
    };
  const ajv = (ajvOfReadings ??= newAjv({ strict: true, allowUnionTypes: true, verbose: true }));
  // It keeps what it has compiled: a form is checked as it is typed.
  if (ajv.validate(reading.schema, value)) return undefined;
  return { ...whyNotOffered(ajv.errors ?? []), hint: `offered: ${reading.offered}` };
}

/** Where there are several ways to write it, what one of them lacks says nothing. */
function whyNotOffered(errors: readonly Parameters<typeof problemOf>[0][]): Omit<Wrong, 'hint'> {
  const none = 'is none of what is offered';
  if (errors.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')) return { message: none };
  const [first] = firstToTell(errors.map(problemOf));
  return first === undefined ? { message: none } : { message: first.message, below: first.path };
}
