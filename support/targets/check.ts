import type { Members } from '../contract/json';
import { isObject } from '../contract/json';
import { isLoopback } from '../contract/loopback';
import { checkReadings } from './check-readings';
import { ConfigurationError } from './errors';
import type { Problems } from './problems';
import type { YamlFile } from './read-yaml';
import { shapeProblems } from './shape-problem';
import { shapeWords } from './shape-words';
import { soundPart } from './sound-part';

/** Checks a target file against its schema and the readings, and gives the part of it that keeps to its schema. */
export function checkTargetShape(value: unknown, yaml: YamlFile, problems: Problems): Members {
  if (!isObject(value)) {
    problems.tell(noMembers(yaml));
    return {};
  }
  const found = shapeProblems('target', value);
  for (const each of found) problems.tell(yaml.wrong(each.path, ...shapeWords(each)));
  const sound = found.length === 0 ? value : soundPart('target', value);
  checkAddresses(sound, yaml, problems);
  const { readings } = sound as { readings?: Members };
  return readings === undefined ? sound : { ...sound, readings: checkReadings(readings, yaml, problems) };
}

function noMembers({ file }: YamlFile): ConfigurationError {
  return new ConfigurationError(
    'is not a target file: it holds no members',
    { file },
    'conform init writes one',
  );
}

/** Plain http leaves secrets readable: it is refused everywhere but on this machine. */
function checkAddresses(value: Members, yaml: YamlFile, problems: Problems): void {
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

function whyNoAddress(address: string): readonly [message: string, hint: string] | undefined {
  const url = URL.parse(address);
  if (url === null) return ['is not an address', 'as in https://host:8443/base'];
  if (url.username !== '' || url.password !== '')
    return ['carries a user name or password', 'credentials go under credentials'];
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return ['is plain http outside this machine', 'use https; http is for loopback only'];
  return undefined;
}
