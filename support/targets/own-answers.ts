import { dirname, isAbsolute, join } from 'node:path';
import { enrolmentPaths } from '../contract/enrolment-paths';
import { operations, pathsOfOperation } from '../contract/operations';
import type { OwnAnswer } from '../contract/own-answers';
import { coversOperation } from '../contract/own-answers';
import type { ReadingValues } from '../contract/readings';
import { mobileOtpPaths } from '../contract/readings';
import { ConfigurationError } from './errors';
import { readFileOfTarget } from './pem';
import type { YamlFile } from './read-yaml';
import { parseYaml } from './read-yaml';
import type { ShapeProblem } from './shape-problem';
import { shapeProblem } from './shape-problem';

const at = ['mock', 'answers'];
const example = 'a list of method, path, status, headers and body, as in docs/guides/traffic.md';
const hints = { missing: `check the path; ${example}`, broken: example };

/**
 * Reads the file that `mock.answers` names, and checks it against its schema. Throws a ConfigurationError with file, line,
 * member and hint for the first mistake, and for an answer in place of an operation that the document or a reading names.
 */
export function readOwnAnswers(
  file: string,
  readings: ReadingValues,
  target: YamlFile,
): { mockAnswers?: readonly OwnAnswer[] } {
  const shown = isAbsolute(file) ? file : join(dirname(target.file), file);
  const yaml = parseYaml(readFileOfTarget(file, at, target), shown, hints);
  if (!Array.isArray(yaml.value))
    throw new ConfigurationError('holds no list of answers', { file: shown }, `${example}, or [] for none`);
  const problem = shapeProblem('answers', yaml.value);
  if (problem !== undefined) throw wrongIn(yaml, problem.path)(problem.message, hintFor(problem));
  const answers = yaml.value as OwnAnswer[];
  for (const [index, answer] of answers.entries()) {
    const wrong = wrongIn(yaml, [String(index), 'path']);
    const known = whoseOperation(answer, readings);
    if (known !== undefined)
      throw wrong(
        `can be ${known}, which the mock answers itself`,
        'take it out, or name a path outside the contract',
      );
    const earlier = answers.slice(0, index);
    if (earlier.some(({ method, path }) => method === answer.method && path === answer.path))
      throw wrong('has the method and path of an answer above, so it is never given', 'keep one of them');
    if (answer.body !== undefined && bodiless.includes(answer.status))
      throw wrongIn(yaml, [String(index), 'body'])(
        `stands beside status ${answer.status}, which has no body`,
        'take the body out, or give another status',
      );
  }
  return { mockAnswers: answers };
}

/** The statuses of answers without a body (RFC 9110, section 6.4.1). */
const bodiless = [204, 304];

/** Names the operation that an answer would replace. Paths of readings have the method POST, or GET for certificates. */
function whoseOperation(answer: OwnAnswer, readings: ReadingValues): string | undefined {
  const { method, path } = answer;
  const named = operations.find((each) => {
    const paths = pathsOfOperation(each, readings['payer-segment']);
    return coversOperation({ method, path }, each, paths);
  });
  if (named !== undefined) return `${named.method} ${named.path} (clause ${named.clause})`;
  const own: readonly (readonly [name: string, method: 'GET' | 'POST', path: string | null])[] = [
    ['the request of readings.callback-certificates', 'GET', readings['callback-certificates']],
    ['the request of readings.payment-ack', 'POST', readings['payment-ack']],
    ['the request of readings.registry-session', 'POST', readings['registry-session'].path],
    ...mobileOtpPaths(readings).map(
      (each) => ['the request of readings.mobile-otp-path', 'POST', each] as const,
    ),
    ...Object.values(enrolmentPaths).map(
      (each) => ['the enrolment request that the suite asks for', 'POST', each] as const,
    ),
  ];
  const [name] =
    own.find(
      ([, wanted, each]) => each !== null && coversOperation({ method, path }, { method: wanted }, [each]),
    ) ?? [];
  return name;
}

/**
 * Returns a function that creates errors at this path. The error names the member without its list index, because the
 * line number already identifies the answer.
 */
function wrongIn({ file, lineOf }: YamlFile, path: readonly string[]) {
  const [index = '0', ...member] = path;
  const place = member.length === 0 ? `answer ${Number(index) + 1}` : member.join('.');
  return (message: string, hint: string) =>
    new ConfigurationError(message, { file, line: lineOf(path), at: place }, hint);
}

function hintFor({ path, keyword, near }: ShapeProblem): string {
  if (near !== undefined) return `did you mean ${near}?`;
  const [, member] = path;
  if (keyword === 'additionalProperties')
    return 'is it misspelt? there are method, path, status, headers and body';
  if (keyword === 'required') return 'add it';
  if (member === 'path')
    return 'as in /profile/{id}: from the first slash, without ? and #; * and {name} are any segment';
  if (member === 'method') return 'in capitals, as in POST';
  if (member === 'status') return 'a number from 200 to 599';
  return member === 'headers' ? 'texts by name, as in { Retry-After: "1" }' : example;
}
