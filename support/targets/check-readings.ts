import { newAjv } from '../contract/ajv';
import type { JsonMembers } from '../contract/json';
import { readings } from '../contract/readings';
import { schemaProblemOf } from '../contract/schema-problem';
import type { ProblemReporter } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import { firstToTell } from './shape-problem';

/**
 * Reports each reading in `overrides` that this suite does not have, or whose value the reading does not offer.
 */
export function checkReadings(overrides: JsonMembers, yaml: YamlFile, problems: ProblemReporter): void {
  for (const [id, value] of Object.entries(overrides)) {
    const wrong = whyReadingInvalid(id, value);
    if (wrong === undefined) continue;
    const { message, hint, below = [] } = wrong;
    problems.tell(yaml.wrong(['readings', id, ...below], message, hint));
  }
}

interface Wrong {
  readonly message: string;
  readonly hint: string;
  /** The path from the reading to the member that is wrong. */
  readonly below?: readonly string[];
}

let ajvOfReadings: ReturnType<typeof newAjv> | undefined;

/** Returns why a target cannot choose this value for a reading; `undefined` if it can. */
export function whyReadingInvalid(id: string, value: unknown): Wrong | undefined {
  const reading = readings.find((each) => each.id === id);
  if (reading === undefined)
    return {
      message: 'is no reading of this suite',
      hint: `there are ${readings.map((each) => each.id).join(', ')}`,
    };
  const ajv = (ajvOfReadings ??= newAjv({ strict: true, allowUnionTypes: true, verbose: true }));
  // ajv caches compiled schemas: the browser page checks a form on every key press.
  if (ajv.validate(reading.schema, value)) return undefined;
  return { ...whyNotOffered(ajv.errors ?? []), hint: `offered: ${reading.offered}` };
}

/**
 * Returns the member that is wrong. If the schema offers alternatives, returns only the whole value: an error
 * inside one alternative may be about a form that the user did not choose.
 */
function whyNotOffered(errors: readonly Parameters<typeof schemaProblemOf>[0][]): Omit<Wrong, 'hint'> {
  const none = 'is none of what is offered';
  if (errors.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')) return { message: none };
  const [first] = firstToTell(errors.map(schemaProblemOf));
  return first === undefined ? { message: none } : { message: first.message, below: first.path };
}
