import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { isObject } from '../contract/json';
import { templateText } from '../run/targets';
import { startLines } from './client-template';
import type { PlacedAdapter } from './place-adapter';

/** The line that names the JSON schema, and the command that depends on the names of the adapter's files. */
const varying = [/^# yaml-language-server: .*\n/, /^# {3}command: .*$/m] as const;

/** Returns whether a target file is as `conform init` wrote it, without --language and --role. */
export function isUnchangedTemplate(text: string): boolean {
  const bare = (each: string): string =>
    varying.reduce((rest, pattern) => rest.replace(pattern, ''), each.replaceAll('\r\n', '\n'));
  return bare(text) === bare(templateText);
}

interface Needed {
  readonly roles: readonly string[];
  readonly adapter: PlacedAdapter;
  /** Folder with the messages of the mock payer; `undefined` if the target does not need it. */
  readonly payerContent?: string;
}

/**
 * Returns the lines that an edited target file needs for an adapter. The list is empty if the file starts
 * this adapter for these roles already.
 */
export function linesToAdd(text: string, { roles, adapter, payerContent }: Needed): string[] {
  const target = membersOf(text);
  const line = (member: string): string =>
    `${member}:${member in target ? '   # this member is there already: change it' : ''}`;
  return [
    ...(startsAlready(target.integrator, roles, adapter)
      ? []
      : [
          line('integrator'),
          ...[...startLines(adapter), `roles: [${roles.join(', ')}]`].map((each) => `  ${each}`),
          ...('mock' in target ? [] : ['mock: { tls: true }']),
        ]),
    ...(payerContent === undefined || (isObject(target.readings) && 'payer-content' in target.readings)
      ? []
      : [line('readings'), `  payer-content: ./${payerContent}`]),
  ];
}

/** Returns the members of a target file. The result is empty for a file that is not YAML: `conform doctor` reports it. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parse(text, { logLevel: 'silent' });
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function startsAlready(
  integrator: unknown,
  roles: readonly string[],
  { command, cwd }: PlacedAdapter,
): boolean {
  if (!isObject(integrator) || !isDeepStrictEqual(integrator.command, command) || integrator.cwd !== cwd)
    return false;
  const played = integrator.roles;
  return !Array.isArray(played) || roles.every((role) => played.includes(role));
}
