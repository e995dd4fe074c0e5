import type { Coverage } from './coverage';
import type { Specimen } from './mutant';
import type { Trial } from './trial';

const width = 160;

/** `ok    mutant    flat-error    SES-09    0.2 s`, and what is wrong below. */
export function trialRow({ specimen, broken, problems, seconds }: Trial): string {
  const row = [
    problems.length === 0 ? 'ok  ' : 'FAIL',
    specimen.kind.padEnd(9),
    specimen.name.padEnd(36),
    outcome(specimen, broken).padEnd(26),
    `${seconds.toFixed(1)} s`,
    specimen.story,
  ].join('  ');
  return [row.slice(0, width).trimEnd(), ...problems.map((problem) => indented(problem))].join('\n');
}

function outcome(specimen: Specimen, broken: readonly string[]): string {
  if (specimen.kind === 'witness') return `${Object.keys(specimen.shows).join(' ')} noted`;
  return broken.length === 0 ? 'nothing broken' : broken.join(' ');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
}

/** `SES-05  must     10 of 2  lifetimes-as-text, no-refresh-token, …` */
export function coverageRow({ id, level, by, wanted }: Coverage): string {
  const head = [
    by.length < wanted ? 'FAIL' : 'ok  ',
    id,
    level.padEnd(7),
    `${by.length} of ${wanted}`.padEnd(8),
  ].join('  ');
  return wrap(by, width - head.length - 2)
    .map((line, index) => `${index === 0 ? head : ' '.repeat(head.length)}  ${line}`)
    .join('\n');
}

function wrap(names: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const name of names) {
    const longer = line === '' ? name : `${line}, ${name}`;
    if (longer.length <= room) line = longer;
    else {
      lines.push(`${line},`);
      line = name;
    }
  }
  return [...lines, line];
}

/** `mutants 90, witnesses 6, …` */
export function totals(trials: readonly Trial[], seconds: number): string {
  const count = (kind: Specimen['kind']) => trials.filter(({ specimen }) => specimen.kind === kind).length;
  return [
    `${count('mutant')} mutants`,
    `${count('witness')} witnesses`,
    `${count('null')} nulls`,
    `${count('harmless')} harmless variants`,
    `${count('irregular')} irregular`,
    `in ${seconds.toFixed(0)} s`,
  ].join(', ');
}
