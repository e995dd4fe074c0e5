import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { again } from '../../support/judging/explain';
import { onPage } from '../../support/ui/page-words';

/** What can reach the page, as it stands in a file of the suite, and what the page says. */
const said: readonly (readonly [file: string, text: string, onPage: string])[] = [
  [
    'run/hand/person',
    'the same command with --resume goes on from here',
    '“Go on by hand” goes on from here',
  ],
  ['run/manual-progress', 'leave out --resume to start again', '“Run from the beginning” starts again'],
  ['targets/interpolate', 'export NAME=… before you run', 'type in each value on the Target page'],
  ['targets/read-yaml', 'make one with: npx conform init', 'begin one on the Target page'],
  ['scenarios/service/act', 'or ask: npx conform doctor', 'or ask the doctor on the Target page'],
  ['cli/doctor/adapter-lines', 'conform run asks for each act', 'the run asks for each act'],
  ['cli/doctor', 'conform doctor --suggest', 'conform doctor --suggest'],
  ['traffic/foreign-forms', 'record with npx conform proxy', 'record with the proxy on the Traffic page'],
  ['traffic/newman', 'run it through conform proxy', 'run it through the proxy on the Traffic page'],
  ['report/runs/read-run', 'again with npx conform audit --rejudge', 'again on the Traffic page'],
  ['report/runs/bounded-text', 'run npx conform run first', 'start a run first'],
  ['report/pack/statement', 'as conform report --pack wrote it', 'as “Evidence pack” wrote it'],
  ['run/nightly', 'run without --profile nightly', 'run without “Nightly”'],
  ['run/nightly', 'or with --subject service', 'or choose the services at “Judge”'],
  ['cli/run', 'name the subject with --subject', 'choose the subject at “Judge”'],
  ['run/settings', '--only', '“Only these obligations”:'],
  ['cli/serve-proxy', '--port', '“First port”:'],
  ['cli/proxied-traffic', '--callbacks', '“Callbacks go to”'],
  ['cli/diff', '; --json names them all', ''],
];

it('a message that names a command or an option names what the page has in its place', () => {
  for (const [file, text, expected] of said) {
    const source = readFileSync(join(__dirname, `../../support/${file}.ts`), 'utf8');
    assert.ok(source.includes(text), `${file} does not say: ${text}`);
    assert.equal(onPage(text), expected);
  }
  for (const targetFile of [undefined, 'a b.yaml'])
    assert.equal(onPage(`again ${again('SES-05', { targetFile })}\n`), 'again “Run SES-05 again”\n');
});
