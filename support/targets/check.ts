import { newAjv } from '../contract/ajv';
import { isObject } from '../contract/json';
import { isLoopback } from '../contract/loopback';
import { readings } from '../contract/readings';
import { ConfigurationError } from './errors';
import { attempt } from './pem';
import type { YamlFile } from './read-yaml';
import type { ShapeProblem } from './shape-problem';
import { shapeProblem } from './shape-problem';

/** Checks a target file against its schema and the readings; throws at the first problem, with place and hint. */
export function checkTargetShape(value: unknown, yaml: YamlFile): void {
  if (!isObject(value))
    throw new ConfigurationError(
      'is not a target file: it holds no members',
      { file: yaml.file },
      'conform init writes one',
    );
  const problem = shapeProblem('target', value);
  if (problem !== undefined) throw yaml.wrong(problem.path, problem.message, hintFor(problem));
  checkReadings((value as { readings?: Record<string, unknown> }).readings ?? {}, yaml);
  checkAddresses(value, yaml);
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

function checkReadings(overrides: Record<string, unknown>, yaml: YamlFile): void {
  for (const [id, value] of Object.entries(overrides)) {
    const reading = readings.find((each) => each.id === id);
    const wrong = (message: string, hint: string) => yaml.wrong(['readings', id], message, hint);
    if (reading === undefined)
      throw wrong('is no reading of this suite', `there are ${readings.map((each) => each.id).join(', ')}`);
    const ajv = newAjv({ strict: true, allowUnionTypes: true });
    if (!ajv.validate(reading.schema, value))
      throw wrong(ajv.errorsText(ajv.errors, { dataVar: '' }).trim(), `offered: ${reading.offered}`);
    if (!hasPattern(id, value))
      throw wrong(
        'is not a regular expression',
        'as in ^ABC-9999$, in single quotes where it holds a backslash',
      );
  }
}

/** A pattern that does not compile would break the rules that use it. */
function hasPattern(id: string, value: unknown): boolean {
  const pattern = id === 'error-code' ? value : (value as { pattern?: unknown } | null)?.pattern;
  return typeof pattern !== 'string' || attempt(() => new RegExp(pattern)) !== undefined;
}

/** Plain http leaves secrets readable: it is refused everywhere but on this machine. */
function checkAddresses(value: Record<string, unknown>, yaml: YamlFile): void {
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
  for (const [path, url] of all) if (url !== undefined) checkAddress(path, url, yaml);
}

function checkAddress(path: readonly string[], address: string, yaml: YamlFile): void {
  const url = URL.parse(address);
  if (url === null) throw yaml.wrong(path, 'is not an address', 'as in https://host:8443/base');
  if (url.username !== '' || url.password !== '')
    throw yaml.wrong(path, 'carries a user name or password', 'credentials go under credentials');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw yaml.wrong(path, 'is plain http outside this machine', 'use https; http is for loopback only');
}
