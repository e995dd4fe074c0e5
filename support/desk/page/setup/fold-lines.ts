import type { DoctorLine } from '../../wire/setup';

/** Lines that say the same of several services, or one line of its own. */
export interface FoldedLine extends DoctorLine {
  /** Those that it stands for, where there are several. */
  readonly all: readonly DoctorLine[];
}

const serviceFirst = /^(gateway|identity|registry|dummyPayer|provider) (.+)$/;
const address = /https?:\/\/\S+/g;
const member = /\bservices\.\w+/g;

/** What lines of several services have to share to be one. */
function sameOf({ name, state, detail }: DoctorLine): string | undefined {
  const [, , what] = serviceFirst.exec(name) ?? [];
  if (what === undefined || state === 'good') return undefined;
  return [what, state, detail.replace(address, '').replace(member, '')].join('\n');
}

/** Puts what is said of several services in the same words into one line, in the place of the first. */
export function foldLines(lines: readonly DoctorLine[]): FoldedLine[] {
  const groups = new Map<string, DoctorLine[]>();
  for (const [index, line] of lines.entries()) {
    const key = sameOf(line) ?? String(index);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].flatMap(folded);
}

function folded(all: readonly DoctorLine[]): FoldedLine[] {
  const [first, ...others] = all;
  if (first === undefined) return [];
  if (others.length === 0) return [{ ...first, all }];
  const services = all.map(({ name }) => serviceFirst.exec(name)?.[1] ?? name);
  const places = services.map((service) => `services.${service}`).join(', ');
  return [
    {
      ...{ state: first.state, all },
      name: `${services.join(', ')} ${serviceFirst.exec(first.name)?.[2] ?? ''}`,
      detail: first.detail.replace(address, '').replace(member, places).trim(),
    },
  ];
}

/** How many things there are to fix, as they are shown. */
export const toFix = (lines: readonly DoctorLine[]): number =>
  foldLines(lines).filter(({ state }) => state === 'bad').length;
