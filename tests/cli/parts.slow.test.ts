import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import type { Results } from '../../support/judging/results';
import { readResults } from '../report/embedded-run';
import type { ClientTraffic } from '../traffic/several';
import { dealt, harText, interleaved, trafficOf } from '../traffic/several';
import type { Ended } from './conform';
import { conform, conformProcess } from './conform';

const clients: readonly ClientTraffic[] = [
  { clientId: 'SBX_1' },
  { clientId: 'CON', opaque: true, breaks: [{ id: 'HDR-05', at: 20 }] },
  { clientId: 'SBX_3', breaks: [{ id: 'ENC-03', at: 8 }] },
];

let cwd = '';
const at = (...names: string[]): string => join(cwd, ...names);

/** Judges partition by partition. */
async function judgeAll(parts: string, out: string, of: number): Promise<void> {
  for (let part = 0; part < of; part += 1) {
    const args = ['--partition', join(parts, String(part)), '--reports', join(out, String(part))];
    assert.equal((await conformProcess(['audit', ...args], { cwd })).code, 0);
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
function linesIn(folder: string): unknown[] {
  const lines = readFileSync(at(folder, 'recording.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { seq, client, operation, arrivedAt } = JSON.parse(line) as Record<string, unknown>;
    return [seq, client, operation, arrivedAt];
  });
}

function refused({ code, stderr }: Ended, told: RegExp): void {
  assert.equal(code, 2, stderr);
  assert.match(stderr, told);
}

/** Two nodes, split by a task each into three partitions, judged and merged; and the same in one go. */
before(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'cli-parts-'));
  for (const [index, node] of dealt(interleaved(trafficOf(clients)), [0, 1, 1]).entries())
    writeFileSync(at(`node-${index}.har`), harText(node));
  // What a killed audit leaves.
  mkdirSync(at('once/clients/SBX_1'), { recursive: true });
  writeFileSync(at('once/clients/SBX_1/.recording.jsonl'), '{"seq":1');
  const once = ['audit', 'node-0.har', 'node-1.har', '--per-client', '--reports', 'once'];
  assert.equal((await conformProcess(once, { cwd })).code, 1);
  for (const node of ['node-1.har', 'node-0.har']) {
    const { code, stdout } = await conformProcess(['audit', node, '--split', '3', '--out', 'parts'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^node-\d\.har: \d+ entries\nparts holds raw traffic, secrets among it/);
  }
  await judgeAll('parts', 'out', 3);
});

after(() => {
  rmSync(cwd, { recursive: true, force: true });
});

