// npm run generate -- absence [--check]: writes docs/absence.md, which lists what each judge concludes from something
// that the evidence does not contain. With --check, this script writes nothing, and exits with 1 if the file is outdated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import type { Obligation } from '../support/obligations';
import { contractObligations } from '../support/obligations';

const file = join(__dirname, '../docs/absence.md');

const begin = `<!-- npm run generate -- absence writes this file, from the homes in support/obligations. -->

# Conclusions from absence

A log or a HAR file is a window on the longer life of a client: what it does not show may have happened earlier, later
or elsewhere. In a run, the suite sees everything that happens. This table lists, for each obligation, what may be
missing, and the verdict that follows if nothing else was observed. The mock receives every request since it started,
but it does not know why a client sends a request. Recorded traffic leads to the verdict of a run if it shows itself that
nothing is missing; the last column says how.

| obligation | what is missing | in a run | at the mock | in recorded traffic | recorded traffic is complete if |
| --- | --- | --- | --- | --- | --- |
`;

/** The mock is the service, so it judges only clients. */
const atMock = ({ subject }: Obligation, verdict: string): string =>
  subject === 'service' ? 'not judged' : verdict;

function rowsOf(obligation: Obligation): string[] {
  const { id, absences } = obligation;
  if (absences === undefined || typeof absences === 'string') return [];
  return Object.entries(absences).map(([what, { run, mock = run, traffic, complete = '' }]) =>
    ['', id, what, run, atMock(obligation, mock), traffic, complete, ''].join(' | ').trim(),
  );
}

/** Returns the text of docs/absence.md. */
export async function absenceText(): Promise<string> {
  const { all } = contractObligations;
  const others = all.filter(({ absences }) => typeof absences === 'string').map(({ id }) => id);
  const end = `The judges of these obligations conclude nothing from absence: ${others.join(', ')}.`;
  return format(`${begin}${all.flatMap(rowsOf).join('\n')}\n\n${end}\n`, { parser: 'markdown' });
}

async function main(isCheck: boolean): Promise<void> {
  const text = await absenceText();
  if (!isCheck) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error('docs/absence.md is out of date. Run: npm run generate -- absence');
    process.exitCode = 1;
  }
}

if (require.main === module) void main(process.argv.includes('--check'));
