import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { text as textOf } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import type { Results } from '../../support/judging/results';
import { eventually } from '../eventually';
import { readResults } from '../report/embedded-run';
import type { ClientTraffic } from '../traffic/several';
import { dealt, harText, interleaved, trafficOf } from '../traffic/several';
import type { ProgramResult } from './conform';
import { conform, conformProcess, root } from './conform';
import { linesIn } from '../recorded-lines';

const clients: readonly ClientTraffic[] = [
  { clientId: 'SBX_1' },
  { clientId: 'CON_1', opaque: true, breaks: [{ id: 'HDR-05', at: 20 }] },
  { clientId: 'SBX_3', breaks: [{ id: 'ENC-03', at: 8 }] },
];

let cwd = '';
const at = (...names: string[]): string => join(cwd, ...names);

const nodes = ['node-0.har', 'node-1.har'];

/** Judges shard by shard. */
async function judgeAll(out: string, of: number): Promise<void> {
  for (let number = 1; number <= of; number += 1) {
    const reports = join(out, String(number));
    const args = ['--shard', `${number}/${of}`, '--reports', reports];
    const { code, stdout, stderr } = await conformProcess(['audit', ...nodes, ...args], { cwd });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^out\/\d: \d clients?, \d+ exchanges; conform merge gives the verdicts of all 3$/m);
  }
}

/** What two ways of judging have in common: all but what is new for each run, as is the key of its stand-ins. */
function common(folder: string): unknown {
  const { run, ...results } = readResults(at(folder));
  const { id, startedAt, finishedAt, ...rest } = run;
  assert.ok([id, startedAt, finishedAt].every((each) => each !== ''));
  const text = JSON.stringify({ ...results, run: rest });
  return JSON.parse(text.replace(/-----BEGIN PUBLIC KEY----- [A-Za-z0-9+/=]+/g, 'a key')) as unknown;
}

/** The exchanges of a recording: where each stood, whose it was, and what it asked for. */
function exchangesIn(folder: string): unknown[] {
  const lines = linesIn(at(folder, 'recording.jsonl'));
  return lines.map((line) => {
    const { seq, client, operation, arrivedAt } = JSON.parse(line) as Record<string, unknown>;
    return [seq, client, operation, arrivedAt];
  });
}

function refused({ code, stderr }: ProgramResult, told: RegExp): void {
  assert.equal(code, 2, stderr);
  assert.match(stderr, told);
}

/** Two nodes, judged in three shards, and in one go. */
before(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'cli-parts-'));
  for (const [index, node] of dealt(interleaved(trafficOf(clients)), [0, 1, 1]).entries())
    writeFileSync(at(`node-${index}.har`), harText(node));
  // What a killed audit leaves.
  mkdirSync(at('once/clients/SBX_1'), { recursive: true });
  writeFileSync(at('once/clients/SBX_1/.recording.jsonl'), '{"seq":1');
  const once = ['audit', ...nodes, '--per-client', '--reports', 'once'];
  assert.equal((await conformProcess(once, { cwd })).code, 1);
  await judgeAll('out', 3);
});

after(() => {
  rmSync(cwd, { recursive: true, force: true });
});

