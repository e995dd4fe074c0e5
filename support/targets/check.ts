import { newAjv } from '../contract/ajv';
import type { Members } from '../contract/json';
import { isObject } from '../contract/json';
import { isLoopback } from '../contract/loopback';
import { readings } from '../contract/readings';
import { ConfigurationError } from './errors';
import { attempt } from './pem';
import type { Problems } from './problems';
import type { YamlFile } from './read-yaml';
import type { ShapeProblem } from './shape-problem';
import { shapeProblems } from './shape-problem';
import { soundPart } from './sound-part';

/** Checks a target file against its schema and the readings, and gives the part of it that keeps to its schema. */
export function checkTargetShape(value: unknown, yaml: YamlFile, problems: Problems): Members {
  if (!isObject(value)) {
    problems.tell(noMembers(yaml));
    return {};
  }
  const found = shapeProblems('target', value);
  for (const each of found) problems.tell(yaml.wrong(each.path, each.message, hintFor(each)));
  const sound = found.length === 0 ? value : soundPart('target', value);
  checkReadings((sound as { readings?: Record<string, unknown> }).readings ?? {}, yaml, problems);
  checkAddresses(sound, yaml, problems);
  return sound;
}

function noMembers({ file }: YamlFile): ConfigurationError {
  return new ConfigurationError(
    'is not a target file: it holds no members',
    { file },
    'conform init writes one',
  );
}

function hintFor({ path, keyword }: ShapeProblem): string {
  if (keyword === 'additionalProperties') return 'is it misspelt? conform init writes every known member';
  if (keyword === 'required') return 'add it';
  if (path[0] === 'services') return 'an address like https://host/path, without a slash at the end';
  if (path[0] === 'integrator' && path[1] === 'env')
    return keyword === 'pattern'
      ? 'names are made of letters, digits and _'
      : 'a text, in quotes where it is a number, as in PORT: "8080"';
  if (path[0] === 'limits') return 'a whole number; milliseconds where the name ends in Ms';
  return 'conform init writes an example';
}

function checkReadings(overrides: Members, yaml: YamlFile, problems: Problems): void {
  for (const [id, value] of Object.entries(overrides)) {
    const [message, hint] = whyNoReading(id, value) ?? [];
    if (message !== undefined && hint !== undefined)
      problems.tell(yaml.wrong(['readings', id], message, hint));
  }
}

let readingsAjv: ReturnType<typeof newAjv> | undefined;

function whyNoReading(id: string, value: unknown): readonly [message: string, hint: string] | undefined {
  const reading = readings.find((each) => each.id === id);
  if (reading === undefined)
    return ['is no reading of this suite', `there are ${readings.map((each) => each.id).join(', ')}`];
  const ajv = (readingsAjv ??= newAjv({ strict: true, allowUnionTypes: true }));
  // It keeps what it has compiled: a form is checked as it is typed.
  if (!ajv.validate(reading.schema, value))
    return [ajv.errorsText(ajv.errors, { dataVar: '' }).trim(), `offered: ${reading.offered}`];
  if (hasPattern(id, value)) return undefined;
  return ['is not a regular expression', 'as in ^ABC-9999$, in single quotes where it holds a backslash'];
}

/** A pattern that does not compile would break the rules that use it. */
function hasPattern(id: string, value: unknown): boolean {
  const pattern = id === 'error-code' ? value : (value as { pattern?: unknown } | null)?.pattern;
  return typeof pattern !== 'string' || attempt(() => new RegExp(pattern)) !== undefined;
}

/** Plain http leaves secrets readable: it is refused everywhere but on this machine. */
function checkAddresses(value: Members, yaml: YamlFile, problems: Problems): void {
  const services = Object.entries((value.services ?? {}) as Record<string, string>);
  const publicUrls = ['mock', 'callback'].map(
    (name) => [[name, 'publicUrl'], (value[name] as { publicUrl?: string } | undefined)?.publicUrl] as const,
  );
  const integrator = (value.integrator as { url?: string } | undefined)?.url;
  const all = [
    ...services.map(([name, url]) => [['services', name], url] as const),
    ...publicUrls,
    [['integrator', 'url'], integrator] as const,
  ];
  for (const [path, url] of all) {
    const [message, hint] = (url === undefined ? undefined : whyNoAddress(url)) ?? [];
    if (message !== undefined && hint !== undefined) problems.tell(yaml.wrong(path, message, hint));
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