describe('conform audit --split, --partition and conform merge', () => {
  it('come to what one audit of the same files says, with a report of each client', async () => {
    const args = ['merge', 'out/0', 'out/2', 'out/1', '--per-client', '--reports', 'merged'];
    const { code, stdout } = await conformProcess(args, { cwd });
    assert.equal(code, 1);
    assert.match(stdout, /Clients in the traffic: 3\n.*CON \(by client id\): 30 exchanges; .*HDR-05/);
    assert.deepEqual(common('merged'), common('once'));
    assert.deepEqual(linesIn('merged'), linesIn('once'));
    for (const folder of ['once', 'merged'])
      assert.deepEqual(readdirSync(at(folder, 'clients')).sort(), ['SBX_1', 'SBX_3', 'client-CON']);
    for (const client of ['SBX_1', 'SBX_3', 'client-CON'])
      assert.deepEqual(common(`merged/clients/${client}`), common(`once/clients/${client}`));
  });

  it('write the report of a client as if it were alone', () => {
    const broken = ({ obligations }: Results): string[] =>
      obligations
        .filter(({ id, verdict }) => verdict === 'failed' && !id.startsWith('CRT-0'))
        .map(({ id }) => id);
    const results = readResults(at('once/clients/client-CON'));
    // Its tokens are no JWT: that breaks SES-06.
    assert.deepEqual(broken(results), ['SES-06', 'HDR-05']);
    assert.deepEqual(
      results.clients?.map(({ label }) => label),
      ['CON'],
    );
    assert.equal(results.exchanges, 30);
    assert.equal(linesIn('once/clients/client-CON').length, 30);
    assert.deepEqual(broken(readResults(at('once/clients/SBX_1'))), []);
  });

  it('name a part that is missing, one that is there twice, and one of another split', async () => {
    const merge = (...folders: string[]) =>
      conformProcess(['merge', ...folders, '--reports', 'none'], { cwd });
    refused(
      await merge('out/0', 'out/2'),
      /part 1 of 3 is missing — judge it: conform audit --partition PARTS\/1/,
    );
    refused(await merge('out/0', 'out/1', 'out/2', 'out/1'), /part 1 is there twice: out\/1, out\/1/);
    const split = ['audit', 'node-0.har', 'node-1.har', '--split', '3', '--out', 'others'];
    assert.equal((await conformProcess(split, { cwd })).code, 0);
    await judgeAll('others', 'other-out', 1);
    refused(await merge('out/1', 'out/2', 'other-out/0'), /other-out\/0.*is of another split than out\/1/);
    refused(await merge('out'), /out.*holds no part/);
    refused(await merge('once'), /once.*holds no part/);
    assert.equal(existsSync(at('none')), false);
  });

  it('refuse a part that was cut, and a report in the place of a part', async () => {
    cpSync(at('out'), at('cut'), { recursive: true });
    writeFileSync(at('cut/1/part.json'), readFileSync(at('cut/1/part.json'), 'utf8').slice(0, -50));
    const folders = ['cut/0', 'cut/1', 'cut/2'];
    refused(
      await conform(['merge', ...folders, '--reports', 'none'], { cwd }),
      /cut\/1\/part\.json.*does not keep to schemas\/part\.schema\.json/,
    );
    refused(
      await conform(['merge', 'out/0', 'out/1', 'out/2', '--reports', 'out/2'], { cwd }),
      /out\/2.*holds a part/,
    );
  });

  it('refuse what does not go together', async () => {
    const audit = (...args: string[]) => conform(['audit', ...args], { cwd });
    refused(await audit('--partition', 'parts/0'), /--reports.*is missing/);
    refused(await audit('--partition', 'parts/3', '--reports', 'none'), /is none of the 3 partitions/);
    refused(
      await audit('--partition', 'once', '--reports', 'none'),
      /is no folder that traffic was split into/,
    );
    refused(await audit('node-0.har', '--partition', 'parts/0'), /takes no files/);
    refused(await audit('node-0.har', '--split', '3'), /--split and --out.*go together/);
    refused(await audit('node-0.har', '--sweep'), /--sweep.*goes with --partition/);
    refused(await audit('-', '--split', '3', '--out', 'none'), /cannot be split/);
    refused(
      await audit('node-0.har', '--split', '3', '--out', 'none', '--per-client'),
      /cannot be used with/,
    );
    refused(
      await audit('node-0.har', '--split', '4', '--out', 'parts'),
      /is split into 3 partitions, and not 4/,
    );
    assert.equal(existsSync(at('none')), false);
  });
});

describe('conform audit --sweep', () => {
  const split = async (t: TestContext, traffic: readonly ClientTraffic[]): Promise<string> => {
    const folder = at(t.name.replaceAll(' ', '-'));
    mkdirSync(folder);
    writeFileSync(join(folder, 'traffic.har'), harText(interleaved(trafficOf(traffic))));
    const args = [join(folder, 'traffic.har'), '--split', '2', '--out', join(folder, 'parts')];
    assert.equal((await conform(['audit', ...args], { cwd })).code, 0);
    return folder;
  };
  const sweep = (folder: string, part: string): Promise<Ended> => {
    const [parts, out] = [join(folder, 'parts', part), join(folder, 'out', part)];
    return conform(['audit', '--partition', parts, '--reports', out, '--sweep'], { cwd });
  };

  it('removes each partition once it is judged, and with the last one the rest', async (t) => {
    const folder = await split(t, [{ clientId: 'SBX_1' }, { clientId: 'SBX_2', opaque: true }]);
    assert.equal((await sweep(folder, '1')).code, 0);
    assert.deepEqual(readdirSync(join(folder, 'parts')).sort(), ['0', 'inputs', 'loose', 'split.json']);
    assert.equal((await sweep(folder, '0')).code, 0);
    assert.equal(existsSync(join(folder, 'parts')), false);
  });

  it('keeps what other tasks still read, where tokens claim other clients, and says so', async (t) => {
    const claimed = 'gateway-app';
    const folder = await split(t, [
      { clientId: 'SBX_1', claimed },
      { clientId: 'SBX_2', claimed },
    ]);
    for (const part of ['0', '1']) {
      const { code, stdout } = await sweep(folder, part);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`parts/${part} stays: tokens claim other clients`));
    }
    assert.ok(existsSync(join(folder, 'parts/0')) && existsSync(join(folder, 'parts/1')));
    const merge = [join(folder, 'out/0'), join(folder, 'out/1'), '--reports', join(folder, 'merged')];
    await conform(['merge', ...merge], { cwd });
    const once = [join(folder, 'traffic.har'), '--reports', join(folder, 'once')];
    await conform(['audit', ...once], { cwd });
    const counted = (name: string) =>
      readResults(join(folder, name)).clients?.map(({ label, exchanges }) => [label, exchanges]);
    assert.deepEqual(counted('merged'), [
      ['SBX_1', 30],
      ['SBX_2', 30],
    ]);
    assert.deepEqual(counted('merged'), counted('once'));
  });
});
