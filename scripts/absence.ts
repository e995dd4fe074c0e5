// npm run generate -- absence [--check]: writes docs/absence.md, the list of conclusions from something that the evidence
// does not contain, by obligation. With --check, this script writes nothing, and exits with 1 if the file is outdated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import type { Obligation } from '../support/obligations';
import { contractObligations } from '../support/obligations';

const file = join(__dirname, '../docs/absence.md');

const begin = `# Conclusions from absence

<!-- npm run generate -- absence writes this file, from the homes in support/obligations. -->

A log or a HAR file shows only a part of the life of a client. A missing request may have been sent earlier, later or to
another address. In a run, the suite sees everything that happens. The mock receives every request since it started. It
does not know why a client sends a request, and it may end before the client replies. A client that uses an access token
before its first session at the mock ran before the mock started. Its earlier requests may be missing: the verdicts on
CRT-09, DPY-03, ENC-04 and OTP-02 are then \`inconclusive\` at the mock.

For each obligation, this table lists the parts that may be missing, and the verdict if nothing else was observed. If the
recording itself shows that it is complete, the verdict is the one in a run. The last column names the sign of that.

| obligation | missing | in a run | at the mock | in recorded traffic | the recording is complete if |
| --- | --- | --- | --- | --- | --- |
`;

/** The mock is the service, so it judges only clients. */
const atMock = ({ subject }: Obligation, verdict: string): string =>
  subject === 'service' ? 'not judged' : verdict;

function rowsOf(obligation: Obligation): string[] {
  const { id, absences } = obligation;
  if (typeof absences === 'string') return [];
  return Object.entries(absences).map(([what, { run, mock = run, traffic, complete = '' }]) =>
    ['', id, what, run, atMock(obligation, mock), traffic, complete, ''].join(' | ').trim(),
  );
}

/** Returns a list with one line of ids for each area. */
function idsByArea(obligations: readonly Obligation[]): string {
  const areas = Map.groupBy(obligations, ({ area }) => area);
  return [...areas].map(([area, all]) => `- ${area}: ${all.map(({ id }) => id).join(', ')}`).join('\n');
}

/** Returns the text of docs/absence.md. */
export async function absenceText(): Promise<string> {
  const { all } = contractObligations;
  const others = all.filter(({ absences }) => typeof absences === 'string');
  const end = `The judges of these obligations conclude nothing from absence:\n\n${idsByArea(others)}`;
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
