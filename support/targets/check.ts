import { Ajv2020 } from 'ajv/dist/2020';
import { isLoopback } from '../contract/loopback';
import { readings } from '../contract/readings';
import type { Place } from './errors';
import { ConfigurationError } from './errors';
import { placeOf } from './interpolate';
import type { YamlFile } from './read-yaml';
import type { ShapeProblem } from './shape-problem';
import { shapeProblem } from './shape-problem';

/** Checks a target file against its schema and the readings; throws at the first problem, with place and hint. */
export function checkTargetShape(value: unknown, yaml: YamlFile): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigurationError(
      'is not a target file: it holds no members',
      { file: yaml.file },
      'conform init writes one',
    );
  const problem = shapeProblem('target', value);
  if (problem !== undefined)
    throw new ConfigurationError(problem.message, placeOf(problem.path, yaml), hintFor(problem));
  checkReadings((value as { readings?: Record<string, unknown> }).readings ?? {}, yaml);
  checkAddresses(value as Record<string, unknown>, yaml);
}

function hintFor({ path, keyword }: ShapeProblem): string {
  if (keyword === 'additionalProperties') return 'is it misspelt? conform init writes every known member';
  if (keyword === 'required') return 'add it';
  if (path[0] === 'services') return 'an address like https://host/path, without a slash at the end';
  if (path[0] === 'limits') return 'a whole number; milliseconds where the name ends in Ms';
  return 'conform init writes an example';
}

function checkReadings(overrides: Record<string, unknown>, yaml: YamlFile): void {
  for (const [id, value] of Object.entries(overrides)) {
    const reading = readings.find((each) => each.id === id);
    const place = placeOf(['readings', id], yaml);
    if (reading === undefined)
      throw new ConfigurationError(
        'is no reading of this suite',
        place,
        `there are ${readings.map((each) => each.id).join(', ')}`,
      );
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    if (!ajv.validate(reading.schema, value))
      throw new ConfigurationError(
        ajv.errorsText(ajv.errors, { dataVar: '' }).trim(),
        place,
        `offered: ${reading.offered}`,
      );
    checkPattern(id, value, place);
  }
}

/** A pattern that does not compile would break the rules that use it. */
function checkPattern(id: string, value: unknown, place: Place): void {
  const pattern = id === 'error-code' ? value : (value as { pattern?: unknown } | null)?.pattern;
  if (typeof pattern !== 'string') return;
  try {
    new RegExp(pattern);
  } catch {
    throw new ConfigurationError(
      'is not a regular expression',
      place,
      'as in ^ABC-9999$, in single quotes where it holds a backslash',
    );
  }
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
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new ConfigurationError('is not an address', placeOf(path, yaml), 'as in https://host:8443/base');
  }
  if (url.username !== '' || url.password !== '')
    throw new ConfigurationError(
      'carries a user name or password',
      placeOf(path, yaml),
      'credentials go under credentials',
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigurationError(
      'is plain http outside this machine',
      placeOf(path, yaml),
      'use https; http is for loopback only',
    );
}
