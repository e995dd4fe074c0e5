import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { conformingSeams } from '../../support/client/integrator';
import type { TransferSeams } from '../../support/client/integrator/transfer/seams';
import { integratorWith } from '../../mutants/integrator/stage';
import type { Target } from '../../support/targets/target';
import type { FinishedRun } from '../report/embedded-run';
import { finishRun, quickTarget, temporaryFolder } from '../report/embedded-run';
import { plainTextOrEmpty } from '../plain';

const rightly = conformingSeams.transfer;

/** A run on a client whose transfers differ; what it logs goes to a file too. */
function transfers(
  t: TestContext,
  change: (log: (line: string) => void) => Partial<TransferSeams>,
  target: Partial<Target> = {},
): Promise<FinishedRun> {
  return finishRun(t, {
    target: { ...quickTarget, roles: ['hip', 'hiu'], ...target },
    subjects: ['integrator'],
    only: ['HDT-11', 'HDT-19'],
    profile: 'test',
    seams: { client: (log) => integratorWith({ transfer: { ...rightly, ...change(log) } }, log) },
  });
}

const row = ({ results }: FinishedRun) =>
  results.obligations.find(({ id }) => id === 'HDT-19') ?? assert.fail('no row');

/** All that a run wrote. */
function everything(folder: string): string {
  const files = globSync('**/*.*', { cwd: folder });
  assert.ok(files.includes('results.json') && files.length > 3, files.join());
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

/** Keys that were made, each written down somewhere. */
const writing = (keys: string[], write: (key: string) => void): Pick<TransferSeams, 'keys'> => ({
  keys: {
    ...rightly.keys,
    keyPair: (curve) => {
      const own = rightly.keys.keyPair(curve);
      const text = Buffer.from(own.privateKey).toString('base64');
      keys.push(text);
      write(text);
      return own;
    },
  },
});

test('a private key in a log file fails what is declared, and what is not; it is shown nowhere', async (t) => {
  for (const declarations of [quickTarget.declarations, {}]) {
    const log = join(temporaryFolder(t), 'app.log');
    const keys: string[] = [];
    const write = (text: string): void => {
      writeFileSync(log, `sk=${text}\n`, { flag: 'a' });
    };
    const finished = await transfers(t, () => writing(keys, write), { logs: [log], declarations });
    const { verdict, breaches = [] } = row(finished);
    assert.equal(verdict, 'failed');
    assert.match(
      plainTextOrEmpty(breaches[0]?.seen),
      /^the private key of a transfer \(base64\) in log .*app\.log$/,
    );
    const texts = everything(finished.folder);
    assert.deepEqual(
      keys.filter((key) => texts.includes(key)),
      [],
    );
    // The HIU of this client logs its keys too: of those the document says nothing.
    assert.match(
      finished.results.run.warnings?.join('\n') ?? '',
      /app\.log shows a private key of the HIU \(base64\)/,
    );
  }
});

test('a derived key only warns, and makes up for no declaration', async (t) => {
  const change = (log: (line: string) => void): Partial<TransferSeams> => ({
    deriveKey: (secret, salt) => {
      const key = rightly.deriveKey(secret, salt);
      log(Buffer.from(JSON.stringify({ key: Buffer.from(key).toString('hex') })).toString('base64'));
      return key;
    },
  });
  assert.equal(row(await transfers(t, change)).verdict, 'warning');
  const undeclared = row(await transfers(t, change, { declarations: {} }));
  assert.equal(undeclared.verdict, 'not-tested');
  assert.match(plainTextOrEmpty(undeclared.reason), /^not declared/);
});

test('an opened bundle in a log is a warning of the run', async (t) => {
  const { results } = await transfers(t, (log) => ({
    open: (key, iv, content) => {
      const bundle = rightly.open(key, iv, content);
      log(Buffer.from(bundle).toString('base64').slice(0, 4096));
      return bundle;
    },
  }));
  assert.match(results.run.warnings?.join('\n') ?? '', /stderr shows an opened bundle of the HIU \(base64\)/);
  assert.equal(results.obligations.find(({ id }) => id === 'HDT-11')?.verdict, 'passed');
  assert.equal(row({ results } as FinishedRun).verdict, 'declared');
});

test('logs that are not there are told, and hide no transfer', async (t) => {
  const finished = await transfers(t, () => ({}), { logs: [join(temporaryFolder(t), '*.log')] });
  assert.match(finished.results.run.warnings?.join('\n') ?? '', /matches no file/);
  assert.equal(row(finished).verdict, 'declared');
});
