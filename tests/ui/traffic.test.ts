import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { generateTraffic } from '../../mutants/traffic/generate';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import type { FileState } from '../../support/ui/api';
import { generatedHar } from '../cli/auditing';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { OpenedUi } from './open';
import { sendUiRequest, newestIn, openUi } from './open';
import { waitForUiEvent } from './traffic-calls';
import { readOpenTarget } from './target-calls';

const breaks = [{ id: 'HDR-07', at: 9 }] as const;
const path = (name: string, by = 'alone') => `/api/files?name=${encodeURIComponent(name)}&by=${by}`;

async function judged(opened: OpenedUi, content: Buffer | string, name: string, by?: string) {
  const taken = await opened.hand(path(name, by), content);
  assert.equal(taken.status, 202, taken.text);
  const { file } = await waitForUiEvent(opened, 'file', (each) => each.file.state !== 'judging');
  return file;
}

const isJudged = (file: FileState): Extract<FileState, { state: 'judged' }> =>
  file.state === 'judged' ? file : assert.fail(JSON.stringify(file));

const ids = (file: FileState) => isJudged(file).outcome.failed.map(({ id }) => id);

/** A page whose server has a folder of its own for what it receives, and what is in that. */
async function receiving(t: TestContext) {
  const [before, folder] = [process.env.TMPDIR, temporaryFolder(t)];
  process.env.TMPDIR = folder;
  const opened = await openUi(t);
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  const received = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('conform-ui-'))
      .flatMap((name) => readdirSync(join(folder, name)));
  return { opened, received };
}

describe('a file of traffic that is dropped', () => {
  const name = '<b>../../etc/passwd</b>.log';

  it('is HAR, a log or a recording by its content alone, packed or not, and is judged under its own name', async (t) => {
    const { opened, received } = await receiving(t);
    const har = generatedHar(breaks);
    const log = trafficLogOf([...generateTraffic({ exchanges: 60, seed: 3, breaks })]);
    for (const [content, form] of [
      [har, 'har'],
      [gzipSync(har), 'har'],
      [zstdCompressSync(log), 'log'],
    ] as const) {
      const file = await judged(opened, content, name);
      assert.deepEqual([isJudged(file).form, isJudged(file).name], [form, name]);
      assert.ok(ids(file).includes('HDR-07'));
    }
    const folder = newestIn(opened.folder);
    const { run } = readResults(folder);
    assert.deepEqual(
      run.traffic?.files.map((each) => each.name),
      [name],
    );
    const recording = readFileSync(join(folder, 'recording.jsonl'));
    const again = await judged(opened, recording, 'x.har');
    assert.deepEqual([isJudged(again).form, ids(again).includes('HDR-07')], ['recording', true]);
    assert.deepEqual(received(), []);
  });

  it('is refused in words where it is none, is empty, too large or one of two, and leaves nothing', async (t) => {
    const { opened, received } = await receiving(t);
    for (const content of ['no traffic', gzipSync('neither'), Buffer.alloc(5000)]) {
      const file = await judged(opened, content, name);
      assert.ok(file.state === 'refused', JSON.stringify(file));
      assert.match(file.words.message, /^<b>.*: holds neither HAR, nor a traffic log, nor a recording/);
    }
    const empty = await opened.hand(path('e.har'), '');
    assert.deepEqual([empty.status, empty.body.error.message], [422, 'e.har: is empty']);
    const headers = { ...opened.ours, 'content-type': 'application/octet-stream' };
    const large = await sendUiRequest(
      opened.at(path('l.har')),
      { ...headers, 'content-length': '3000000000' },
      'POST',
    );
    assert.match(
      large.text,
      /"l\.har: is larger than 2048 MiB","hint":"judge it where it is: npx conform audit/,
    );
    for (const each of ['/api/files', '/api/files?name=a', '/api/files?name=a&by=both', `${path('a')}&x=1`])
      assert.equal((await opened.hand(each, 'x')).status, 400, each);
    // One that is still coming.
    const slow = request(opened.at(path('slow.har')), { method: 'POST', headers, agent: false });
    slow.write('{');
    const gone = new Promise((resolve) => slow.on('error', () => undefined).once('close', resolve));
    while (received().length === 0) await new Promise(setImmediate);
    const second = await opened.hand(path('b.har'), 'x');
    assert.deepEqual([second.status, second.body.error.message], [409, 'a file is being judged']);
    slow.destroy();
    await gone;
    while (received().length > 0) await new Promise(setImmediate);
    assert.deepEqual(readdirSync(opened.folder), []);
  });

  it('is refused if it is the traffic of another system than the target, and judged without the target', async (t) => {
    const text = 'name: ours\nenvironment: sandbox\nservices: {gateway: "https://gw.ours.example"}\n';
    const opened = await openUi(t, { text });
    const file = await judged(opened, generatedHar(), 'a.har', 'target');
    assert.ok(file.state === 'refused', JSON.stringify(file));
    assert.match(
      file.words.message,
      /services names none of the hosts that the traffic went to: https:\/\/\w+\.example \(\d+ exchanges\)/,
    );
    assert.match(file.words.hint ?? '', /or choose “the defaults” at “Judge it by”$/);
    assert.ok(!readdirSync(opened.folder).includes('results.json'), 'there is no report in its name');
    isJudged(await judged(opened, generatedHar(), 'a.har', 'alone'));
  });

  it('is judged by the target that is open, as it is saved, with the exceptions beside it', async (t) => {
    const text = 'name: a client of ours\nenvironment: sandbox\n';
    const opened = await openUi(t, { text });
    const waiver = `- id: HDR-07\n  reason: known\n  approver: A. Person\n  expires: "2099-12-31"\n`;
    writeFileSync(join(opened.folder, 'waivers.yaml'), waiver);
    isJudged(await judged(opened, generatedHar(breaks), 'a.har', 'target'));
    const { run } = readResults(newestIn(opened.folder));
    assert.deepEqual(
      [run.target.name, run.waivers?.map((each) => each.state)],
      ['a client of ours', ['used']],
    );
    const { revision } = await readOpenTarget(opened);
    await opened.tell('PUT', '/api/target/text', { text: `${text}# more\n`, revision });
    for (const refused of [
      await opened.hand(path('a.har', 'target'), 'x'),
      await opened.tell('POST', '/api/proxy', { port: 0, tls: false, callbacks: '' }),
    ])
      assert.match(refused.body.error.message, /changes that are not saved/);
  });
});
