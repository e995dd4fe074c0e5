import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { read } from '../report/workflow-commands';
import { action, Job } from './job';

const skip = process.platform === 'win32';

const declared = { by: 'A. B.', date: '2026-11-22', statement: 'It is so.' };
/** A target file, on more than one line, for a client in one role. */
const targetOf = (command: readonly string[], tls = true): string =>
  stringify({
    name: 'client',
    environment: 'sandbox',
    mock: { tls },
    integrator: { command: [process.execPath, ...command], roles: ['session'], env: { SUITE: root } },
    declarations: { 'HDR-14': declared, 'TOK-08': declared },
  });
const ownAdapter = [join(root, 'bin/conform.cjs'), 'adapter', '--serve'];
const ownClient = targetOf(ownAdapter);
const careless = targetOf([join(root, 'tests/action/careless-client.cjs')], false);

describe('action.yml', () => {
  const members = {
    top: ['name', 'description', 'branding', 'inputs', 'outputs', 'runs'],
    step: ['id', 'if', 'uses', 'with', 'shell', 'run', 'env', 'working-directory'],
  };

  it('has the members of a composite action, and no others', () => {
    assert.deepEqual(Object.keys(action), members.top);
    for (const { description, default: value, ...others } of Object.values(action.inputs))
      assert.deepEqual([typeof description, typeof value, others], ['string', 'string', {}]);
    for (const { description, value, ...others } of Object.values(action.outputs))
      assert.deepEqual([typeof description, /^\$\{\{ .* \}\}$/.test(value), others], ['string', true, {}]);
    assert.equal(action.runs.using, 'composite');
    for (const step of action.runs.steps) {
      assert.deepEqual(
        Object.keys(step).filter((name) => !members.step.includes(name)),
        [],
      );
      assert.ok((step.run === undefined) !== (step.uses === undefined));
      assert.equal(step.shell, step.run === undefined ? undefined : 'bash');
    }
  });

  it('names inputs and outputs that there are, and gives the shell no expression', () => {
    const text = readFileSync(join(root, 'action.yml'), 'utf8');
    const ids = action.runs.steps.flatMap(({ id }) => id ?? []);
    for (const [, name = ''] of text.matchAll(/inputs\.([\w-]+)/g)) assert.ok(name in action.inputs, name);
    for (const [, id = ''] of text.matchAll(/steps\.([\w-]+)\./g)) assert.ok(ids.includes(id), id);
    for (const name of Object.keys(action.inputs))
      assert.ok(text.includes(`{ inputs.${name} }`) || text.includes(`inputs.${name} }}`), name);
    for (const { run = '' } of action.runs.steps) {
      assert.doesNotMatch(run, /\$\{\{/);
      for (const [, file = ''] of run.matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g))
        assert.ok(existsSync(join(root, file)), file);
    }
  });
});

describe('a job with the action', { skip }, () => {
  it('tells that a client conforms, and where the reports are', (t) => {
    const job = new Job(t);
    writeFileSync(join(job.workspace, 'target.yaml'), ownClient);
    const { code, outputs, summary, npm, printed } = job.use({ subject: 'integrator' });
    const reports = join(job.workspace, 'reports');
    assert.deepEqual([code, outputs], [0, { verdict: 'conforms', why: '', reports }], printed);
    assert.ok(existsSync(join(reports, 'compliance.html')));
    assert.match(summary, /conforms/);
    assert.deepEqual(read(printed), []);
    assert.match(npm[0] ?? '', /: npm pack .*--pack-destination/);
    assert.match(npm[1] ?? '', / install --no-save .*gateway-conformance-\*\.tgz$/);
    assert.equal(npm.length, 2);
  });

  it('tells which setting keeps a run without failures from a certificate', (t) => {
    const job = new Job(t);
    writeFileSync(join(job.workspace, 'target.yaml'), targetOf(ownAdapter, false));
    const { code, outputs, printed } = job.use({ subject: 'integrator' });
    const { verdict, why } = outputs;
    assert.deepEqual(
      [code, verdict, why],
      [3, 'no-failure', 'integrator: left out by mock.tls: false'],
      printed,
    );
  });

  it('annotates what failed where a client does not conform, with the exit code of the run', (t) => {
    const job = new Job(t);
    mkdirSync(join(job.workspace, 'ci'));
    writeFileSync(join(job.workspace, 'ci/target.yaml'), careless);
    const inputs = { subject: 'integrator', 'working-directory': 'ci', reports: 'out' };
    const { code, outputs, printed, summary } = job.use(inputs);
    assert.deepEqual([code, outputs.verdict], [1, 'does-not-conform'], printed);
    assert.match(outputs.why ?? '', /^integrator: \d+ musts? failed$/);
    assert.equal(outputs.reports, join(job.workspace, 'ci/out'));
    assert.match(summary, /does not conform/);
    const errors = read(printed).filter(({ kind }) => kind === 'error');
    assert.ok(
      errors.some(({ properties }) => properties.title?.startsWith('HDR-05 ')),
      printed,
    );
    for (const { properties, text } of errors) {
      assert.deepEqual(Object.keys(properties), ['title']);
      assert.match(text, /\n {2}scenario {2}features\//);
    }
  });

  it('tells an error, and no verdict of an earlier run, on bad input', (t) => {
    const job = new Job(t);
    writeFileSync(join(job.workspace, 'target.yaml'), ownClient);
    assert.equal(job.use({ subject: 'integrator' }).outputs.verdict, 'conforms');
    for (const inputs of [
      { target: 'none.yaml' },
      { subject: 'unknown' },
      { profile: '$(touch injected)' },
      { waivers: '"; touch injected; "' },
      { package: '../elsewhere.tgz' },
      { package: '--global' },
      { package: '$(touch injected)' },
    ]) {
      const { code, outputs } = job.use(inputs);
      assert.deepEqual([code, outputs.verdict], [2, 'error'], JSON.stringify(inputs));
    }
    assert.ok(!existsSync(join(job.workspace, 'injected')));
  });

  it('installs the package that it is given, a file or an address', (t) => {
    const job = new Job(t);
    const inputs = { target: 'none.yaml', 'working-directory': 'ci' };
    mkdirSync(join(job.workspace, 'ci'));
    writeFileSync(join(job.workspace, 'ci/suite.tgz'), '');
    const [file, more] = job.use({ ...inputs, package: 'suite.tgz' }).npm;
    assert.ok(file?.endsWith(` ${join(job.workspace, 'ci/suite.tgz')}`), file);
    assert.equal(more, undefined);
    const address = 'https://files.example/suite.tgz';
    const [line] = job.use({ ...inputs, package: address }).npm.slice(1);
    assert.match(line ?? '', new RegExp(` install --no-save .* ${address.replaceAll('.', '\\.')}$`));
  });
});

describe('a job whose Node is too old, or is not there', { skip }, () => {
  it('gets another one', (t) => {
    const [has, setup] = action.runs.steps;
    assert.match(has?.run ?? '', /has-node\.sh"$/);
    assert.equal(setup?.if, "steps.node.outputs.suits != 'true'");
    assert.match(setup.uses ?? '', /^actions\/setup-node@/);
    const folder = temporaryFolder(t);
    const [output, bash] = [join(folder, 'output'), '/bin/bash'];
    for (const [PATH, suits] of [
      [dirname(process.execPath), 'true'],
      [folder, 'false'],
    ] as const) {
      writeFileSync(output, '');
      spawnSync(bash, [join(root, 'scripts/action/has-node.sh')], { env: { PATH, GITHUB_OUTPUT: output } });
      assert.equal(readFileSync(output, 'utf8'), `suits=${suits}\n`);
    }
  });
});
