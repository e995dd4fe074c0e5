import { ConfigurationError } from './errors';
import type { YamlFile } from './read-yaml';
import { readYaml } from './read-yaml';
import type { ShapeProblem } from './shape-problem';
import { shapeProblem } from './shape-problem';
import type { ObligationCatalogue } from './target';

/** An approved exception: a named person accepts that one obligation fails, until the exception expires. */
export interface Waiver {
  readonly id: string;
  readonly reason: string;
  readonly approver: string;
  /** The last day on which the exception applies, in UTC, such as 2026-12-31. */
  readonly expires: string;
}

const example = 'as in examples/waivers.yaml: a list of id, reason, approver and expires';
const hints = { missing: `check the path; ${example}`, broken: example };

/**
 * Reads a file of approved exceptions and checks it against its schema and the list of obligations.
 * Accepts expired exceptions: the run reports them. Throws a ConfigurationError with file, line, member
 * and hint for the first mistake.
 */
export function readWaivers(file: string, obligations: ObligationCatalogue): Waiver[] {
  const yaml = readYaml(file, hints);
  if (!Array.isArray(yaml.value))
    throw new ConfigurationError(
      'holds no list of approved exceptions',
      { file: yaml.file },
      `${example}, or [] for none`,
    );
  const problem = shapeProblem('waivers', yaml.value);
  if (problem !== undefined) throw wrongIn(yaml, problem.path)(problem.message, hintFor(problem));
  const waivers = yaml.value as Waiver[];
  for (const [index, { id }] of waivers.entries())
    checkId(id, {
      obligations,
      earlier: waivers.slice(0, index),
      wrong: wrongIn(yaml, [String(index), 'id']),
    });
  return waivers;
}

interface IdCheck {
  readonly obligations: ObligationCatalogue;
  readonly earlier: readonly Waiver[];
  readonly wrong: ReturnType<typeof wrongIn>;
}

function checkId(id: string, { obligations, earlier, wrong }: IdCheck): void {
  if (!obligations.has(id))
    throw wrong(
      `names ${id}, an unknown obligation`,
      'ids are three capitals, a hyphen and two digits; npx conform list shows them all',
    );
  const { level } = obligations.get(id);
  if (level === 'observe')
    throw wrong(`names ${id}, which is noted and never judged: it cannot fail`, 'take it out');
  if (earlier.some((each) => each.id === id))
    throw wrong(`names ${id}, which is named above already`, 'keep one of them');
}

/**
 * Returns a function that creates errors at this path. The error names the member without its list index,
 * because the line number already identifies the approved exception.
 */
function wrongIn({ file, lineOf }: YamlFile, path: readonly string[]) {
  const [index = '0', ...member] = path;
  const at = member.length === 0 ? `exception ${Number(index) + 1}` : member.join('.');
  return (message: string, hint: string) =>
    new ConfigurationError(message, { file, line: lineOf(path), at }, hint);
}

function hintFor({ path, keyword, near }: ShapeProblem): string {
  if (near !== undefined) return `did you mean ${near}?`;
  const member = path[1];
  if (keyword === 'additionalProperties') return 'is it misspelt? there are id, reason, approver and expires';
  if (keyword === 'required') return 'add it';
  if (member === 'expires') return 'a day that the calendar has, as in 2026-12-31';
  if (member === 'id')
    return 'ids are three capitals, a hyphen and two digits; npx conform list shows them all';
  return member === undefined ? example : 'say it in words';
}
