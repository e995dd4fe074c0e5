import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { rerunCommand } from '../../support/judging/explain';
import type { RunSettings } from '../../support/run/plan';
import type { RunEvent } from '../../support/run/run-events';
import { ConfigurationError } from '../../support/targets/errors';
import { inPageTerms } from '../../support/ui/page-words';
import { messageForPage } from '../../support/ui/server/errors';
import { EventHub } from '../../support/ui/server/event-hub';
import { RunPublisher } from '../../support/ui/server/run-publisher';
import { TypedVariables } from '../../support/ui/server/typed-variables';
import { runAfter } from './run-calls';

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
  [
    'traffic/require-target-traffic',
    'leave --target out to judge the traffic without a target',
    'choose “the defaults” at “Judge it by”',
  ],
  ['report/runs/read-run', 'again with npx conform audit --rejudge', 'again on the Traffic page'],
  ['report/runs/read-report-text', 'run npx conform run first', 'start a run first'],
  ['report/pack/statement', 'as conform report --pack wrote it', 'as “Evidence pack” wrote it'],
  ['run/nightly', 'run without --profile nightly', 'run without “Nightly”'],
  ['run/nightly', 'or with --subject service', 'or choose the services at “Judge”'],
  ['cli/run', 'name the subject with --subject', 'choose the subject at “Judge”'],
];

it('a message that names a command or an option names what the page has in its place', () => {
  for (const [file, text, expected] of said) {
    const source = readFileSync(join(__dirname, `../../support/${file}.ts`), 'utf8');
    assert.ok(source.includes(text), `${file} does not say: ${text}`);
    assert.equal(inPageTerms(text), expected);
  }
  for (const targetFile of [undefined, 'a b.yaml'])
    assert.equal(
      inPageTerms(`again ${rerunCommand('SES-05', { targetFile })}\n`),
      'again “Run SES-05 again”\n',
    );
});

it('a field of the page stands where a mistake is in an option, and options stay in what others wrote', () => {
  const place = (at: string) =>
    messageForPage(
      new ConfigurationError('is wrong: --port 1 --only x', { at }, 'see --callbacks'),
      new TypedVariables(),
    );
  const places = {
    '--only': '“Only these obligations”:',
    '--port': '“First port”:',
    '--callbacks': '“Callbacks go to”',
  };
  for (const [at, field] of Object.entries(places))
    assert.deepEqual(place(at), { message: `${field} is wrong: --port 1 --only x`, hint: 'see --callbacks' });
  assert.equal(place('ports').message, 'ports is wrong: --port 1 --only x');
});

it('what a failure shows stands as it was sent, whatever it says', () => {
  const sent = 'npx conform doctor, conform report --pack, --port 1; export A=… before you run';
  const breach = { sent, expected: sent, seen: sent, cause: sent, exchanges: [1] };
  const hub = new EventHub();
  const told = new RunPublisher(hub, { subjects: ['service'] } as unknown as RunSettings, true);
  const scenario = { name: 'a', location: '', tags: [], obligations: ['SES-01'], isOwnCheck: false };
  told.take({ type: 'scenario-started', number: 1, of: 1, scenario });
  told.take({ type: 'broken', obligation: 'SES-01', breaches: [breach] } as unknown as RunEvent);
  told.take({
    type: 'scenario-finished',
    number: 1,
    scenario,
    verdict: 'failed',
    message: 'or ask: npx conform doctor',
  } as unknown as RunEvent);
  const shown = runAfter(hub.after(0, 1000)?.events ?? []).scenarios.get(1);
  assert.equal(shown?.message, 'or ask the doctor on the Target page');
  const [failure] = shown.failures ?? [];
  for (const text of [failure?.sent, failure?.expected, failure?.seen, failure?.cause.text])
    assert.equal(text, sent);
});
