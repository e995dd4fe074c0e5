import type { JsonMembers } from '../contract/json';
import { constants, meansSandbox } from '../contract/constants';
import { isObject } from '../contract/json';
import { isLoopback } from '../contract/loopback';
import { checkReadings } from './check-readings';
import { ConfigurationError } from './errors';
import type { ProblemReporter } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import type { ShapeProblem } from './shape-problem';
import { shapeProblems } from './shape-problem';

/**
 * Checks a target file against its schema, and checks its addresses and readings. Reports mistakes to
 * `problems`. Returns the file's content without the members that break the schema.
 */
export function checkTargetShape(value: unknown, yaml: YamlFile, problems: ProblemReporter): JsonMembers {
  if (!isObject(value)) {
    problems.tell(noMembers(yaml));
    return {};
  }
  const found = shapeProblems('target', value);
  for (const each of found) problems.tell(yaml.wrong(each.path, ...shapeWords(each)));
  const sound = found.length === 0 ? value : soundPart('target', value);
  checkAddresses(sound, yaml, problems);
  checkConsentManager(sound, yaml, problems);
  const { readings } = sound as { readings?: JsonMembers };
  if (readings !== undefined) checkReadings(readings, yaml, problems);
  return sound;
}

function noMembers({ file }: YamlFile): ConfigurationError {
  return new ConfigurationError(
    'is not a target file: it holds no members',
    { file },
    'conform init writes one',
  );
}

/**
 * Reports invalid addresses and addresses that contain credentials. Also reports plain http to other
 * machines, which would send secrets unencrypted.
 */
function checkAddresses(value: JsonMembers, yaml: YamlFile, problems: ProblemReporter): void {
  const services = Object.entries((value.services ?? {}) as Record<string, string | Record<string, string>>);
  const publicUrls = ['mock', 'callback'].map(
    (name) => [[name, 'publicUrl'], (value[name] as { publicUrl?: string } | undefined)?.publicUrl] as const,
  );
  const integrator = value.integrator as { url?: string; callbackUrl?: string } | undefined;
  const all = [
    ...services.flatMap(([name, given]): [string[], string][] =>
      typeof given === 'string'
        ? [[['services', name], given]]
        : Object.entries(given).map(([operation, url]) => [['services', name, operation], url]),
    ),
    ...publicUrls,
    [['integrator', 'url'], integrator?.url] as const,
    [['integrator', 'callbackUrl'], integrator?.callbackUrl] as const,
  ];
  for (const [path, url] of all) {
    const [message, hint] = (url === undefined ? undefined : whyNoAddress(url)) ?? [];
    if (message !== undefined && hint !== undefined) problems.tell(yaml.wrong(path, message, hint));
  }
}

/**
 * Reports the sandbox's X-CM-ID in a production target, and another one in a sandbox target with an integrator (clause
 * 5.2): the suite would give that value to the client, and the judge would then fail the client for it.
 */
function checkConsentManager(value: JsonMembers, yaml: YamlFile, problems: ProblemReporter): void {
  const { environment, cmId, integrator } = value;
  if (typeof cmId !== 'string') return;
  const { sandboxCmId } = constants;
  const isProduction = environment === 'production';
  if (isProduction && meansSandbox(cmId)) {
    const message = `is ${JSON.stringify(cmId)}, but ${sandboxCmId} is the X-CM-ID of the sandbox, and environment is production`;
    const hint = 'write the consent-manager suffix of production, or leave cmId out if you do not know it';
    problems.tell(yaml.wrong(['cmId'], message, hint));
  } else if (!isProduction && integrator !== undefined && cmId !== sandboxCmId) {
    // The message does not quote the value, which may come from a variable with a secret.
    const message = `is another value, but environment is sandbox, where an integrator must send ${sandboxCmId}`;
    const hint = `write ${sandboxCmId} or leave cmId out; for production, write environment: production`;
    problems.tell(yaml.wrong(['cmId'], message, hint));
  }
}

function whyNoAddress(address: string): readonly [message: string, hint: string] | undefined {
  const url = URL.parse(address);
  if (url === null) return ['is not an address', 'as in https://host:8443/base'];
  if (url.username !== '' || url.password !== '')
    return ['carries a user name or password', 'credentials go under credentials'];
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return ['is plain http outside this machine', 'use https; http is for loopback only'];
  return undefined;
}

