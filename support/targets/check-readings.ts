import { newAjv } from '../contract/ajv';
import type { JsonMembers } from '../contract/json';
import { isLikelyTypo } from '../contract/is-likely-typo';
import type { ReadingId } from '../contract/readings';
import { readings } from '../contract/readings';
import { schemaProblemOf } from '../contract/schema-problem';
import type { ProblemReporter } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import { firstToTell } from './shape-problem';

/** Reports unknown readings, and values that a reading does not offer. */
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
  /** The path of the wrong member inside the reading's value. */
  readonly below?: readonly string[];
}

let ajvOfReadings: ReturnType<typeof newAjv> | undefined;

/**
 * Returns the reason why a reading cannot be set to this value, or `undefined` if it can.
 *
 * @param allowed whether the hint for an unknown reading lists an id
 */
export function whyReadingInvalid(
  id: string,
  value: unknown,
  allowed: (id: ReadingId) => boolean = () => true,
): Wrong | undefined {
  const reading = readings.find((each) => each.id === id);
  if (reading === undefined) {
    const ids = readings.map((each) => each.id).filter(allowed);
    const near = ids.find((each) => isLikelyTypo(id, each));
    const all = `there are ${ids.join(', ')}`;
    return {
      message: 'is no reading of this suite',
      hint: near === undefined ? all : `did you mean ${near}? ${all.replace('there', 'There')}`,
    };
  }
  const ajv = (ajvOfReadings ??= newAjv({ strict: true, allowUnionTypes: true, verbose: true }));
  // Ajv caches the compiled schema in this shared instance. Without the cache, the browser page would be
  // slow, because it checks a form on every key press.
  if (ajv.validate(reading.schema, value)) return undefined;
  return { ...whyNotOffered(ajv.errors ?? []), hint: `offered: ${reading.offered}` };
}

/**
 * Returns an error message and the path of the wrong member. If the schema offers alternatives, the message
 * is about the whole value. An error within one alternative may not concern the one that the user chose.
 */
function whyNotOffered(errors: readonly Parameters<typeof schemaProblemOf>[0][]): Omit<Wrong, 'hint'> {
  const none = 'is none of what is offered';
  if (errors.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')) return { message: none };
  const [first] = firstToTell(errors.map(schemaProblemOf));
  return first === undefined ? { message: none } : { message: first.message, below: first.path };
}
