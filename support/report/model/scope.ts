import { formatCount } from '../../contract/format-count';
import type { Role, Subject } from '../../contract/words';
import { roleWords } from '../../contract/words';
import type { OverallResult, OverallVerdict, Scope } from '../../judging/overall';

const alone = (role: Role): readonly [words: string, roles: readonly Role[]] => [roleWords[role], [role]];

/** Roles in words. The first group that fits names its roles. */
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

const subjectWords: Readonly<Record<Subject, string>> = {
  integrator: 'the integrator',
  service: 'the services',
};

/** `12 of 92 requirements` */
const seenText = ({ requirements: { seen, of } }: Scope): string =>
  `${seen} of ${formatCount(of, 'requirement')}`;

const noFailureText = (scope: Scope): string => `no failure in the ${seenText(scope)} that were seen`;

/** The verdict on a subject behind its name, as each report states it: `integrator: conforms`. */
export function verdictText({ verdict, scope }: Pick<OverallResult, 'verdict' | 'scope'>): string {
  if (verdict === 'no-failure') return noFailureText(scope);
  const words = verdict === 'incomplete' ? 'the test is incomplete' : verdict.replaceAll('-', ' ');
  return `${words}${rolesText(verdict, scope)}`;
}

/**
 * The verdict on a subject as a sentence, without a period.
 * @param isAlone whether this is the only subject of the run. Only then can the words about seen requirements do
 * without the subject
 */
export function verdictSentence(
  subject: Subject,
  { verdict, scope }: OverallResult,
  isAlone: boolean,
): string {
  const name = subjectWords[subject];
  const rest = rolesText(verdict, scope);
  switch (verdict) {
    case 'conforms':
      return `${capital(name)} ${subject === 'service' ? 'conform' : 'conforms'}${rest}`;
    case 'does-not-conform':
      return `${capital(name)} ${subject === 'service' ? 'do' : 'does'} not conform${rest}`;
    case 'incomplete':
      return `The test of ${name} is incomplete${rest}`;
    case 'no-failure':
      return isAlone ? capital(noFailureText(scope)) : `${capital(name)}: ${noFailureText(scope)}`;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The roles that a verdict covers, if it does not cover all: ` for session; payer flows not assessed`. */
function rolesText(verdict: OverallVerdict, { assessed, notAssessed }: Scope): string {
  if (notAssessed.length === 0) return '';
  const told = rolesInWords(assessed);
  const what = told === '' ? '' : verdict === 'conforms' ? ` for ${told}` : `; assessed: ${told}`;
  return `${what}; ${rolesInWords(notAssessed)} not assessed`;
}

/** More ids than that are counted. */
const mostNamed = 12;

/** Returns a text for each setting that left something out: the obligations, and the setting in parentheses. */
export const leftOutTexts = ({ leftOut = [] }: Scope): string[] =>
  leftOut.map(({ by, ids }) => {
    const what = ids.length > mostNamed ? formatCount(ids.length, 'requirement') : ids.join(', ');
    return `${what} (${by})`;
  });
