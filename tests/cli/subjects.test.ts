import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import type { RunOptions } from '../../support/cli/run';
import { runSettingsFrom } from '../../support/cli/run';
import { temporaryFolder } from '../report/embedded-run';

const client = 'integrator: { command: [client] }\n';
const services = 'services: { gateway: "http://127.0.0.1:1" }\n';

test('a run is about what its target names, and about a client alone where only the mock is in front of it', (t) => {
  const target = join(temporaryFolder(t), 'target.yaml');
  const subjectsOf = (text: string, given: Partial<RunOptions> = {}) => {
    writeFileSync(target, `name: a\n${text}`);
    return runSettingsFrom({ profile: 'certification', target, reports: temporaryFolder(t), ...given })
      .subjects;
  };
  assert.deepEqual(subjectsOf(client), ['integrator']);
  assert.deepEqual(subjectsOf('integrator: { manual: true }\n'), ['integrator']);
  assert.deepEqual(subjectsOf('integrator: {}\n'), ['integrator']);
  assert.deepEqual(subjectsOf(client + services), ['service', 'integrator']);
  assert.deepEqual(subjectsOf(services), ['service']);
  assert.deepEqual(subjectsOf(''), ['service']);
  // Who names a subject, or ids, means these.
  assert.deepEqual(subjectsOf(client, { subject: 'service' }), ['service']);
  assert.deepEqual(subjectsOf(client, { only: ['SES-08'] }), ['service']);
});

test('a person is told what to do where the command prints, and beside its JSON on stderr', (t) => {
  const target = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(target, 'name: a\nintegrator: { manual: true }\n');
  const told = (given: Partial<RunOptions>) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const surroundings = { env: {}, stdin: Readable.from([]), stdout, stderr };
    runSettingsFrom({ profile: 'certification', target, ...given }, surroundings).terminal?.say('Sign in.');
    return [stdout, stderr].map((each) => String(each.read() ?? ''));
  };
  assert.deepEqual(told({}), ['Sign in.\n', '']);
  assert.deepEqual(told({ json: true }), ['', 'Sign in.\n']);
});

test('a night of the container is called one, so that its report says how to run it again', () => {
  const container = { profile: 'nightly', container: true } as const;
  assert.equal(runSettingsFrom(container).profile, 'container');
  assert.equal(runSettingsFrom({ profile: 'nightly' }).profile, 'nightly');
});
