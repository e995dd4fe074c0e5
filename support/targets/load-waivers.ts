import { contractObligations } from '../obligations';
import type { Place } from './errors';
import { ConfigurationError } from './errors';
import type { YamlFile } from './read-yaml';
import { readYaml } from './read-yaml';
import type { ShapeProblem } from './shape-problem';
import { shapeProblem } from './shape-problem';

/** A failure that is expected, with whoever answers for it. */
export interface Waiver {
  readonly id: string;
  readonly reason: string;
  readonly approver: string;
  /** The last day on which it counts, in UTC, as in 2026-12-31. */
  readonly expires: string;
}

const example = 'as in examples/waivers.yaml: a list of id, reason, approver and expires';

/**
 * Reads a waiver file: YAML, schema, then what a schema cannot say. A day that has gone by is no mistake: the run
 * tells it. Throws a ConfigurationError with file, line, member and hint for whatever is wrong.
 */
export function loadWaivers(file: string): Waiver[] {
  const yaml = readYaml(file, { missing: `check the path; ${example}`, broken: example });
  if (!Array.isArray(yaml.value))
    throw new ConfigurationError(
      'is not a waiver file: it holds no list',
      { file },
      `${example}, or [] for none`,
    );
  const problem = shapeProblem('waivers', yaml.value);
  if (problem !== undefined)
    throw new ConfigurationError(problem.message, placeIn(yaml, problem.path), hintFor(problem));
  const waivers = yaml.value as Waiver[];
  for (const [index, { id }] of waivers.entries())
    checkId(id, waivers.slice(0, index), placeIn(yaml, [String(index), 'id']));
  return waivers;
}

function checkId(id: string, earlier: readonly Waiver[], place: Place): void {
  if (!contractObligations.has(id))
    throw new ConfigurationError(
      `names ${id}, which is the id of no obligation`,
      place,
      'ids look like HDR-05; the report lists them all',
    );
  const { level, seen } = contractObligations.get(id);
  if (level === 'observe')
    throw new ConfigurationError(
      `names ${id}, which is noted and never judged: it cannot fail`,
      place,
      'take the waiver out',
    );
  if (seen === 'declared')
    throw new ConfigurationError(
      `names ${id}, which cannot be seen from outside: it cannot fail`,
      place,
      `declare it in the target file, under declarations.${id}`,
    );
  if (earlier.some((each) => each.id === id))
    throw new ConfigurationError(`names ${id}, which is waived above already`, place, 'keep one of them');
}

/** The member inside its waiver: the line says which waiver it is. */
function placeIn(yaml: YamlFile, path: readonly string[]): Place {
  const [index = '0', ...member] = path;
  const at = member.length === 0 ? `waiver ${Number(index) + 1}` : member.join('.');
  return { file: yaml.file, line: yaml.lineOf(path), at };
}

function hintFor({ path, keyword }: ShapeProblem): string {
  const member = path[1];
  if (keyword === 'additionalProperties') return 'is it misspelt? there are id, reason, approver and expires';
  if (keyword === 'required') return 'add it';
  if (member === 'expires') return 'a day that the calendar has, as in 2026-12-31';
  if (member === 'id') return 'ids look like HDR-05; the report lists them all';
  return member === undefined ? example : 'say it in words';
}
