import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { SentEvidence } from '../../../support/exchange/evidence';
import type { Breach } from '../../../support/obligations';
import { plainTextOrEmpty } from '../../plain';
import { composerOf } from '../../../mutants/composed-requests';
import { edit, replaceHeader } from './edits';
import { playSteps, session } from './exchanges';
import { conformingRecordings, judge } from './judge';

const root = join(__dirname, '../../..');

function homeFileOf(id: string): string {
  const files = globSync('support/obligations/**/*.ts', { cwd: root });
  const home = files.find((file) => readFileSync(join(root, file), 'utf8').includes(`id: '${id}',`));
  return home?.replaceAll('\\', '/') ?? 'support/obligations';
}

/** Returns the places of the code that made the evidence, one per line of a message. */
function originsOf(evidence: SentEvidence | undefined): string[] {
  if (evidence?.kind !== undefined)
    return ['its step in tests/obligations/integrator (exchanges.ts, transfers.ts)'];
  const { service = 'identity', operation } = evidence ?? {};
  return [
    `\`${composerOf({ service, operation })}\` in support/client/integrator/requests.ts, if the request is wrong`,
    'and then `buildRequest` in support/client/requests.ts, which composes the requests of the suite itself',
    'its step in tests/obligations/integrator/exchanges.ts, if the order, the answer or a fact is wrong',
  ];
}

function advice(
  id: string,
  { exchanges, expected, seen }: Breach,
  recording: readonly SentEvidence[],
): string {
  const home = homeFileOf(id);
  const first = recording.find(({ seq }) => seq === exchanges[0]);
  return [
    `${id} (${home}) is broken by data that should keep every obligation:`,
    `  expected: ${plainTextOrEmpty(expected)}`,
    `  seen:     ${plainTextOrEmpty(seen)}`,
    'Change what made the data:',
    ...[...originsOf(first), `the judge in ${home}, if the data is right`].map((each) => `  - ${each}`),
  ].join('\n');
}

/** Returns a message for each obligation that the recordings break; each obligation occurs once. */
function adviceFor(recordings: readonly (readonly SentEvidence[])[]): string[] {
  const all = recordings.flatMap((recording) =>
    [...judge(recording)].flatMap(
      ([
        id,
        {
          breaches: [breach],
        },
      ]) => (breach === undefined ? [] : [[id, advice(id, breach, recording)] as const]),
    ),
  );
  return [...new Map(all).values()];
}

it('conforming recordings break nothing; all other tests here ignore what these recordings break', () => {
  const flaws = adviceFor(conformingRecordings());
  assert.ok(flaws.length === 0, flaws.join('\n\n'));
});

it('a conforming recording that breaks something leads to the code to change', () => {
  const all = adviceFor([playSteps([edit(session(), replaceHeader('X-CM-ID', 'other'))])]);
  const flaw = all.find((each) => each.startsWith('HDR-10 '));
  assert.ok(flaw !== undefined, all.join('\n'));
  assert.match(flaw, /^HDR-10 \(support\/obligations\/headers\/headers\.ts\) is broken by data /);
  assert.match(flaw, /\n {2}expected: .*sbx/);
  assert.match(flaw, /\n {2}- `session` in support\/client\/integrator\/requests\.ts/);
});