type Words = readonly [message: string, hint: string];

/**
 * Maps paths in the target file to the message and hint for a value that does not match its schema's pattern.
 * `*` matches any key. The schema's own message would quote a regular expression, which users should not have
 * to read.
 */
const forms: Readonly<Record<string, Words>> = {
  edition: ['is no name of an edition', 'npx conform --version names that of the suite'],
  'services.*': ['must look like https://host/path', 'without a slash at the end, and without ? and #'],
  'services.*.*': ['must look like https://host/path', 'without a slash at the end, and without ? and #'],
  'integrator.url': ['must look like http://127.0.0.1:9000', 'without a slash at the end, ? or #'],
  'integrator.callbackUrl': ['must look like https://host/path', 'without a slash at the end, ? or #'],
  'mock.publicUrl': ['must look like https://host', 'without a slash at the end, ? or #'],
  'callback.publicUrl': ['must look like https://host/path', 'without a slash at the end, ? or #'],
  'mock.listen': ['is no host with a port, like 127.0.0.1:9100', 'port 0 takes free ones'],
  'callback.listen': ['is no host with a port, like 127.0.0.1:9000', 'port 0 takes a free one'],
  'participants.*': ['is no participant id like 1000000001@sbx', 'digits, @ and a name'],
  'paths.*': ['is not the text between two slashes of a path', 'without a slash at its beginning or its end'],
  'integrator.env': ['holds a name that no variable has', 'names are made of letters, digits and _'],
  declarations: [
    'holds a name that no obligation has',
    'ids are three capitals, a hyphen and two digits; npx conform list shows them all',
  ],
  'declarations.*.date': ['is no day like 2026-11-01', 'year, month and day, with hyphens'],
};

/** Returns the message and the hint for a member that does not match the schema of target files. */
export function shapeWords(problem: ShapeProblem): Words {
  const { path, keyword, message } = problem;
  if (keyword === 'false schema')
    return ['stands beside otp.command, which prints it', 'leave one of the two out'];
  const form = keyword === 'pattern' ? formAt(path) : undefined;
  return form ?? [message, hintFor(problem)];
}

function formAt(path: readonly string[]): Words | undefined {
  const isHere = (place: string): boolean => {
    const parts = place.split('.');
    return parts.length === path.length && parts.every((part, index) => part === '*' || part === path[index]);
  };
  return Object.entries(forms).find(([place]) => isHere(place))?.[1];
}

function hintFor({ path, keyword, near }: ShapeProblem): string {
  if (near !== undefined) return `did you mean ${near}?`;
  if (keyword === 'additionalProperties') return 'is it misspelt? conform init writes every known member';
  if (keyword === 'required')
    return path[0] === 'services'
      ? 'each operation that a provider sends needs its base'
      : path.length === 1 && path[0] === 'name'
        ? 'give the target one, as in my-system'
        : 'fill it in';
  if (path[0] === 'services') return 'an address like https://host/path, without a slash at the end';
  if (path[0] === 'integrator' && path[1] === 'env')
    return 'a text, in quotes where it is a number, as in PORT: "8080"';
  if (path[0] === 'limits' && path.length > 1 && path[1] !== 'probes')
    return path[1]?.endsWith('Ms') === true
      ? 'in milliseconds, without a unit'
      : 'in digits; left out, the default holds';
  return 'conform init writes an example';
}

/**
 * Removes the members that break the schema, so that the rest can still be checked. If a required member is
 * missing, removes the object that lacks it. Ignores missing members at the top level.
 */
function soundPart(schema: string, value: JsonMembers): JsonMembers {
  let sound = value;
  for (;;) {
    const [problem] = shapeProblems(schema, sound).filter(({ path }) => canGo(sound, path));
    if (problem === undefined) return sound;
    sound = without(sound, problem.path) as JsonMembers;
  }
}

const canGo = (value: JsonMembers, path: readonly string[]): boolean =>
  path.length > 1 || (path[0] !== undefined && Object.hasOwn(value, path[0]));

/**
 * Returns a copy without the member at this path. A list is removed as a whole, because removing one item
 * would shift the indices of the items after it.
 */
function without(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
  const kept = rest.length === 0 ? undefined : without(value[key], rest);
  const others = Object.entries(value).filter(([name]) => name !== key);
  return Object.fromEntries(kept === undefined ? others : [...others, [key, kept]]);
}