describe('conform audit --shard and conform merge', () => {
  it('come to what one audit of the same files says, with a report of each client', async () => {
    const args = ['merge', 'out/1', 'out/3', 'out/2', '--per-client', '--reports', 'merged'];
    const { code, stdout } = await conformProcess(args, { cwd });
    assert.equal(code, 1);
    assert.match(stdout, /Clients in the traffic: 3\n.*CON_1 \(by client id\): 30 exchanges; .*HDR-05/);
    assert.deepEqual(common('merged'), common('once'));
    assert.deepEqual(exchangesIn('merged'), exchangesIn('once'));
    for (const folder of ['once', 'merged'])
      assert.deepEqual(readdirSync(at(folder, 'clients')).sort(), ['CON_1', 'SBX_1', 'SBX_3']);
    for (const client of ['CON_1', 'SBX_1', 'SBX_3'])
      assert.deepEqual(common(`merged/clients/${client}`), common(`once/clients/${client}`));
  });

  it('write the report of a client as if it were alone', () => {
    const broken = ({ obligations }: Results): string[] =>
      obligations
        .filter(({ id, verdict }) => verdict === 'failed' && !id.startsWith('CRT-0'))
        .map(({ id }) => id);
    const results = readResults(at('once/clients/CON_1'));
    // Its tokens are no JWT: that breaks SES-06.
    assert.deepEqual(broken(results), ['SES-06', 'HDR-05']);
    assert.deepEqual(
      results.clients?.map(({ label }) => label),
      ['CON_1'],
    );
    assert.equal(results.exchanges, 30);
    assert.equal(exchangesIn('once/clients/CON_1').length, 30);
    assert.deepEqual(broken(readResults(at('once/clients/SBX_1'))), []);
  });

  it('does the same by several processes', async () => {
    const args = ['audit', ...nodes, '--jobs', '2', '--per-client', '--reports', 'jobs'];
    const { code, stdout } = await conformProcess(args, { cwd });
    assert.equal(code, 1);
    assert.match(stdout, /Clients in the traffic: 3\n/);
    assert.deepEqual(common('jobs'), common('once'));
    assert.deepEqual(exchangesIn('jobs'), exchangesIn('once'));
    assert.deepEqual(
      readdirSync(at('jobs')).filter((name) => name.startsWith('.')),
      [],
    );
  });

  it('gives each of them the options of Node, but for the port of a debugger', async () => {
    const telling = at('telling.cjs');
    const tell = "require('node:fs').writeFileSync(`${__filename}.${process.pid}`, process.execArgv.join())";
    writeFileSync(telling, tell);
    const node = ['--inspect=0', '--require', telling];
    const args = ['audit', ...nodes, '--jobs', '2', '--reports', 'told'];
    assert.equal((await conformProcess(args, { cwd, node })).code, 1);
    const told = globSync(`${telling}.*`).map((file) => readFileSync(file, 'utf8').includes('--inspect'));
    assert.deepEqual(told.sort(), [false, false, true]);
  });

  it('does so with standard input, which is there for its user alone, and then gone', async () => {
    const text = readFileSync(at('node-0.har'));
    for (const jobs of ['1', '2']) {
      const reports = `stdin-${jobs}`;
      const args = ['audit', '-', '--jobs', jobs, '--reports', reports];
      const { code, stdout, stderr } = await conformProcess(args, { cwd, input: text });
      assert.equal(code, 1, stderr);
      assert.match(stdout, /^-: \d+ exchanges/m);
      assert.deepEqual(
        readdirSync(at(reports)).filter((name) => name.startsWith('.')),
        [],
      );
    }
    assert.deepEqual(exchangesIn('stdin-2'), exchangesIn('stdin-1'));
  });

  it('leaves nothing of standard input where it is stopped before the end', async (t) => {
    const child = spawn(
      process.execPath,
      [join(root, 'bin/conform.cjs'), 'audit', '-', '--reports', at('stopped')],
      {
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    t.after(() => child.kill('SIGKILL'));
    const told = textOf(child.stderr);
    child.stdin.write('{"log":{"entries":[');
    const kept = () => globSync(at('stopped/.work-*/input'));
    await eventually('it is kept', () => kept().length === 1);
    assert.deepEqual(
      kept().map((file) => statSync(file).mode & 0o777),
      [0o600],
    );
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGINT']);
    assert.deepEqual(
      readdirSync(at('stopped')).filter((name) => name.startsWith('.')),
      [],
    );
    assert.equal(await told, 'Stopped by SIGINT: nothing was written.\n');
  });

  it('takes more files than a process can be started with the names of', async () => {
    const folder = at(...Array.from({ length: 15 }, () => 'long'.repeat(60)));
    mkdirSync(folder, { recursive: true });
    const [head = '', ...lines] = readFileSync(at('once/recording.jsonl'), 'utf8').trim().split('\n');
    for (let file = 0; file < 600; file += 1)
      writeFileSync(join(folder, `${file}.jsonl`), `${head}\n${lines[file % lines.length] ?? ''}\n`);
    const args = ['audit', 'long'.repeat(60), '--jobs', '2', '--reports', 'many'];
    const { code, stderr } = await conformProcess(args, { cwd });
    assert.equal(code, 1, stderr);
    assert.equal(exchangesIn('many').length, 600);
  });

  it('gives the one error of a process that failed, and its exit code', async () => {
    const args = ['audit', 'node-0.har', '--jobs', '2', '--reports', 'none', '--nonce', 'a-nonce-of-ours'];
    const { code, stderr } = await conformProcess([...args, 'out/1/recording.jsonl'], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /^error: out\/1\/recording\.jsonl: --nonce was recorded without a nonce/);
  });

  it('name a part that is missing, one that is there twice, and one of other files', async () => {
    const merge = (...folders: string[]) => conform(['merge', ...folders, '--reports', 'none'], { cwd });
    refused(
      await merge('out/1', 'out/3'),
      /part 2 of 3 is missing — judge it: conform audit --shard 2\/3 FILES --reports OUT\/2/,
    );
    refused(await merge('out/1', 'out/2', 'out/3', 'out/2'), /part 2 is there twice: out\/2, out\/2/);
    const other = ['audit', 'node-0.har', '--shard', '1/3', '--reports', 'other/1'];
    assert.equal((await conform(other, { cwd })).code, 0);
    refused(await merge('out/2', 'out/3', 'other/1'), /other\/1\/part\.json.*is of other files than out\/2/);
    refused(await merge('out'), /out.*holds no part/);
    refused(await merge('once'), /once.*holds no part/);
    assert.equal(existsSync(at('none', 'results.json')), false);
  });

  it('refuse a part that was cut, and a report in the place of a part', async () => {
    cpSync(at('out'), at('cut'), { recursive: true });
    writeFileSync(at('cut/1/part.json'), readFileSync(at('cut/1/part.json'), 'utf8').slice(0, -50));
    const folders = ['cut/1', 'cut/2', 'cut/3'];
    refused(
      await conform(['merge', ...folders, '--reports', 'none'], { cwd }),
      /cut\/1\/part\.json.*does not keep to schemas\/part\.schema\.json/,
    );
    refused(
      await conform(['merge', 'out/1', 'out/2', 'out/3', '--reports', 'out/2'], { cwd }),
      /out\/2.*holds a part/,
    );
  });

  it('refuse what does not go together', async () => {
    const audit = (...args: string[]) => conform(['audit', ...args], { cwd });
    refused(await audit('node-0.har', '--shard', '1/2'), /--reports.*is missing — .*OUT\/1/);
    refused(await audit('node-0.har', '--shard', '1/2', '--reports', 'once'), /--reports.*holds a report/);
    for (const wrong of ['0/2', '3/2', '1', '1/5000', 'a/b'])
      refused(await audit('node-0.har', '--shard', wrong), /--shard.*from 1\/8 to 8\/8/);
    for (const other of ['--per-client', '--json', '--only=HDR-05', '--jobs=2'])
      refused(await audit('node-0.har', '--shard', '1/2', '--reports', 'none', other), /cannot be used with/);
  });
});
