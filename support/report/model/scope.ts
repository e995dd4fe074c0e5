import type { Role } from '../../contract/words';
import { roleWords } from '../../contract/words';
import type { OverallResult } from '../../judging/verdict';

const alone = (role: Role): readonly [words: string, roles: readonly Role[]] => [roleWords[role], [role]];

/** Roles in words; the first that fits takes its roles. */
const groups: readonly (readonly [words: string, roles: readonly Role[]])[] = [
  ...(['session', 'gateway', 'identity', 'registry'] as const).map(alone),
  ['health-data transfer', ['hip', 'hiu']],
  ...(['hip', 'hiu'] as const).map(alone),
  ['payer flows', ['provider', 'trigger']],
  ...(['provider', 'trigger', 'payer'] as const).map(alone),
];

/** `session, identity and health-data transfer` */
export function rolesInWords(roles: readonly Role[]): string {
  const left = new Set(roles);
  const words = groups.flatMap(([name, members]) => {
    if (!members.every((role) => left.has(role))) return [];
    for (const role of members) left.delete(role);
    return [name];
  });
  return listedWords([...words, ...left]);
}

/** `one, two and three` */
export function listedWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** The verdict on a subject as each report states it. */
export const verdictText = (overall: OverallResult): string =>
  withScope(overall.verdict.replaceAll('-', ' '), overall);

/** A verdict with its scope, as in `conforms (partial run) for session; payer flows not assessed`. */
export function withScope(words: string, { verdict, partial, scope }: OverallResult): string {
  const { assessed, notAssessed } = scope;
  const seen = rolesInWords(assessed);
  const told = partial || notAssessed.length > 0 ? seen : '';
  const what = told === '' ? '' : verdict === 'conforms' ? ` for ${told}` : `; assessed: ${told}`;
  const rest = notAssessed.length === 0 ? '' : `; ${rolesInWords(notAssessed)} not assessed`;
  return `${words}${partial ? ' (partial run)' : ''}${what}${rest}`;
}
